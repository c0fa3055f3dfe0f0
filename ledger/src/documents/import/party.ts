// Customers and suppliers from a spreadsheet: each row is one registration.
import { countryOf } from '../../core/countries.ts'
import { homeCountry } from '../../core/country.ts'
import type { PartyRole } from '../../core/party.ts'
import { cellsAt, cellsOf } from './cells.ts'
import type { ImportMapping } from './mapping.ts'
import { partyColumns, partyTemplate } from './party-columns.ts'

const vatWords = { vat: 'VAT', non_vat: 'non-VAT', unknown: 'unknown' }

export const partyImport = (role: PartyRole): ImportMapping => ({
  ...partyTemplate(role),
  together: [],
  label: ['registeredName', 'lastName', 'firstName', 'tin'],
  parties: [],
  documents: [],
  documentTypes: [],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    const textsOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, text(key)]))
    const [tin, written] = [text('tin'), text('country')]
    const country = countryOf(written)
    if (written !== '' && country === undefined)
      cells.say(
        0,
        'country',
        `There is no country '${written}'. Enter the English name or the two-letter code of the country.`,
      )
    const isForeign = tin === '' && country !== undefined && country !== homeCountry
    const fields = {
      // Only an individual has a last name.
      kind: text('lastName') === '' ? 'non_individual' : 'individual',
      ...textsOf(['tin', 'registeredName', 'lastName', 'firstName', 'middleName', 'tradeName', 'email', 'phone']),
      ...textsOf(['rdoCode', 'lineOfBusiness', 'withholdingExempt', 'zeroRatingCertificate']),
      noTin: isForeign
        ? 'foreign'
        : tin === '' && cells.yes('withoutTin', { usual: false }) === true
          ? 'individual'
          : '',
      country: isForeign ? country : '',
      foreignTaxNo: text('foreignTaxNo'),
      vatStatus: cells.oneOf('vatStatus', vatWords, { usual: 'unknown' }),
      address: textsOf(['substreet', 'street', 'barangay', 'city', 'province', 'zip']),
      government: cells.yes('government', { usual: false }),
      withholdingAgent: cells.yes('withholdingAgent', { usual: false }),
      registeredEnterprise: cells.yes('registeredEnterprise', { usual: false }),
    }
    const cellOf = cellsAt({ head, usual: 'tin' })
    // Each part of the address has its own column.
    return { fields, mistakes: cells.mistakes, cellOf: (path) => cellOf(path[0] === 'address' ? path.slice(1) : path) }
  },
})

const head = {
  ...Object.fromEntries(partyColumns.map(({ key }) => [key, key])),
  kind: 'registeredName',
  noTin: 'withoutTin',
}
