// Lists backups and requests new ones; jobs make them.
import { createHash } from 'node:crypto'
import {
  backupIsLateAfterHours,
  backupProblems,
  getTimestampRequest,
  listBackups,
  makeBackup,
} from '@talaan/contract/backups.ts'
import { headsLine, timestampRequest } from '@talaan/ledger/proof/heads.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { RowOf } from '../../platform/db/tables.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { requestedBackup } from './jobs.ts'
import { archiveFolder, archivePlace, restorable } from './log-archive.ts'

const shown = 30

export const backups: Feature = ({ db, clock, env, jobsAreDue }) => [
  answers(listBackups, async () => {
    const rows = await db.kysely
      .selectFrom('backup')
      .leftJoin('users', 'users.id', 'backup.asked_by')
      .selectAll('backup')
      .select('users.client_id as by')
      .orderBy('backup.id', 'desc')
      .limit(shown)
      .execute()
    const newest = rows.find(({ file, unsound }) => file !== null && unsound === null)
    const since = newest === undefined ? 0 : instant(newest.begun_at ?? newest.asked_at)
    const place = archivePlace({ env })
    return {
      moments: place === undefined ? null : await momentsOf(db, archiveFolder(place)),
      safetyProblems: await safetyProblems(db),
      configured: env.backup !== null,
      encrypted: env.backup?.key != null,
      unsound: rows.find(({ file }) => file !== null)?.unsound != null,
      late: clock.now() - since > backupIsLateAfterHours * 3_600_000,
      backups: rows.map((row) => ({
        id: row.id.toString(),
        state: stateOf(row),
        night: row.night,
        by: row.by,
        at: timestamp(instant(row.asked_at)),
        endedAt: row.ended_at === null ? null : timestamp(instant(row.ended_at)),
        file: row.file,
        bytes: row.bytes === null ? null : Number(row.bytes),
        entries: row.entries === null ? null : row.entries.toString(),
        head: row.head,
        failure: row.failure,
        unsound: row.unsound,
        heads: headsOf(row),
      })),
    }
  }),

  answers(getTimestampRequest, async ({ params: { backupId } }) => {
    const row = await db.kysely.selectFrom('backup').selectAll().where('id', '=', BigInt(backupId)).executeTakeFirst()
    const line = row === undefined ? null : headsOf(row)
    if (row === undefined || line === null) throw new Refusal(backupProblems.noHeads)
    const request = timestampRequest(createHash('sha256').update(line).digest('hex'))
    return { bytes: request, type: 'application/timestamp-query', name: `${row.file}.tsq` }
  }),

  answers(makeBackup, async ({ viewer, address }) => {
    if (env.backup === null) throw new Refusal(backupProblems.notConfigured)
    await db.kysely.transaction().execute(async (trx) => {
      const now = clock.now()
      const backup = await trx
        .insertInto('backup')
        .values({ asked_by: viewer.userId, asked_at: timestamp(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (backup === undefined) throw new Refusal(backupProblems.underWay)
      const payload = { backupId: backup.id.toString() }
      await enqueue(trx, requestedBackup, { payload, requestedBy: viewer.userId, now })
      await audit(trx, clock, { viewer, address, action: makeBackup.name })
    })
    jobsAreDue()
    return { success: true as const }
  }),
]

/** Null for backups of earlier releases, which did not record the end of the audit trail. */
function headsOf({
  begun_at: at,
  entries,
  head,
  audit_position: events,
  audit_hash: eventsHead,
}: RowOf<'backup'>): string | null {
  if (at === null || entries === null || head === null || events === null || eventsHead === null) return null
  return headsLine({ at: timestamp(instant(at)), entries, head, events, eventsHead })
}

async function momentsOf({ kysely }: Database, archive: string) {
  // A folder that can't be read is shown as a safety problem.
  const range = await restorable(archive).catch(() => undefined)
  const test = await kysely.selectFrom('recovery_test').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return {
    since: range === undefined ? null : timestamp(range.since),
    until: range === undefined ? null : timestamp(range.until),
    test:
      test === undefined
        ? null
        : {
            at: timestamp(instant(test.tested_at)),
            moment: test.moment === null ? null : timestamp(instant(test.moment)),
            seconds: Number(test.milliseconds) / 1000,
            failure: test.failure,
          },
  }
}

async function safetyProblems({ kysely }: Database) {
  const rows = await kysely.selectFrom('safety_problem').selectAll().orderBy('name').execute()
  return rows.map(({ name, since, failure }) => ({
    name: name === 'mirror' ? ('mirror' as const) : ('log' as const),
    since: timestamp(instant(since)),
    failure,
  }))
}

const stateOf = (row: Pick<RowOf<'backup'>, 'begun_at' | 'file' | 'failure' | 'unsound'>) => {
  if (row.failure !== null) return 'failed' as const
  if (row.file !== null) return row.unsound === null ? ('proven' as const) : ('unsound' as const)
  return row.begun_at === null ? ('waiting' as const) : ('underWay' as const)
}
