-- Tax returns. What is due follows from the company's registrations and from dated rows, so that a new rate or deadline is a
-- row and not a release; and what was filed stays as it was filed, whatever is posted later.

-- Lines with a VAT class are read by their days, as lines with a withholding code are.
create index line_taxed on line (day) where vat_class is not null;

-- What the company is registered for, besides what the company itself says.
create table tax_profile (
  only_one boolean primary key default true check (only_one),
  taxpayer text not null default 'corporation' check (taxpayer in ('corporation', 'individual')),
  income_tax text not null default 'regular' check (income_tax in ('regular', 'small', 'graduated', 'eight_percent')),
  -- Withholds income tax from suppliers: 0619-E, 1601-EQ, 1604-E and the certificates.
  withholding_agent boolean not null default true,
  -- Withholds VAT or percentage tax: government offices, and buyers of services from abroad.
  withholds_vat boolean not null default false,
  -- The group of an eFPS filer, '' for one who files otherwise.
  efps_group text not null default '' check (efps_group in ('', 'A', 'B', 'C', 'D', 'E')),
  classification text not null default '' check (classification in ('', 'micro', 'small', 'medium', 'large')),
  zip_code text not null default '' check (zip_code ~ '^([0-9]{4})?$'),
  phone text not null default '',
  email text not null default '',
  -- The first day of the periods that the calendar shows; before it returns were filed by other means.
  files_from date,
  -- Output VAT on receivables is claimed back that fell due from this day on (RA 11976); null claims none.
  uncollected_from date,
  -- The minimum corporate income tax applies from the fourth year after operations began; null says not yet.
  minimum_tax_from date,
  -- Who is written to before a deadline, and how many days before; '' is nobody.
  remind_to text not null default '' check (remind_to !~ '[\r\n]'),
  remind_days smallint not null default 5 check (remind_days between 1 and 30)
);
insert into tax_profile default values;

-- Rates and limits that returns compute with.
create table filing_rate (
  name text not null check (name ~ '^[a-z0-9_]{2,40}$'),
  valid_from date not null,
  valid_to date check (valid_to is null or valid_to >= valid_from),
  value numeric(18, 6) not null check (value >= 0),
  source text not null,
  primary key (name, valid_from)
);

-- When a return is due: a day of a month after the period (31 is the last day of any month), or so many days after it.
create table filing_deadline (
  form text not null,
  -- For whom: those who file on paper or by eBIRForms, or a group of eFPS filers; '' is everybody else.
  efps_group text not null default '' check (efps_group in ('', 'A', 'B', 'C', 'D', 'E')),
  -- For periods that end on this day or later.
  valid_from date not null,
  months_after smallint check (months_after between 0 and 12),
  day_of_month smallint check (day_of_month between 1 and 31),
  days_after smallint check (days_after between 1 and 366),
  source text not null,
  primary key (form, efps_group, valid_from),
  check ((months_after is null) = (day_of_month is null) and (months_after is null) <> (days_after is null))
);

-- Days on which offices are closed besides Saturdays and Sundays.
create table non_working_day (
  day date primary key,
  name text not null,
  source text not null
);

-- A deadline that a circular moved for one period.
create table deadline_override (
  form text not null,
  -- The last day of the period.
  period date not null,
  due date not null,
  source text not null,
  noted_by uuid not null references users (id),
  noted_at timestamptz not null,
  primary key (form, period)
);

-- What an accountant enters into a box, with the reason; the last row of a box counts, and no row is ever changed.
create table filing_entry (
  id bigint generated always as identity primary key,
  form text not null,
  period date not null,
  box text not null,
  base bigint not null,
  tax bigint not null,
  reason text not null check (reason <> ''),
  entered_by uuid not null references users (id),
  entered_at timestamptz not null
);
create index filing_entry_by_box on filing_entry (form, period, box, id);
create trigger filing_entry_only_grows before update or delete on filing_entry for each row execute function refuse_change();

-- A return somebody has looked through and found ready to be filed; the digest says which figures those were.
create table filing_prepared (
  form text not null,
  period date not null,
  digest text not null check (length(digest) = 64),
  prepared_by uuid not null references users (id),
  prepared_at timestamptz not null,
  primary key (form, period)
);

-- A return as it was filed: every box, every line that was counted, every file. An amendment is a further row.
create table filing (
  id uuid primary key,
  form text not null,
  period date not null,
  revision text not null,
  -- 0 is the return itself, 1 its first amendment.
  amendment smallint not null check (amendment >= 0),
  filed_on date not null,
  -- The confirmation's number, as the bureau answered it.
  reference text not null,
  -- The books as they were: entries up to this one were counted.
  last_entry bigint not null,
  content jsonb not null,
  digest text not null check (length(digest) = 64),
  filed_by uuid not null references users (id),
  filed_at timestamptz not null,
  unique (form, period, amendment)
);
create table filing_file (
  filing_id uuid not null references filing (id),
  name text not null,
  sha256 text not null check (length(sha256) = 64),
  content bytea not null,
  primary key (filing_id, name)
);
create trigger filing_only_grows before update or delete on filing for each row execute function refuse_change();
create trigger filing_is_never_emptied before truncate on filing for each statement execute function refuse_change();
create trigger filing_file_only_grows before update or delete on filing_file for each row execute function refuse_change();

-- Amendments follow the return without a gap.
create function amendment_follows() returns trigger language plpgsql as $$
begin
  if new.amendment <> (select count(*) from filing where form = new.form and period = new.period) then
    raise exception 'amendment % of % does not follow the one before', new.amendment, new.form using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger amendment_follows before insert on filing for each row execute function amendment_follows();

-- Which reminders went out, so that of several portals one writes, and only once.
create table filing_reminder (
  form text not null,
  period date not null,
  due date not null,
  sent_at timestamptz not null,
  primary key (form, period, due)
);
