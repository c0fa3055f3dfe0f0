-- Tests of the restore to a moment, and what keeps books from being safe at present, so that every page of the settings shows it.

create table recovery_test (
  id bigint generated always as identity primary key,
  tested_at timestamptz not null,
  -- The moment that was restored; null where there was none to choose.
  moment timestamptz,
  milliseconds bigint not null check (milliseconds >= 0),
  failure text
);

create table safety_problem (
  name text primary key check (name in ('log', 'mirror')),
  since timestamptz not null,
  failure text not null
);
