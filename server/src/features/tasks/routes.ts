// The tasks of a person: the list, the rows of one, and what people add to a task.
import type { Kysely } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { claimTask, listTasks, snoozeTask, taskProblems, taskWords, viewTask } from '@talaan/contract/tasks.ts'
import type { TaskKind } from '@talaan/contract/tasks.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { claimsSince, rowsOf, taskOf, tasksOf } from './list.ts'

export const tasks: Feature = ({ db: { kysely: db }, clock }) => {
  const asking = ({ userId, role }: Viewer) => ({ userId, role, today: today(clock), now: clock.now() })
  return [
    answers(listTasks, async ({ viewer }) => ({
      today: today(clock),
      tasks: await tasksOf(db, asking(viewer), clock.now()),
    })),

    answers(viewTask, async ({ viewer, params: { kind } }) => {
      assertVisible(kind, viewer)
      // Calculated beforehand, because within the transaction it would occupy the embedded database.
      if (kind === 'returns') await rowsOf(db, asking(viewer), kind)
      // One moment for both, so that the count is that of the rows.
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => ({
          today: today(clock),
          task: (await taskOf(trx, asking(viewer), kind)) ?? null,
          rows: await rowsOf(trx, asking(viewer), kind),
        }))
    }),

    answers(snoozeTask, async ({ viewer, params: { kind }, body: { until } }) => {
      assertVisible(kind, viewer)
      const mine = { user_id: viewer.userId, kind }
      if (until === null) {
        await db.deleteFrom('task_snooze').where('user_id', '=', mine.user_id).where('kind', '=', kind).execute()
        return { success: true as const }
      }
      if (until <= today(clock)) {
        const { sentence: message } = taskProblems.dayPassed
        throw new Refusal(taskProblems.dayPassed, [{ path: ['until'], message }])
      }
      const task = await taskOf(db, asking(viewer), kind)
      if (task === undefined) throw new Refusal(taskProblems.gone)
      const { count, amount, oldest } = task
      const row = { until, count, amount, oldest, snoozed_at: timestamp(clock.now()) }
      await db
        .insertInto('task_snooze')
        .values({ ...mine, ...row })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
        .execute()
      return { success: true as const }
    }),

    answers(claimTask, async ({ viewer, address, params: { kind }, body: { mine } }) => {
      assertVisible(kind, viewer)
      if (taskWords[kind].isOwn) throw new Refusal(taskProblems.notYours)
      if (mine && (await taskOf(db, asking(viewer), kind)) === undefined) throw new Refusal(taskProblems.gone)
      await db.transaction().execute(async (trx) => {
        await (mine ? take(trx, { kind, viewer, now: clock.now() }) : release(trx, { kind, viewer }))
        const object = { type: 'task', id: kind }
        await audit(trx, clock, { viewer, address, action: claimTask.name, object, detail: { mine } })
      })
      return { success: true as const }
    }),
  ]
}

function assertVisible(kind: TaskKind, { role }: Viewer): void {
  if (!taskWords[kind].roles.includes(role)) throw new Refusal(taskProblems.notYours)
}

/** A claim that has ended can be taken by anyone. */
async function take(
  trx: Kysely<Tables>,
  { kind, viewer, now }: { kind: TaskKind; viewer: Viewer; now: number },
): Promise<void> {
  const row = { user_id: viewer.userId, claimed_at: timestamp(now) }
  const before = await trx
    .insertInto('task_claim')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .returning('kind')
    .executeTakeFirst()
  if (before !== undefined) return
  const held = await trx
    .selectFrom('task_claim')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'claimed_at', 'users.seat'])
    .where('kind', '=', kind)
    .forUpdate('task_claim')
    .executeTakeFirst()
  const isHeld =
    held !== undefined &&
    held.seat !== null &&
    held.user_id !== viewer.userId &&
    instant(held.claimed_at) > instant(claimsSince(now))
  if (isHeld) throw new Refusal(taskProblems.taken)
  await trx.updateTable('task_claim').set(row).where('kind', '=', kind).execute()
}

/** Only one's own claim; to release it twice changes nothing. */
const release = (trx: Kysely<Tables>, { kind, viewer }: { kind: TaskKind; viewer: Viewer }) =>
  trx.deleteFrom('task_claim').where('kind', '=', kind).where('user_id', '=', viewer.userId).execute()
