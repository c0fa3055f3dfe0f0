// Saved views of reports and lists: each person's own, and those shared with everyone.
import { sql } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { listViews, removeView, savedViewLimit, savedViewProblems, saveView } from '@talaan/contract/saved-views.ts'
import { accountants } from '@talaan/contract/roles.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { timestamp } from '../../platform/clock.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'

/** Only accountants open reports; everyone opens lists. */
const mayOpen = (role: Role) =>
  accountants.includes(role) ? sql<boolean>`true` : sql<boolean>`address !~ '^/financialreport'`

export const savedViews: Feature = ({ db, clock }) => [
  answers(listViews, async ({ viewer }) => ({
    views: (
      await db.kysely
        .selectFrom('saved_view')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['saved_view.id', 'name', 'address', 'shared', 'user_id', 'client_id as by'])
        .where(({ eb, or, and }) =>
          or([eb('user_id', '=', viewer.userId), and([eb('shared', '=', true), mayOpen(viewer.role)])]),
        )
        .orderBy(sql`lower(name)`)
        .orderBy('saved_view.id')
        .execute()
    ).map(({ user_id: owner, by, ...view }) => {
      const isOwn = owner === viewer.userId
      return { ...view, by: isOwn ? null : by, canRemove: isOwn || accountants.includes(viewer.role) }
    }),
  })),

  answers(saveView, async ({ viewer, params: { viewId }, body: { name, address, shared = false } }) => {
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
    await db.kysely
      .deleteFrom('saved_view')
      .where('id', '=', viewId)
      .where(({ eb, or }) =>
        or([
          eb('user_id', '=', viewer.userId),
          ...(accountants.includes(viewer.role) ? [eb('shared', '=', true)] : []),
        ]),
      )
      .execute()
    return { success: true as const }
  }),
]
