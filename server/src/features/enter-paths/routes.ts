// Where Enter stops in each form, as each person set it.
import { formScreens } from '@talaan/contract/cards.ts'
import { getEnterPath, saveEnterPath, type EnterPath } from '@talaan/contract/enter-paths.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { timestamp } from '../../platform/clock.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'

export const enterPaths: Feature = ({ db, clock }) => [
  answers(getEnterPath, async ({ viewer, params: { form } }) => {
    const path = await db.kysely
      .selectFrom('enter_path')
      .select('fields')
      .where('user_id', '=', viewer.userId)
      .where('form', '=', form)
      .executeTakeFirst()
    return { fields: (path?.fields ?? {}) as EnterPath }
  }),

  answers(saveEnterPath, async ({ viewer, params: { form }, body: { fields } }) => {
    if (!formScreens.some(({ frame }) => frame === form)) throw new Refusal(common.notThere)
    const values = { fields: JSON.stringify(fields), saved_at: timestamp(clock.now()) }
    await db.kysely
      .insertInto('enter_path')
      .values({ user_id: viewer.userId, form, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'form']).doUpdateSet(values))
      .execute()
    return { success: true as const }
  }),
]
