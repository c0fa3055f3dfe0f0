// Disposal of an asset: depreciation to the date, removal from the books, and the rest against the invoice to the
// buyer.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../core/date.ts'
import { costAccountOf, disposalFields, disposalFigures, disposalMistakes, disposalSuggestion } from './disposal.ts'
import { differenceOf, journalVoucherFields } from '../documents/journalvoucher/fields.ts'
import { assetFields, suggestionsFor } from './month-end.ts'
import type { Asset } from './month-end.ts'

// 2,500.00 a month from January 2026 to December 2028.
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
const invoiceId = '7b9f3d52-51b4-4d0c-9c43-6fb2b3ad1c11'
const disposal = (day: string, more: object = {}) => ({
  no: 4,
  invoiceNumber: null,
  ...disposalFields.parse({ day, reason: 'scrapped', costAccount: '1550', ...more }),
})

test.each([
  ['in the middle of a month of 30 days', {}, '2026-06-15', 125_000n, 1_375_000n],
  ['on the last day of a month', {}, '2026-06-30', 250_000n, 1_500_000n],
  ['in the month it was acquired in', {}, '2026-01-31', 250_000n, 250_000n],
  ['before the month that is written off first', { firstMonth: '2026-03' }, '2026-02-10', 0n, 0n],
  ['with what other books wrote off', { writtenOff: '900000' }, '2026-02-14', 112_500n, 900_000n + 225_000n + 112_500n],
  ['after its life', {}, '2029-03-15', 0n, 9_000_000n],
  ['after its life, worth nothing', { salvage: '0' }, '2029-03-15', 0n, 10_000_000n],
] as const)('an asset disposed of %s is depreciated to that date', (_, more, day, worn, writtenOff) => {
  const found = disposalFigures(asset(more), day)
  expect(found).toEqual({ worn, writtenOff, carried: 10_000_000n - writtenOff })
})

test('one voucher depreciates to the disposal date, removes cost and depreciation, and posts the rest to 7040', () => {
  const sold = { ...disposal('2026-06-15', { reason: 'sold', invoiceId }), invoiceNumber: 'SI-2026-000012' }
  const { reference, title, amount, fields } = disposalSuggestion(asset(), sold)
  expect([reference, title, amount]).toEqual(['DIS-4', 'Disposal of Delivery van', 10_125_000n])
  expect(fields).toMatchObject({ day: '2026-06-15', memo: 'FA-1 Delivery van: sold with SI-2026-000012' })
  expect(fields.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['6160', 125_000n, 0n],
    ['1551', 0n, 125_000n],
    ['1551', 1_375_000n, 0n],
    ['7040', 8_625_000n, 0n],
    ['1550', 0n, 10_000_000n],
  ])
  const spent = disposalSuggestion(asset({ salvage: '0' }), disposal('2030-01-05'))
  expect(spent.fields.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['1551', 10_000_000n, 0n],
    ['1550', 0n, 10_000_000n],
  ])
})

test('any disposal on any date gives a balanced voucher that removes exactly the cost', () => {
  fc.assert(
    fc.property(
      fc.bigInt(2n, 10n ** 12n),
      fc.integer({ min: 1, max: 240 }),
      fc.nat(100),
      fc.nat(4000),
      (cost, lifeMonths, percent, after) => {
        const salvage = ((cost * BigInt(percent)) / 101n).toString()
        const made = asset({ cost: cost.toString(), salvage, lifeMonths })
        const { fields, amount } = disposalSuggestion(made, disposal(addDays('2026-01-15', after)))
        expect(differenceOf(fields.lines)).toBe(0n)
        expect(fields.lines.reduce((all, { debit }) => all + debit, 0n)).toBe(amount)
        expect(fields.lines.at(-1)).toMatchObject({ account: '1550', credit: cost })
        const sent = fields.lines.map((line) => ({ ...line, debit: `${line.debit}`, credit: `${line.credit}` }))
        expect(journalVoucherFields.safeParse({ ...fields, lines: sent }).success).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})

test('a disposed asset is not depreciated from the month of its disposal', () => {
  const worn = (month: string) =>
    suggestionsFor(month, { recurring: [], assets: [{ ...asset(), disposedOn: '2026-06-15' }] }).length
  expect(['2026-05', '2026-06', '2026-07'].map(worn)).toEqual([1, 0, 0])
})

const known = { today: '2026-07-10', closedMonths: new Set(['2026-03']), recorded: ['2026-04'], voucher: null }

test.each([
  ['2026-07-10', {}, null],
  ['2026-05-01', {}, null],
  ['2026-05-20', { voucher: 'JV-2026-000009' }, 'FA-1 Delivery van was already disposed of in JV-2026-000009'],
  ['2026-01-14', {}, 'was acquired on 15 Jan 2026. Enter that date or a later one'],
  ['2026-07-11', {}, 'is in the future'],
  ['2026-03-31', {}, 'March 2026 is closed. Choose a date in an open month'],
  ['2026-02-28', {}, 'February 2026 is closed. Choose a date in an open month'],
  ['2026-04-30', {}, 'is recorded up to April 2026. Void the depreciation from April 2026 on'],
  ['2026-04-02', { recorded: ['2026-06', '2026-04'] }, 'is recorded up to June 2026. Void'],
] as const)('disposing of an asset on %s, given %j: %s', (day, more, sentence) => {
  const found = disposalMistakes(asset(), { day }, { ...known, ...more })
  if (sentence === null) expect(found).toEqual([])
  else expect(found).toEqual([{ path: ['day'], message: expect.stringContaining(sentence) }])
})

test('only a disposal by sale names an invoice', () => {
  expect(() => disposal('2026-06-15', { reason: 'sold' })).toThrow('Choose the sales invoice issued to the buyer')
  expect(() => disposal('2026-06-15', { reason: 'lost', invoiceId })).toThrow(
    'A sales invoice can be chosen only if the asset was sold',
  )
  expect(() => disposal('2026-06-15', { reason: 'given' })).toThrow('sold, scrapped or lost')
  expect([costAccountOf('1551'), costAccountOf('1699')]).toEqual(['1550', ''])
})
