// The trial balance as of a date, from the stored sums per account: whole months before, and the days of the current
// month.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import type { AccountType, NormalSide } from '@talaan/ledger/accounts/chart.ts'
import { day, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { trialBalance } from '@talaan/ledger/reports/trial-balance.ts'
import type { AccountBalance } from '@talaan/ledger/reports/trial-balance.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { asKnown, wasKnown } from './moved.ts'
import { companyHeader, report } from './report.ts'

export const trialBalanceReport = report({
  dates: { kind: 'asOf', usual: 'last-month' },
  query: z.strictObject(
    { asOf: day, known: z.optional(day) },
    'The trial balance is as of one date. It has no start date.',
  ),
  async build(db, { asOf, known }) {
    const balances = await (known === undefined ? balancesAsOf(db, asOf) : balancesKnownOn(db, asOf, known))
    const table = trialBalance({ company: await companyHeader(db), asOf, balances })
    return { table: asKnown(table, known), next: null }
  },
})

/**
 * Debits and credits of every account with movements, up to and including a date. The cost does not depend on the
 * number of lines.
 */
async function balancesAsOf(db: Kysely<Tables>, asOf: Day): Promise<AccountBalance[]> {
  const month = monthOf(asOf)
  return balances(
    db,
    sql`
      select account, debit, credit from account_month where month < ${month}
      union all
      select account, debit, credit from account_day where day between ${startOfMonth(month)}::date and ${asOf}::date`,
  )
}

/** The same as known at the end of another date, from the entries recorded by then. */
const balancesKnownOn = (db: Kysely<Tables>, asOf: Day, known: Day): Promise<AccountBalance[]> =>
  balances(
    db,
    sql`
      select account, debit, credit from line join entry on entry.no = line.entry_no
      where line.day <= ${asOf}::date and ${wasKnown(known)}`,
  )

async function balances(db: Kysely<Tables>, moved: RawBuilder<unknown>): Promise<AccountBalance[]> {
  const { rows } = await sql<{
    code: string
    name: string
    type: AccountType
    normal: NormalSide
    debit: string
    credit: string
  }>`
    select code, name, type, normal, debit, credit
    from (select account, sum(debit) as debit, sum(credit) as credit from (${moved}) as kept group by account) as moved
    join account on code = account
    order by code`.execute(db)
  return rows.map((row) => ({ ...row, debit: BigInt(row.debit), credit: BigInt(row.credit) }))
}
