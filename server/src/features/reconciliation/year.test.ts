// The demo's banks against its books: the suggestions for their statements, and automatic rules after people confirmed
// the first months. The demo, which made the statements from the books, knows the right matches.
import { expect, test } from 'vitest'
import { addDays, endOfMonth } from '@talaan/ledger/core/date.ts'
import type { BankLine, BookLine } from '@talaan/ledger/banking/matching/lines.ts'
import { suggest } from '@talaan/ledger/banking/matching/suggest.ts'
import type { Suggestion } from '@talaan/ledger/banking/matching/suggestion.ts'
import { confirmedBy, firstRules, hasEarned, recordedAs, replay } from '@talaan/ledger/banking/matching/rules.ts'
import type { Decision } from '@talaan/ledger/banking/matching/rules.ts'
import { freshDatabase } from '../../../test/database.ts'
import { bankAccounts } from '../../books/bank-positions.ts'
import { makeDemo } from '../../cli/demo/demo.ts'
import { readEnvironment } from '../../platform/env/env.ts'
import { sidesOf } from './sides.ts'

test('at least 95 % of the demo statement lines get the right suggestion, and qualified rules match none wrongly', async () => {
  await using db = await freshDatabase()
  const env = readEnvironment({
    COMPANY_NAME: 'Sampaguita Office Supplies, Inc.',
    ADMIN_CLIENT_ID: 'carla',
    ADMIN_PASSWORD: 'Kalayaan#1898-dito',
  })
  await makeDemo({ db, env, passwordCost: { memoryKiB: 8, passes: 1 }, today: '2026-03-02', months: 5 })
  let [lines, right] = [0, 0]
  for (const account of await bankAccounts(db.kysely)) {
    const sides = await sidesOf(db.kysely, account, '2026-01')
    const found = suggest(sides)
    const isRight = (line: BankLine) => rightly(line, found.get(line.id)?.[0], sides.books)
    lines += sides.bank.length
    right += sides.bank.filter(isRight).length

    // People confirm the right matches up to December; rules act alone on January.
    const until = endOfMonth('2025-12')
    const decisions = sides.bank
      .filter((line) => line.day <= until && isRight(line))
      .flatMap((line): Decision[] => {
        const [best] = found.get(line.id) ?? []
        return best === undefined
          ? []
          : [{ line, ...best, recorded: best.record && recordedAs(best.record), undone: false }]
      })
    const earned = firstRules.filter((rule) => hasEarned(replay(rule, decisions, found)))
    const january = sides.bank.filter((line) => line.day > until)
    for (const rule of earned) {
      const acted = january.filter((line) => confirmedBy(rule, line, found.get(line.id) ?? []) !== undefined)
      expect(acted.filter((line) => !isRight(line))).toEqual([])
      if (account.code === '1031' && rule.needs.includes('reference')) expect(acted.length).toBeGreaterThan(3)
    }
    if (account.code === '1031') expect(earned.map(({ name }) => name)).toContain('Same amount and number')
  }
  expect(lines).toBeGreaterThan(60)
  expect(right / lines).toBeGreaterThanOrEqual(0.95)
})

/** The same money in the bank's own words: its cheque, or the name and number copied by the bank, a few days later. */
function rightly(line: BankLine, best: Suggestion | undefined, books: readonly BookLine[]): boolean {
  if (best === undefined || !best.best) return false
  if (best.record !== null)
    return best.record.what === ownWords.find(([words]) => line.description.startsWith(words))?.[1]
  return best.books.every((key) => {
    const book = books.find((each) => each.key === key)
    if (book === undefined || book.amount !== line.amount || line.day < book.day || line.day > addDays(book.day, 13))
      return false
    if (line.chequeNo !== null || book.chequeNo !== null)
      return line.chequeNo === book.chequeNo || line.description.includes('CHECK')
    return book.references.every((no) => line.description.includes(no) || !/\d{4}/.test(line.description))
  })
}

/** Bank-only movements, and their recordings. */
const ownWords = [
  ['INTEREST', 'interest'],
  ['SERVICE CHARGE', 'charge'],
  ['PESONET CREDIT UNKNOWN', 'direct'],
] as const
