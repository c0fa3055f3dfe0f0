-- Other programs call Talaan with a key instead of a session. A key belongs to an account and never may more than that account;
-- only a digest of its secret is stored.
create table api_key (
  id uuid primary key,
  name text not null check (name <> ''),
  owner uuid not null references users (id),
  -- The part of the key that may be shown.
  start text not null unique,
  secret_hash text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  networks text[] not null default '{}',
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- The last day on which it is valid.
  expires_on date not null,
  revoked_by uuid references users (id),
  revoked_at timestamptz,
  check ((revoked_by is null) = (revoked_at is null))
);
create unique index api_key_name on api_key (lower(name)) where revoked_at is null;

-- Documents that a key may record without a person, switched on by an accountant.
create table api_key_recording (
  key_id uuid not null references api_key (id),
  kind text not null,
  up_to bigint not null check (up_to > 0),
  allowed_by uuid not null references users (id),
  allowed_at timestamptz not null,
  primary key (key_id, kind)
);

insert into noted_table (name, key) values ('api_key', '{id}'), ('api_key_recording', '{key_id,kind}');
create trigger note_insert after insert on api_key referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on api_key referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on api_key referencing old table as removed for each statement execute function note_rows();
create trigger note_insert after insert on api_key_recording referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on api_key_recording referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on api_key_recording referencing old table as removed for each statement execute function note_rows();

-- Written at most once a minute, so it is not noted.
create table api_key_use (
  key_id uuid primary key references api_key (id),
  last_used_at timestamptz not null,
  last_used_from text not null
);

-- The body that came first under an idempotency key. What the call does is derived from the key, so that a repeated call finds it.
create table api_request (
  key_id uuid not null references api_key (id),
  idempotency_key text not null,
  digest text not null,
  at timestamptz not null,
  primary key (key_id, idempotency_key)
);

-- The key that prepared a draft, and the document recorded from it.
alter table draft add column prepared_by uuid references api_key (id);
