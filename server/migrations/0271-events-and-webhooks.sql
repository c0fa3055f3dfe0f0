-- Other programs learn what happened: from a list of events that they read, or from messages to their own addresses (webhooks). An
-- event is written in the transaction of what it tells, by triggers that run at its commit: none is lost, and none is of something
-- that was rolled back. All deliveries are jobs, written with the event.
create table event (
  seq bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  type text not null,
  at timestamptz not null,
  -- The type of the document or form, the record, and how people know it.
  kind text,
  object_id text not null,
  label text
);
create trigger event_only_grows before update or delete on event for each row execute function refuse_change();

create table webhook (
  id uuid primary key,
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- Paused by a person, or by the receiver with the status 410.
  paused_at timestamptz,
  pause_reason text not null default '',
  removed_at timestamptz
);
insert into noted_table (name, key) values ('webhook', '{id}');
create trigger note_insert after insert on webhook referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on webhook referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on webhook referencing old table as removed for each statement execute function note_rows();

-- Not in the audit trail, because they sign. While the receiver changes to a new secret, both sign.
create table webhook_secret (
  id uuid primary key,
  webhook_id uuid not null references webhook (id),
  secret text not null,
  created_at timestamptz not null,
  ends_at timestamptz
);
create index webhook_secret_of on webhook_secret (webhook_id);

create table webhook_delivery (
  id uuid primary key,
  event_seq bigint not null references event (seq),
  webhook_id uuid not null references webhook (id),
  created_at timestamptz not null,
  delivered_at timestamptz,
  unique (event_seq, webhook_id)
);
create index job_of_webhook on job (key) where name = 'webhooks.deliver';
create index webhook_delivery_of on webhook_delivery (webhook_id, event_seq);

create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_delivery (id),
  at timestamptz not null,
  status integer,
  took_ms integer not null,
  error text not null default '',
  -- The beginning of the answer.
  answer text not null default ''
);
create index webhook_attempt_of on webhook_attempt (delivery_id, id);

-- The addresses from which each key was used, so that a new one is an event.
create table api_key_address (
  key_id uuid not null references api_key (id),
  address text not null,
  at timestamptz not null,
  primary key (key_id, address)
);

-- The lock is held to the end of the commit, so events become visible in the order of their numbers: a reader that asks for those
-- after a number misses none.
create function write_event(of_type text, of_at timestamptz, of_kind text, of_id text, of_label text) returns void
language plpgsql as $$
declare
  number bigint;
  delivery uuid;
  receiver record;
begin
  perform pg_advisory_xact_lock(hashtext('events'));
  insert into event (type, at, kind, object_id, label) values (of_type, of_at, of_kind, of_id, of_label) returning seq into number;
  for receiver in select id, paused_at from webhook where of_type = any (types) and removed_at is null order by id loop
    delivery := gen_random_uuid();
    insert into webhook_delivery (id, event_seq, webhook_id, created_at) values (delivery, number, receiver.id, of_at);
    -- A paused webhook gets its messages when it is resumed.
    if receiver.paused_at is null then
      insert into job (id, name, payload, key, run_at, created_at)
      values (gen_random_uuid(), 'webhooks.deliver', jsonb_build_object('deliveryId', delivery), delivery::text, of_at, of_at);
    end if;
  end loop;
end $$;

create function document_event() returns trigger language plpgsql as $$
begin
  perform write_event('document.recorded', new.recorded_at, new.kind, new.id::text, new.number);
  if new.kind = 'collection' then
    perform write_event('payment.received', new.recorded_at, new.kind, new.id::text, new.number);
  end if;
  return null;
end $$;
create constraint trigger document_event after insert on document deferrable initially deferred
  for each row execute function document_event();

create function void_event() returns trigger language plpgsql as $$
declare
  voided record;
begin
  select kind, number into voided from document where id = new.document_id;
  perform write_event('document.voided', new.voided_at, voided.kind, new.document_id::text, voided.number);
  return null;
end $$;
create constraint trigger void_event after insert on document_void deferrable initially deferred
  for each row execute function void_event();

-- A draft of an outside form is announced when the form says that it is ready.
create function draft_event() returns trigger language plpgsql as $$
begin
  if new.prepared_by is not null and not exists (select from launch where draft_id = new.id and exchanged_at is not null) then
    perform write_event('draft.waiting', new.saved_at, new.kind, new.id::text, null);
  end if;
  return null;
end $$;
create constraint trigger draft_event after insert on draft deferrable initially deferred
  for each row execute function draft_event();

create function launch_event() returns trigger language plpgsql as $$
declare
  waiting record;
begin
  select kind into waiting from draft where id = new.draft_id;
  if found then
    perform write_event('draft.waiting', new.ended_at, waiting.kind, new.draft_id::text, null);
  end if;
  return null;
end $$;
create constraint trigger launch_event after update on launch deferrable initially deferred
  for each row when (new.outcome = 'prepared' and old.outcome is null) execute function launch_event();

create function month_event() returns trigger language plpgsql as $$
begin
  perform write_event('month.' || new.act, new.acted_at, null, new.month, new.month);
  return null;
end $$;
create constraint trigger month_event after insert on period_event deferrable initially deferred
  for each row execute function month_event();

create function filing_event() returns trigger language plpgsql as $$
begin
  perform write_event('return.filed', new.filed_at, new.form, new.id::text, new.form || ' ' || new.period);
  return null;
end $$;
create constraint trigger filing_event after insert on filing deferrable initially deferred
  for each row execute function filing_event();

create function due_event() returns trigger language plpgsql as $$
begin
  perform write_event('return.due', new.sent_at, new.form, new.form || ' ' || new.period, new.form || ' ' || new.period);
  return null;
end $$;
create constraint trigger due_event after insert on filing_reminder deferrable initially deferred
  for each row execute function due_event();

create function statement_event() returns trigger language plpgsql as $$
begin
  perform write_event('bankStatement.uploaded', new.uploaded_at, null, new.id::text, new.account || ' ' || new.to_day);
  return null;
end $$;
create constraint trigger statement_event after insert on bank_statement deferrable initially deferred
  for each row execute function statement_event();

create function backup_event() returns trigger language plpgsql as $$
begin
  perform write_event('backup.failed', new.ended_at, null, new.id::text, null);
  return null;
end $$;
create constraint trigger backup_event after update on backup deferrable initially deferred
  for each row when (new.failure is not null and old.failure is null and new.ended_at is not null) execute function backup_event();

create function address_event() returns trigger language plpgsql as $$
begin
  -- The first address of a key is no news.
  if (select count(*) > 1 from api_key_address where key_id = new.key_id) then
    perform write_event('apiKey.newAddress', new.at, null, new.key_id::text, (select name from api_key where id = new.key_id));
  end if;
  return null;
end $$;
create constraint trigger address_event after insert on api_key_address deferrable initially deferred
  for each row execute function address_event();
