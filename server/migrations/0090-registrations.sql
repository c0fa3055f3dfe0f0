-- A company registers for VAT, is put on the list of top withholding agents or changes its income tax rate on a date, and what was
-- recorded or filed for earlier dates stays right. So each registration is a history of dated rows. The row with the newest date
-- that has begun counts; of two rows with the same date, the one entered later corrects the other.
create table registration (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('vat', 'income_tax', 'withhold_at', 'top_agent')),
  value text not null,
  -- 1990-01-01, the first date of any document, if it has always been so.
  valid_from date not null check (valid_from >= '1990-01-01'),
  -- The certificate, list or reason.
  source text not null check (source <> ''),
  -- Null for the values taken over from the settings without dates, and for those set by the operator.
  entered_by uuid references users (id),
  entered_at timestamptz,
  check (value = any (case kind
    when 'income_tax' then '{regular,small,graduated,eight_percent}'::text[]
    when 'withhold_at' then '{bill,payment}'::text[]
    else '{yes,no}'::text[] end))
);
create index registration_by_date on registration (kind, valid_from, id);

insert into registration (kind, value, valid_from, source)
select kind, value, valid_from::date, 'First value' from (
  values ('vat', case when coalesce((select vat_registered from company), true) then 'yes' else 'no' end, '1990-01-01'),
    ('income_tax', (select income_tax from tax_profile), '1990-01-01'),
    ('withhold_at', coalesce((select withhold_at from company), 'bill'), '1990-01-01'),
    ('top_agent', 'no', '1990-01-01'),
    ('top_agent', 'yes', (select greatest(top_agent_from, '1990-01-01') from company)::text)
) as first (kind, value, valid_from) where valid_from is not null;

create trigger registration_only_grows before update or delete on registration for each row execute function refuse_change();
create trigger registration_is_never_emptied before truncate on registration for each statement execute function refuse_change();
create trigger registration_is_standing after insert or update or delete or truncate on registration
  for each statement execute function standing_facts_changed();

insert into noted_table (name, key) values ('registration', '{id}');
select note_all('registration');
create trigger note_insert after insert on registration referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on registration referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on registration referencing old table as removed for each statement execute function note_rows();

alter table company drop column vat_registered, drop column top_agent_from, drop column withhold_at;
select note_all('company');
alter table tax_profile drop column income_tax;
select note_all('tax_profile');
