// Cheques: amounts in words, leaf status, print positions, and what a bank would refuse.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  agree,
  chequeDigits,
  chequeFigures,
  chequeMarks,
  chequeTemplate,
  chequeWords,
  leafStates,
  lintCheque,
  mayBeNoted,
  notedStates,
  noteMistake,
  usualTemplate,
  withZeros,
} from './cheques.ts'
import { isStale, staleFrom } from './stale.ts'
import { currencies } from '../accounts/exchange.ts'

/** The average width of capitals at ten points. */
const measure = (text: string, size: number) => text.length * size * 0.22

test.for([
  [100n, 'ONE PESO ONLY'],
  [75n, 'ZERO PESOS AND 75/100 ONLY'],
  [2105n, 'TWENTY-ONE PESOS AND 05/100 ONLY'],
  [10_000_000n, 'ONE HUNDRED THOUSAND PESOS ONLY'],
  [123_456n, 'ONE THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 56/100 ONLY'],
  [100_000_005n, 'ONE MILLION PESOS AND 05/100 ONLY'],
  [1_234_567_890n, 'TWELVE MILLION THREE HUNDRED FORTY-FIVE THOUSAND SIX HUNDRED SEVENTY-EIGHT PESOS AND 90/100 ONLY'],
] as const)('%s centavos in words: %s', ([amount, words]) => {
  expect(chequeWords(amount)).toBe(words)
})

test('amounts in words name the currency, and omit PESOS where the form prints it', () => {
  expect(chequeWords(123_450n, { currency: 'USD' })).toBe(
    'ONE THOUSAND TWO HUNDRED THIRTY-FOUR US DOLLARS AND 50/100 ONLY',
  )
  expect(chequeWords(2105n, { omitPeso: true })).toBe('TWENTY-ONE AND 05/100 ONLY')
  expect(chequeWords(100n, { omitPeso: true })).toBe('ONE ONLY')
})

test('words read back match only the figures they were made from', () => {
  const amount = fc.bigInt({ min: 1n, max: 999_999_999_999_99n })
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      expect(agree(chequeWords(one), chequeFigures(one))).toBe(true)
      expect(agree(chequeWords(one), chequeFigures(other))).toBe(one === other)
    }),
  )
  expect(chequeWords(75n, { currency: 'USD' })).toBe('ZERO US DOLLARS AND 75/100 ONLY')
  expect(chequeWords(1_250_00n, { currency: 'USD', omitPeso: true })).toBe(
    'ONE THOUSAND TWO HUNDRED FIFTY US DOLLARS ONLY',
  )
  for (const currency of currencies)
    for (const written of [75n, 100n, 2_105n, 1_234_567_89n])
      expect(agree(chequeWords(written, { currency }), chequeFigures(written)), currency).toBe(true)
  expect(agree('US DOLLARS ONLY', '0.00')).toBe(false)
  expect(agree('a hundred', '100.00')).toBe(false)
})

test('the date has eight digits for eight boxes, month first', () => {
  expect(chequeDigits('2026-03-05')).toBe('03052026')
})

test('a cheque leaf changes only between allowed states, and any other change is refused with a message', () => {
  const allowed = leafStates.flatMap((state) => mayBeNoted({ state, isVoid: false }).map((to) => `${state} → ${to}`))
  expect(allowed).toEqual([
    'unused → spoiled',
    'issued → released',
    'issued → cleared',
    'issued → stopped',
    'released → cleared',
    'released → stopped',
    'released → returned',
    'released → issued',
    'cleared → released',
    'stopped → released',
    'returned → released',
  ])
  for (const state of leafStates)
    for (const to of notedStates)
      for (const isVoid of [false, true]) {
        const isUsed = isVoid || (state !== 'unused' && state !== 'spoiled')
        const usedBy = isUsed ? 'CV-2026-000001' : null
        const sentence = noteMistake({ no: '0000123', state, usedBy, isVoid }, to)
        expect(sentence === undefined).toBe(mayBeNoted({ state, isVoid }).includes(to))
        expect(sentence ?? 'Fine.').toMatch(/^[A-Z].*\.$/)
      }
  expect(noteMistake({ no: '0000123', state: 'issued', usedBy: 'CV-2026-000001', isVoid: false }, 'spoiled')).toBe(
    'Cheque 0000123 was used for CV-2026-000001. Void that document to cancel the cheque, then record the payment again with the next cheque.',
  )
})

test('a cheque is stale after 180 days', () => {
  expect(isStale('2026-01-01', '2026-06-30')).toBe(false)
  expect(isStale('2026-01-01', '2026-07-01')).toBe(true)
  expect(staleFrom('2026-01-01')).toBe('2026-07-01')
})

test('a short cheque number is padded with the zeros of its book', () => {
  expect([withZeros('123', 7), withZeros('0000123', 7), withZeros(' 12a ', 7)]).toEqual(['0000123', '0000123', '12a'])
})

const written = { payee: 'Mabuhay Services Corp.', day: '2026-03-15', amount: 12_345_678n, currency: 'PHP' }
const asked = { ...written, no: '0000123', state: 'issued', isVoid: false, usedBy: 'CV-2026-000001' } as const
const lint = (like: object = {}, template = usualTemplate) =>
  lintCheque({ ...asked, ...like }, { template, today: '2026-03-20', measure })

test('every mark is printed at its template position plus the printer offset, and the amount line is filled up', () => {
  const template = { ...usualTemplate, offset: { x: 1.5, y: -2 } }
  const { marks, crossed, noRoomFor } = chequeMarks(written, template, measure)
  expect(marks.slice(0, 8).map(({ text, x, y }) => [text, x, y])).toEqual([
    ['0', 149.5, 12],
    ['3', 154.5, 12],
    ['1', 162, 12],
    ['5', 167, 12],
    ['2', 174.5, 12],
    ['0', 179.5, 12],
    ['2', 184.5, 12],
    ['6', 189.5, 12],
  ])
  expect(marks[8]).toMatchObject({ text: 'Mabuhay Services Corp.', x: 29.5, y: 25 })
  expect(marks[9]).toMatchObject({ text: '123,456.78', x: 153.5, y: 25 })
  expect(marks[10]?.text).toMatch(/^ONE HUNDRED TWENTY-THREE THOUSAND .* PESOS AND 78\/100 ONLY \*{3,}$/)
  expect([crossed, noRoomFor]).toEqual([true, []])
  expect(chequeMarks({ ...written, payee: 'Cash' }, template, measure).crossed).toBe(false)
})

test('long amounts in words are printed smaller and never cut off', () => {
  const amount = 99_999_999_999_99n
  const words = (template = usualTemplate) => chequeMarks({ ...written, amount }, template, measure).marks.slice(10)
  expect(words()).toEqual([])
  const two = words({ ...usualTemplate, words: { ...usualTemplate.words, lines: 2 } })
  expect(
    two
      .map(({ text }) => text)
      .join(' ')
      .replace(/ ?\*+$/, ''),
  ).toBe(chequeWords(amount))
  expect(two.every(({ size }) => size >= 6.5 && size <= 10)).toBe(true)
})

test('a valid cheque passes without a finding', () => {
  expect(lint()).toEqual({ stops: [], looks: [] })
  expect(lint({ payee: 'Reyes and Sons' }).stops).toEqual([])
  expect(lint({ payee: 'FAO Bureau of Internal Revenue TIN 009-876-544' }).stops).toEqual([])
})

test.for([
  [{ payee: 'Juan Santos or Cash' }, "A cheque can have only one payee. Correct the name 'Juan Santos or Cash'."],
  [{ payee: 'Santos and/or Reyes' }, "A cheque can have only one payee. Correct the name 'Santos and/or Reyes'."],
  [{ payee: '₱ Santos' }, "'₱ Santos' contains a character that banks reject. Enter only the name."],
  [
    { day: '2025-09-01' },
    'The cheque dated 1 Sep 2025 is stale: banks accepted it only for 180 days, until 28 Feb 2026.',
  ],
  [{ state: 'cleared' }, 'Cheque 0000123 is cleared. Only cheques that have not been released can be printed.'],
  [{ state: 'released' }, 'Cheque 0000123 is released. Only cheques that have not been released can be printed.'],
  [{ isVoid: true }, 'CV-2026-000001 is void, so cheque 0000123 cannot be printed.'],
  [
    { payee: 'A'.repeat(90) },
    `'${'A'.repeat(90)}' does not fit on its line, even at the smallest font size. Shorten the name on the cheque.`,
  ],
  [
    { amount: 99_999_999_999_99n },
    'The amount in words does not fit on one line, even at the smallest font size. Make the space larger in the print layout.',
  ],
] as const)('the lint stops %o', ([like, sentence]) => {
  expect(lint(like).stops).toEqual([sentence])
})

test('a post-dated cheque and one that soon goes stale give a warning and can be printed', () => {
  expect(lint({ day: '2026-04-30' })).toEqual({
    stops: [],
    looks: ['The cheque is post-dated: banks accept it from 30 Apr 2026.'],
  })
  expect(lint({ day: '2025-09-25' })).toEqual({ stops: [], looks: ['The cheque becomes stale on 25 Mar 2026.'] })
})

test('wrong template figures are reported', () => {
  expect(chequeTemplate.parse(usualTemplate)).toEqual(usualTemplate)
  const wrong = chequeTemplate.safeParse({ ...usualTemplate, width: 900, offset: { x: 'a', y: 0 } })
  expect(wrong.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'width: Enter 100 to 300 millimeters.',
    'offset.x: Enter millimeters, for example 12.5.',
  ])
})
