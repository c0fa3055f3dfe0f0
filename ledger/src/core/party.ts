// A party is a customer or supplier as registered with the BIR: TIN and branch separate, names and address in parts.
import { z } from './zod.ts'
import { countryName, isForeignCountry } from './country.ts'
import { fieldSet, optionalEmail, optionalText } from './fields.ts'

export type PartyKind = 'individual' | 'non_individual'
export type PartyRole = 'customer' | 'supplier'
export type VatStatus = 'vat' | 'non_vat' | 'unknown'

/** Why a party has no Philippine TIN; '' if it has one. All walk-in customers are one party, made by Talaan. */
export const noTinReasons = ['', 'foreign', 'individual', 'various'] as const
export type NoTin = (typeof noTinReasons)[number]

/** Parts of an address; '' where unknown. */
export type Address = {
  substreet: string
  street: string
  barangay: string
  city: string
  province: string
  zip: string
}

/** Texts are '' if unknown; only the TIN may be absent altogether. */
export type Party = {
  id: string
  customer: boolean
  supplier: boolean
  kind: PartyKind
  /** Nine digits, without the branch. */
  tin9: string | null
  /** Five digits; '00000' is the head office or an individual. */
  branchCode: string
  noTin: NoTin
  /** Two letters of ISO 3166-1, of a foreign party; else ''. */
  country: string
  /** The number of a foreign party with its own tax office, if known. */
  foreignTaxNo: string
  /** Non-individuals only. */
  registeredName: string
  /** Individuals only, as are the next two. */
  lastName: string
  firstName: string
  middleName: string
  tradeName: string
  address: Address
  rdoCode: string
  vatStatus: VatStatus
  email: string
  phone: string
  lineOfBusiness: string
  /** A government office: its sales have a VAT class of their own. */
  government: boolean
  /** Withholds income tax from its payments to us. */
  withholdingAgent: boolean
  /** Why nothing is withheld from it, such as a tax holiday; '' if tax is withheld as usual. */
  withholdingExempt: string
  /** Registered with PEZA or another zone: it buys at zero VAT, and its buyers pay the VAT of its sales to the BIR. */
  registeredEnterprise: boolean
  /** The number of its VAT zero-rating certificate; '' if unknown. */
  zeroRatingCertificate: string
}

export type ReadTin = { ok: true; tin9: string; branchCode: string } | { ok: false; message: string }

/**
 * A TIN in any notation, stored as '000-000-000-00000'; '' for a party without one. The check digit is not verified: its
 * formula is not public.
 */
export const tin = z.string('Enter the TIN, for example 123-456-789.').check(
  z.overwrite((text) => {
    const read = parseTin(text)
    return read.ok ? formatTin(read.tin9, read.branchCode) : text.length > 60 ? text : text.trim()
  }),
  z.superRefine((text, context) => {
    const read = parseTin(text)
    if (text !== '' && !read.ok) context.addIssue({ code: 'custom', message: read.message })
  }),
)

const address = fieldSet({
  substreet: optionalText('unit, floor or building', 100),
  street: optionalText('street', 100),
  barangay: optionalText('barangay', 100),
  city: optionalText('city or municipality', 100),
  province: optionalText('province', 100),
  zip: optionalText('ZIP code', 12),
})

const emptyAddress: Address = { substreet: '', street: '', barangay: '', city: '', province: '', zip: '' }

/** The fields of the customer and vendor registration forms; optional ones become ''. */
export const partyFields = fieldSet({
  kind: z.enum(['individual', 'non_individual'], 'Choose individual or company.'),
  tin,
  noTin: z._default(z.enum(noTinReasons, 'Choose why there is no TIN.'), ''),
  country: z._default(
    z.string('Choose the country.').check(
      z.trim(),
      z.toUpperCase(),
      z.refine((code) => code === '' || isForeignCountry(code), 'Choose a country from the list.'),
    ),
    '',
  ),
  foreignTaxNo: optionalText('foreign tax number', 40),
  registeredName: optionalText('registered name', 200),
  lastName: optionalText('last name', 100),
  firstName: optionalText('first name', 100),
  middleName: optionalText('middle name', 100),
  tradeName: optionalText('trade name', 200),
  address: z._default(address, emptyAddress),
  rdoCode: z._default(
    z
      .string('Enter the RDO code.')
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(
          /^([0-9]{2,3}[A-C]?)?$/,
          'An RDO code has two or three digits and sometimes a letter, for example 050 or 25A.',
        ),
      ),
    '',
  ),
  vatStatus: z._default(z.enum(['vat', 'non_vat', 'unknown'], 'Choose the VAT status.'), 'unknown'),
  email: optionalEmail,
  phone: optionalText('phone number', 40),
  lineOfBusiness: optionalText('line of business', 200),
  government: z._default(z.boolean('Choose yes or no.'), false),
  withholdingAgent: z._default(z.boolean('Choose yes or no.'), false),
  withholdingExempt: optionalText('reason for the withholding exemption', 200),
  registeredEnterprise: z._default(z.boolean('Choose yes or no.'), false),
  zeroRatingCertificate: optionalText('certificate number', 60),
}).check(
  z.superRefine((fields, context) => {
    const mistake = (name: keyof typeof fields, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    tinMistakes(fields, mistake)
    if (fields.registeredEnterprise && fields.noTin !== '')
      mistake('registeredEnterprise', 'A registered business enterprise has a TIN. Enter it.')
    if (fields.zeroRatingCertificate !== '' && !fields.registeredEnterprise)
      mistake(
        'zeroRatingCertificate',
        'Only a registered business enterprise has this certificate. Clear the certificate number.',
      )
    if (fields.noTin !== 'foreign' && !/^(\d{4})?$/.test(fields.address.zip)) {
      const message = 'A ZIP code has four digits, for example 1200.'
      context.addIssue({ code: 'custom', path: ['address', 'zip'], message })
    }
    if (fields.kind === 'individual') {
      if (fields.lastName === '') mistake('lastName', 'Enter the last name.')
      if (fields.firstName === '') mistake('firstName', 'Enter the first name.')
      if (fields.registeredName !== '') {
        mistake(
          'registeredName',
          'The registered name applies only to companies. Clear this field, or enter the name as the trade name.',
        )
      }
      return
    }
    if (fields.registeredName === '')
      mistake(
        'registeredName',
        'Enter the registered name as shown on the certificate of registration (BIR Form 2303).',
      )
    for (const name of ['lastName', 'firstName', 'middleName'] as const) {
      if (fields[name] !== '')
        mistake(name, 'Personal names apply only to individuals. Clear this field, or choose Individual.')
    }
  }),
)

export type PartyFields = z.output<typeof partyFields>

/** A party has a TIN, or one reason for having none with the details that belong to it. */
function tinMistakes(
  fields: Pick<
    Party,
    'kind' | 'noTin' | 'country' | 'foreignTaxNo' | 'vatStatus' | 'government' | 'withholdingAgent'
  > & {
    tin: string
  },
  mistake: (name: 'tin' | 'noTin' | 'country' | 'foreignTaxNo' | 'kind' | 'vatStatus', message: string) => void,
): void {
  const { tin: written, noTin } = fields
  if (written === '' && noTin === '') mistake('tin', `${tinFormat}; ${tinExample}.`)
  if (written !== '' && noTin !== '')
    mistake('noTin', 'A TIN is entered. Clear the TIN, or clear the reason why there is none.')
  if (noTin === 'individual' && fields.kind !== 'individual')
    mistake('kind', 'A Philippine company always has a TIN. Enter it, or choose Individual.')
  if (noTin === 'foreign' && fields.country === '') mistake('country', 'Choose the country.')
  if (noTin !== 'foreign') {
    if (fields.country !== '')
      mistake('country', 'Enter a country only for a foreign customer or supplier without a TIN. Clear this field.')
    if (fields.foreignTaxNo !== '')
      mistake(
        'foreignTaxNo',
        'Enter a foreign tax number only for a foreign customer or supplier without a TIN. Clear this field.',
      )
  }
  if (noTin !== '' && fields.vatStatus === 'vat')
    mistake(
      'vatStatus',
      'A customer or supplier without a TIN cannot be VAT-registered in the Philippines. Choose Not VAT-registered.',
    )
}

/** The party of a registration form, in the role of the form. */
export function partyFrom(fields: PartyFields, { id, role }: { id: string; role: PartyRole }): Party {
  const { tin: written, ...rest } = fields
  return { id, customer: role === 'customer', supplier: role === 'supplier', ...tinParts(written), ...rest }
}

/** The parts of a stored TIN; '' has no nine digits. */
export function tinParts(written: string): Pick<Party, 'tin9' | 'branchCode'> {
  if (written === '') return { tin9: null, branchCode: headOffice }
  const read = parseTin(written)
  if (!read.ok) throw new RangeError(`A party's TIN was not parsed before use: ${read.message}`)
  return { tin9: read.tin9, branchCode: read.branchCode }
}

const headOffice = '00000'

/** Stored registration fields, with defaults for fields added after the registration. */
export const storedFields = (fields: unknown): PartyFields => ({
  withholdingExempt: '',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  ...(fields as Omit<PartyFields, AddedLater>),
})
type AddedLater =
  | 'withholdingExempt'
  | 'noTin'
  | 'country'
  | 'foreignTaxNo'
  | 'registeredEnterprise'
  | 'zeroRatingCertificate'

/** A corrected field with its texts as shown on forms; '' if unknown. */
export type PartyChange = { label: string; before: string; after: string }

/** The differences between the old and corrected fields of a party, in the order of the form. */
export function partyChanges(before: PartyFields, after: PartyFields): PartyChange[] {
  const [was, is] = [shownFields(before), shownFields(after)]
  return Object.entries(partyWords)
    .map(([field, label]) => ({ label, before: was[field] ?? '', after: is[field] ?? '' }))
    .filter((change) => change.before !== change.after)
}

const partyWords = {
  kind: 'Individual or company',
  tin: 'TIN',
  noTin: 'Without a TIN',
  country: 'Country',
  foreignTaxNo: 'Foreign tax number',
  registeredName: 'Registered name',
  lastName: 'Last name',
  firstName: 'First name',
  middleName: 'Middle name',
  tradeName: 'Trade name',
  substreet: 'Unit, floor or building',
  street: 'Street',
  barangay: 'Barangay',
  city: 'City or municipality',
  province: 'Province',
  zip: 'ZIP code',
  vatStatus: 'VAT status',
  rdoCode: 'RDO code',
  email: 'E-mail',
  phone: 'Phone',
  lineOfBusiness: 'Line of business',
  government: 'Government office',
  withholdingAgent: 'Withholding agent',
  withholdingExempt: 'Withholding exemption',
  registeredEnterprise: 'Registered business enterprise',
  zeroRatingCertificate: 'VAT zero-rating certificate',
} satisfies Record<Exclude<keyof PartyFields, 'address'> | keyof Address, string>

export const vatStatusWords = {
  vat: 'VAT-registered',
  non_vat: 'Not VAT-registered',
  unknown: 'Not known',
} satisfies Record<VatStatus, string>

export const noTinWords = {
  foreign: 'Foreign, no Philippine TIN',
  individual: 'Individual without a TIN',
  various: 'Walk-in customers',
} satisfies Record<Exclude<NoTin, ''>, string>

function shownFields({ address: parts, ...fields }: PartyFields): Record<string, string> {
  const yes = (is: boolean) => (is ? 'Yes' : 'No')
  return {
    ...fields,
    ...parts,
    kind: fields.kind === 'individual' ? 'Individual' : 'Company or other organization',
    vatStatus: vatStatusWords[fields.vatStatus],
    noTin: noTinWord(fields),
    country: countryName(fields.country ?? ''),
    government: yes(fields.government),
    withholdingAgent: yes(fields.withholdingAgent),
    registeredEnterprise: yes(fields.registeredEnterprise),
  }
}

/** The reason for a correction. */
export const correctionReason = z
  .string('Enter the reason for the correction.')
  .check(
    z.trim(),
    z.minLength(5, 'Enter the reason for the correction.'),
    z.maxLength(500, 'The reason can have at most 500 characters.'),
  )

/** Nine digits of TIN, and the branch padded to five; without a branch it is the head office. */
export function parseTin(text: string): ReadTin {
  if (text.length > 60) return { ok: false, message: `${tinFormat}.` }
  const digits = tinDigits(text)
  if (![9, 12, 13, 14].includes(digits.length)) {
    const found = digits.length === 0 ? tinExample : `this one has ${digits.length}`
    return { ok: false, message: `${tinFormat}; ${found}.` }
  }
  const tin9 = digits.slice(0, 9)
  if (tin9 === '000000000') {
    return {
      ok: false,
      message: 'A TIN cannot be all zeros. Enter the nine digits on the certificate of registration.',
    }
  }
  return { ok: true, tin9, branchCode: digits.slice(9).padStart(5, '0') }
}

const tinFormat = 'A TIN has 9 digits, or 12 to 14 with the branch code'
const tinExample = 'enter it like 123-456-789'

/** '000-000-000-00000' */
export function formatTin(tin9: string, branchCode = '00000'): string {
  return `${tin9.slice(0, 3)}-${tin9.slice(3, 6)}-${tin9.slice(6, 9)}-${branchCode.padStart(5, '0')}`
}

/** Only the digits of what was typed, for searching by part of a TIN. */
export function tinDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * All TINs one wrong digit or one swap away, so that the register is queried by its index instead of read whole. At
 * most 117.
 */
export function nearTins(tin9: string): string[] {
  const near = new Set<string>()
  const digits = [...tin9]
  digits.forEach((was, i) => {
    for (let digit = 0; digit <= 9; digit++) near.add(digits.with(i, String(digit)).join(''))
    for (let j = i + 1; j < digits.length; j++)
      near.add(
        digits
          .with(i, digits[j] ?? '')
          .with(j, was)
          .join(''),
      )
  })
  near.delete(tin9)
  near.delete('000000000')
  return [...near]
}

/**
 * Whether two names are probably the same party: equal except for case, accents, punctuation, company endings or a
 * typing error.
 */
export function similarName(a: string, b: string): boolean {
  const [one, other] = [nameWords(a), nameWords(b)]
  if (one.length === 0 || other.length === 0) return false
  if (one.toSorted().join(' ') === other.toSorted().join(' ')) return true
  const [left, right] = [one.join(''), other.join('')]
  const length = Math.min(left.length, right.length)
  return length >= 5 && slips(left, right) <= (length >= 10 ? 2 : 1)
}

/** A normalized name for searching: lower case, without accents, punctuation and company endings. */
export function searchName(name: string): string {
  return nameWords(name).join(' ').toLowerCase()
}

/** The search words of a name, with company endings only if there are no others. */
export function searchWords(name: string, { endings }: { endings: 'kept' | 'dropped' }): string[] {
  const words = plainWords(name)
  const telling = words.filter((word) => !companyForms.has(word))
  return (endings === 'kept' || telling.length === 0 ? words : telling).map((word) => word.toLowerCase())
}

/** 'Reyes, Juana Santos' for an individual, else the registered name. */
export function displayName(
  party: Pick<Party, 'kind' | 'registeredName' | 'lastName' | 'firstName' | 'middleName'>,
): string {
  if (party.kind === 'non_individual') return party.registeredName
  return `${party.lastName}, ${[party.firstName, party.middleName].filter((name) => name !== '').join(' ')}`
}

/** The address in one line: 'Unit 5, 12 Rizal Street, San Lorenzo, Makati City, Metro Manila 1223'; abroad with the country. */
export function addressLine({ address: a, country = '' }: { address: Address; country?: string }): string {
  const line = [a.substreet, a.street, a.barangay, a.city, a.province].filter((part) => part !== '').join(', ')
  const place = [line, a.zip].filter((part) => part !== '').join(' ')
  return [place, countryName(country)].filter((part) => part !== '').join(', ')
}

/** 'TIN 123-456-789-00000', 'Foreign tax no. 201812345Z', or '' when there is none. */
export function tinLine({
  tin9,
  branchCode,
  foreignTaxNo = '',
}: Pick<Party, 'tin9' | 'branchCode'> & Partial<Pick<Party, 'foreignTaxNo'>>): string {
  if (tin9 !== null) return `TIN ${formatTin(tin9, branchCode)}`
  return foreignTaxNo === '' ? '' : `Foreign tax no. ${foreignTaxNo}`
}

/** '123-456-789-00000', or '' when there is none. */
export function tinText({ tin9, branchCode }: Pick<Party, 'tin9' | 'branchCode'>): string {
  return tin9 === null ? '' : formatTin(tin9, branchCode)
}

/** The TIN of a party on lists and pickers, or why it has none: 'No TIN, Singapore'. */
export function tinOrReason({ tin: written, noTin, country }: { tin: string; noTin: NoTin; country: string }): string {
  if (written !== '') return written
  return noTin === 'foreign' ? `No TIN, ${countryName(country)}` : noTin === 'various' ? noTinWords.various : 'No TIN'
}

const noTinWord = ({ noTin = '' }: { noTin?: NoTin }): string => (noTin === '' ? '' : noTinWords[noTin])

const companyForms = new Set([
  'INC',
  'INCORPORATED',
  'CORP',
  'CORPORATION',
  'CO',
  'COMPANY',
  'LTD',
  'LIMITED',
  'OPC',
  'COOP',
  'COOPERATIVE',
  'THE',
  'AND',
])

function nameWords(name: string): string[] {
  return plainWords(name).filter((word) => !companyForms.has(word))
}

function plainWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replaceAll('&', ' AND ')
  return plain
    .replace(/['.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The number of letters to add, drop, change or swap to turn one word into the other. */
function slips(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
