-- Notifications say what has happened: a message that failed, a closed month, a return that is due. Each person has a copy, so that it is
-- read on every device once it is read on one, and settings for each kind. The same event is never noted twice for the same person.
create table notification (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  key text not null,
  title text not null,
  detail text not null,
  -- The record that it opens.
  document text,
  ref text not null,
  at timestamptz not null,
  -- Not in the portal, if its owner wants it by e-mail only.
  listed boolean not null,
  read_at timestamptz,
  -- It waits for the daily e-mail until that is queued.
  in_digest boolean not null,
  digested_at timestamptz,
  unique (user_id, kind, key)
);
create index notification_by_time on notification (user_id, at desc, id) where listed;
create index notification_unread on notification (user_id) where listed and read_at is null;
create index notification_waiting on notification (at) where in_digest and digested_at is null;

create table notification_setting (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  listed boolean not null,
  mail text not null check (mail in ('none', 'now', 'daily')),
  primary key (user_id, kind)
);

create table notification_address (
  user_id uuid primary key references users (id) on delete cascade,
  address text not null check (address <> '')
);
