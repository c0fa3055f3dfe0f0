// Parts of the matching: reading bank texts, subset sums, difference hints, rule qualification, and the position at
// month end.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '../../core/money.ts'
import { bankReconciliation } from '../../reports/bank-reconciliation.ts'
import { isShifted, isTransposed } from '../../core/typing-errors.ts'
import { diagnose } from './difference-hints.ts'
import type { BankLine, BookLine } from './lines.ts'
import { standardWithholdingCodes } from '../../tax/standard-codes.ts'
import { positionOf } from './position.ts'
import type { BankMonth, UnmatchedLine } from './position.ts'
import type { Suggestion } from './suggestion.ts'
import { because } from './reasons.ts'
import { confirmedBy, firstRules, hasEarned, recordWords, replay } from './rules.ts'
import type { Decision } from './rules.ts'
import type { RuleFields } from './rule.ts'
import { choicesOf } from './sums.ts'
import { transactionTypeOf, descriptionKey, names, numbersOf, plainNumber, wordsOf } from './text.ts'

test.each([
  ['SERVICE CHARGE', 'charge'],
  ['INSTAPAY FEE 0316', 'charge'],
  ['BELOW ADB PENALTY', 'charge'],
  ['DST - CHECKBOOK', 'stampTax'],
  ['INTEREST PAY SYS-GEN', 'interest'],
  ['INT. EARNED', 'interest'],
  ['INT PMT SAVINGS', 'interest'],
  ['INTEREST WITHHELD', 'interestTax'],
  ['TAX WITHHELD', 'interestTax'],
  ['RETURNED CHECK DAIF', 'returned'],
  ['RTN CHEQUE 000778', 'returned'],
  ['FUND TRANSFER FROM MABUHAY', undefined],
  ['ESCHARGE TRADING', undefined],
])('the bank’s %s is %s', (description, expected) => {
  expect(transactionTypeOf({ description })).toBe(expected)
})

test('numbers, words and names are normalized across the spellings of banks', () => {
  expect(plainNumber('000-4501')).toBe('4501')
  expect(numbersOf({ reference: 'FT 123456', description: 'XFER REF#00998877/MABUHAY 12' })).toEqual([
    '123456',
    'FT123456',
    'REF00998877',
    'XFERREF00998877',
  ])
  expect(numbersOf({ reference: null, description: 'CASH DEPOSIT DS 000417' })).toEqual(['417', 'DS000417'])
  expect(descriptionKey('IBFT 16MAR Mabuhay Hardware Inc 0012')).toBe(
    descriptionKey('IBFT 02APR Mabuhay Hardware Inc 0077'.replace('APR', 'MAR')),
  )
  const bankWords = new Set(wordsOf('CREDIT MABUHAY HARDWA CONSTR'))
  expect(names(bankWords, wordsOf('Mabuhay Hardware and Construction Supply, Inc.'))).toBe(true)
  expect(names(bankWords, wordsOf('Mabini Printing'))).toBe(false)
  expect(names(new Set(wordsOf('NINO JESUS COOP')), wordsOf('Niño Jesus Parish Multi-Purpose Cooperative'))).toBe(true)
})

test('subsets add up, have at least two parts, and are found if any exist', () => {
  const pile = fc.array(fc.bigInt({ min: 1n, max: 60n }), { minLength: 2, maxLength: 10 })
  fc.assert(
    fc.property(pile, fc.bigInt({ min: 2n, max: 200n }), (amounts, wanted) => {
      const found = choicesOf(wanted, amounts)
      for (const places of found) {
        expect(places.length).toBeGreaterThanOrEqual(2)
        expect(new Set(places).size).toBe(places.length)
        expect(sum(places.map((at) => amounts[at] ?? 0n))).toBe(wanted)
      }
      const all = Array.from({ length: 1 << amounts.length }, (_, bits) =>
        amounts.filter((_one, at) => (bits >> at) & 1),
      )
      const exists = all.some((subset) => subset.length >= 2 && sum(subset) === wanted)
      expect(found.length > 0).toBe(exists)
    }),
    { numRuns: 120 },
  )
})

const line = (amount: bigint, like: Partial<BankLine> = {}): BankLine => ({
  id: `b${amount}`,
  day: '2026-03-16',
  amount,
  description: '',
  position: 1,
  reference: null,
  chequeNo: null,
  ...like,
})
const ours = (amount: bigint, like: Partial<BookLine> = {}): BookLine => ({
  key: `k${amount}`,
  day: '2026-03-15',
  amount,
  document: null,
  chequeNo: null,
  references: [],
  party: '',
  memo: '',
  otherSide: null,
  ...like,
})
const taxes = { codes: standardWithholdingCodes }
const open = {
  documentId: 'o',
  number: 'SI-2026-000001',
  day: '2026-03-01',
  dueDay: null,
  open: 11_200_000n,
  net: 10_000_000n,
  vat: 1_200_000n,
}

test.each([
  ['an item of the bank that is not booked', 30_000n, [line(30_000n)], [], 'item'],
  ['an item of ours that the bank does not have', 50_000n, [], [ours(-50_000n)], 'item'],
  ['digits that changed places', 2_700n, [line(96_300n)], [ours(93_600n)], 'transposed'],
  ['a point that slipped', 9_000n, [line(10_000n)], [ours(1_000n)], 'point'],
  ['an item on the wrong side', -24_000n, [], [ours(12_000n)], 'side'],
] as const)('difference hints find %s', (_, difference, bank, books, what) => {
  expect(diagnose(difference, { bank, books, open: [], taxes }).map((finding) => finding.what)).toContain(what)
})

test('difference hints find double entries and withheld tax, and nothing for a difference of zero', () => {
  const same = [ours(-7_700n, { key: 'a' }), ours(-7_700n, { key: 'b' })]
  expect(diagnose(7_700n, { bank: [], books: same, open: [], taxes }).at(-1)?.words).toBe(
    '77.00 of 15 Mar 2026 is recorded 2 times.',
  )
  const customer = { ...open, side: 'receivable' as const, partyId: 'p', party: 'Bayani', government: false }
  expect(diagnose(-200_000n, { bank: [], books: [], open: [customer], taxes })[0]?.words).toBe(
    '2% withholding tax on SI-2026-000001 of Bayani equals the difference.',
  )
  expect(diagnose(0n, { bank: [], books: same, open: [customer], taxes })).toEqual([])
})

test('transposed and shifted digits are recognized', () => {
  expect([isTransposed(123_456n, 124_356n), isTransposed(123_456n, 654_321n), isTransposed(-19n, -91n)]).toEqual([
    true,
    false,
    true,
  ])
  expect([isShifted(120n, 12n), isShifted(12n, 120_00n), isShifted(0n, 0n), isShifted(10n, 30n)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

const suggestion = (like: Partial<Suggestion> = {}): Suggestion => ({
  lines: ['b1'],
  books: ['1/1'],
  record: null,
  score: 90,
  certainty: 'certain',
  best: true,
  kinds: [null],
  by: null,
  reasons: [because('amount', ''), because('cheque', '')],
  ...like,
})
const byLeaf = firstRules[0] as RuleFields
const decided = (id: string, like: Partial<Decision> = {}): Decision => ({
  line: line(-100n, { id }),
  lines: [id],
  books: [`${id}/1`],
  recorded: null,
  undone: false,
  ...like,
})

test('a rule confirms only a clear best match with everything the rule requires', () => {
  const on = (
    suggestions: Suggestion[],
    rule = byLeaf,
    of = line(-100n, { id: 'b1', description: 'CHECK ENCASHMENT' }),
  ) => confirmedBy(rule, of, suggestions)
  expect(on([suggestion()])).toBeDefined()
  expect(on([])).toBeUndefined()
  expect(on([suggestion({ best: false })])).toBeUndefined()
  expect(on([suggestion(), suggestion({ score: 80, best: false })])).toBeUndefined()
  expect(on([suggestion({ reasons: [because('amount', '')] })])).toBeUndefined()
  expect(on([suggestion({ reasons: [...suggestion().reasons, because('notOnly', '')] })])).toBeUndefined()
  expect(on([suggestion()], { ...byLeaf, words: 'encashment' })).toBeDefined()
  expect(on([suggestion()], { ...byLeaf, words: 'deposit' })).toBeUndefined()
  expect(on([suggestion()], { ...byLeaf, atMost: 99n })).toBeUndefined()
  expect(on([suggestion({ record: { kind: 'bankadjustment', what: 'charge', fields: {} } })])).toBeUndefined()
})

test('a rule may match automatically after ten correct matches and no wrong one, and loses this with one undone match', () => {
  const ids = Array.from({ length: 10 }, (_, at) => `b${at}`)
  const asIf = new Map(ids.map((id) => [id, [suggestion({ lines: [id], books: [`${id}/1`] })]]))
  const right = replay(
    byLeaf,
    ids.map((id) => decided(id)),
    asIf,
  )
  expect([right.hits, right.moved, hasEarned(right)]).toEqual([10, 1_000n, true])
  const nine = replay(
    byLeaf,
    ids.slice(1).map((id) => decided(id)),
    asIf,
  )
  expect([hasEarned(nine), recordWords(nine)]).toEqual([
    false,
    'Correct 9 times. The rule needs 10 correct matches to match automatically.',
  ])
  const otherwise = replay(byLeaf, [...ids.map((id) => decided(id)), decided('b3', { books: ['77/1'] })], asIf)
  expect([otherwise.conflicts, hasEarned(otherwise)]).toEqual([['b3'], false])
  const undone = replay(byLeaf, [...ids.map((id) => decided(id)), decided('b3', { undone: true })], asIf)
  expect([undone.conflicts, hasEarned(undone)]).toEqual([['b3'], false])
  expect(replay(byLeaf, [decided('unknown')], asIf).misses).toBe(1)
})

const unmatched = (key: string, amount: bigint, like: Partial<UnmatchedLine> = {}): UnmatchedLine => ({
  key,
  day: '2026-03-20',
  amount,
  reference: key,
  words: key,
  cheque: false,
  document: null,
  ...like,
})
const company = { name: 'Bituin Supply Co.', tinLine: '', address: '' }
const account = { code: '1031', name: 'Cash in bank', bank: 'Bank of Luzon', bankAccountNo: '001-2', currency: 'PHP' }

test('the reconciliation brings both balances to the same amount, lists stale cheques and shows the unexplained difference', () => {
  const given: BankMonth = {
    asOf: '2026-03-31',
    statementBalance: 1_000_000n,
    bookBalance: 895_000n,
    freeBank: [
      { ...unmatched('error', -20_000n), isBankError: true },
      { ...unmatched('charge', -30_000n), isBankError: false },
    ],
    freeBooks: [
      unmatched('slip', 150_000n),
      unmatched('0004501', -300_000n, { cheque: true, day: '2025-09-01' }),
      unmatched('FT1', -5_000n),
    ],
    straddling: [
      // Recorded in April, because March was closed; and a fee that the bank books a day after the payment.
      { bank: [unmatched('late', 1_500n)], books: [unmatched('book', 1_500n, { day: '2026-04-02' })] },
      {
        bank: [unmatched('pay', -9_000n), unmatched('fee', -1_500n, { day: '2026-04-01' })],
        books: [unmatched('both', -10_500n)],
      },
    ],
  }
  const position = positionOf(given)
  expect(position).toMatchObject({ adjustedBank: 863_500n, adjustedBook: 896_500n, difference: -33_000n })
  const table = bankReconciliation({ company, account, position, signOff: null })
  const printed = table.rows.map(({ cells: [, , words, age, amount, balance] }) => [words, age, amount, balance])
  expect(printed).toEqual([
    ['Balance per bank statement', null, null, 1_000_000n],
    ['Add: deposits in transit', null, null, null],
    ['slip', 11n, 150_000n, null],
    ['1 item', null, null, 150_000n],
    ['Less: outstanding cheques', null, null, null],
    ['0004501 (stale)', 211n, -300_000n, null],
    ['1 item', null, null, -300_000n],
    ['Less: other payments not yet cleared', null, null, null],
    ['FT1', 11n, -5_000n, null],
    ['Remaining part of both', 11n, -1_500n, null],
    ['2 items', null, null, -6_500n],
    ['Add (less): bank errors', null, null, null],
    ['error', null, 20_000n, null],
    ['1 item', null, null, 20_000n],
    ['Adjusted bank balance', null, null, 863_500n],
    ['Balance per books, account 1031', null, null, 895_000n],
    ['Add: recorded after this date', null, null, null],
    ['late', null, 1_500n, null],
    ['1 item', null, null, 1_500n],
    ['Adjusted book balance', null, null, 896_500n],
    ['Unmatched on the bank statement', null, null, null],
    ['charge', null, -30_000n, null],
    ['1 item', null, null, -30_000n],
    ['Difference', null, null, -33_000n],
  ])
  expect(table.notes[0]).toBe('Stale, more than 180 days old: 0004501 of 1 Sep 2025, 3,000.00. Write it back.')
  expect(table.notes[1]).toBe('Not reconciled: a difference of -330.00, 1 bank line unmatched.')
})

test('whatever is matched, the difference equals the unmatched bank lines', () => {
  const amount = fc.bigInt({ min: -900n, max: 900n }).filter((one) => one !== 0n)
  const day = fc.constantFrom('2026-03-10', '2026-03-31', '2026-04-03')
  const lines = (prefix: string) =>
    fc
      .array(fc.record({ amount, day }), { maxLength: 6 })
      .map((all) => all.map((one, at) => unmatched(`${prefix}${at}`, one.amount, { day: one.day })))
  fc.assert(
    fc.property(lines('b'), lines('k'), lines('m'), (freeBank, freeBooks, matched) => {
      // Matched one to one, with different dates.
      const straddling = matched.map((one, at) => ({
        bank: [one],
        books: [unmatched(`x${at}`, one.amount, { day: at % 2 === 0 ? '2026-03-31' : '2026-04-03' })],
      }))
      const asOf = '2026-03-31'
      const until = (all: readonly UnmatchedLine[]) =>
        sum(all.filter((one) => one.day <= asOf).map((one) => one.amount))
      const position = positionOf({
        asOf,
        statementBalance: until([...freeBank, ...matched]),
        bookBalance: until([...freeBooks, ...straddling.flatMap(({ books }) => books)]),
        freeBank: freeBank.map((one) => ({ ...one, isBankError: false })),
        freeBooks,
        straddling,
      })
      expect(position.difference).toBe(until(freeBank))
    }),
    { numRuns: 100 },
  )
})
