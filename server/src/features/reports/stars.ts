// The favorite reports of each person.
import { addReportStar, listReportStars, removeReportStar } from '@talaan/contract/report-list.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { timestamp } from '../../platform/clock.ts'

export const reportStars: Feature = ({ db, clock }) => [
  answers(listReportStars, async ({ viewer }) => {
    const rows = await db.kysely
      .selectFrom('report_star')
      .select('report')
      .where('user_id', '=', viewer.userId)
      .orderBy('starred_at')
      .orderBy('report')
      .execute()
    return { reports: rows.map(({ report }) => report) }
  }),

  answers(addReportStar, async ({ viewer, params: { report } }) => {
    await db.kysely
      .insertInto('report_star')
      .values({ user_id: viewer.userId, report, starred_at: timestamp(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { success: true as const }
  }),

  answers(removeReportStar, async ({ viewer, params: { report } }) => {
    await db.kysely
      .deleteFrom('report_star')
      .where('user_id', '=', viewer.userId)
      .where('report', '=', report)
      .execute()
    return { success: true as const }
  }),
]
