// Month-end entries: straight-line depreciation, prepayments to the centavo, reversing accruals.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '../core/date.ts'
import { journalVoucherFields } from '../documents/journalvoucher/fields.ts'
import { sum } from '../core/money.ts'
import {
  assetFields,
  depreciationIn,
  isSamePrepayment,
  partsOfPrepayment,
  prepaymentOf,
  suggestionsFor,
  recurringAmount,
  recurringFields,
  recurringIn,
  writtenOffBy,
  type Asset,
  type Recurring,
} from './month-end.ts'

const asset = (more: object = {}): Asset => ({
  no: 1,
  ...assetFields.parse({
    name: 'Delivery van',
    acquiredOn: '2026-01-15',
    cost: '10000000',
    salvage: '1000000',
    lifeMonths: 36,
    firstMonth: '2026-01',
    accumulatedAccount: '1551',
    expenseAccount: '6160',
    ...more,
  }),
})
const between = (debited: string, credited: string, amount: string) => [
  { account: debited, debit: amount },
  { account: credited, credit: amount },
]
const recurring = (more: object = {}): Recurring => ({
  no: 3,
  ...recurringFields.parse({
    name: 'Fire insurance',
    kind: 'prepayment',
    lines: between('6150', '1340', '1000000'),
    firstMonth: '2026-02',
    lastMonth: '2026-04',
    ...more,
  }),
})

// 100,000.00 less 10,000.00 over 36 months is 2,500.00 a month.
test.each([
  ['2025-12', 0n, 0n],
  ['2026-01', 250_000n, 250_000n],
  ['2026-12', 250_000n, 3_000_000n],
  ['2028-12', 250_000n, 9_000_000n],
  ['2029-01', 0n, 9_000_000n],
] as const)('in %s a van of 100,000.00 is depreciated by %d centavos, %d in total', (month, worn, by) => {
  expect([depreciationIn(asset(), month), writtenOffBy(asset(), month)]).toEqual([worn, by])
})

test('a document on prepaid expenses is proposed as a prepayment of a year, with its parts to the centavo', () => {
  const journal = [
    { account: '1340', debit: 1_200_004n, credit: 0n },
    { account: '1310', debit: 144_000n, credit: 0n },
    { account: '2010', debit: 0n, credit: 1_344_004n },
  ]
  const bill = { day: '2026-03-15', number: 'BL-2026-000007', partyName: 'Seguro Insurance', journal }
  expect(prepaymentOf(bill)).toEqual({
    name: 'Seguro Insurance, BL-2026-000007',
    kind: 'prepayment',
    firstMonth: '2026-03',
    lastMonth: '2027-02',
    lines: [
      { account: '', memo: '', debit: 1_200_004n, credit: 0n },
      { account: '1340', memo: '', debit: 0n, credit: 1_200_004n },
    ],
  })
  expect(prepaymentOf({ ...bill, journal: journal.slice(1) })).toBeNull()
  const proposed = prepaymentOf(bill)!
  const spread = { ...proposed, lines: proposed.lines.map((line) => ({ ...line, account: line.account || '6150' })) }
  expect(isSamePrepayment(spread, proposed)).toBe(true)
  expect(isSamePrepayment({ ...spread, firstMonth: '2026-04' }, proposed)).toBe(false)
  expect(isSamePrepayment({ ...spread, kind: 'standing' }, proposed)).toBe(false)
  expect(isSamePrepayment({ ...spread, lines: spread.lines.slice(0, 1) }, proposed)).toBe(false)
  expect(partsOfPrepayment(1_200_004n, '2026-03', '2027-02')).toBe('8 months of 1,000.00 and 4 months of 1,000.01')
  expect(partsOfPrepayment(900n, '2026-03', '2026-05')).toBe('3 months of 3.00')
  expect(partsOfPrepayment(900n, '2026-03', '2026-02')).toBe('')
})

test('an amount that does not divide evenly is spread so that the months add up to the total', () => {
  const three = asset({ cost: '10000', salvage: '0', lifeMonths: 3 })
  expect(['2026-01', '2026-02', '2026-03'].map((month) => depreciationIn(three, month))).toEqual([
    3_333n,
    3_334n,
    3_333n,
  ])
  const used = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map((month) =>
    recurringAmount({ lines: recurringIn(recurring(), month) }),
  )
  expect(used).toEqual([0n, 333_333n, 333_334n, 333_333n, 0n])
})

test('a loan payment has its interest and principal in one voucher, with the party of the loan', () => {
  const partyId = '0190c6a0-0000-7000-8000-000000000002'
  const loan = recurring({
    kind: 'standing',
    partyId,
    lines: [
      { account: '2210', debit: '900000', memo: 'Principal' },
      { account: '8010', debit: '100000', memo: 'Interest' },
      { account: '2020', credit: '1000000' },
    ],
    lastMonth: null,
  })
  const [made] = suggestionsFor('2026-05', { recurring: [loan], assets: [] })
  expect(made).toMatchObject({ amount: 1_000_000n, fields: { partyId, reverse: false } })
  expect(made?.fields.lines).toEqual([
    { account: '2210', debit: 900_000n, credit: 0n, memo: 'Principal' },
    { account: '8010', debit: 100_000n, credit: 0n, memo: 'Interest' },
    { account: '2020', debit: 0n, credit: 1_000_000n, memo: '' },
  ])
})

test('a prepayment shared by two expenses balances in every month, and each line adds up to its whole', () => {
  // Twice 100.00 over three months is 66.66, 66.68 and 66.66, where 200.00 alone would be 66.67, 66.66 and 66.67.
  const shared = recurring({
    lines: [
      { account: '6150', debit: '10000' },
      { account: '6090', debit: '10000' },
      { account: '1340', credit: '20000' },
    ],
  })
  const months = ['2026-02', '2026-03', '2026-04'].map((month) =>
    recurringIn(shared, month).map(({ debit, credit }) => debit - credit),
  )
  expect(months).toEqual([
    [3_333n, 3_333n, -6_666n],
    [3_334n, 3_334n, -6_668n],
    [3_333n, 3_333n, -6_666n],
  ])
})

test('depreciation recorded in earlier books is not repeated, and a disposed asset is not depreciated', () => {
  const older = asset({ writtenOff: '5400000', lifeMonths: 12, lastMonth: '2026-06' })
  expect(depreciationIn(older, '2026-06')).toBe(300_000n)
  expect(depreciationIn(older, '2026-07')).toBe(0n)
  expect(writtenOffBy(older, '2026-12')).toBe(5_400_000n + 6n * 300_000n)
})

test('a month needs one voucher per recurring entry and one for all assets', () => {
  const accrual = recurring({
    name: 'Rent',
    kind: 'accrual',
    lines: between('6050', '2020', '1000000'),
    lastMonth: null,
  })
  const made = suggestionsFor('2026-02', {
    recurring: [accrual, { ...recurring(), no: 4 }],
    assets: [asset(), { ...asset({ name: 'Desk', accumulatedAccount: '1531' }), no: 2 }, { ...asset(), no: 3 }],
  })
  expect(made.map(({ reference, amount, fields }) => [reference, amount, fields.day, fields.reverse])).toEqual([
    ['R-3 2026-02', 1_000_000n, '2026-02-28', true],
    ['R-4 2026-02', 333_333n, '2026-02-28', false],
    ['DEP 2026-02', 750_000n, '2026-02-28', false],
  ])
  expect(made[2]?.fields.memo).toBe('Depreciation of February 2026, 3 assets')
  expect(made[2]?.fields.lines).toEqual([
    { account: '6160', debit: 750_000n, credit: 0n, memo: '' },
    { account: '1551', debit: 0n, credit: 250_000n, memo: 'FA-1 Delivery van' },
    { account: '1531', debit: 0n, credit: 250_000n, memo: 'FA-2 Desk' },
    { account: '1551', debit: 0n, credit: 250_000n, memo: 'FA-3 Delivery van' },
  ])
  for (const { fields } of made) {
    const lines = fields.lines.map((line) => ({
      ...line,
      debit: line.debit.toString(),
      credit: line.credit.toString(),
    }))
    expect(journalVoucherFields.safeParse({ ...fields, lines }).success).toBe(true)
  }
  expect(suggestionsFor('2025-12', { recurring: [accrual], assets: [asset()] })).toEqual([])
})

// Case F4: USD 1,000 carried at 55.20 and worth 56.10 at the end of the month.
test('foreign currency is revalued at the closing rate by a voucher that is reversed later, gains and losses separate', () => {
  const dollars = { account: '1040', name: 'USD', currency: 'USD', held: 1_000_00n, carried: 55_200_00n, rate: '56.10' }
  const [made, ...more] = suggestionsFor('2026-06', { recurring: [], assets: [], foreign: [dollars] })
  expect(more).toEqual([])
  expect(made).toMatchObject({ reference: 'FX 2026-06', amount: 900_00n })
  expect(made?.fields).toMatchObject({ day: '2026-06-30', reverse: true, revalues: true })
  expect(made?.fields.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['1040', 900_00n, 0n],
    ['7035', 0n, 900_00n],
  ])
  const fallen = { ...dollars, account: '1041', rate: '55.00' }
  const [both] = suggestionsFor('2026-06', { recurring: [], assets: [], foreign: [dollars, fallen] })
  expect(both?.fields.lines.slice(2).map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['1041', 0n, 200_00n],
    ['8025', 200_00n, 0n],
  ])
  for (const rate of [null, '55.2'])
    expect(suggestionsFor('2026-06', { recurring: [], assets: [], foreign: [{ ...dollars, rate }] })).toEqual([])
})

test.each([
  ['nothing to depreciate', () => asset({ salvage: '10000000' }), 'Nothing is left to depreciate'],
  ['worn before it was there', () => asset({ firstMonth: '2025-12' }), 'cannot start before the month'],
  ['a prepayment without an end', () => recurring({ lastMonth: null }), 'the last month of the prepayment'],
  ['an end before the beginning', () => recurring({ lastMonth: '2026-01' }), 'The last month is before the first'],
  ['one account on both sides', () => recurring({ lines: between('6150', '6150', '100') }), 'accounts are the same'],
  [
    'lines that do not balance',
    () => recurring({ lines: between('6150', '1340', '100').slice(1) }),
    'at least two lines',
  ],
  [
    'debits above the credits',
    () => recurring({ lines: [...between('6150', '1340', '100'), { account: '6050', debit: '50' }] }),
    'Debits exceed credits by 0.50',
  ],
] as const)('%s is refused with a message', (_, make, sentence) => {
  expect(make).toThrow(sentence)
})

test('for any cost and life, the monthly depreciation of an asset adds up to its depreciable amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt(2n, 10n ** 12n),
      fc.integer({ min: 1, max: 240 }),
      fc.nat(100),
      (cost, lifeMonths, percent) => {
        const salvage = (cost * BigInt(percent)) / 101n
        const made = asset({ cost: cost.toString(), salvage: salvage.toString(), lifeMonths })
        const months = Array.from({ length: lifeMonths + 2 }, (_, at) => addMonths('2025-12', at))
        expect(sum(months.map((month) => depreciationIn(made, month)))).toBe(cost - salvage)
      },
    ),
    { numRuns: 200 },
  )
})
