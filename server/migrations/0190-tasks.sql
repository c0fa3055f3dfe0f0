-- Tasks follow from the state of the books and are never stored. People add two things: that they postpone a task, which holds
-- only while the task is as it was, and that they are working on it, which the others see.
create table task_snooze (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  until date not null,
  -- The task at that moment: with another count, amount or oldest date it shows again.
  count integer not null check (count > 0),
  amount bigint,
  oldest date,
  snoozed_at timestamptz not null,
  primary key (user_id, kind)
);

create table task_claim (
  kind text primary key,
  user_id uuid not null references users (id) on delete cascade,
  claimed_at timestamptz not null
);
create index task_claim_by_user on task_claim (user_id);

-- Cheques that the bank pays in these days, and those that it did not pay for a month, are found by their date.
create index cheque_by_day on cheque (day);
