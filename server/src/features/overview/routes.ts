// The company at a glance, for admins, accountants, and the users whom an administrator lets.
import type { Kysely } from 'kysely'
import { viewOverview, viewOverviewWeek } from '@talaan/contract/overview.ts'
import { today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { backTest } from './back-test.ts'
import { agesOf, cashAccounts, monthFigures } from './position.ts'
import { accountLabels, accountSentence, projectedByAccount } from './by-account.ts'
import { project, taxFigures } from './projection.ts'

export const overview: Feature = ({ db: { kysely: db }, clock }) => [
  answers(viewOverview, async ({ viewer }) => {
    if (!(await maySee(db, viewer))) return { overview: null }
    const asOf = today(clock)
    const { due, vat } = await taxFigures(db, asOf)
    const { projection, expected, notCounted } = await project(db, due, asOf)
    const { weeks, ...rest } = projection
    const accounts = await cashAccounts(db, asOf)
    return {
      overview: {
        ...rest,
        weeks: weeks.map(({ items, ...week }) => ({ ...week, items: items.length })),
        notCounted,
        receivable: await agesOf(db, 'receivable', asOf),
        payable: await agesOf(db, 'payable', asOf),
        months: await monthFigures(db, asOf),
        accounts,
        byAccount: await projectedByAccount(db, { asOf, accounts, expected }),
        backTest: await backTest(db, asOf),
        vat,
      },
    }
  }),

  answers(viewOverviewWeek, async ({ query: { no = '1' }, viewer }) => {
    if (!(await maySee(db, viewer))) return { week: null }
    const asOf = today(clock)
    const { due } = await taxFigures(db, asOf)
    const { projection } = await project(db, due, asOf)
    const week = projection.weeks[Number(no) - 1]
    if (week === undefined) return { week: null }
    const labels = await accountLabels(db)
    const items = week.items.map(({ filing = null, accounts, ...item }) => {
      const account = accounts.map((move) => accountSentence(move, labels)).join(', ')
      return { ...item, filing, account }
    })
    return { week: { ...week, items } }
  }),
]

async function maySee(db: Kysely<Tables>, { role, userId }: Viewer): Promise<boolean> {
  if (role !== 'user') return true
  const { sees } = await db
    .selectFrom('users')
    .select('sees_overview as sees')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return sees
}
