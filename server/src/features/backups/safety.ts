// Problems that make the books less safe than configured, such as a failed disk. Their start and end are stored, shown on the page
// Backups and sent by e-mail.
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { notify } from '../../books/notify.ts'
import { writeToOperator } from './operator-mail.ts'

export type SafetyName = 'log' | 'mirror'

const subjects: Record<SafetyName, { fails: string; works: string }> = {
  log: { fails: "The log can't be copied to BACKUP_DIR", works: 'The log is being copied to BACKUP_DIR again' },
  mirror: { fails: 'The second disk (MIRROR_DIR) failed', works: 'The second disk (MIRROR_DIR) is working again' },
}

/** Writes only if the state has changed. */
export async function noteSafety(
  { db, clock, env, log }: AppContext,
  name: SafetyName,
  failure: string | null,
): Promise<void> {
  const before = await db.kysely
    .selectFrom('safety_problem')
    .select('failure')
    .where('name', '=', name)
    .executeTakeFirst()
  if ((before === undefined) === (failure === null)) return
  const now = clock.now()
  await db.kysely.transaction().execute(async (trx) => {
    if (failure === null) await trx.deleteFrom('safety_problem').where('name', '=', name).execute()
    else
      await trx
        .insertInto('safety_problem')
        .values({ name, since: timestamp(now), failure })
        .execute()
    await audit(trx, clock, {
      actorName: 'portal',
      action: failure === null ? 'backups.safe' : 'backups.unsafe',
      object: { type: 'safety', id: name },
      detail: failure === null ? {} : { failure },
    })
    if (failure !== null)
      await notify(
        trx,
        { clock, env },
        { kind: 'backupFailed', key: `${name} ${now}`, title: subjects[name].fails, detail: failure },
      )
    await writeToOperator(trx, env, {
      now,
      subject: failure === null ? subjects[name].works : subjects[name].fails,
      lines:
        failure === null
          ? [`${subjects[name].works}. You don't need to do anything.`]
          : [
              `${subjects[name].fails}:`,
              '',
              `  ${failure}`,
              '',
              'To see whether the problem still exists, open Company Settings, Backups.',
            ],
    })
  })
  if (failure === null) log.info(subjects[name].works)
  else log.error({ failure }, subjects[name].fails)
}
