-- A customer or supplier that was registered twice is merged into one registration, and the merge can be undone. The journal and
-- its documents keep the party that they were recorded with; lists and reports go by the registration that stays.
create table party_merge (
  id uuid primary key,
  party_id uuid not null references party (id),
  -- 1 for the first of a party.
  nth int not null check (nth > 0),
  -- The registration that stays; null for an undo.
  into_id uuid references party (id) check (into_id <> party_id),
  -- Tax lists of earlier days were filed or issued, and stay as they are.
  tax_from date,
  reason text not null check (length(reason) between 5 and 500),
  done_by uuid not null references users (id),
  done_at timestamptz not null,
  unique (party_id, nth),
  check ((into_id is null) = (tax_from is null))
);
create index party_merge_by_survivor on party_merge (into_id) where into_id is not null;

create trigger party_merge_only_grows before update or delete on party_merge
  for each row execute function refuse_change();
create trigger party_merge_is_never_emptied before truncate on party_merge
  for each statement execute function refuse_change();

insert into noted_table (name, key) values ('party_merge', '{id}');
create trigger note_insert after insert on party_merge referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on party_merge referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on party_merge referencing old table as removed for each statement execute function note_rows();

alter table party
  add column merged_into uuid references party (id),
  add column merged_tax_from date,
  add check (merged_into <> id),
  add check ((merged_into is null) = (merged_tax_from is null)),
  -- Nothing new is recorded for it, and its TIN can be registered again.
  add check (merged_into is null or removed_at is not null);
create index party_merged on party (merged_into) where merged_into is not null;

-- One step always leads to the registration that stays.
create function refuse_unrecorded_merge() returns trigger language plpgsql as $$
begin
  if not exists (
    select from party_merge where party_id = new.id
      and into_id is not distinct from new.merged_into and tax_from is not distinct from new.merged_tax_from
      and nth = (select max(nth) from party_merge where party_id = new.id)
  ) then
    raise exception 'party % is merged by a recorded merge only', new.id using errcode = 'TA001';
  end if;
  if new.merged_into is not null and (
    exists (select from party where merged_into = new.id)
    or exists (select from party where id = new.merged_into and removed_at is not null)
  ) then
    raise exception 'party % is merged into one that does not stay', new.id using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger party_merges_by_record before update on party for each row
  when (new.merged_into is distinct from old.merged_into or new.merged_tax_from is distinct from old.merged_tax_from)
  execute function refuse_unrecorded_merge();

create function refuse_removal_of_survivor() returns trigger language plpgsql as $$
begin
  if exists (select from party where merged_into = new.id) then
    raise exception 'party % has others merged into it', new.id using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger party_that_stays_is_not_removed before update on party for each row
  when (new.removed_at is not null and old.removed_at is null)
  execute function refuse_removal_of_survivor();

create or replace view certificate_owed as
select withheld.quarter, withheld.party_id, withheld.tax, coalesce(newest.tax, 0) as issued
from (
  select date_trunc('quarter', day::timestamp)::date as quarter,
    case when day >= merged_tax_from then merged_into else party_id end as party_id, sum(ewt)::bigint as tax
  from line join party on party.id = party_id
  where account = '2140' and atc is not null
  group by 1, 2 having sum(ewt) > 0
) as withheld
left join lateral (
  select tax from certificate_issued
  where certificate_issued.party_id = withheld.party_id and certificate_issued.quarter = withheld.quarter and form = '2307'
  order by revision desc limit 1
) as newest on true
where newest.tax is distinct from withheld.tax;
