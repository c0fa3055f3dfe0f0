// The year-end entry closes income and expense to retained earnings, once a year, on its last day.
import { expect, test } from 'vitest'
import { facts, mistakes, posting, entryText } from '../../../test/facts.ts'
import type { FactKey, Facts } from '../facts.ts'
import type { PostingResult } from '../type.ts'
import { yearEndFields } from './fields.ts'
import { yearend } from './index.ts'

const day = '2025-12-31'
type Left = Partial<Facts<FactKey>['yearEnd']>
const given = (left: Left = {}, more: Partial<Parameters<typeof facts>[0]> = {}): Facts<FactKey> =>
  facts({
    closedMonths: new Set(),
    booksBegin: null,
    yearEnd: {
      endsWith: 12,
      opening: 0n,
      balances: new Map([
        ['6050', 600_000n],
        ['4010', -1_000_000n],
        ['7010', -5_000n],
        ['9010', 101_250n],
      ]),
      ...left,
    },
    ...more,
  })
const resultOf = (facts: Facts<FactKey>, fields: object = {}): PostingResult =>
  yearend.post(yearEndFields.parse({ day, ...fields }), facts)

test('a profit is closed to retained earnings, account by account', () => {
  const { entry, externalNo, totals } = posting(resultOf(given()))
  expect(entryText(entry)).toBe(
    'Dr 4010 10,000.00 | Cr 6050 6,000.00 | Dr 7010 50.00 | Cr 9010 1,012.50 | Cr 3030 3,037.50',
  )
  expect([entry.journal, entry.memo, externalNo]).toEqual([
    'GJ',
    'Closing of the year ended 31 December 2025',
    'YEAR TO 2025-12-31',
  ])
  expect(totals).toEqual([{ label: 'Net profit to retained earnings', amount: 303_750n, emphasis: 'grand' }])
})

test('a loss reduces retained earnings', () => {
  const { entry, totals } = posting(
    resultOf(
      given({
        balances: new Map([
          ['6050', 600n],
          ['4010', -500n],
        ]),
      }),
    ),
  )
  expect(entryText(entry)).toBe('Dr 4010 5.00 | Cr 6050 6.00 | Dr 3030 1.00')
  expect(totals[0]?.label).toBe('Net loss charged to retained earnings')
})

test('equal income and expense leave retained earnings unchanged', () => {
  const { entry } = posting(
    resultOf(
      given({
        balances: new Map([
          ['6050', 500n],
          ['4010', -500n],
        ]),
      }),
    ),
  )
  expect(entryText(entry)).toBe('Dr 4010 5.00 | Cr 6050 5.00')
})

test('a year can be closed on its last day', () => {
  expect(posting(resultOf(given({}, { today: day }))).entry.day).toBe(day)
})

test.each([
  ['another day than the last', given(), { day: '2025-11-30' }, 'The fiscal year does not end on 30 Nov 2025'],
  ['a fiscal year that ends in June', given({ endsWith: 6 }), {}, 'does not end on 31 Dec 2025'],
  ['a year that is not over', given({}, { today: '2025-12-30' }), {}, 'day: The year ends on 31 Dec 2025'],
  [
    'a year that is closed',
    given({}, { sameExternalNo: { number: 'YE-2025-000001', day } }),
    {},
    'day: This year is already closed in YE-2025-000001',
  ],
  [
    'opening balances that do not agree',
    given({ opening: -250n }),
    {},
    '3090 Opening balance equity has a balance of 2.50',
  ],
  [
    'a year without income',
    given({ balances: new Map() }),
    {},
    'day: There is nothing to close because income, costs and expenses are all zero',
  ],
  ['a closed month', given({}, { closedMonths: new Set(['2026-01']) }), {}, 'December 2025 is closed'],
] as const)('%s is refused with a way to correct it', (_, facts, fields, sentence) => {
  expect(mistakes(resultOf(facts, fields))[0]).toContain(sentence)
})
