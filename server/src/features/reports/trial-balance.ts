// The trial balance as of a date, from the stored sums per account: whole months before, and the days of the current
// month.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import type { AccountType, NormalSide } from '@talaan/ledger/accounts/chart.ts'
import { day, firstDay, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { arranged, planOf } from '@talaan/ledger/reports/columns.ts'
import { trialBalance, trialBalances } from '@talaan/ledger/reports/trial-balance.ts'
import type { AccountBalance } from '@talaan/ledger/reports/trial-balance.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { dateFigures, layoutQuery, upTo, withZeros, yearTo } from './layout.ts'
import { movedIn } from './moved.ts'
import { companyHeader, report } from './report.ts'
import { statementBasis } from './shares.ts'

export const trialBalanceReport = report({
  dates: { kind: 'asOf', usual: 'last-month' },
  query: z.strictObject(
    { asOf: day, ...layoutQuery(['before', 'year']) },
    'The trial balance is as of a single date. Remove the start date.',
  ),
  async build(db, { asOf, columns, compare, difference, rows: level, zeros: shown }, { endsWith }) {
    const zeros = shown === 'yes'
    const { days, titles, compared } = dateFigures(yearTo(asOf, endsWith), { columns, compare, endsWith })
    const company = await companyHeader(db)
    if (days.length > 1) {
      const found = await movedIn(
        db,
        days.map((to) => ({ from: firstDay, to })),
      )
      const accounts = zeros ? await withZeros(db, found, { width: days.length }) : found
      const table = trialBalances({
        company,
        asOf,
        titles: [...titles, ...compared].map(({ title }) => title),
        accounts,
        level,
      })
      const plan = planOf(titles, compared, { difference: difference === 'yes' })
      return { table: arranged(table, plan), next: null }
    }
    const balances = await balancesAsOf(db, asOf)
    const listed = new Set(balances.map(({ code }) => code))
    const idle = zeros ? await withZeros(db, [], { width: 0 }) : []
    const all = [
      ...balances,
      ...idle.filter(({ code }) => !listed.has(code)).map((one) => ({ ...one, debit: 0n, credit: 0n })),
    ]
    const table = trialBalance({ company, asOf, balances: all, level, zeros })
    return { table, next: null }
  },
  async basis(db, { asOf, columns, compare }, cell, { endsWith }) {
    const { days } = dateFigures(yearTo(asOf, endsWith), { columns, compare, endsWith })
    return statementBasis(db, cell, (at) => ({ period: upTo(days.length > 1 ? days[at] : asOf) }))
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
