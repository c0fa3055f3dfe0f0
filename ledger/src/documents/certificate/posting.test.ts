// Customer certificates: received, written off, and refused.
import { expect, test } from 'vitest'
import { facts, item, itemsOf, mistakes, party, posting } from '../../../test/facts.ts'
import { standardWithholdingCodes } from '../../tax/standard-codes.ts'
import { certificateFields } from './fields.ts'
import { certificate } from './index.ts'
import type { PostingResult } from '../type.ts'
import { displayName } from '../../core/party.ts'

const [one, two] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb']
const expected = (documentId: string, opened: bigint, like = {}) =>
  item({ documentId, account: '1321', kind: 'collection', number: 'CR-2026-000001', externalNo: null, opened, ...like })

const given = (like: Parameters<typeof facts>[0] = {}) =>
  facts({
    party: party(),
    withholdingCodes: standardWithholdingCodes,
    items: [expected(one, 2_000_00n), expected(two, 500_00n, { number: 'CR-2026-000002' })],
    ...like,
  })

const paper = {
  partyId: party().id,
  day: '2026-03-20',
  from: '2026-01-01',
  to: '2026-03-19',
  rows: [
    { documentId: one, amount: '200000' },
    { documentId: two, amount: '30000' },
  ],
  taxes: [
    { atc: 'WC160', base: '10000000', tax: '200000' },
    { atc: 'WC158', base: '3000000', tax: '30000' },
  ],
}

const sentences = (result: PostingResult) => mistakes(result).map((said) => said.slice(said.indexOf(': ') + 2))

const post = (like: object = {}, known = given()) =>
  certificate.post(certificateFields.parse({ ...paper, ...like }), known)

test('a certificate moves the tax it proves, with base and code, and leaves the rest expected', () => {
  const { entry, effects, total, warnings } = posting(post())
  const partyId = party().id
  expect(entry.journal).toBe('GJ')
  expect(entry.lines).toEqual([
    {
      account: '1320',
      debit: 2_000_00n,
      credit: 0n,
      partyId,
      withheld: { atc: 'WC160', rate: '0.02', base: 100_000_00n, tax: 2_000_00n },
    },
    {
      account: '1320',
      debit: 300_00n,
      credit: 0n,
      partyId,
      withheld: { atc: 'WC158', rate: '0.01', base: 30_000_00n, tax: 300_00n },
    },
    { account: '1321', debit: 0n, credit: 2_300_00n, partyId },
  ])
  expect(itemsOf({ effects })).toEqual([
    { settles: one, account: '1321', partyId, amount: -2_000_00n },
    { settles: two, account: '1321', partyId, amount: -300_00n },
  ])
  expect([total, warnings]).toEqual([2_300_00n, []])
})

test('VAT withheld by a government office stays on its account, and its certificate has the code', () => {
  const known = given({ items: [expected(one, 5_000_00n, { account: '1325' })] })
  const rows = [{ documentId: one, account: '1325', amount: '500000' }]
  const taxes = [{ atc: 'WV010', base: '10000000', tax: '500000' }]
  const { entry, effects } = posting(post({ rows, taxes }, known))
  const partyId = party().id
  expect(entry.lines).toEqual([
    {
      account: '1325',
      debit: 5_000_00n,
      credit: 0n,
      partyId,
      withheld: { atc: 'WV010', rate: '0.05', base: 100_000_00n, tax: 5_000_00n },
    },
    { account: '1325', debit: 0n, credit: 5_000_00n, partyId },
  ])
  expect(itemsOf({ effects })).toEqual([{ settles: one, account: '1325', partyId, amount: -5_000_00n }])
  expect(sentences(post({ rows, taxes: [{ ...taxes[0], atc: 'WC640' }] }, known))).toEqual([
    'WC640 is an ATC for income tax, but the selected receipts are for VAT. Check the certificate.',
  ])
  const mixed = certificateFields.safeParse({ ...paper, rows: [...rows, ...paper.rows] })
  expect(mixed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'rows.1.amount: Income tax and VAT are claimed in different returns. Record the certificate twice, once for each tax, with only the lines of that tax.',
  ])
})

test('a certificate that never arrives is written off to miscellaneous expense, with the reason', () => {
  const lost = { act: 'written_off', from: null, to: null, taxes: [], rows: [{ documentId: one, amount: '200000' }] }
  const { entry, effects } = posting(post({ ...lost, memo: 'The customer has closed' }))
  expect(entry.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['6290', 2_000_00n, 0n],
    ['1321', 0n, 2_000_00n],
  ])
  expect(itemsOf({ effects })).toEqual([{ settles: one, account: '1321', partyId: party().id, amount: -2_000_00n }])
  expect(certificateFields.safeParse({ ...paper, ...lost }).error?.issues.map(({ message }) => message)).toEqual([
    'Enter the reason for the write-off.',
  ])
})

test.each([
  [
    { rows: [{ documentId: one, amount: '200001' }], taxes: [{ atc: 'WC160', base: '10000000', tax: '200001' }] },
    'CR-2026-000001 has only 2,000.00 of tax without a certificate. Enter at most that amount.',
  ],
  [
    { rows: [{ documentId: one, amount: '150000' }], taxes: [{ atc: 'WC160', base: '10000000', tax: '200000' }] },
    'The certificate shows 2,000.00, but the selected receipts show 1,500.00. Change the amounts so that both totals are equal. Tax that is not on the certificate stays outstanding.',
  ],
  [{ to: '2026-03-31' }, 'The period has not ended yet. Check the certificate.'],
  [
    { taxes: [{ atc: 'WC999', base: '1', tax: '230000' }] },
    'WC999 was not in force on 19 Mar 2026. Check the certificate.',
  ],
  [{ day: '2026-02-01' }, 'CR-2026-000001 is dated 1 Mar 2026, after this date. Correct the date or deselect it.'],
])('refused: %o', (like, sentence) => {
  expect(sentences(post(like))).toContain(sentence)
})

test('a void receipt, another customer, and an account that is not active are refused', () => {
  expect(sentences(post({}, given({ items: [expected(one, 2_000_00n)] })))).toEqual([
    'This receipt is void or has no tax withheld. Deselect it.',
  ])
  const others = [expected(one, 2_000_00n, { partyId: 'another' }), expected(two, 500_00n)]
  expect(sentences(post({}, given({ items: others })))).toEqual([
    'CR-2026-000001 belongs to another customer. Deselect it.',
  ])
  expect(sentences(post({}, given({ party: undefined })))).toEqual([
    'This customer is no longer registered. Choose another one, or register this customer again.',
  ])
})

test('a tax that differs from its rate and a receipt outside the period give warnings', () => {
  const taxes = [{ atc: 'WC160', base: '11000000', tax: '230000' }]
  expect(posting(post({ taxes, from: '2026-03-05' })).warnings).toEqual([
    'WC160 on 110,000.00 would be 2,200.00, not 2,300.00. Check the certificate.',
    'CR-2026-000001 of 1 Mar 2026 is outside the period covered by the certificate. Check the certificate.',
    'CR-2026-000002 of 1 Mar 2026 is outside the period covered by the certificate. Check the certificate.',
  ])
})

test('the certificate document lists the receipts, their remaining amounts and the lines of the certificate', () => {
  const known = given()
  const fields = certificateFields.parse(paper)
  const printed = certificate.receipt(fields, known, posting(certificate.post(fields, known)), 'CWT-2026-000001')
  expect(printed.party?.name).toBe(displayName(party()))
  expect(printed.facts).toEqual([{ label: 'Period', value: '1 Jan 2026 to 19 Mar 2026' }])
  expect(printed.tables?.map(({ rows }) => rows)).toEqual([
    [
      ['CR-2026-000001, 1 Mar 2026', '2,000.00', '2,000.00', '0.00'],
      ['CR-2026-000002, 1 Mar 2026', '500.00', '300.00', '200.00'],
    ],
    [
      ['WC160', '100,000.00', '2,000.00'],
      ['WC158', '30,000.00', '300.00'],
    ],
  ])
})

test.each([
  [{ rows: [] }, 'Select the receipts that the certificate covers.'],
  [{ rows: [paper.rows[0], paper.rows[0]] }, 'This receipt is on two rows. Remove one of them.'],
  [{ taxes: [paper.taxes[0], paper.taxes[0]] }, 'This ATC is on two lines. Combine them.'],
  [{ taxes: [] }, 'Enter the lines of the certificate.'],
  [{ from: null }, 'Enter the start date of the period on the certificate.'],
  [{ from: '2026-03-20' }, 'The period ends before it starts. Swap the dates.'],
  [{ act: 'written_off', memo: 'x' }, 'Certificate lines do not apply to write-offs. Remove the lines.'],
])('not accepted: %o', (like, sentence) => {
  const read = certificateFields.safeParse({ ...paper, ...like })
  expect(read.error?.issues.map(({ message }) => message)).toContain(sentence)
})
