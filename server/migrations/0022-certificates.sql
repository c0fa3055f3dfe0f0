-- Certificates of tax withheld. What was issued to a supplier stays as it was issued, with how it reached them; what a
-- customer owes is an open item of account 1321, and the return it is claimed in is noted beside the document that brought it.
-- And what customs papers say of an importation, which the bill does not.

create table certificate_issued (
  id uuid primary key,
  party_id uuid not null references party (id),
  -- The first day of the quarter.
  quarter date not null check (extract(day from quarter) = 1 and extract(month from quarter) in (1, 4, 7, 10)),
  -- Issued anew when later postings changed it.
  revision smallint not null check (revision > 0),
  tax bigint not null check (tax > 0),
  -- The form as it is printed, and its digest.
  content jsonb not null,
  digest text not null check (length(digest) = 64),
  issued_by uuid not null references users (id),
  issued_at timestamptz not null,
  unique (party_id, quarter, revision)
);
create index certificate_issued_by_quarter on certificate_issued (quarter, party_id);
create trigger certificate_issued_only_grows before update or delete on certificate_issued
  for each row execute function refuse_change();

-- Handed over on paper; what was mailed is told by its letter.
create table certificate_handed (
  certificate_id uuid primary key references certificate_issued (id),
  day date not null,
  note text not null default '',
  noted_by uuid not null references users (id),
  noted_at timestamptz not null
);

-- A letter with a certificate, and one that asks a customer for theirs.
alter table outbox add column certificate_id uuid references certificate_issued (id);
alter table outbox add column party_id uuid references party (id);
create unique index outbox_one_letter_per_certificate on outbox (certificate_id) where certificate_id is not null;
create index outbox_by_party on outbox (party_id, created_at) where party_id is not null;

-- The return a certificate in hand is claimed in: its form, and the last day of its period.
create table certificate_claim (
  document_id uuid primary key references document (id),
  form text not null,
  period date not null,
  claimed_by uuid not null references users (id),
  claimed_at timestamptz not null
);
create index certificate_claim_by_return on certificate_claim (form, period);

-- What the summary list of importations wants besides the bill.
create table customs_entry (
  document_id uuid primary key references document (id),
  entry_no text not null check (entry_no <> ''),
  released date not null,
  imported date not null,
  country text not null check (country <> ''),
  dutiable bigint not null check (dutiable >= 0),
  charges bigint not null check (charges >= 0),
  receipt_no text not null check (receipt_no <> ''),
  paid date not null,
  entered_by uuid not null references users (id),
  entered_at timestamptz not null
);

-- What was withheld from each supplier in each quarter, and what the newest certificate says: owed where they differ.
create view certificate_owed as
select withheld.quarter, withheld.party_id, withheld.tax, coalesce(newest.tax, 0) as issued
from (
  select date_trunc('quarter', day::timestamp)::date as quarter, party_id, sum(ewt)::bigint as tax
  from line where account = '2140' and atc is not null and party_id is not null
  group by 1, 2 having sum(ewt) > 0
) as withheld
left join lateral (
  select tax from certificate_issued
  where certificate_issued.party_id = withheld.party_id and certificate_issued.quarter = withheld.quarter
  order by revision desc limit 1
) as newest on true
where newest.tax is distinct from withheld.tax;
