-- How much a person has stored today, so that one account cannot fill the disk. It counts what was written, also where it was
-- removed again: a row for each person, which begins anew each day in Manila.
create table stored_today (
  user_id uuid primary key references users (id) on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0)
);
