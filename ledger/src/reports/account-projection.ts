// The projected cash by account: open items and taxes are assigned to the account that such payments usually go through.
import { addDays } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { lastProjected, projectedMarks } from './cash-projection.ts'
import type { Expected } from './cash-projection.ts'

/** How often payments went through an account, and when the last one did. */
export type AccountUse = { account: string; times: number; last: Day }

/** The account with most payments; of several, the one used last. */
export function usualAccount(uses: readonly AccountUse[]): string | null {
  const [most] = uses.toSorted(
    (a, b) => b.times - a.times || (a.last < b.last ? 1 : a.last > b.last ? -1 : a.account < b.account ? -1 : 1),
  )
  return most?.account ?? null
}

export type ProjectedAccount = {
  /** Null for payments without an account: there were none of their kind yet. */
  code: string | null
  balance: Money
  marks: { days: number; balance: Money }[]
  /** The first date with the least money, today included. */
  lowest: { day: Day; balance: Money }
}

/** Every account with its balance and what is expected on it; together they are the projected cash of the company. */
export function projectAccounts({
  asOf,
  balances,
  expected,
}: {
  asOf: Day
  balances: ReadonlyMap<string, Money>
  expected: readonly Pick<Expected, 'day' | 'accounts'>[]
}): ProjectedAccount[] {
  const last = lastProjected(asOf)
  const moves = new Map<string | null, { day: Day; amount: Money }[]>([...balances.keys()].map((code) => [code, []]))
  for (const { day, accounts } of expected) {
    if (day > last) continue
    for (const { account, amount } of accounts) {
      const own = moves.get(account) ?? []
      own.push({ day: day < asOf ? asOf : day, amount })
      moves.set(account, own)
    }
  }
  return [...moves].map(([code, own]) => {
    const balance = (code === null ? undefined : balances.get(code)) ?? 0n
    const until = (day: Day): Money => balance + sum(own.filter((move) => move.day <= day).map(({ amount }) => amount))
    const days = [...new Set([asOf, ...own.map(({ day }) => day)])].toSorted()
    return {
      code,
      balance,
      marks: projectedMarks.map((ahead) => ({ days: ahead, balance: until(addDays(asOf, ahead)) })),
      lowest: days
        .map((day) => ({ day, balance: until(day) }))
        .reduce((least, each) => (each.balance < least.balance ? each : least)),
    }
  })
}
