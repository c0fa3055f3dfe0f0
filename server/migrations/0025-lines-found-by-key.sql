-- Whether lines joined an entry of an earlier transaction was asked by a join, and a server that has no figures about the
-- entries yet walks through all of them for it. Asked entry by entry it is one look into the key, at any size.

create or replace function line_joins_newest_entry() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct entry_no from added) as posted
    where (select xmin from entry where no = posted.entry_no) <> pg_current_xact_id()::xid
  ) then
    raise exception 'lines are posted together with their entry' using errcode = 'TA001';
  end if;
  return null;
end $$;
