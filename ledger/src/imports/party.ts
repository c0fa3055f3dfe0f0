// Customers and suppliers from a spreadsheet: each row is one registration.
import type { PartyRole } from '../core/party.ts'
import { cellsAt, cellsOf } from './cells.ts'
import type { ImportColumn, ImportMapping } from './mapping.ts'

const columns: readonly ImportColumn[] = [
  {
    key: 'tin',
    title: 'TIN',
    also: ['TIN no.', 'Tax identification number'],
    required: true,
    example: '000-000-000-00000',
  },
  {
    key: 'registeredName',
    title: 'Registered name',
    also: ['Name', 'Company', 'Business name'],
    example: 'Mabuhay Hardware, Inc.',
  },
  { key: 'lastName', title: 'Last name', also: ['Surname'], example: '' },
  { key: 'firstName', title: 'First name', also: ['Given name'], example: '' },
  { key: 'middleName', title: 'Middle name', example: '' },
  { key: 'tradeName', title: 'Trade name', example: '' },
  { key: 'vatStatus', title: 'VAT', also: ['VAT status', 'VAT registered'], example: 'VAT' },
  { key: 'substreet', title: 'Unit, floor or building', also: ['Unit', 'Building'], example: '' },
  { key: 'street', title: 'Street', also: ['Address', 'Street address'], example: '45 Aurora Boulevard' },
  { key: 'barangay', title: 'Barangay', example: '' },
  { key: 'city', title: 'City or municipality', also: ['City', 'Municipality'], example: 'Quezon City' },
  { key: 'province', title: 'Province', example: '' },
  { key: 'zip', title: 'ZIP code', also: ['ZIP'], example: '1112' },
  { key: 'email', title: 'E-mail', also: ['Email', 'E-mail address'], example: '' },
  { key: 'phone', title: 'Phone', also: ['Telephone', 'Mobile'], example: '' },
  { key: 'rdoCode', title: 'RDO code', also: ['RDO'], example: '' },
  { key: 'lineOfBusiness', title: 'Line of business', example: '' },
  { key: 'government', title: 'Government office', also: ['Government'], example: 'no' },
  { key: 'withholdingAgent', title: 'Withholding agent', example: 'no' },
  { key: 'withholdingExempt', title: 'Nothing is withheld because', example: '' },
]

const vatWords = { vat: 'VAT', non_vat: 'non-VAT', unknown: 'unknown' }

export const partyImport = (role: PartyRole): ImportMapping => ({
  records: { role },
  together: [],
  label: ['registeredName', 'lastName', 'firstName', 'tin'],
  ...{ parties: [], documents: [], documentKinds: [] },
  columns,

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    const given = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, text(key)]))
    const fields = {
      // Only an individual has a last name.
      kind: text('lastName') === '' ? 'non_individual' : 'individual',
      ...given(['tin', 'registeredName', 'lastName', 'firstName', 'middleName', 'tradeName', 'email', 'phone']),
      ...given(['rdoCode', 'lineOfBusiness', 'withholdingExempt']),
      vatStatus: cells.oneOf('vatStatus', vatWords, { usual: 'unknown' }),
      address: given(['substreet', 'street', 'barangay', 'city', 'province', 'zip']),
      government: cells.yes('government', { usual: false }),
      withholdingAgent: cells.yes('withholdingAgent', { usual: false }),
    }
    const cellOf = cellsAt({ head, usual: 'tin' })
    // A part of the address is a column of its own.
    return { fields, mistakes: cells.mistakes, cellOf: (path) => cellOf(path[0] === 'address' ? path.slice(1) : path) }
  },
})

const head = { ...Object.fromEntries(columns.map(({ key }) => [key, key])), kind: 'registeredName' }
