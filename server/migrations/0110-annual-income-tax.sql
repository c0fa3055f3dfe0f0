-- Income tax returns get the boxes of their forms, and the annual returns 1702-RT, 1701 and 1701A are calculated as well. What was
-- filed stays: a form that was filed on the earlier lines gets its boxes from the next period on.

-- The deduction of a taxable year, and compensation besides a business, are registrations with dates.
alter table registration drop constraint registration_kind_check, drop constraint registration_check;
alter table registration
  add constraint registration_kind_check
    check (kind in ('vat', 'income_tax', 'deduction', 'mixed_income', 'withhold_at', 'top_agent')),
  add constraint registration_check check (value = any (case kind
    when 'income_tax' then '{regular,small,graduated,eight_percent}'::text[]
    when 'deduction' then '{itemized,osd}'::text[]
    when 'withhold_at' then '{bill,payment}'::text[]
    else '{yes,no}'::text[] end));
insert into registration (kind, value, valid_from, source) values
  ('deduction', 'itemized', '1990-01-01', 'First value'),
  ('mixed_income', 'no', '1990-01-01', 'First value');

alter table excess_use drop constraint excess_use_form_check,
  add constraint excess_use_form_check check (form in ('2550Q', '1601-EQ', '1702-RT', '1701', '1701A'));

-- New companies get these rows at setup.
insert into filing_rate (name, valid_from, valid_to, value, source)
select given.* from (values
  ('minimum_corporate_income_tax', date '2020-07-01', date '2023-06-30', 0.01, 'NIRC section 27(E) as amended by RA 11534 (CREATE)'),
  ('osd_corporation', '2009-01-01', null, 0.4, 'NIRC section 34(L) as amended by RA 9504'),
  ('osd_individual', '2009-01-01', null, 0.4, 'NIRC section 34(L) as amended by RA 9504')
) as given
where exists (select from filing_rate)
on conflict do nothing;
insert into filing_rate (name, valid_from, valid_to, value, source)
select name || no, valid_from, valid_to, value, 'NIRC section 24(A)(2)(a) as amended by RA 10963'
from (values (1, 250000, 0.20, 0.15), (2, 400000, 0.25, 0.20), (3, 800000, 0.30, 0.25), (4, 2000000, 0.32, 0.30),
    (5, 8000000, 0.35, 0.35)) as bracket (no, above, until_2022, from_2023)
  cross join lateral (values
    ('graduated_above_', date '2018-01-01', null::date, above),
    ('graduated_rate_', '2018-01-01', '2022-12-31', until_2022),
    ('graduated_rate_', '2023-01-01', null, from_2023)) as dated (name, valid_from, valid_to, value)
where exists (select from filing_rate)
on conflict do nothing;

create temporary table begun on commit drop as
select form, before, coalesce((select max(period) + 1 from filing where filing.form = before), '2018-01-01') as from_day
from (values ('1702Q', '1702Q'), ('1701Q', '1701Q'), ('1702-RT', 'ITR'), ('1701', 'ITR'), ('1701A', 'ITR')) as given (form, before);

delete from form_revision using begun
where form_revision.form = begun.form and layout like '% working lines' and valid_from >= from_day;
insert into form_revision (form, valid_from, revision, layout, source)
select form, from_day, revision, form || ' 2018-01', 'NIRC ' || law || '; items as on form ' || form || ', ' || revision || '.'
from begun join (values
  ('1702Q', 'January 2018 (ENCS)', 'sections 27, 34, 75 and 76'),
  ('1701Q', 'January 2018 (ENCS)', 'sections 24, 34 and 74; RR 8-2018'),
  ('1702-RT', 'January 2018 (ENCS)', 'sections 27, 34, 76 and 77'),
  ('1701', 'January 2018 (ENCS)', 'sections 24, 34, 51 and 74; RR 8-2018'),
  ('1701A', 'January 2018', 'sections 24, 34(L), 51 and 74; RR 8-2018')) as known (form, revision, law) using (form)
where exists (select from form_revision)
on conflict do nothing;

-- The one row of the calendar for the annual return gives way to those of its forms, with the deadlines entered for it.
insert into filing_deadline (form, efps_group, valid_from, months_after, day_of_month, days_after, source)
select distinct on (begun.form, efps_group, greatest(valid_from, from_day))
  begun.form, efps_group, greatest(valid_from, from_day), months_after, day_of_month, days_after, source
from begun join filing_deadline on filing_deadline.form = 'ITR'
where before = 'ITR'
order by begun.form, efps_group, greatest(valid_from, from_day), valid_from desc;
delete from filing_deadline where form = 'ITR' and not exists (select from filing where form = 'ITR');
insert into deadline_override (form, period, due, source, noted_by, noted_at)
select begun.form, period, due, source, noted_by, noted_at
from begun join deadline_override on deadline_override.form = 'ITR' and period >= from_day
where before = 'ITR';
delete from deadline_override where form = 'ITR' and not exists (select from filing where form = 'ITR');

-- Credits and payments above the tax due are an asset of their own.
update account set active = true where code = '1330';
