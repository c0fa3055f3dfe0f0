// Saved views of reports and lists: each person's own, and those that others share.
import { sql } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { listViews, removeView, savedViewLimit, savedViewProblems, saveView } from '@talaan/contract/saved-views.ts'
import { timestamp } from '../../platform/clock.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'

export const savedViews: Feature = ({ db, clock }) => [
  answers(listViews, async ({ viewer }) => ({
    views: await db.kysely
      .selectFrom('saved_view')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['saved_view.id', 'name', 'address', 'shared'])
      .select(sql<string | null>`nullif(users.client_id, ${viewer.clientId})`.as('by'))
      .where((or) => or.or([or('user_id', '=', viewer.userId), or('shared', '=', true)]))
      .orderBy(sql`user_id <> ${viewer.userId}::uuid`)
      .orderBy(sql`lower(name)`)
      .orderBy('saved_view.id')
      .execute(),
  })),

  answers(saveView, async ({ viewer, params: { viewId }, body: { name, address, shared } }) => {
    await db.kysely.transaction().execute(async (trx) => {
      // One at a time, so that concurrent views are counted.
      await trx.selectFrom('users').select('id').where('id', '=', viewer.userId).forUpdate().execute()
      const views = await trx
        .selectFrom('saved_view')
        .select(['id', 'name'])
        .where('user_id', '=', viewer.userId)
        .execute()
      // The same call again, after a lost connection.
      if (views.some(({ id }) => id === viewId)) return
      if (views.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw new Refusal(savedViewProblems.taken)
      if (views.length >= savedViewLimit) throw new Refusal(savedViewProblems.tooMany)
      await trx
        .insertInto('saved_view')
        .values({ id: viewId, user_id: viewer.userId, name, address, shared, saved_at: timestamp(clock.now()) })
        // Another person's view has this id: this is not revealed, and nothing changes.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    })
    return { success: true as const }
  }),

  answers(removeView, async ({ viewer, params: { viewId } }) => {
    await db.kysely.deleteFrom('saved_view').where('id', '=', viewId).where('user_id', '=', viewer.userId).execute()
    return { success: true as const }
  }),
]
