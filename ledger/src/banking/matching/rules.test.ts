// Rules made from decisions of accountants: which lines they match, what they suggest, and their track record.
import { expect, test } from 'vitest'
import { z } from '../../core/zod.ts'
import { standardRates } from '../../tax/rates.ts'
import { nothingRemembered } from './lines.ts'
import type { BankLine, BookLine } from './lines.ts'
import { suggest } from './suggest.ts'
import { suggestedRules } from './rule-suggestions.ts'
import { confirmedBy, firstRules, fits, recordedAs, replay } from './rules.ts'
import { ruleFields, transferMistake } from './rule.ts'
import type { Decision } from './rules.ts'
import type { RuleFields } from './rule.ts'

const line = (amount: bigint, like: Partial<BankLine> = {}): BankLine => ({
  id: 'b0',
  day: '2026-03-16',
  amount,
  description: 'CREDIT MEMO',
  position: 1,
  reference: null,
  chequeNo: null,
  ...like,
})
const book = (key: string, amount: bigint, like: Partial<BookLine> = {}): BookLine => ({
  key,
  day: '2026-03-15',
  amount,
  chequeNo: null,
  references: [],
  party: '',
  memo: '',
  otherSide: null,
  document: { id: key, kind: 'withdrawal', number: 'WD-2026-000001' },
  ...like,
})
const byLeaf = firstRules[0] as RuleFields
const decided = (id: string, like: Partial<Decision> = {}): Decision => ({
  line: line(-100n, { id }),
  lines: [id],
  books: [],
  recorded: null,
  undone: false,
  ...like,
})

const bankFee: RuleFields = {
  ...byLeaf,
  name: 'SMS fees',
  does: 'charge',
  words: 'sms fee',
  direction: 'out',
  atMost: 5_000n,
  counter: '6240',
  needs: [],
}
const sidesOf = (bank: BankLine[], books: BookLine[] = [], rules: readonly RuleFields[] = [bankFee]) => ({
  account: { code: '1031', name: 'Bank', currency: 'PHP' },
  bank,
  books,
  rules,
  open: [],
  elsewhere: [],
  memory: nothingRemembered,
  taxes: {
    codes: [],
    rates: standardRates,
    registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }] as const,
  },
})

test.each<[string, Partial<RuleFields>, string, bigint, boolean]>([
  ['words anywhere, in any order', { words: 'fee sms' }, 'DM SMS ALERT FEE', -100n, true],
  ['a word that is not there', { words: 'sms card' }, 'DM SMS ALERT FEE', -100n, false],
  ['numbers are words too', { words: 'dm 05' }, 'DM 06', -100n, false],
  ['the beginning', { words: 'dm  sms', reads: 'starts' }, 'DM SMS ALERT', -100n, true],
  ['words that come later', { words: 'sms', reads: 'starts' }, 'DM SMS ALERT', -100n, false],
  ['money the other way', { words: '', direction: 'in' }, 'DM', -100n, false],
  ['the ends of the range', { words: '', atLeast: 100n, atMost: 100n }, 'DM', -100n, true],
  ['below the range', { words: '', atLeast: 101n }, 'DM', -100n, false],
  ['above the range', { words: '', atMost: 99n }, 'DM', -100n, false],
])('a rule matches by %s', (_, like, description, amount, is) => {
  expect(fits({ ...byLeaf, ...like }, line(amount, { description }))).toBe(is)
})

test('a rule without words, without a required condition or with a useless field is refused at the field', () => {
  const asked = { name: 'x', does: 'charge', words: 'fee' }
  const paths = (more: object) => ruleFields.safeParse({ ...asked, ...more }).error?.issues.map(({ path }) => path[0])
  expect(paths({})).toBeUndefined()
  expect(paths({ words: '' })).toEqual(['words'])
  expect(paths({ does: 'match' })).toEqual(['needs'])
  expect(paths({ does: 'debit' })).toEqual(['counter'])
  expect(paths({ does: 'transfer' })).toEqual(['other'])
  expect(paths({ does: 'interest', counter: '6250', other: '1010', kind: 'invoice' })).toEqual([
    'counter',
    'other',
    'kind',
  ])
  expect(paths({ atLeast: '200', atMost: '100' })).toEqual(['atMost'])
})

test('a rule suggests its match, and acts only if no other line qualifies', () => {
  const fee = line(-1_500n, { id: 'b1', description: 'DM SMS ALERT FEE' })
  const on = (...given: Parameters<typeof sidesOf>) => {
    const found = suggest(sidesOf(...given)).get('b1') ?? []
    return { found, acts: confirmedBy(bankFee, fee, found) }
  }
  const alone = on([fee])
  expect(alone.found[0]).toMatchObject({
    record: { what: 'charge', fields: { amount: '1500', counter: '6240', account: '1031' } },
    reasons: [{ words: 'Rule “SMS fees”' }],
  })
  expect(alone.acts).toBe(alone.found[0])
  // The books already have it; and another rule suggests something else.
  expect(on([fee], [book('1/1', -1_500n, { day: fee.day })]).acts).toBeUndefined()
  const other: RuleFields = { ...bankFee, name: 'Rent', does: 'debit', counter: '6050' }
  expect(on([fee], [], [bankFee, other]).acts).toBeUndefined()
  expect(on([line(-5_001n, { id: 'b1', description: 'DM SMS ALERT FEE' })]).acts).toBeUndefined()
})

test.each<[RuleFields['does'], bigint, string]>([
  ['debit', -1_500n, 'debit:6050'],
  ['transfer', -1_500n, 'transfer:1031>1010'],
  ['transfer', 1_500n, 'transfer:1010>1031'],
  ['interest', 8_000n, 'interest'],
])('a rule records a %s of %d as %s', (does, amount, as) => {
  const rule: RuleFields = {
    ...bankFee,
    does,
    direction: null,
    words: 'memo',
    atMost: null,
    counter: does === 'debit' ? '6050' : null,
    ...(does === 'transfer' && { other: '1010', email: 'ana@example.com' }),
  }
  const [best] = suggest(sidesOf([line(amount, { id: 'b1', description: 'MEMO 22' })], [], [rule])).get('b1') ?? []
  expect(best?.record && recordedAs(best.record)).toBe(as)
})

test('a replayed rule is right where people recorded the same, wrong on another account, and wrong after a rejection', () => {
  const lines = ['b1', 'b2', 'b3'].map((id) => line(-1_500n, { id, description: 'SMS FEE' }))
  const found = suggest(sidesOf(lines))
  const as = (recorded: string) => lines.map((one) => decided(one.id, { line: one, books: [], recorded }))
  expect(replay(bankFee, as('charge:6240'), found)).toMatchObject({ hits: 3, conflicts: [] })
  expect(replay(bankFee, as('charge:6250'), found).conflicts).toHaveLength(3)
  expect(replay(bankFee, as('charge:6240'), found, new Set(['b2  bankadjustment:charge'])).conflicts).toEqual(['b2'])
})

test('the same decision three times suggests a rule, unless a decision differed or the rule exists', () => {
  const charges = ['b1', 'b2', 'b3'].map((id, at) => ({
    ...decided(id, {
      line: line(-1_500n - BigInt(at), { id, description: `SMS FEE ${at}55` }),
      recorded: 'charge:6240',
    }),
    kinds: [null],
  }))
  const [suggested, ...more] = suggestedRules(charges, [], '1031')
  expect(suggested).toMatchObject({
    times: 3,
    fields: { does: 'charge', words: 'SMS FEE', direction: 'out', atMost: 1_502n, counter: '6240', name: 'Sms fee' },
  })
  expect(more).toEqual([])
  expect(ruleFields.safeParse(z.encode(ruleFields, suggested?.fields ?? bankFee)).success).toBe(true)
  expect(suggestedRules(charges.slice(1), [], '1031')).toEqual([])
  expect(suggestedRules(charges, [bankFee], '1031')).toEqual([])
  const otherwise = charges.slice(0, 1).map((one) => ({ ...one, recorded: 'debit:6050' }))
  expect(suggestedRules([...charges, ...otherwise], [], '1031')).toEqual([])
  const slips = charges.map((one) => ({ ...one, recorded: null, books: ['1/1'], kinds: ['withdrawal' as const] }))
  expect(suggestedRules(slips, [], '1031')[0]?.fields).toMatchObject({
    does: 'match',
    kind: 'withdrawal',
    needs: ['amount'],
  })
  const moves = charges.map((one) => ({ ...one, recorded: 'transfer:1031>1032' }))
  expect(suggestedRules(moves, [], '1031')[0]?.fields).toMatchObject({ does: 'transfer', other: '1032' })
})

test('a rule books transfers only between accounts of the same currency', () => {
  const holdingMoney = [
    { code: '1031', currency: 'PHP' },
    { code: '1032', currency: 'PHP' },
    { code: '1040', currency: 'USD' },
  ]
  const to = (other: string | null, from = 0) =>
    transferMistake({ does: 'transfer', other }, holdingMoney[from]!, holdingMoney)
  expect(to('1032')).toBeUndefined()
  expect(to(null)).toBeUndefined()
  expect(to('1040')).toMatch(/^1040 is in USD and 1031 in PHP\. .*exchange rate.*manually/)
  expect(to('1031', 2)).toMatch(/^1031 is in PHP and 1040 in USD/)
  expect(to('1031')).toMatch(/is the account of this rule/)
  expect(to('6050')).toMatch(/is not an active bank/)
  expect(transferMistake({ does: 'match', other: null }, holdingMoney[0]!, [])).toBeUndefined()
})
