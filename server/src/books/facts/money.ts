// Cash and bank accounts with their balances.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { MoneyFact } from '@talaan/ledger/documents/facts.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { accountLabel } from '../account-label.ts'
import type { FactOfBooks } from './fact.ts'

export const money: FactOfBooks<'money'> = {
  isAsked: (codes) => codes.length > 0,
  // Documents and messages name a bank account as people know it.
  gather: async (db, codes, { day }) =>
    new Map([...(await moneyFacts(db, codes, day))].map(([code, fact]) => [code, { ...fact, name: fact.label }])),
}

/** Cash and bank accounts with their balances at the end of a date, and their lowest later balance. */
export async function moneyFacts(
  db: Kysely<Tables>,
  codes: readonly string[] | 'all',
  day: Day,
): Promise<ReadonlyMap<string, MoneyFact & { label: string }>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<
    Omit<MoneyFact, 'held' | 'lowestHeld'> & { label: string; held: bigint; lowestHeld: bigint }
  >`
    select money_account.code, account.name, ${accountLabel('money_account.code')} as label, money_account.kind, currency, account.active, overdraft, over_limit as "overLimit", custodian, float,
      coalesce(pesos.balance, 0)::bigint as balance,
      least(coalesce(pesos.balance, 0), pesos.later)::bigint as lowest,
      coalesce(foreign_money.balance, 0)::bigint as held,
      least(coalesce(foreign_money.balance, 0), foreign_money.later)::bigint as "lowestHeld",
      (select coalesce(sum(debit - credit), 0)::bigint from account_day
        where account = ${accounts.undeposited} and day <= ${day}::date) as undeposited
    from money_account join account using (code)
    cross join lateral (
      select max(running) filter (where last) as balance, min(running) filter (where day > ${day}::date) as later
      from (
        select day, sum(debit - credit) over (order by day) as running,
          day <= ${day}::date and coalesce(lead(day) over (order by day) > ${day}::date, true) as last
        from account_day where account_day.account = money_account.code
      ) as daily
    ) as pesos
    cross join lateral (
      select max(running) filter (where last) as balance, min(running) filter (where day > ${day}::date) as later
      from (
        select day, sum(moved) over (order by day) as running,
          day <= ${day}::date and coalesce(lead(day) over (order by day) > ${day}::date, true) as last
        from (
          select day, sum(case when debit > 0 then currency_amount else -currency_amount end) as moved
          from line where line.account = money_account.code and money_account.currency <> 'PHP' and currency_amount is not null
          group by day
        ) as moves
      ) as daily
    ) as foreign_money
    where ${codes === 'all' ? sql`true` : sql`money_account.code = any(${[...codes]}::text[])`}
    order by money_account.code`.execute(db)
  return new Map(
    rows.map((row) => {
      const held = row.currency === 'PHP' ? row.balance : row.held
      return [row.code, { ...row, held, lowestHeld: row.currency === 'PHP' ? row.lowest : row.lowestHeld }]
    }),
  )
}
