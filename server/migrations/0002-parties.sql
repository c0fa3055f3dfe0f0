-- Customers and suppliers. The TIN is kept in its two parts, names in the parts that the files of the revenue office want,
-- because neither can be guessed later. One TIN and branch is one party, in whatever roles.

create table party (
  id uuid primary key,
  -- The form's own id: registering twice answers the same party.
  registration_id uuid not null unique,
  kind text not null check (kind in ('individual', 'non_individual')),
  customer boolean not null,
  supplier boolean not null,
  tin9 text not null check (tin9 ~ '^[0-9]{9}$' and tin9 <> '000000000'),
  branch_code text not null check (branch_code ~ '^[0-9]{5}$'),
  name text not null check (name <> ''),
  -- Name without case, marks and company endings, for search and look-alikes.
  search_name text not null,
  vat_status text not null check (vat_status in ('vat', 'non_vat', 'unknown')),
  government boolean not null,
  email text,
  -- The registration's fields as they were confirmed.
  fields jsonb not null,
  registered_by uuid not null references users (id),
  registered_at timestamptz not null,
  removed_at timestamptz,
  check (customer or supplier)
);
create unique index party_one_per_tin_and_branch on party (tin9, branch_code) where removed_at is null;
create index party_by_search_name on party (search_name text_pattern_ops) where removed_at is null;
