-- The audit trail in a chain of its own: whoever changes, removes, moves or adds an act with rights that no guard stops is
-- found by verify. Acts are sealed shortly after they are committed and not by those who write them, so that no two who write
-- wait for each other; what was there before is sealed as it is found at the first start.

create table audit_seal (
  -- The place in the chain. An act that was committed after one with a higher number comes after it here.
  position bigint primary key check (position > 0),
  seq bigint not null unique references audit (seq),
  -- Of the act itself, and of that and the seal before it.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

-- Where the chain ends. Whoever seals holds it.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  last_position bigint not null check (last_position >= 0),
  last_hash text not null check (last_hash ~ '^[0-9a-f]{64}$')
);
insert into audit_head (last_position, last_hash) values (0, repeat('0', 64));

create trigger audit_seal_only_grows before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_seal_is_never_emptied before truncate on audit_seal for each statement execute function refuse_change();

create function audit_head_goes_forward() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.last_position <= old.last_position then
    raise exception 'the end of the audit chain only goes forward' using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger audit_head_goes_forward before update or delete on audit_head
  for each row execute function audit_head_goes_forward();
create trigger audit_head_is_never_emptied before truncate on audit_head for each statement execute function refuse_change();

-- How far the audit trail reached at a closing, which the seal of the month is over as well, and before a backup: with one of
-- these on paper or elsewhere, acts that were cut off at the end are missed. Months that were closed before have none.
alter table period
  add column audit_position bigint,
  add column audit_hash text check (audit_hash ~ '^[0-9a-f]{64}$'),
  add check ((audit_position is null) = (audit_hash is null));
alter table period_event
  add column audit_position bigint,
  add column audit_hash text check (audit_hash ~ '^[0-9a-f]{64}$'),
  add check ((audit_position is null) = (audit_hash is null));
alter table backup
  add column audit_position bigint,
  add column audit_hash text check (audit_hash ~ '^[0-9a-f]{64}$'),
  add check ((audit_position is null) = (audit_hash is null)),
  add check (audit_position is null or file is not null);
