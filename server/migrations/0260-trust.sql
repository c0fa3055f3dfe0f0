-- The results of the checks of the page Trust: each night and on request, all checks of the books and of the system run, and
-- their results stay for the history. They are no part of the books: a later run has the same result again.
create table trust_run (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('night', 'requested')),
  requested_by uuid references users (id),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  version text not null,
  entries bigint not null check (entries >= 0),
  head text not null,
  events bigint not null check (events >= 0),
  events_head text not null,
  -- Backup, storage, jobs and months at the end of the run, as shown and printed.
  facts jsonb not null,
  check ((reason = 'requested') = (requested_by is not null))
);
create index trust_run_by_time on trust_run (ended_at);

create table trust_result (
  run_id bigint not null references trust_run (id),
  check_name text not null,
  position integer not null check (position > 0),
  -- 'unknown': the check could not be completed, or there is nothing to check.
  verdict text not null check (verdict in ('holds', 'unknown', 'broken')),
  problems text[] not null,
  milliseconds integer not null check (milliseconds >= 0),
  primary key (run_id, check_name),
  check ((verdict = 'holds') = (cardinality(problems) = 0))
);

create trigger trust_run_only_grows before update or delete on trust_run for each row execute function refuse_change();
create trigger trust_result_only_grows before update or delete on trust_result for each row execute function refuse_change();

-- The key that signs reports of the page Trust.
alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add check (purpose in ('id-token', 'custom-token', 'sales-export', 'trust-report'));
