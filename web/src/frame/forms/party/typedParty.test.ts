// A TIN is accepted in any format, and names of the other type of party are not sent.
import { expect, test } from 'vitest'
import { abroadOf, byBox, emptyParty, partyOf, tinSentence, tinTyped, typedName, withoutTin } from './typedParty.ts'

test.each([
  ['1', '1', ''],
  ['1234', '123-4', ''],
  ['123-456-7', '123-456-7', ''],
  ['123 456 789', '123-456-789', ''],
  ['123-456-789-00012', '123-456-789', '00012'],
  ['123456789012', '123-456-789', '012'],
])('a TIN typed as %j is %j with branch %j', (typed, tin, branch) => {
  expect(tinTyped(typed)).toEqual({ tin, branch })
})

test('the form shows its reading of a TIN while it is typed', () => {
  expect(tinSentence({ tin: '', branch: '' })).toContain('000-000-000')
  expect(tinSentence({ tin: '123-4', branch: '' })).toBe('4 of 9 digits.')
  expect(tinSentence({ tin: '123-456-789', branch: '' })).toBe('123-456-789-00000, head office or individual.')
  expect(tinSentence({ tin: '123-456-789', branch: '012' })).toBe('123-456-789-00012, branch 00012.')
  expect(tinSentence({ tin: '000-000-000', branch: '' })).toContain('A TIN cannot be all zeros')
})

test('the search text starts the registration: digits are the TIN, letters the name', () => {
  expect(emptyParty('123-456')).toMatchObject({ tin: '123-456', registeredName: '' })
  expect(emptyParty('7 Seas Trading')).toMatchObject({ tin: '', registeredName: '7 Seas Trading' })
})

test('a company is registered with its address in parts and its branch in five digits', () => {
  const typed = {
    ...emptyParty('Metro Retail'),
    tin: '123-456-789',
    branch: '12',
    city: 'Makati City',
    zip: '1200',
    lastName: 'Reyes',
  }
  const read = partyOf(typed)
  expect(read).toMatchObject({
    ok: true,
    fields: {
      tin: '123-456-789-00012',
      registeredName: 'Metro Retail',
      lastName: '',
      address: { city: 'Makati City', zip: '1200' },
    },
  })
})

test('mistakes name the field on the screen', () => {
  const read = partyOf({ ...emptyParty(), kind: 'individual', tin: '123', zip: '12', email: 'a@b' })
  expect(read.ok ? [] : read.mistakes.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'email',
    'firstName',
    'lastName',
    'tin',
    'zip',
  ])
  expect(byBox([{ path: ['fields', 'address', 'zip'], message: 'x' }])).toEqual([{ path: ['zip'], message: 'x' }])
})

test('a zero-rating certificate is sent only of a registered business enterprise', () => {
  const typed = { ...emptyParty('Ecozone'), tin: '222-333-444', zeroRatingCertificate: 'PEZA-1' }
  expect(partyOf(typed)).toMatchObject({ ok: true, fields: { registeredEnterprise: false, zeroRatingCertificate: '' } })
  const checked = { ...typed, registeredEnterprise: true }
  expect(partyOf(checked)).toMatchObject({
    ok: true,
    fields: { registeredEnterprise: true, zeroRatingCertificate: 'PEZA-1' },
  })
})

test('an individual is searched by last and first name', () => {
  expect(typedName({ ...emptyParty(), kind: 'individual', lastName: 'Reyes', firstName: 'Juana' })).toBe('Reyes, Juana')
  expect(typedName({ ...emptyParty(), kind: 'individual', firstName: 'Juana' })).toBe('')
})

test('a foreign party is sent without what belongs to a TIN', () => {
  const typed = {
    ...emptyParty('Nimbus Cloud'),
    ...withoutTin('foreign'),
    country: 'SG',
    foreignTaxNo: '2018Z',
    vatStatus: 'vat',
    rdoCode: '050',
    government: true,
    zip: '018956',
  } as const
  expect(partyOf(typed)).toMatchObject({
    ok: true,
    fields: {
      tin: '',
      noTin: 'foreign',
      country: 'SG',
      foreignTaxNo: '2018Z',
      vatStatus: 'non_vat',
      rdoCode: '',
      government: false,
    },
  })
  expect(abroadOf(typed)).toEqual({ country: 'SG', foreignTaxNo: '2018Z' })
})

test('a TIN typed after all replaces the reason for having none', () => {
  const typed = { ...emptyParty('Nimbus'), ...withoutTin('foreign'), country: 'SG', tin: '123-456-789' }
  expect(partyOf(typed)).toMatchObject({ ok: true, fields: { noTin: '', country: '', tin: '123-456-789-00000' } })
})

test('without a TIN only an individual or a foreign party can be registered', () => {
  expect(withoutTin('individual')).toEqual({ noTin: 'individual', kind: 'individual' })
  expect(partyOf(emptyParty('Metro'))).toMatchObject({ ok: false, mistakes: [{ path: ['tin'] }] })
})
