// How far earlier projections were from the cash that came: each night's projection is stored, and compared with the books once its
// dates are past.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Overview } from '@talaan/contract/overview.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { averageDifference, comparedWeeks } from '@talaan/ledger/reports/back-test.ts'
import { today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { nextAt } from '../../platform/jobs/schedule.ts'
import { project, taxFigures } from './projection.ts'

/** In Manila. */
const hour = 1
const comparedDays = 8 * 7
const keptDays = 400

export const storesProjections = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): JobHandler =>
  handles(plainJob('overview.project'), {
    next: (after) => nextAt(hour, after),
    waitsAtFirst: true,
    retryAfter: (attempts) => (attempts < 3 ? 600_000 : null),
    run: async ({ finish }) => {
      const asOf = today(clock)
      const { due } = await taxFigures(db.kysely, asOf)
      const { projection } = await project(db.kysely, due, asOf)
      await finish(async (trx) => {
        await trx
          .insertInto('projection_week')
          .values(
            projection.weeks.map(({ to, low, cash, high }) => ({ made_on: asOf, day: to, low, likely: cash, high })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await trx.deleteFrom('projection_week').where('made_on', '<', addDays(asOf, -keptDays)).execute()
      })
    },
  })

type Row = { madeOn: Day; day: Day; low: bigint; likely: bigint; high: bigint; came: bigint }

/** Of the projections for the last eight weeks, those that looked as many weeks ahead as are compared. */
export async function backTest(db: Kysely<Tables>, asOf: Day): Promise<Overview['backTest']> {
  const { rows } = await sql<Row>`
    select made_on as "madeOn", week.day, low, likely, high, came
    from projection_week as week
    join (
      select past.day, (
        select coalesce(sum(debit - credit), 0)::bigint from account_day
        join account on account.code = account_day.account and type = 'asset' and statement_line = 'Cash'
        where account_day.day <= past.day) as came
      from (select distinct day from projection_week where day between ${addDays(asOf, -comparedDays)}::date and ${addDays(asOf, -1)}::date) as past
    ) as cash on cash.day = week.day
    where (week.day - made_on + 1) / 7 = any(${[...comparedWeeks]}::int[])
    order by week.day, made_on`.execute(db)
  return averageDifference(rows)
}
