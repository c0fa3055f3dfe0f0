// The input of a journal voucher becomes exactly the fields to send, and one key balances the entry.
import { expect, test } from 'vitest'
import { journalVoucherFields } from '@talaan/ledger/documents/journalvoucher/fields.ts'
import {
  balanced,
  corrected,
  figuresOf,
  hintsOf,
  like,
  oneSided,
  settledAccounts,
  voucherLines,
  voucherModel,
} from './typedJournalVoucher.ts'

const today = '2026-03-15'
const line = (id: string, like: object) => ({ ...voucherLines.empty(id), ...like })
const accrual = {
  ...voucherModel.empty({ today }),
  memo: 'Rent of March',
  reverse: 'yes',
  lines: [
    line('1', { account: '6050', debit: '=40000+10000' }),
    line('2', { account: '2020', memo: 'To the lessor' }),
    line('3', {}),
  ],
}

test('typing an amount on one side of a line clears the other side; other lines stay', () => {
  const before = [line('1', { debit: '100' }), line('2', { credit: '100' })]
  const typed = (change: object) =>
    oneSided(before, [line('1', { debit: '100', ...change }), line('2', { credit: '100' })])
  const sides = (lines: ReturnType<typeof typed>) => lines.map(({ debit, credit }) => [debit, credit])
  expect(sides(typed({ credit: '5' }))).toEqual([
    ['', '5'],
    ['', '100'],
  ])
  expect(sides(typed({ debit: '' }))).toEqual([
    ['', ''],
    ['', '100'],
  ])
  // A pasted line with both sides keeps the debit, and a new line has its own id.
  expect(sides(oneSided([], [line('3', { debit: '1', credit: '2' })]))).toEqual([['1', '']])
})

test('the balancing amount goes into the line without an amount, or into the given one', () => {
  expect(figuresOf(accrual)).toMatchObject({ difference: 5_000_000n })
  const done = balanced(accrual, null)
  expect(done.lines[1]).toMatchObject({ account: '2020', credit: '50,000.00', debit: '' })
  expect(figuresOf(done)).toMatchObject({ difference: 0n, sentence: '' })
  expect(balanced(done, null)).toBe(done)
  // The given line changes so that the entry balances.
  expect(
    balanced({ ...done, lines: done.lines.map((each) => (each.id === '2' ? { ...each, credit: '1' } : each)) }, 1)
      .lines[1]?.credit,
  ).toBe('50,000.00')
  const alone = { ...accrual, lines: [line('1', { account: '2020', credit: '7' })] }
  expect(balanced({ ...alone, lines: [...alone.lines, line('2', {})] }, null).lines[1]).toMatchObject({ debit: '7.00' })
})

test('the remedy of a hint corrects the amounts of a line, or removes it', () => {
  const voucher = (...lines: object[]) => ({
    ...accrual,
    lines: [...lines, {}].map((like, at) => line(String(at + 1), like)),
  })
  const transposed = voucher({ account: '6050', debit: '1,320' }, { account: '1031', credit: '1,230' })
  const [fix] = hintsOf(transposed)
  expect(fix && corrected(transposed, fix).lines[0]).toMatchObject({ account: '6050', debit: '1,230.00', credit: '' })
  const rent = { account: '6050', debit: '80' }
  const twice = voucher(rent, rent, { account: '1031', credit: '80' })
  const [remove] = hintsOf(twice)
  expect(remove && corrected(twice, remove).lines.map(({ id, account }) => [id, account])).toEqual([
    ['1', '6050'],
    ['3', '1031'],
    ['4', ''],
  ])
  expect(hintsOf(voucher({ account: '6050', debit: 'eighty' }))).toEqual([])
})

test('a balanced voucher is sent as its fields, without empty lines', () => {
  const { fields, mistakes } = voucherModel.fieldsOf(balanced(accrual, null), { today })
  expect(mistakes).toEqual([])
  expect(journalVoucherFields.parse(JSON.parse(JSON.stringify(fields)))).toMatchObject({
    day: today,
    reverse: true,
    memo: 'Rent of March',
    partyId: null,
    lines: [
      { account: '6050', debit: 5_000_000n, credit: 0n },
      { account: '2020', debit: 0n, credit: 5_000_000n, memo: 'To the lessor' },
    ],
  })
  const unbalanced = voucherModel.fieldsOf(accrual, { today }).mistakes.map(({ path }) => path.join('.'))
  expect(unbalanced).toEqual(['lines', 'lines.1.debit'])
})

test('an entry prepared by a page fills the form like typed input', () => {
  const prepared = {
    day: '2026-03-31',
    reference: 'VAT-2026-Q1',
    memo: 'Closing of VAT',
    reverse: false,
    lines: [
      { account: '2110', debit: '1200000' },
      { account: '2120', credit: '1200000' },
    ],
  }
  const typed = { ...voucherModel.empty({ today }), ...voucherModel.prepared(prepared, null) }
  expect(typed).toMatchObject({ day: '31 Mar 2026', reference: 'VAT-2026-Q1', memo: 'Closing of VAT' })
  expect(typed.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['2110', '12,000.00', ''],
    ['2120', '', '12,000.00'],
    ['', '', ''],
  ])
  expect(voucherModel.fieldsOf(typed, { today }).mistakes).toEqual([])
  expect(voucherModel.restored({ typed: accrual })).toEqual(accrual)
  expect([voucherModel.isBlank(voucherModel.empty({ today })), voucherModel.isBlank(accrual)]).toEqual([true, false])
})

test('open documents are requested if a line settles something', () => {
  const lines = [
    line('1', { account: '1110', debit: '5' }),
    line('2', { account: '2065', debit: '5' }),
    line('3', { account: '1140', credit: '5' }),
  ]
  expect(settledAccounts({ lines })).toEqual(['1140', '2065'])
})

test('a recorded voucher opens as a copy of today, without its reference and reversal', () => {
  const { fields } = voucherModel.fieldsOf(
    { ...balanced(accrual, null), day: '2026-02-28', reference: 'A-1' },
    { today },
  )
  const copy = like({ ...fields, reverses: 'JV-2026-000007' }, null, { today })
  if (copy === null) throw new Error('It is no voucher.')
  expect(voucherModel.fieldsOf(copy, { today }).fields).toEqual({ ...fields, day: today, reference: '' })
  expect(copy.lines.at(-1)).toMatchObject({ account: '', debit: '', credit: '' })
  expect(like({ ...fields, revalues: true }, null, { today })).toBeNull()
})
