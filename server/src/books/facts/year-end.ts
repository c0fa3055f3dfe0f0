// The figures for closing a fiscal year: income and expense at the end of a date, and the balance of opening balance
// equity.
import { sql } from 'kysely'
import { accounts, nominalTypes } from '@talaan/ledger/accounts/chart.ts'
import type { FactOfBooks } from './fact.ts'

export const yearEnd: FactOfBooks<'yearEnd'> = {
  isAsked: () => true,
  async gather(db, day) {
    const { fiscal_year_end: endsWith } = await db
      .selectFrom('company')
      .select('fiscal_year_end')
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ code: string; balance: bigint }>`
      select code, sum(debit - credit)::bigint as balance from account_day join account on code = account_day.account
      where day <= ${day}::date and (type = any(${[...nominalTypes]}::text[]) or code = ${accounts.openingBalance})
      group by code having sum(debit - credit) <> 0 order by code`.execute(db)
    const opening = rows.find(({ code }) => code === accounts.openingBalance)?.balance ?? 0n
    const nominal = rows.filter(({ code }) => code !== accounts.openingBalance)
    return { endsWith, balances: new Map(nominal.map(({ code, balance }) => [code, balance])), opening }
  },
}
