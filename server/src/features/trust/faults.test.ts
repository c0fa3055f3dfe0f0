// Faults planted in a real database, one at a time: exactly the checks named for each turn red on the page, and after the fault is
// undone everything is green again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { viewerOf } from '../../../test/race.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'
import { headsOf } from '../../books/verify/heads.ts'
import { makeDemo } from '../../cli/demo/demo.ts'
import { audit } from '../../platform/audit/audit.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { inBooks } from '../../books/recording/record.ts'
import { close } from '../closing/months.ts'
import { trustView } from './read.ts'
import { checksOf, factsOf, resultIn, storeRun } from './run.ts'
import type { Result } from './run.ts'

let here: Portal
const folder = mkdtempSync(join(tmpdir(), 'trust-'))

beforeAll(async () => {
  here = await openPortal({
    env: { BACKUP_DIR: folder },
    atRandom: true,
    books: ({ db, env, passwordCost }) => makeDemo({ db, env, passwordCost, today: '2026-03-14', months: 2 }),
  })
  await here.signIn('ben')
  const who = { viewer: await viewerOf(here, 'ben'), address: '' }
  await inBooks(here.db.kysely, (trx) =>
    close(trx, here.clock, { ...who, month: '2026-02', findingsOf: () => Promise.resolve([]) }),
  )
  await sealAuditEvents(here.db.kysely)
  await noteBackup()
  await here.db.pool.query(`insert into recovery_test (tested_at, moment, milliseconds) values ($1, $1, 1500)`, [
    new Date(here.clock.now()),
  ])
  await sealAuditEvents(here.db.kysely)
})
afterAll(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

async function noteBackup(): Promise<void> {
  const { db, clock } = here
  const at = timestamp(clock.now())
  const { entries, head, events, eventsHead } = await headsOf(db.kysely, at)
  const made = { file: 'talaan-2026-03-16.gz', bytes: 1000n, entries, head }
  await db.kysely.transaction().execute(async (trx) => {
    const backup = {
      ...made,
      night: '2026-03-16',
      asked_at: at,
      begun_at: at,
      ended_at: timestamp(clock.now() + 12_000),
      audit_position: events,
      audit_hash: eventsHead,
    }
    const { id } = await trx.insertInto('backup').values(backup).returning('id').executeTakeFirstOrThrow()
    await audit(trx, clock, {
      actorName: 'portal',
      action: 'backups.made',
      object: { type: 'backup', id: id.toString() },
      detail: { file: made.file, bytes: 1000, entries: `${entries}`, head, acts: `${events}`, actsHead: eventsHead },
    })
  })
}

type Seen = { state: string; notGreen: string[] }

/** All checks run in this transaction, and the page reads their results in it. */
async function seenIn(trx: Transaction<Tables>): Promise<Seen> {
  const context = { ...here.context, db: { ...here.db, kysely: trx } }
  const startedAt = here.clock.now()
  const results: Result[] = []
  for (const check of checksOf(context)) results.push(await resultIn(trx, check))
  await storeRun(trx, { context, requestedBy: null, startedAt, results, facts: await factsOf(context) })
  const { state, checks } = await trustView(context)
  return { state, notGreen: checks.filter(({ verdict }) => verdict !== 'holds').map(({ name }) => name) }
}

/** What the page shows after a change by someone with full access to the database, which is then undone. */
async function seenAfter(change: string): Promise<Seen> {
  let seen: Seen | undefined
  const undo = new Error('undone')
  await here.db.kysely
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql.raw(change).execute(trx)
      await sql`set local session_replication_role = origin`.execute(trx)
      seen = await seenIn(trx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (seen === undefined) throw new Error('The checks did not run.')
  return seen
}

type Fault = { fault: string; change: string; red: string[] }
const faults: Fault[] = [
  {
    fault: 'the memo of an entry was changed',
    change: `update entry set memo = memo || '.' where no = 5`,
    red: ['the hash chain matches the stored entries'],
  },
  {
    fault: 'an amount was changed',
    change: `update line set debit = debit + 100 where entry_no = 5 and position = (select min(position) from line where entry_no = 5 and debit > 0)`,
    red: [
      'every entry has two lines or more and balances',
      'total debits equal total credits',
      'stored monthly totals equal the journal lines',
      'stored daily totals equal the journal lines',
      'control accounts reconcile to their open items',
      'movements of open items equal those of their documents',
      'the hash chain matches the stored entries',
    ],
  },
  {
    fault: 'a line was moved to another day',
    change: `update line set day = day + 1 where entry_no = 5 and position = 1`,
    red: [
      'every line has the date of its entry',
      'stored daily totals equal the journal lines',
      'movements of open items equal those of their documents',
    ],
  },
  {
    fault: 'the newest entry was deleted',
    change: `delete from line where entry_no = (select max(no) from entry); delete from entry where no = (select max(no) from entry)`,
    red: [
      'stored monthly totals equal the journal lines',
      'stored daily totals equal the journal lines',
      'a document has its entry, and a void its reversal',
      'each document agrees with its number, its receipt and its entry',
      'control accounts reconcile to their open items',
      'movements of open items equal those of their documents',
      'every reference points to an existing row',
      'the hash chain matches the stored entries',
      'recorded and voided documents match the audit trail',
      'entries match what backups recorded',
    ],
  },
  {
    fault: 'a sum of a month was changed',
    change: `update account_month set debit = debit + 1 where account = (select min(account) from account_month)`,
    red: ['stored monthly totals equal the journal lines'],
  },
  {
    fault: 'a sum of a day was changed',
    change: `update account_day set credit = credit + 1 where account = (select min(account) from account_day)`,
    red: ['stored daily totals equal the journal lines'],
  },
  {
    fault: 'an open item was changed',
    change: `update open_item set amount = amount + 1 where id = (select min(id) from open_item)`,
    red: [
      'control accounts reconcile to their open items',
      'the open amount of each item equals its movements',
      'movements of open items equal those of their documents',
    ],
  },
  {
    fault: 'the due date of an open item was changed',
    change: `update open_item set day = day + 40 where id = (select min(id) from open_item)`,
    red: ['movements of open items equal those of their documents'],
  },
  {
    fault: 'a number was taken from a series',
    change: `update number_series set last = last + 1 where series = (select min(series) from number_series)`,
    red: ['each number series runs from 1 without a gap'],
  },
  {
    fault: 'a file was replaced',
    change: `update attachment_content set content = set_byte(content, 5, get_byte(content, 5) # 1) where sha256 = (select min(sha256) from attachment_content)`,
    red: ['attachments are unchanged'],
  },
  {
    fault: 'a file is missing',
    change: `delete from attachment_content where sha256 = (select min(sha256) from attachment where document_id is not null)`,
    red: ['every reference points to an existing row', 'attachments are unchanged'],
  },
  {
    fault: 'the seal of a month was changed',
    change: `update period set seal = repeat('0', 64)`,
    red: [
      'the seals of closed months match their entries',
      'accounts, settings, registers and bank records match the audit trail',
    ],
  },
  {
    fault: 'a closed month was opened',
    change: `delete from period where month = (select max(month) from period)`,
    red: [
      'the seals of closed months match their entries',
      'accounts, settings, registers and bank records match the audit trail',
    ],
  },
  {
    fault: 'a role was changed without an event',
    change: `update users set role = 'accountant' where client_id = 'ana'`,
    red: ['accounts, settings, registers and bank records match the audit trail'],
  },
  {
    fault: 'a TIN was changed without an event',
    change: `update party set tin9 = '999999999' where id = (select id from party where tin9 is not null order by id limit 1)`,
    red: ['accounts, settings, registers and bank records match the audit trail'],
  },
  {
    fault: 'an audit event was changed',
    change: `update audit set address = '10.9.9.9' where seq = (select min(seq) from audit)`,
    red: ['the audit trail matches its seals'],
  },
  {
    fault: 'an audit event was deleted',
    change: `delete from audit where seq = (select seq from audit where action = 'session.logIn' order by seq limit 1)`,
    red: ['every reference points to an existing row', 'the audit trail matches its seals'],
  },
  {
    fault: 'an entry has the time of next year',
    change: `update entry set posted_at = posted_at + interval '1 year' where no = (select max(no) from entry)`,
    red: [
      'each document agrees with its number, its receipt and its entry',
      'the hash chain matches the stored entries',
      'the times of entries and events are in order',
    ],
  },
  {
    fault: 'a deactivated account stayed logged in',
    change: `update session set user_id = (select id from users where client_id = 'dino'), ended_at = null, end_reason = null where id = (select id from session limit 1)`,
    red: ['inactive user accounts are not logged in'],
  },
  {
    fault: 'a document looks approved, but its approver did not record it',
    change: `with sent as (
        insert into approval_request (id, draft_id, kind, title, day, total, digest, sent_by, sent_at)
        select gen_random_uuid(), draft_id, kind, number, day, total, digest, recorded_by, recorded_at
        from document order by number limit 1 returning *
      )
      insert into approval_decision (request_id, act, document_id, by_user, at)
      select sent.id, 'approved', document.id, sent.sent_by, sent.sent_at from sent join document using (draft_id)`,
    red: [
      'approved documents match their approvals',
      'accounts, settings, registers and bank records match the audit trail',
    ],
  },
  {
    fault: 'a message was removed from the queue',
    change: `delete from job where id in (select id from outbox where document_id is not null); delete from outbox where document_id is not null`,
    red: ['every requested receipt is queued or sent'],
  },
  {
    fault: 'the newest backup is two days old',
    change: `update backup set begun_at = begun_at - interval '2 days', asked_at = asked_at - interval '2 days'`,
    red: [
      'accounts, settings, registers and bank records match the audit trail',
      'a backup of the last 26 hours was restored and verified',
    ],
  },
  {
    fault: 'a backup recorded another head',
    change: `update backup set head = repeat('1', 64)`,
    red: [
      'records match the audit trail',
      'accounts, settings, registers and bank records match the audit trail',
      'entries match what backups recorded',
    ],
  },
  {
    fault: 'the books in the newest backup have errors',
    change: `update backup set unsound = 'Entry 5 is out of balance.'`,
    red: [
      'accounts, settings, registers and bank records match the audit trail',
      'a backup of the last 26 hours was restored and verified',
      'no backup contains books with errors',
    ],
  },
  {
    fault: 'there is no backup',
    change: `delete from backup`,
    red: [
      'records match the audit trail',
      'accounts, settings, registers and bank records match the audit trail',
      'a backup of the last 26 hours was restored and verified',
      'no backup contains books with errors',
    ],
  },
  {
    fault: 'a job failed',
    change: `insert into job (id, name, payload, run_at, state, attempts, last_error, ended_at, created_at) values (gen_random_uuid(), 'looseleaf.make', '{}', '2026-03-16T00:00:00Z', 'failed', 3, 'x', '2026-03-16T00:30:00Z', '2026-03-16T00:00:00Z')`,
    red: ['no background job has failed'],
  },
  {
    fault: 'nobody starts the jobs',
    change: `insert into job (id, name, payload, run_at, created_at) values (gen_random_uuid(), 'looseleaf.make', '{}', '2026-03-16T00:00:00Z', '2026-03-16T00:00:00Z')`,
    red: ['background jobs are started in time'],
  },
  {
    fault: 'sealing has stopped',
    change: `insert into audit (at, actor_name, action, outcome) values ('2026-03-16T00:00:00Z', 'portal', 'backups.make', 'done')`,
    red: ['audit events are sealed within 5 minutes'],
  },
  {
    fault: 'a protection of posted rows was switched off',
    change: `alter table line disable trigger user`,
    red: ['the triggers that protect posted rows are on'],
  },
  {
    fault: 'a migration is missing',
    change: `delete from schema_migration where name = (select max(name) from schema_migration)`,
    red: ['the database has the schema of this release'],
  },
  {
    fault: 'a migration was changed',
    change: `update schema_migration set sha256 = 'x' where name = (select min(name) from schema_migration)`,
    red: ['the database has the schema of this release'],
  },
  {
    fault: 'the customer of a document was renamed',
    change: `update document set party_name = party_name || '.' where party_name is not null and number = (select min(number) from document where party_name is not null)`,
    red: [
      'each document agrees with its number, its receipt and its entry',
      'the hash chain matches the stored entries',
    ],
  },
  {
    fault: 'a cheque points nowhere',
    change: `update cheque set document_id = gen_random_uuid() where no = (select min(no) from cheque)`,
    red: ['every reference points to an existing row', 'the hash chain matches the stored entries'],
  },
  {
    fault: 'the event of an entry was deleted',
    change: `delete from audit where seq = (select max(seq) from audit where action = 'documents.record')`,
    red: [
      'every entry has its audit event',
      'every reference points to an existing row',
      'the audit trail matches its seals',
    ],
  },
  {
    fault: 'nobody is an administrator any more',
    change: `update users set seat = null where role = 'admin'`,
    red: [
      'at least one administrator is active, and at most five accounts',
      'accounts, settings, registers and bank records match the audit trail',
    ],
  },
  {
    fault: 'a payment was moved to another customer',
    change: `update open_item set party_id = (select id from party where id <> open_item.party_id limit 1)
      where id = (select max(id) from open_item where document_id <> settles and party_id is not null)`,
    red: ['movements of open items belong to the party of the item'],
  },
  {
    fault: 'the number of a cheque was changed',
    change: `update cheque set no = repeat('9', length(no)) where no = (select min(no) from cheque)`,
    red: ['an issued cheque has its document and its leaf', 'the hash chain matches the stored entries'],
  },
  {
    fault: 'a cheque book was entered a second time',
    change: `insert into cheque_book (id, account, first_no, last_no, digits, received_on, registered_by, registered_at)
      select gen_random_uuid(), account, first_no, last_no, digits, received_on, registered_by, registered_at from cheque_book limit 1`,
    red: [
      'every leaf belongs to one cheque book, and a void cheque cannot be used again',
      'accounts, settings, registers and bank records match the audit trail',
    ],
  },
  {
    fault: 'more petty cash was paid out than the fund held',
    change: `update account_day set credit = credit + 100000000 where account = '1020'`,
    red: ['stored daily totals equal the journal lines', 'no petty cash fund falls below zero'],
  },
  {
    fault: 'the terms of a document were changed',
    change: `update document_detail set terms = terms || '.' where document_id = (select document_id from document_detail order by document_id limit 1)`,
    red: ['the links and details of each document match the data entered'],
  },
  {
    fault: 'a document was numbered again',
    change: `update document set serial = serial + 1000 where number = (select min(number) from document where series = 'SI')`,
    red: [
      'each number series runs from 1 without a gap',
      'document numbers follow the order of the entries',
      'each document agrees with its number, its receipt and its entry',
      'the hash chain matches the stored entries',
    ],
  },
]
test.each(faults)('the page turns red if $fault', async ({ change, red }) => {
  expect(await seenAfter(change)).toEqual({ state: 'broken', notGreen: red })
})

test('each fault is undone, so that sound books are green', async () => {
  expect(await seenAfter('select 1')).toEqual({ state: 'sound', notGreen: [] })
})

/** Checks that need what these books don't have: matches, bound books, filed returns, certificates or another disk. */
const foundElsewhere = [
  'both sides of a bank match have the same total, and only active matches contain lines',
  'a signed-off month has no unmatched bank lines',
  'customer and supplier details match their change history',
  'merged customers and suppliers match their merges',
  'bound books are unchanged',
  'filed returns are unchanged',
  'issued certificates are unchanged',
  'the disk has room',
]

test('twenty and more faults turn the page red, and each check by one of them, except those that need other books', () => {
  expect(new Set(faults.map(({ change }) => change)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(20)
  const red = new Set(faults.flatMap((one) => one.red))
  const never = checksOf(here.context)
    .map(({ name }) => name)
    .filter((name) => !red.has(name))
  expect(never).toEqual(foundElsewhere)
})
