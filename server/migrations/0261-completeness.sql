-- The signed completeness of a month: what was expected and tested, what was found, and how it was explained. Signing again after
-- a change adds a version; earlier ones stay.
create table completeness_proof (
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  version integer not null check (version > 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- As shown and printed, for the page of this version.
  procedures jsonb not null,
  signed_by uuid not null references users (id),
  signed_at timestamptz not null,
  primary key (month, version)
);
create trigger completeness_proof_only_grows before update or delete on completeness_proof
  for each row execute function refuse_change();
create trigger completeness_proof_is_never_emptied before truncate on completeness_proof
  for each statement execute function refuse_change();

insert into noted_table (name, key) values ('completeness_proof', '{month,version}');
create trigger note_insert after insert on completeness_proof referencing new table as added
  for each statement execute function note_rows();
create trigger note_update after update on completeness_proof referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on completeness_proof referencing old table as removed
  for each statement execute function note_rows();
