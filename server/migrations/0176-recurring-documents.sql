-- A document of most types can be made again: a template has its contents, a rule the dates on which it is made, and an occurrence is
-- one of these dates. Each occurrence is made once, however many portals look for it at the same moment, as a draft that a person
-- confirms. A rule whose drafts were confirmed unchanged may record by itself, up to an amount.
create table document_template (
  id uuid primary key,
  name text not null check (name <> ''),
  kind text not null,
  party_id uuid references party (id),
  -- Of the document or the form it was saved from, for lists; null if there was none.
  total bigint,
  -- As a form sends them, or as far as they were filled in.
  fields jsonb not null,
  -- As they were typed, if the form was not complete.
  typed jsonb,
  saved_by uuid not null references users (id),
  saved_at timestamptz not null,
  -- A removed template stays for the documents that were made from it.
  removed_at timestamptz
);
create unique index document_template_by_name on document_template (kind, lower(name)) where removed_at is null;

create table recurring_rule (
  template_id uuid primary key references document_template (id),
  every smallint not null check (every between 1 and 99),
  unit text not null check (unit in ('day', 'week', 'month', 'quarter', 'year')),
  place text not null check (place in ('date', 'last', 'firstWorking', 'lastWorking')),
  begins date not null,
  ends date check (ends >= begins),
  times smallint check (times > 0),
  -- The number of each document, with placeholders; '' for none.
  number text not null default '',
  paused boolean not null default false,
  -- Gets the drafts.
  owner uuid not null references users (id),
  set_at timestamptz not null,
  -- Who switched on automatic recording, and the largest total that it may record.
  automatic_by uuid references users (id),
  automatic_limit bigint check (automatic_limit > 0),
  check ((automatic_by is null) = (automatic_limit is null)),
  check (ends is null or times is null)
);

create table recurring_occurrence (
  template_id uuid not null references recurring_rule (template_id),
  day date not null,
  state text not null check (state in ('made', 'skipped')),
  -- The draft, and the document recorded from it, which keeps the id of its draft.
  draft_id uuid unique,
  -- The fields that the draft began with: a document with the same fields was confirmed unchanged.
  proposed jsonb,
  -- Null if the portal made it.
  made_by uuid references users (id),
  made_at timestamptz not null,
  automatic text check (automatic in ('pending', 'recorded', 'refused')),
  -- Why it was not recorded automatically.
  problem text not null default '',
  primary key (template_id, day),
  check ((state = 'made') = (draft_id is not null and proposed is not null)),
  check (automatic is null or state = 'made')
);
create index recurring_occurrence_pending on recurring_occurrence (day) where automatic = 'pending';

insert into noted_table (name, key) values
  ('document_template', '{id}'), ('recurring_rule', '{template_id}'), ('recurring_occurrence', '{template_id,day}');
do $$
declare
  one text;
begin
  foreach one in array '{document_template,recurring_rule,recurring_occurrence}'::text[] loop
    execute format('create trigger note_insert after insert on public.%I referencing new table as added
      for each statement execute function note_rows()', one);
    execute format('create trigger note_update after update on public.%I referencing new table as added old table as removed
      for each statement execute function note_rows()', one);
    execute format('create trigger note_delete after delete on public.%I referencing old table as removed
      for each statement execute function note_rows()', one);
  end loop;
end $$;
