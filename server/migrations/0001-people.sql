-- One company, the people who may sign in, and what ties a browser to a person. The database keeps the promises that
-- races could break: five seats, one live session per account, names unique without case.

create table company (
  only_one boolean primary key default true check (only_one),
  name text not null check (name <> ''),
  tin9 text check (tin9 ~ '^[0-9]{9}$'),
  branch_code text not null default '00000' check (branch_code ~ '^[0-9]{5}$'),
  address text not null default '',
  vat_registered boolean not null default true
);

create table users (
  id uuid primary key,
  client_id text not null check (client_id ~ '^[A-Za-z0-9._@-]{3,64}$'),
  role text not null check (role in ('admin', 'accountant', 'user')),
  password_hash text not null,
  -- A seat number is held while the account is active: a sixth active account has no number left.
  seat smallint unique check (seat between 1 and 5),
  first_login boolean not null default false,
  -- Sentences to tell the owner once, at the next visit.
  notices jsonb not null default '[]',
  created_at timestamptz not null,
  -- A tombstone keeps the name for the audit trail; the client id may be used again by a new account.
  deleted_at timestamptz,
  check (deleted_at is null or seat is null)
);
create unique index users_client_id_unique on users (lower(client_id)) where deleted_at is null;

create table session (
  id uuid primary key,
  user_id uuid not null references users (id),
  logout_handle_hash text not null unique,
  binding_hash text not null,
  created_at timestamptz not null,
  active_at timestamptz not null,
  pinged_at timestamptz not null,
  online boolean not null default true,
  closing_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  check ((ended_at is null) = (end_reason is null))
);
create unique index session_one_live_per_account on session (user_id) where ended_at is null;

-- A custom token is good for one exchange.
create table custom_token (
  id uuid primary key,
  session_id uuid not null references session (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table signing_key (
  id text primary key,
  purpose text not null check (purpose in ('id-token', 'custom-token')),
  private_jwk jsonb not null,
  created_at timestamptz not null
);

-- Counters of the limits; a bucket is what is limited and whom: 'login:account:ana'.
create table limiter (
  bucket text primary key,
  failures integer not null,
  window_start timestamptz not null,
  blocked_until timestamptz
);

create table bookmark (
  id uuid primary key,
  user_id uuid not null references users (id),
  card_id text not null,
  created_at timestamptz not null,
  unique (user_id, card_id)
);

create table inquiry (
  id uuid primary key,
  user_id uuid not null references users (id),
  fields jsonb not null,
  created_at timestamptz not null
);

-- Who did what, when, from where, allowed or refused. It only grows.
create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid references users (id),
  actor_name text not null,
  role text,
  session_id uuid,
  address text not null default '',
  action text not null,
  object_type text,
  object_id text,
  outcome text not null check (outcome in ('done', 'refused')),
  detail jsonb not null default '{}'
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows; record a correction instead', tg_table_name using errcode = 'TA001';
end $$;

create trigger audit_only_grows before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();
