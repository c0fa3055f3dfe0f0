-- Which backups were made, by the clock or because somebody asked, and whether each was restored to prove it. One that waits
-- is taken by one portal; of the nights each has one.

create table backup (
  id bigint generated always as identity primary key,
  -- The night it belongs to; null when somebody asked for it.
  night date unique,
  asked_by uuid references users (id),
  asked_at timestamptz not null,
  begun_at timestamptz,
  ended_at timestamptz,
  file text,
  bytes bigint check (bytes > 0),
  entries bigint check (entries >= 0),
  head text,
  failure text,
  check ((night is null) = (asked_by is not null)),
  check (ended_at is null or begun_at is not null),
  check ((file is null) = (bytes is null) and (file is null) = (entries is null) and (file is null) = (head is null)),
  check ((ended_at is null) = (file is null and failure is null)),
  check (file is null or failure is null)
);
create unique index backup_one_at_a_time on backup ((true)) where ended_at is null;
