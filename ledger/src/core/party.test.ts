import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from './zod.ts'
import { countryOf, foreignCountries } from './countries.ts'
import { countryName, isForeignCountry } from './country.ts'
import {
  addressLine,
  displayName,
  formatTin,
  nearTins,
  parseTin,
  partyFields,
  partyFrom,
  searchName,
  searchWords,
  similarName,
  tin,
  tinDigits,
  tinLine,
  tinOrReason,
  tinText,
} from './party.ts'

const nineDigits = fc.stringMatching(/^[0-9]{9}$/).filter((digits) => digits !== '000000000')
const maria = { kind: 'individual', tin: '234-567-891', lastName: 'Santos', firstName: 'Maria', middleName: 'Cruz' }
const lakbay = { kind: 'non_individual', tin: '007-123-456-00002', registeredName: 'Lakbay Trading Inc.' }

const mistakesOf = (fields: unknown) =>
  partyFields.safeParse(fields).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? []

test.each([
  ['123456789', '123456789', '00000'],
  ['123-456-789', '123456789', '00000'],
  ['123-456-789-000', '123456789', '00000'],
  ['123-456-789-001', '123456789', '00001'],
  ['123-456-789-0012', '123456789', '00012'],
  ['123-456-789-00123', '123456789', '00123'],
  ['VAT REG TIN 007 123 456 00002', '007123456', '00002'],
])('the TIN %s is %s of branch %s', (text, tin9, branchCode) => {
  expect(parseTin(text)).toEqual({ ok: true, tin9, branchCode })
})

test.each([
  ['000-000-000', 'A TIN cannot be all zeros. Enter the nine digits on the certificate of registration.'],
  ['000-000-000-00001', 'A TIN cannot be all zeros. Enter the nine digits on the certificate of registration.'],
  ['123-456-78', 'A TIN has 9 digits, or 12 to 14 with the branch code; this one has 8.'],
  ['123-456-789-0', 'A TIN has 9 digits, or 12 to 14 with the branch code; this one has 10.'],
  ['123-456-789-000000', 'A TIN has 9 digits, or 12 to 14 with the branch code; this one has 15.'],
  ['', 'A TIN has 9 digits, or 12 to 14 with the branch code; enter it like 123-456-789.'],
  ['n/a', 'A TIN has 9 digits, or 12 to 14 with the branch code; enter it like 123-456-789.'],
  ['1'.repeat(1_000_000), 'A TIN has 9 digits, or 12 to 14 with the branch code.'],
])('a TIN is refused with a way to correct it (%#)', (text, message) => {
  expect(parseTin(text)).toEqual({ ok: false, message })
  const registered = { kind: 'non_individual', registeredName: 'Lakbay', tin: text }
  expect(partyFields.safeParse(registered).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('a TIN reads back as it is written', () => {
  fc.assert(
    fc.property(nineDigits, fc.stringMatching(/^[0-9]{5}$/), (tin9, branchCode) => {
      const written = formatTin(tin9, branchCode)
      expect(written).toMatch(/^\d{3}-\d{3}-\d{3}-\d{5}$/)
      expect(parseTin(written)).toEqual({ ok: true, tin9, branchCode })
      expect(tin.parse(written)).toBe(written)
    }),
  )
  expect(tinDigits('123-45')).toBe('12345')
})

test('TINs that differ by one digit or one swap are similar, in both directions', () => {
  expect([
    isNear('123456789', '123456798'),
    isNear('123456789', '123456780'),
    isNear('123456789', '923456781'),
  ]).toEqual([true, true, true])
  expect([
    isNear('123456789', '123456789'),
    isNear('123456789', '123456700'),
    isNear('123456789', '234567891'),
  ]).toEqual([false, false, false])
  fc.assert(
    fc.property(nineDigits, nineDigits, (a, b) => {
      const neighbours = nearTins(a)
      expect(neighbours.length).toBeLessThanOrEqual(117)
      expect(neighbours.every((near) => isNear(a, near) && isNear(near, a))).toBe(true)
      expect(neighbours.includes(b)).toBe(isNear(a, b))
    }),
  )
})

test('the all-zero TIN is similar to no other', () => {
  expect(nearTins('000000001')).not.toContain('000000000')
})

test.each([
  ['Lakbay Trading Inc.', 'LAKBAY TRADING, INCORPORATED'],
  ['Lakbay Trading Corp', 'The Lakbay Trading Corporation'],
  ['Peñafrancia & Sons', 'Penafrancia and Sons'],
  ["Jun's Bakery", 'JUNS BAKERY'],
  ['Santos, Maria Cruz', 'Maria Cruz Santos'],
  ['Mabuhay Hardware', 'Mabuhya Hardware'],
  ['Mercado', 'Mercada'],
  ['A.B.C. Supply', 'ABC Supply'],
  ['Mabuhay Hardware', 'Mabuhya Hardwere'],
])('%s and %s are probably the same party', (a, b) => {
  expect([similarName(a, b), similarName(b, a)]).toEqual([true, true])
})

test.each([
  ['Lakbay Trading Inc.', 'Lakbay Hardware Inc.'],
  ['Ana', 'Ada'],
  ['Inc.', 'Corp.'],
  ['', 'Lakbay'],
  ['Santos, Maria', 'Reyes, Maria'],
  ['Marcado', 'Mercida'],
])('%s and %s are different parties', (a, b) => {
  expect(similarName(a, b)).toBe(false)
})

test('search words leave out company endings, unless there are no others', () => {
  expect(searchWords('The Lakbay Trading Inc.', { endings: 'dropped' })).toEqual(['lakbay', 'trading'])
  expect(searchWords('Corp. Inc.', { endings: 'dropped' })).toEqual(['corp', 'inc'])
})

test('a search name ignores case, accents and company endings', () => {
  expect(searchName('The Peñafrancia & Sons, Inc.')).toBe('penafrancia sons')
})

test('an individual registers with a name in parts, a company with its registered name', () => {
  const individual = partyFrom(partyFields.parse(maria), { id: 'p1', role: 'customer' })
  expect(individual).toMatchObject({
    customer: true,
    supplier: false,
    tin9: '234567891',
    branchCode: '00000',
    vatStatus: 'unknown',
    government: false,
  })
  expect([displayName(individual), tinLine(individual), addressLine(individual)]).toEqual([
    'Santos, Maria Cruz',
    'TIN 234-567-891-00000',
    '',
  ])

  const address = {
    substreet: 'Unit 5',
    street: '12 Rizal Street',
    city: 'Makati City',
    province: 'Metro Manila',
    zip: '1223',
  }
  const company = partyFrom(partyFields.parse({ ...lakbay, address, rdoCode: '25a' }), { id: 'p2', role: 'supplier' })
  expect(company).toMatchObject({ customer: false, supplier: true, branchCode: '00002', rdoCode: '25A' })
  expect([displayName(company), addressLine(company)]).toEqual([
    'Lakbay Trading Inc.',
    'Unit 5, 12 Rizal Street, Makati City, Metro Manila 1223',
  ])
  expect('tin' in company).toBe(false)
})

test.each([
  [{ ...maria, lastName: '' }, 'lastName', 'Enter the last name.'],
  [{ ...maria, firstName: ' ' }, 'firstName', 'Enter the first name.'],
  [
    { ...maria, registeredName: 'Maria Store' },
    'registeredName',
    'The registered name applies only to companies. Clear this field, or enter the name as the trade name.',
  ],
  [
    { ...lakbay, registeredName: '' },
    'registeredName',
    'Enter the registered name as shown on the certificate of registration (BIR Form 2303).',
  ],
  [
    { ...lakbay, middleName: 'C' },
    'middleName',
    'Personal names apply only to individuals. Clear this field, or choose Individual.',
  ],
  [{ ...lakbay, kind: 'robot' }, 'kind', 'Choose individual or company.'],
  [{ ...lakbay, address: { zip: '12' } }, 'address.zip', 'A ZIP code has four digits, for example 1200.'],
  [{ ...lakbay, address: { planet: 'x' } }, 'address', "Unknown field 'planet'. Remove it and send the request again."],
  [
    { ...lakbay, rdoCode: '1' },
    'rdoCode',
    'An RDO code has two or three digits and sometimes a letter, for example 050 or 25A.',
  ],
  [{ ...lakbay, vatStatus: 'maybe' }, 'vatStatus', 'Choose the VAT status.'],
  [
    { ...lakbay, email: 'a@example.com\nBcc: b@example.com' },
    'email',
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ],
  [
    { ...lakbay, registeredName: 'x'.repeat(201) },
    'registeredName',
    'The registered name can have at most 200 characters, but you entered 201. Shorten it.',
  ],
  [{ ...lakbay, balance: '1' }, '', "Unknown field 'balance'. Remove it and send the request again."],
])('registration %# is refused at its field', (fields, path, message) => {
  expect(mistakesOf(fields)).toEqual([[path, message]])
})

test('registration fields survive the wire unchanged', () => {
  const fields = partyFields.parse(lakbay)
  expect(partyFields.parse(JSON.parse(JSON.stringify(z.encode(partyFields, fields))))).toEqual(fields)
})

const acme = {
  kind: 'non_individual',
  tin: '',
  noTin: 'foreign',
  country: 'sg',
  registeredName: 'Acme Cloud Pte. Ltd.',
}
const aling = { kind: 'individual', tin: '', noTin: 'individual', lastName: 'Ramos', firstName: 'Nena' }

test('a foreign party has a country and, if known, its own tax number instead of a TIN', () => {
  const fields = partyFields.parse({
    ...acme,
    foreignTaxNo: '201812345Z',
    address: { city: 'Singapore', zip: '018956' },
  })
  const party = partyFrom(fields, { id: 'p1', role: 'supplier' })
  expect(party).toMatchObject({ tin9: null, noTin: 'foreign', country: 'SG', foreignTaxNo: '201812345Z' })
  expect([tinLine(party), tinText(party), tinOrReason(fields), addressLine(party)]).toEqual([
    'Foreign tax no. 201812345Z',
    '',
    'No TIN, Singapore',
    'Singapore 018956, Singapore',
  ])
})

test('an individual may be registered without a TIN', () => {
  const fields = partyFields.parse(aling)
  expect(partyFrom(fields, { id: 'p1', role: 'supplier' })).toMatchObject({
    tin9: null,
    noTin: 'individual',
    country: '',
  })
  expect(tinOrReason(fields)).toBe('No TIN')
})

test.each([
  [{ ...acme, country: '' }, 'country', 'Choose the country.'],
  [{ ...acme, country: 'PH' }, 'country', 'Choose a country from the list.'],
  [
    { ...acme, vatStatus: 'vat' },
    'vatStatus',
    'A customer or supplier without a TIN cannot be VAT-registered in the Philippines. Choose Not VAT-registered.',
  ],
  [{ ...acme, tin: '123-456-789' }, 'noTin', 'A TIN is entered. Clear the TIN, or clear the reason why there is none.'],
  [
    { ...lakbay, tin: '', noTin: 'individual' },
    'kind',
    'A Philippine company always has a TIN. Enter it, or choose Individual.',
  ],
  [
    { ...aling, country: 'SG' },
    'country',
    'Enter a country only for a foreign customer or supplier without a TIN. Clear this field.',
  ],
  [
    { ...lakbay, foreignTaxNo: '1' },
    'foreignTaxNo',
    'Enter a foreign tax number only for a foreign customer or supplier without a TIN. Clear this field.',
  ],
  [
    { ...acme, registeredEnterprise: true },
    'registeredEnterprise',
    'A registered business enterprise has a TIN. Enter it.',
  ],
  [
    { ...lakbay, zeroRatingCertificate: 'PEZA-1' },
    'zeroRatingCertificate',
    'Only a registered business enterprise has this certificate. Clear the certificate number.',
  ],
])('a registration without a TIN is refused at its field (%#)', (fields, path, message) => {
  expect(mistakesOf(fields)).toEqual([[path, message]])
})

test('countries are found by code or name, and the Philippines are not foreign', () => {
  expect([countryOf('sg'), countryOf('Singapore '), countryOf('Philippines'), countryOf('Atlantis')]).toEqual([
    'SG',
    'SG',
    'PH',
    undefined,
  ])
  expect([foreignCountries.length, isForeignCountry('PH'), countryName('US')]).toEqual([248, false, 'United States'])
})

/** One wrong digit or one swap, found by direct comparison. */
function isNear(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const differing = [...a].flatMap((digit, i) => (digit === b[i] ? [] : [i]))
  if (differing.length === 1) return true
  const [i, j] = differing
  return differing.length === 2 && i !== undefined && j !== undefined && a[i] === b[j] && a[j] === b[i]
}
