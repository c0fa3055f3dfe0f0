-- A scanner puts several bills into one PDF, and a phone makes several pictures of one bill. Such files are split or merged: the files
-- that are made from them are files in Arrivals too, and those they were made from are set aside. Which files were made from which
-- stays, so that people find the original, and can undo it.
create table arrival_rearrangement (
  id uuid primary key,
  how text not null check (how in ('split', 'merge')),
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  undone_by uuid references users (id),
  undone_at timestamptz,
  check (num_nonnulls(undone_by, undone_at) in (0, 2))
);
create trigger arrival_rearrangement_stays before delete on arrival_rearrangement
  for each row execute function refuse_change();

create table arrival_rearranged (
  rearrangement_id uuid not null references arrival_rearrangement (id),
  arrival_id uuid not null references arrival (id),
  -- The file was there before, or made from those.
  is_source boolean not null,
  place int not null check (place > 0),
  primary key (rearrangement_id, arrival_id)
);
create index arrival_rearranged_by_arrival on arrival_rearranged (arrival_id);
create trigger arrival_rearranged_only_grows before update or delete on arrival_rearranged
  for each row execute function refuse_change();
