// Work from before the job table, waiting, running, failed or done, becomes jobs.
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { migrate, migrationsFolder } from '../db/migrate.ts'

test('messages, books and backups of an earlier release become jobs with their state', async () => {
  await using db = await freshDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  await migrate(db, migrationsFolder, { until: '0044-audit-chain.sql' })
  const ana = crypto.randomUUID()
  const at = '2026-03-16T01:00:00Z'
  const later = '2026-03-16T02:00:00Z'
  await db.pool.query(`
    insert into users (id, client_id, role, password_hash, seat, created_at) values ('${ana}', 'ana', 'user', '', 1, '${at}');
    insert into outbox (id, topic, recipient, subject, body, message_id, created_at, run_at, attempts, locked_until, last_error, sent_at, failed_at)
    select gen_random_uuid(), 'test', 'ana@example.com', state, '', state, '${at}', '${at}', attempts, locked::timestamptz, error, sent::timestamptz, failed::timestamptz
    from (values
      ('waits', 2, null, '451 Later', null, null), ('in hand', 0, '${later}', null, null, null),
      ('sent', 1, null, null, '${later}', null), ('failed', 1, null, '550 No', null, '${later}')
    ) as was (state, attempts, locked, error, sent, failed);
    insert into book_job (id, kind, asked, state, done, total, started_by, started_at, touched_at, ended_at, problem)
    select gen_random_uuid(), 'pack', '{"from": "2026-01", "to": "2026-12"}', state, 3, 9, '${ana}', '${at}', '${at}', ended::timestamptz, problem
    from (values ('running', null, null), ('done', '${later}', null), ('failed', '${later}', 'Too large.')) as was (state, ended, problem);
    insert into book_file (id, job_id, position, name, type, bytes, sha256, kept_until)
    select gen_random_uuid(), id, 0, 'pack.zip', 'application/zip', 0, repeat('0', 64), '${later}' from book_job where state = 'done';
    insert into backup (asked_by, asked_at) values ('${ana}', '${at}')`)
  await migrate(db)

  const { rows: mails } = await db.pool.query(`
    select subject, state, attempts, last_error, run_at > '${at}' as later, ended_at is not null as ended
    from outbox join job using (id) order by subject`)
  expect(mails).toEqual([
    { subject: 'failed', state: 'failed', attempts: 1, last_error: '550 No', later: false, ended: true },
    // Another portal may still be running it.
    { subject: 'in hand', state: 'queued', attempts: 0, last_error: null, later: true, ended: false },
    { subject: 'sent', state: 'done', attempts: 1, last_error: null, later: false, ended: true },
    { subject: 'waits', state: 'queued', attempts: 2, last_error: '451 Later', later: false, ended: false },
  ])
  const { rows: books } = await db.pool.query(`
    select state, payload, done, total, last_error, (select count(*)::int from book_file where job_id = job.id) as files
    from job where name = 'looseleaf.make' order by state, last_error`)
  const payload = { kind: 'pack', asked: { from: '2026-01', to: '2026-12' } }
  const stopped = 'The portal was stopped while this was being made. Nothing was kept; start it again.'
  expect(books).toEqual([
    { state: 'done', payload, done: 3, total: 9, last_error: null, files: 1 },
    { state: 'failed', payload, done: 3, total: 9, last_error: stopped, files: 0 },
    { state: 'failed', payload, done: 3, total: 9, last_error: 'Too large.', files: 0 },
  ])
  const { rows: backups } = await db.pool.query(`
    select job.state, requested_by from job join backup on payload ->> 'backupId' = backup.id::text where name = 'backups.make'`)
  expect(backups).toEqual([{ state: 'queued', requested_by: ana }])
})
