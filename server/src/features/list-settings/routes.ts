// The columns that each person chose for a list, and whether the document is shown beside it.
import { getListSettings, saveListSetting } from '@talaan/contract/list-settings.ts'
import type { ListColumn } from '@talaan/contract/list-settings.ts'
import { timestamp } from '../../platform/clock.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'

export const listSettings: Feature = ({ db, clock }) => [
  answers(getListSettings, async ({ viewer }) => {
    const rows = await db.kysely
      .selectFrom('list_setting')
      .select(['list', 'columns', 'is_split as isSplit'])
      .where('user_id', '=', viewer.userId)
      .orderBy('list')
      .execute()
    return { lists: rows.map(({ columns, ...row }) => ({ ...row, columns: columns as ListColumn[] })) }
  }),

  answers(saveListSetting, async ({ viewer, params: { list }, body: { columns, isSplit } }) => {
    const values = { columns: JSON.stringify(columns), is_split: isSplit, saved_at: timestamp(clock.now()) }
    await db.kysely
      .insertInto('list_setting')
      .values({ user_id: viewer.userId, list, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet(values))
      .execute()
    return { success: true as const }
  }),
]
