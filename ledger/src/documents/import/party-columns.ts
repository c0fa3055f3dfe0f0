// The columns of a file of customers or suppliers.
import type { PartyRole } from '../../core/party.ts'
import type { ImportColumn, ImportTemplate } from './mapping.ts'

export const partyColumns: readonly ImportColumn[] = [
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
  { key: 'country', title: 'Country', example: '' },
  { key: 'foreignTaxNo', title: 'Foreign tax number', also: ['Foreign tax no.', 'Tax number'], example: '' },
  { key: 'withoutTin', title: 'Without TIN', also: ['No TIN'], example: 'no' },
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
  { key: 'registeredEnterprise', title: 'Registered business enterprise', also: ['PEZA', 'RBE'], example: 'no' },
  { key: 'zeroRatingCertificate', title: 'VAT zero-rating certificate', example: '' },
  { key: 'withholdingExempt', title: 'Withholding exemption', also: ['Nothing is withheld because'], example: '' },
]

export const partyTemplate = (role: PartyRole): ImportTemplate => ({ records: { role }, columns: partyColumns })
