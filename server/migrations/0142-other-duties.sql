-- The year has more duties than tax returns: the inventory list, documentary stamp tax, the SEC, the local government. Which of them
-- apply is asked once. Until then there is no row, and the calendar is as before.
create table other_duties (
  only_one boolean primary key default true check (only_one),
  inventory boolean not null,
  stamp_tax boolean not null,
  sec boolean not null,
  -- Month and day, from which the days of the General Information Sheet are counted.
  annual_meeting text not null check (annual_meeting ~ '^(\d\d-\d\d)?$'),
  permit boolean not null,
  local_tax boolean not null,
  renewals boolean not null,
  e_invoicing boolean not null,
  sales_system text not null check (sales_system in ('none', 'loose_leaf', 'cas')),
  system_permit text not null
);

-- Deadlines that an accountant adds, and when each was met.
create table custom_duty (
  id uuid primary key,
  seq bigint generated always as identity unique,
  name text not null check (name <> ''),
  every text not null check (every in ('month', 'quarter', 'year')),
  month smallint not null check (month between 0 and 12 and (every = 'year') = (month <> 0)),
  day_of_month smallint not null check (day_of_month between 1 and 31),
  valid_from date not null,
  -- The last day on which it may be due; null has no end.
  ended_on date,
  note text not null,
  entered_by uuid not null references users (id),
  entered_at timestamptz not null
);
create table custom_duty_done (
  duty_id uuid not null references custom_duty (id),
  -- The date by its rule.
  due date not null,
  done_on date not null,
  reference text not null,
  done_by uuid not null references users (id),
  done_at timestamptz not null,
  primary key (duty_id, due)
);

insert into noted_table (name, key) values
  ('other_duties', '{only_one}'), ('custom_duty', '{id}'), ('custom_duty_done', '{duty_id,due}');
do $$
declare
  one text;
begin
  foreach one in array '{other_duties,custom_duty,custom_duty_done}'::text[] loop
    execute format('create trigger note_insert after insert on public.%I referencing new table as added
      for each statement execute function note_rows()', one);
    execute format('create trigger note_update after update on public.%I referencing new table as added old table as removed
      for each statement execute function note_rows()', one);
    execute format('create trigger note_delete after delete on public.%I referencing old table as removed
      for each statement execute function note_rows()', one);
  end loop;
end $$;

-- Books that have deadlines already get these; a new company gets them at setup.
insert into filing_deadline (form, efps_group, valid_from, months_after, day_of_month, days_after, source)
select form, '', date '2018-01-01', months_after, day_of_month, days_after, source from (values
  ('Inventory', null::int, null::int, 30, 'RR V-1, section 13; RMC 57-2015: 30 days after the taxable year'),
  ('2000', 1, 5, null, 'NIRC section 200(B): the 5th of the following month'),
  ('AFS', null, null, 120, 'Revised SRC Rule 68: 120 days after the fiscal year; check the SEC circular of the year'),
  ('GIS', null, null, 30, 'RA 11232, section 177: 30 days after the annual meeting'),
  ('Permit', 1, 20, null, 'RA 7160, section 167: 20 January'),
  ('LBT', 1, 20, null, 'RA 7160, section 167: the first 20 days of January, April, July and October'),
  ('Renewals', 1, 31, null, 'By your certificate; 31 January until you change it')
) as rule (form, months_after, day_of_month, days_after, source)
where exists (select from filing_deadline) on conflict do nothing;
