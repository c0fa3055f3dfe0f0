// The input of a registration, and its conversion to the fields of a party.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import {
  displayName,
  formatTin,
  noTinWords,
  parseTin,
  partyFields,
  tinDigits,
  vatStatusWords,
} from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { choiceField, codeField, field, textField, type TypedOf } from '../../runtime/field.ts'
import { formModel } from '../../runtime/formModel.ts'

const flag = () => field<boolean>({}, { empty: () => false, restore: (saved) => saved === true })

const table = {
  kind: choiceField(
    { non_individual: 'Company or other organization', individual: 'Individual' },
    { label: 'Individual or company' },
  ),
  tin: codeField({ label: 'TIN' }),
  branch: codeField({ label: 'Branch code', hint: 'Up to five digits; leave empty for the head office' }),
  noTin: choiceField(
    { '': 'Choose', foreign: noTinWords.foreign, individual: noTinWords.individual },
    { label: 'Why there is no TIN' },
  ),
  country: codeField({ label: 'Country' }),
  foreignTaxNo: textField({
    label: 'Foreign tax number (optional)',
    hint: 'As on the invoice, for example a UEN or VAT number',
  }),
  registeredName: textField({ label: 'Registered name', hint: 'As on the BIR certificate of registration' }),
  lastName: textField({ label: 'Last name' }),
  firstName: textField({ label: 'First name' }),
  middleName: textField({ label: 'Middle name' }),
  tradeName: textField({ label: 'Trade name (optional)' }),
  substreet: textField({ label: 'Unit, floor or building' }),
  street: textField({ label: 'Street' }),
  barangay: textField({ label: 'Barangay' }),
  city: textField({ label: 'City or municipality' }),
  province: textField({ label: 'Province' }),
  zip: textField({ label: 'ZIP code' }),
  vatStatus: choiceField(vatStatusWords, { label: 'VAT status', default: 'unknown' }),
  rdoCode: textField({ label: 'RDO code (optional)', hint: 'For example, 050 or 25A' }),
  email: codeField({ label: 'E-mail', hint: 'Suggested for receipts' }),
  phone: textField({ label: 'Phone' }),
  lineOfBusiness: textField({ label: 'Line of business' }),
  withholdingExempt: textField({
    label: 'Withholding exemption',
    hint: 'Reason for exemption, such as a BOI income tax holiday. Leave empty if tax is withheld.',
  }),
  government: flag(),
  withholdingAgent: flag(),
  registeredEnterprise: flag(),
  zeroRatingCertificate: textField({
    label: 'VAT zero-rating certificate number (optional)',
    hint: 'For example, from PEZA; Talaan suggests it on zero-rated invoices',
  }),
}
export type TypedParty = TypedOf<typeof table>

export const partyModel = formModel(partyFields, table)

/** An empty form that begins with the search text: digits become the TIN, letters the name. */
export function emptyParty(search = ''): TypedParty {
  const isTin = /\d/.test(search) && !/\p{L}/u.test(search)
  const begun = isTin ? tinTyped(search) : { registeredName: search.trim() }
  return partyModel.empty({ today: '' }, begun)
}

/** A registered party as input, for a correction. */
export function typedOf({ address, tin, noTin, ...fields }: PartyFields): TypedParty {
  // The party for walk-in customers has no form.
  return { ...fields, ...address, ...tinTyped(tin), noTin: noTin === 'various' ? '' : noTin }
}

/** Groups the digits in threes while the user types. A branch code after the nine digits moves to its own field. */
export function tinTyped(text: string): { tin: string; branch: string } {
  const digits = tinDigits(text).slice(0, 14)
  const nine = digits.slice(0, 9)
  const tin = [nine.slice(0, 3), nine.slice(3, 6), nine.slice(6, 9)].filter((group) => group !== '').join('-')
  return { tin, branch: digits.slice(9) }
}

/** The TIN as read so far. */
export function tinSentence({ tin, branch }: Pick<TypedParty, 'tin' | 'branch'>): string {
  const digits = tinDigits(tin).length
  if (digits === 0) return 'Nine digits, as on the certificate of registration, for example 000-000-000.'
  if (digits < 9) return `${digits} of 9 digits.`
  const read = parseTin(`${tin}${branch}`)
  if (!read.ok) return read.message
  return `${formatTin(read.tin9, read.branchCode)}, ${read.branchCode === '00000' ? 'head office or individual' : `branch ${read.branchCode}`}.`
}

/** Applies the chosen reason for having no TIN, and what follows from it. */
export const withoutTin = (noTin: TypedParty['noTin']): Partial<TypedParty> => ({
  noTin,
  ...(noTin === 'individual' && { kind: 'individual' }),
})

/** The country and tax number of a foreign party. The fields may still contain them after a TIN is typed. */
export const abroadOf = ({
  tin,
  noTin,
  country,
  foreignTaxNo,
}: TypedParty): { country: string; foreignTaxNo: string } =>
  tin === '' && noTin === 'foreign' ? { country, foreignTaxNo: foreignTaxNo.trim() } : { country: '', foreignTaxNo: '' }

/** The fields of the schema, or every mistake in them by the name of its field on the screen. */
export function partyOf(
  typed: TypedParty,
): { ok: true; fields: PartyFields } | { ok: false; mistakes: FieldMistake[] } {
  const branch = tinDigits(typed.branch)
  const individual = typed.kind === 'individual'
  const noTin = typed.tin === '' ? typed.noTin : ''
  const hasTin = noTin === ''
  const read = partyFields.safeParse({
    kind: typed.kind,
    tin: hasTin ? `${typed.tin}${branch === '' ? '' : branch.padStart(5, '0')}` : '',
    noTin,
    ...abroadOf(typed),
    // Hidden fields may still contain names for the other type of party.
    registeredName: individual ? '' : typed.registeredName,
    lastName: individual ? typed.lastName : '',
    firstName: individual ? typed.firstName : '',
    middleName: individual ? typed.middleName : '',
    tradeName: typed.tradeName,
    address: {
      substreet: typed.substreet,
      street: typed.street,
      barangay: typed.barangay,
      city: typed.city,
      province: typed.province,
      zip: typed.zip,
    },
    // Hidden without a TIN.
    rdoCode: hasTin ? typed.rdoCode : '',
    vatStatus: hasTin ? typed.vatStatus : 'non_vat',
    email: typed.email.trim(),
    phone: typed.phone,
    lineOfBusiness: typed.lineOfBusiness,
    government: hasTin && typed.government,
    withholdingAgent: hasTin && typed.withholdingAgent,
    withholdingExempt: hasTin ? typed.withholdingExempt : '',
    registeredEnterprise: hasTin && typed.registeredEnterprise,
    zeroRatingCertificate: hasTin && typed.registeredEnterprise ? typed.zeroRatingCertificate : '',
  })
  if (read.success) return { ok: true, fields: read.data }
  const mistakes = read.error.issues.map(({ path, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    message,
  }))
  return { ok: false, mistakes: byBox(mistakes) }
}

/** The server names a field 'fields.address.zip', the screen 'zip'. */
export function byBox(mistakes: readonly FieldMistake[]): FieldMistake[] {
  return mistakes.map(({ path, message }) => ({
    path: path.filter((part) => part !== 'fields' && part !== 'address'),
    message,
  }))
}

/** The name to search for in the register while typing. */
export function typedName(typed: TypedParty): string {
  if (typed.kind === 'non_individual') return typed.registeredName.trim()
  return typed.lastName.trim() === '' ? '' : displayName({ ...typed, registeredName: '' }).trim()
}
