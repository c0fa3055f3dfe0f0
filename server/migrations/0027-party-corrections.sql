-- What was registered wrong is corrected, and what it was stays to be read: who, when, why, before and after. The row of the
-- party always has what the newest correction ends with; papers that were recorded before keep what was printed on them.

create table party_correction (
  id uuid primary key,
  party_id uuid not null references party (id),
  -- 1 for the first of a party: two people who correct at once cannot both come next.
  nth int not null check (nth > 0),
  reason text not null check (length(reason) between 5 and 500),
  before jsonb not null,
  after jsonb not null check (after <> before),
  corrected_by uuid not null references users (id),
  corrected_at timestamptz not null,
  unique (party_id, nth)
);

create trigger party_correction_only_grows before update or delete on party_correction
  for each row execute function refuse_change();
create trigger party_correction_is_never_emptied before truncate on party_correction
  for each statement execute function refuse_change();

-- Names and TINs go to the tax office: they change by a correction and in no other way.
create function refuse_uncorrected_party() returns trigger language plpgsql as $$
begin
  if new.fields is distinct from old.fields and not exists (
    select from party_correction where party_id = new.id and before = old.fields and after = new.fields
      and nth = (select max(nth) from party_correction where party_id = new.id)
  ) then
    raise exception 'party % is changed by a correction only', old.id using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger party_changes_by_correction before update on party
  for each row execute function refuse_uncorrected_party();
