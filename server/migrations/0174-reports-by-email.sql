-- The owner wants the same reports every week or after every closing: a saved view is sent by e-mail. The schedule has a
-- copy of the view, and each run has the file that was sent, so that a message is the same at each attempt.
create table report_schedule (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  address text not null check (address ~ '^/financialreport([/?]|$)' and length(address) <= 500),
  format text not null check (format in ('xlsx', 'pdf')),
  every text not null check (every in ('week', 'close')),
  recipients text[] not null check (cardinality(recipients) between 1 and 10),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);

create table report_run (
  id uuid primary key,
  schedule_id uuid not null references report_schedule (id),
  -- The closed month, or the Monday of the week.
  period text not null,
  made_at timestamptz not null,
  file_name text,
  file_type text,
  content bytea,
  error text,
  unique (schedule_id, period),
  check ((error is null) = (content is not null)),
  check ((content is null) = (file_name is null) and (content is null) = (file_type is null))
);

alter table outbox add column report_run_id uuid references report_run (id);
create index outbox_of_report_run on outbox (report_run_id) where report_run_id is not null;
