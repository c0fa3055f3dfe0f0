// Cheques: entries Q1 to Q9, refusals, and stale cheques written back and paid again.
import { expect, test } from 'vitest'
import { effectOf, facts, holding, item, itemsOf, mistakes, party, posting, entryText } from '../../test/facts.ts'
import { standardWithholdingCodes } from '../tax/standard-codes.ts'
import { chequeFields } from './cheque/fields.ts'
import { cheque } from './cheque/index.ts'
import { leafKey } from './facts.ts'
import type { FactKey, Facts, LeafFact } from './facts.ts'
import type { PostingResult } from './type.ts'
import { staleChequeFields } from './stalecheque/fields.ts'
import { stalecheque } from './stalecheque/index.ts'

const first = '22222222-2222-4222-8222-222222222222'
const second = '33333333-3333-4333-8333-333333333333'

const leaf = (like: Partial<LeafFact> = {}): LeafFact => ({
  account: '1031',
  no: '0000123',
  state: 'unused',
  usedBy: null,
  ...like,
})
const leaves = (...given: LeafFact[]) => new Map(given.map((one) => [leafKey(one.account, one.no), one]))

const given = (like: Parameters<typeof facts>[0] = {}) =>
  facts({
    party: party(),
    withholdingCodes: standardWithholdingCodes,
    money: [holding('1031', 50_000_000n), holding('1020', 1_000_000n), holding('1040', 1_000_000n)],
    leaves: leaves(leaf()),
    ...like,
    company: { ...facts().company, topAgentFrom: '2020-01-01', ...like.company },
  })

const bill = (opened: bigint, like = {}) =>
  item({ documentId: first, account: '2010', kind: 'bill', number: 'BL-2026-000001', opened, ...like })

const typed = {
  partyId: party().id,
  payee: 'Mabuhay Services Corp.',
  day: '2026-03-15',
  account: '1031',
  chequeNo: '0000123',
}
const issue = (fields: object, of: Facts<FactKey> = given()): PostingResult =>
  cheque.post(chequeFields.parse({ ...typed, ...fields }), of)

const line = (account: string, amount: string, like: object = {}) => ({
  description: 'For the office',
  account,
  amount,
  vatClass: 'not_subject',
  category: 'services',
  ...like,
})

test('the voucher names the account of the cheque', () => {
  const fields = { pays: 'direct', lines: [line('6240', '800000')] }
  const parsed = chequeFields.parse({ ...typed, ...fields })
  const { facts } = cheque.receipt(parsed, given(), posting(issue(fields)), null)
  expect(facts).toContainEqual({ label: 'From', value: expect.stringMatching(/^1031 .+/) })
})

test.for([
  [
    'Q1 against a payable',
    { rows: [{ documentId: first, pay: '4750000' }] },
    given({ items: [bill(4_750_000n)] }),
    'Dr 2010 47,500.00 | Cr 1031 47,500.00',
  ],
  [
    'Q2 direct expense, no VAT',
    { pays: 'direct', lines: [line('6240', '800000')] },
    given(),
    'Dr 6240 8,000.00 | Cr 1031 8,000.00',
  ],
  [
    'Q3 direct expense, VAT and 2%',
    {
      pays: 'direct',
      priceMode: 'exclusive',
      lines: [line('6130', '1000000', { vatClass: 'vatable', atc: 'WC160' })],
    },
    given(),
    'Dr 6130 10,000.00 | Dr 1310 1,200.00 | Cr 2140 200.00 | Cr 1031 11,000.00',
  ],
  [
    'Q4 government contributions',
    { pays: 'direct', lines: [line('2150', '300000'), line('2151', '150000'), line('2152', '40000')] },
    given(),
    'Dr 2150 3,000.00 | Dr 2151 1,500.00 | Dr 2152 400.00 | Cr 1031 4,900.00',
  ],
  [
    'Q7 stale cheque re-issued',
    { pays: 'stale', rows: [{ documentId: first, pay: '4750000' }] },
    given({ items: [item({ documentId: first, account: '2030', kind: 'stalecheque', opened: 4_750_000n })] }),
    'Dr 2030 47,500.00 | Cr 1031 47,500.00',
  ],
  [
    'Q9 post-dated cheque reaches its date',
    { chequeDay: '2026-05-31', rows: [{ documentId: first, pay: '3000000' }] },
    given({ items: [bill(3_000_000n)] }),
    'Dr 2010 30,000.00 | Cr 1031 30,000.00',
  ],
  [
    'P9 remitting tax withheld',
    { pays: 'direct', partyId: null, payee: 'Bureau of Internal Revenue', lines: [line('2140', '550000')] },
    given({ party: undefined }),
    'Dr 2140 5,500.00 | Cr 1031 5,500.00',
  ],
] as const)('%s', ([, fields, of, entry]) => {
  const posted = posting(issue(fields, of))
  const { entry: made, externalNo, total } = posted
  const written = effectOf(posted, 'cheque')
  expect(entryText(made)).toBe(entry)
  expect(made.journal).toBe('CDJ')
  expect(written).toMatchObject({ account: '1031', no: '0000123', amount: total })
  expect(externalNo).toBe('0000123')
})

test('a post-dated cheque is posted on its own date, with a note, and shows its date', () => {
  const of = given({ items: [bill(3_000_000n)] })
  const made = posting(issue({ chequeDay: '2026-05-31', rows: [{ documentId: first, pay: '3000000' }] }, of))
  expect([made.day, made.entry.day, effectOf(made, 'cheque')?.day]).toEqual(['2026-03-15', '2026-05-31', '2026-05-31'])
  expect(itemsOf(made)).toEqual([{ settles: first, account: '2010', partyId: party().id, amount: -3_000_000n }])
  const direct = posting(issue({ pays: 'direct', chequeDay: '2026-12-31', lines: [line('6050', '100')] }))
  expect(direct.entry.day).toBe('2026-12-31')
  expect(direct.warnings).toContain(
    'The cheque is post-dated. Hold it until 31 Dec 2026; Talaan posts it on that date.',
  )
  expect(mistakes(issue({ pays: 'direct', chequeDay: '2028-12-31', lines: [line('6050', '100')] }))).toEqual([
    'chequeDay: The date is more than 400 days ahead. The latest date you can use today is 24 Apr 2027.',
  ])
})

test('a name on the cheque that differs from the register gives a warning', () => {
  const of = given({ items: [bill(100n)] })
  const made = posting(issue({ payee: 'Juan Santos', rows: [{ documentId: first, pay: '100' }] }, of))
  expect(effectOf(made, 'cheque')?.payee).toBe('Juan Santos')
  expect(made.warnings).toContain(
    'The payee on the cheque, Juan Santos, is not the registered name: Mabuhay Services Corp.',
  )
  expect(
    posting(issue({ payee: 'MABUHAY SERVICES CORP', rows: [{ documentId: first, pay: '100' }] }, of)).warnings,
  ).toEqual([])
})

test('lists show the payee where no supplier is chosen', () => {
  const lines = [line('6240', '800000')]
  const direct = { partyId: null, payee: 'City Treasurer', pays: 'direct', lines }
  expect(posting(issue(direct, given({ party: undefined }))).payee).toBe('City Treasurer')
})

test('a payment above the bill becomes an advance', () => {
  const of = given({ items: [bill(11_000_000n)] })
  const made = posting(issue({ rows: [{ documentId: first, pay: '11500000' }] }, of))
  expect(entryText(made.entry)).toBe('Dr 2010 110,000.00 | Dr 1140 5,000.00 | Cr 1031 115,000.00')
  expect(made.total).toBe(11_500_000n)
})

test('paying a debt is not a purchase, and an expense keeps its VAT class', () => {
  const { entry } = posting(issue({ pays: 'direct', lines: [line('2150', '300000'), line('6240', '800000')] }))
  expect(entry.lines.map(({ account, tax }) => [account, tax?.vatClass])).toEqual([
    ['2150', undefined],
    ['6240', 'not_subject'],
    ['1031', undefined],
  ])
})

test.for([
  [
    'a leaf that is used',
    { pays: 'direct', lines: [line('6240', '100')] },
    given({ leaves: leaves(leaf({ state: 'issued', usedBy: 'CV-2026-000007' })) }),
    ['chequeNo: Cheque 0000123 was used for CV-2026-000007. Use the next cheque.'],
  ],
  [
    'a spoiled leaf',
    { pays: 'direct', lines: [line('6240', '100')] },
    given({ leaves: leaves(leaf({ state: 'spoiled' })) }),
    ['chequeNo: Cheque 0000123 is spoiled. Use the next cheque.'],
  ],
  [
    'a leaf in no book',
    { pays: 'direct', chequeNo: '0000999', lines: [line('6240', '100')] },
    given(),
    [
      'chequeNo: Cheque 0000999 is not in a cheque book of Cash in bank - PHP account 1. Check the number or register the cheque book.',
    ],
  ],
  [
    'an account without cheques',
    { pays: 'direct', account: '1020', lines: [line('6240', '100')] },
    given(),
    ['account: Petty cash fund has no cheque books. Choose the bank account that the cheque is drawn on.'],
  ],
  [
    'a dollar account',
    { pays: 'direct', account: '1040', lines: [line('6240', '100')] },
    given(),
    [
      'account: Cash in bank - USD account 1 is in USD. Record cheques drawn on it as bills payments, where you can enter the rate.',
    ],
  ],
  [
    'more than the bank holds',
    { pays: 'direct', lines: [line('6240', '50000001')] },
    given(),
    [
      'account: The balance of Cash in bank - PHP account 1 is 500,000.00 on 15 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
    ],
  ],
  [
    'a receivable, money, sales',
    { pays: 'direct', lines: [line('1110', '100'), line('1032', '100'), line('4010', '100')] },
    given(),
    [
      'lines.0.account: 1110 Accounts receivable - trade cannot be used here, because other types of documents post to it. Choose an expense account.',
      'lines.1.account: 1032 Cash in bank - PHP account 2 cannot be used here, because other types of documents post to it. Choose an expense account.',
      'lines.2.account: 4010 Sales - goods is not used for purchases. Choose an expense, cost or asset account.',
    ],
  ],
  [
    'VAT on a debt',
    { pays: 'direct', lines: [line('2150', '100', { vatClass: 'vatable' })] },
    given(),
    ['lines.0.vatClass: Payments posted to 2150 SSS payable have no VAT. Choose Not subject to VAT.'],
  ],
  [
    "another supplier's bill",
    { rows: [{ documentId: first, pay: '100' }] },
    given({ items: [bill(100n, { partyId: second })] }),
    ['rows.0.pay: BL-2026-000001 belongs to another supplier. Deselect it.'],
  ],
  [
    'a bill that another document settled',
    { rows: [{ documentId: first, pay: '100' }] },
    given({ items: [bill(100n, { open: 0n, changedBy: ['PV-2026-000003'] })] }),
    ['rows.0.pay: BL-2026-000001 is already paid by PV-2026-000003. Deselect it, or record the money as an advance.'],
  ],
  [
    'a stale cheque that was paid again',
    { pays: 'stale', rows: [{ documentId: first, pay: '100' }] },
    given({
      items: [
        item({
          documentId: first,
          account: '2030',
          number: 'SQ-2026-000001',
          opened: 100n,
          open: 0n,
          changedBy: ['CV-2026-000009'],
        }),
      ],
    }),
    ['rows.0.pay: SQ-2026-000001 is already paid by CV-2026-000009. Deselect it.'],
  ],
] as const)('refuses %s', ([, fields, of, sentences]) => {
  expect(mistakes(issue(fields, of))).toEqual(sentences)
})

test.for([
  [{ pays: 'direct' }, 'Add at least one expense or liability line.'],
  [{ pays: 'bills', partyId: null }, 'Choose the supplier whose bills are paid.'],
  [{ pays: 'stale' }, 'Select the stale cheque to replace.'],
  [
    { pays: 'bills', lines: [line('6240', '100')] },
    'This cheque pays the selected documents. Remove the expense lines, or record a separate cheque for them.',
  ],
  [{ chequeNo: '12' }, 'A cheque number has 4 to 12 digits, including leading zeros.'],
  [{ payee: '' }, 'Enter the payee on the cheque.'],
] as const)('a form with %o shows: %s', ([fields, sentence]) => {
  const read = chequeFields.safeParse({
    partyId: party().id,
    payee: 'Mabuhay',
    day: '2026-03-15',
    account: '1031',
    chequeNo: '0000123',
    ...fields,
  })
  expect(read.error?.issues.map(({ message }) => message)).toEqual([sentence])
})

const written = { documentId: second, partyId: party().id, payee: 'Mabuhay', day: '2025-09-01', amount: 4_750_000n }
const writeBack = (fields: object, like: Partial<LeafFact>): PostingResult =>
  stalecheque.post(
    staleChequeFields.parse({
      partyId: party().id,
      account: '1031',
      chequeNo: '0000123',
      day: '2026-03-15',
      ...fields,
    }),
    given({ leaves: leaves(leaf({ state: 'released', usedBy: 'CV-2025-000004', written, ...like })) }),
  )

test('Q6 stale: the amount is back in the bank and payable again, itemized, and the leaf is stale', () => {
  const made = posting(writeBack({}, {}))
  expect(entryText(made.entry)).toBe('Dr 1031 47,500.00 | Cr 2030 47,500.00')
  expect(itemsOf(made)).toEqual([{ settles: 'itself', account: '2030', partyId: party().id, amount: 4_750_000n }])
  expect(effectOf(made, 'chequeStatus')).toEqual({ account: '1031', no: '0000123', state: 'stale', day: '2026-03-15' })
})

test('a cheque goes stale after 180 days, and only while it is outstanding', () => {
  expect(mistakes(writeBack({}, { written: { ...written, day: '2025-09-16' } }))).toEqual([
    'day: Cheque 0000123 is dated 16 Sep 2025. Banks accept a cheque for 180 days, so it is stale from 16 Mar 2026.',
  ])
  expect(writeBack({}, { written: { ...written, day: '2025-09-15' } }).ok).toBe(true)
  expect(mistakes(writeBack({}, { state: 'cleared' }))).toEqual([
    'chequeNo: Cheque 0000123 is cleared. Only an outstanding cheque can be stale.',
  ])
  expect(mistakes(writeBack({ partyId: null }, {}))).toEqual([
    'partyId: Cheque 0000123 was recorded for another payee. Open the cheque from its cheque book.',
  ])
})
