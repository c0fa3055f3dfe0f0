// Compares the chains with their ends as backups recorded them, or as a saved line has them. Both chains only grow.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import type { Heads } from '@talaan/ledger/proof/heads.ts'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import { auditHead } from '../../platform/audit/sealing.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { counted } from './counted.ts'

type Db = Kysely<Tables>

export async function headsOf(db: Db, at: string): Promise<Heads> {
  const { last_entry: entries, last_hash: head } = await db
    .selectFrom('ledger_head')
    .selectAll()
    .executeTakeFirstOrThrow()
  const { position, hash } = await auditHead(db)
  return { at, entries, head, events: position, eventsHead: hash }
}

/** Entries must be the same as when a backup recorded them. The check of the audit trail covers what backups recorded of it. */
export async function backupHeadProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ file: string; entries: bigint; last: bigint }>`
    select file, backup.entries, last_entry as last
    from backup cross join ledger_head left join entry on entry.no = backup.entries
    where file is not null and coalesce(entry.hash, case backup.entries when 0 then ${noHash} end) is distinct from backup.head
    order by backup.id limit 20`.execute(db)
  return rows.map(({ file, entries, last }) => entrySentence(`The backup ${file}`, entries, last))
}

/** Differences from a saved line. */
export async function headsProblems(db: Db, noted: Heads): Promise<string[]> {
  const { rows } = await sql<{ hash: string | null; last: bigint; event: string | null; lastEvent: bigint }>`
    select entry.hash, last_entry as last, audit_seal.hash as event, last_position as "lastEvent"
    from ledger_head cross join audit_head
    left join entry on entry.no = ${noted.entries} left join audit_seal on position = ${noted.events}`.execute(db)
  const [{ hash, last, event, lastEvent }] = rows as [(typeof rows)[number]]
  const what = `The line of ${formatDay(dayInManila(Date.parse(noted.at)))}`
  const problems: string[] = []
  if ((noted.entries === 0n ? noHash : hash) !== noted.head) problems.push(entrySentence(what, noted.entries, last))
  if ((noted.events === 0n ? noHash : event) !== noted.eventsHead)
    problems.push(
      lastEvent < noted.events
        ? `${what} recorded ${counted(noted.events, 'sealed event', 'sealed events')}, but the audit trail has ${lastEvent}. Its end was cut off.`
        : `${what} recorded a different seal ${noted.events} of the audit trail.`,
    )
  return problems
}

const entrySentence = (what: string, entries: bigint, last: bigint): string =>
  last < entries
    ? `${what} recorded ${counted(entries, 'entry', 'entries')}, but the books have ${last}. The newest entries were removed.`
    : `${what} recorded a different hash of entry ${entries}.`
