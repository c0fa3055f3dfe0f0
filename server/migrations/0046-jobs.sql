-- All background work is rows of one table: e-mail, reminders, the sealing of the audit trail, backups and loose-leaf books. A
-- job is written in the transaction that gives the reason for it, claimed by one portal for the time of a lease, and tried again
-- when it fails. The outbox keeps what a message says, and the table of backups what was made; when, how often and with
-- which error something was tried stands in the job.

create table job (
  id uuid primary key,
  -- Which handler runs it, and with what.
  name text not null check (name ~ '^[a-z]+\.[a-zA-Z]+$'),
  payload jsonb not null default '{}',
  -- One job of a name and key at a time; null for as many as there are reasons.
  key text,
  state text not null default 'queued' check (state in ('queued', 'running', 'cancelling', 'done', 'cancelled', 'failed')),
  run_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  -- The worker that runs it, and how long nobody else may.
  locked_by uuid,
  locked_until timestamptz,
  -- How far a long one is.
  done integer not null default 0 check (done >= 0),
  total integer check (total > 0),
  doing text not null default '',
  requested_by uuid references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((locked_by is null) = (locked_until is null)),
  check ((locked_by is not null) = (state in ('running', 'cancelling'))),
  check ((ended_at is not null) = (state in ('done', 'cancelled', 'failed'))),
  check (state <> 'failed' or last_error is not null)
);
create index job_due on job (name, run_at, id) where ended_at is null;
create index job_failed on job (ended_at) where state = 'failed';
create unique index job_once on job (name, key) where ended_at is null and key is not null;

-- ── Messages. What a portal had in hand when it stopped is left to it until its lease is over.

insert into job (id, name, state, run_at, attempts, last_error, created_at, ended_at)
select id, 'mail.send',
  case when sent_at is not null then 'done' when failed_at is not null then 'failed' else 'queued' end,
  greatest(run_at, case when sent_at is null and failed_at is null then locked_until end),
  attempts,
  case when failed_at is not null then coalesce(last_error, '') else last_error end,
  created_at, coalesce(sent_at, failed_at)
from outbox;

drop index outbox_due;
alter table outbox
  add foreign key (id) references job (id),
  drop column run_at,
  drop column attempts,
  drop column locked_until,
  drop column last_error,
  drop column sent_at,
  drop column failed_at;

-- ── Loose-leaf books. One that was running stopped with its portal.

insert into job (id, name, payload, key, state, run_at, last_error, done, total, doing, requested_by, created_at, ended_at)
select id, 'looseleaf.make', jsonb_build_object('kind', kind, 'asked', asked), 'one',
  case when state in ('running', 'cancelling') then 'failed' else state end,
  started_at,
  case when state in ('running', 'cancelling')
    then 'The portal was stopped while this was being made. Nothing was kept; start it again.' else problem end,
  done, total, doing, started_by, started_at, coalesce(ended_at, touched_at)
from book_job;

alter table book_file drop constraint book_file_job_id_fkey, add foreign key (job_id) references job (id);
alter table bound_book drop constraint bound_book_job_id_fkey, add foreign key (job_id) references job (id);
drop table book_job;

-- ── Backups. One that was asked for is made by a job; that of the night has a job of its own.

update backup set ended_at = now(), failure = 'The portal ended while it made this backup.'
where begun_at is not null and ended_at is null;
insert into job (id, name, payload, run_at, requested_by, created_at)
select gen_random_uuid(), 'backups.make', jsonb_build_object('backupId', id::text), asked_at, asked_by, asked_at
from backup where begun_at is null and ended_at is null and night is null;
