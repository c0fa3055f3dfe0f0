// The steps of the setup checklist that somebody marked as done.
import type { Transaction } from 'kysely'
import { markStepDone } from '@talaan/contract/first-steps.ts'
import type { FirstStep } from '@talaan/contract/first-steps.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'

export async function putStepDone(
  trx: Transaction<Tables>,
  { clock, viewer, step }: { clock: Clock; viewer: Viewer; step: FirstStep },
): Promise<void> {
  const added = await trx
    .insertInto('setup_step')
    .values({ step, done_by: viewer.clientId, done_at: timestamp(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) return
  await audit(trx, clock, { viewer, action: markStepDone.name, detail: { step } })
}
