-- Lines come with their entry or not at all, as before; but now "together" means the transaction that made the entry, and
-- not an entry beyond the ledger's head. So the head may move in the very statement that writes entry and lines, which
-- spares whoever holds the head a journey to the database.

create or replace function line_joins_newest_entry() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join entry on entry.no = added.entry_no where entry.xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'lines are posted together with their entry' using errcode = 'TA001';
  end if;
  return null;
end $$;

-- What is judged before the head is locked must still be so once it is. Facts that hold for every document change seldom;
-- a new version each time makes the comparison one row.
create table standing_facts (
  only_one boolean primary key default true check (only_one),
  version uuid not null
);
insert into standing_facts (version) values (gen_random_uuid());

create function standing_facts_changed() returns trigger language plpgsql as $$
begin
  update standing_facts set version = gen_random_uuid();
  return null;
end $$;
create trigger company_is_standing after insert or update or delete or truncate on company
  for each statement execute function standing_facts_changed();
create trigger account_is_standing after insert or update or delete or truncate on account
  for each statement execute function standing_facts_changed();
create trigger vat_rate_is_standing after insert or update or delete or truncate on vat_rate
  for each statement execute function standing_facts_changed();
create trigger withholding_code_is_standing after insert or update or delete or truncate on withholding_code
  for each statement execute function standing_facts_changed();
create trigger period_is_standing after insert or update or delete or truncate on period
  for each statement execute function standing_facts_changed();
