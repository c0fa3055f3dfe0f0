-- The books. An entry balances or the transaction fails; posted rows are never changed or removed; a closed month takes
-- nothing; numbers have no gaps because they are taken under the lock of the ledger's head; sums per account are kept so
-- that reports cost the same at ten documents and at a million.

create table account (
  code text primary key check (code ~ '^[0-9]{4}$'),
  name text not null,
  type text not null,
  normal text not null check (normal in ('debit', 'credit')),
  control boolean not null,
  statement_line text not null,
  active boolean not null
);

create table vat_rate (
  valid_from date primary key,
  valid_to date check (valid_to is null or valid_to >= valid_from),
  rate numeric(9, 6) not null check (rate >= 0 and rate < 1),
  source text not null
);

create table period (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null,
  closed_by uuid references users (id)
);

create table ledger_head (
  only_one boolean primary key default true check (only_one),
  last_entry bigint not null,
  last_hash text not null
);
insert into ledger_head (last_entry, last_hash) values (0, repeat('0', 64));

create table number_series (
  series text not null,
  year integer not null,
  last integer not null check (last > 0),
  primary key (series, year)
);

create table draft (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  -- As it was typed; judged only at review.
  fields jsonb not null,
  -- As it was last reviewed, and the digest that Yes has to send back.
  reviewed jsonb,
  review_digest text,
  saved_at timestamptz not null,
  check ((reviewed is null) = (review_digest is null))
);
create index draft_by_owner on draft (user_id, saved_at);

create table document (
  id uuid primary key,
  -- The draft this was: recording the same draft twice finds the document of the first time.
  draft_id uuid not null unique,
  kind text not null,
  series text not null,
  year integer not null,
  serial integer not null,
  number text not null unique,
  external_no text,
  day date not null,
  due_day date,
  party_id uuid references party (id),
  party_name text,
  party_tin text,
  memo text not null,
  total bigint not null check (total > 0),
  fields jsonb not null,
  -- The paper as it was recorded; printed again byte for byte from here.
  receipt jsonb not null,
  digest text not null,
  -- Words one can search by, lower case.
  search_text text not null,
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null,
  unique (series, year, serial)
);
create index document_by_external_no on document (kind, external_no) where external_no is not null;
create index document_newest_first on document (kind, recorded_at desc, id desc);

create table entry (
  no bigint primary key check (no > 0),
  document_id uuid not null references document (id),
  journal text not null check (journal in ('SJ', 'PJ', 'CRJ', 'CDJ', 'GJ')),
  day date not null,
  memo text not null,
  reverses bigint unique references entry (no),
  posted_by uuid not null references users (id),
  posted_at timestamptz not null,
  previous_hash text not null check (length(previous_hash) = 64),
  hash text not null unique check (length(hash) = 64)
);
create index entry_by_document on entry (document_id);

create table line (
  entry_no bigint not null references entry (no),
  position smallint not null check (position > 0),
  account text not null references account (code),
  -- The entry's day, kept here so that an account's movements are one index away.
  day date not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  memo text not null default '',
  party_id uuid references party (id),
  vat_class text check (vat_class in ('vatable', 'zero_rated', 'exempt', 'not_subject', 'govt_vatable')),
  tax_base bigint,
  vat bigint,
  atc text,
  ewt_base bigint,
  ewt bigint,
  primary key (entry_no, position),
  check ((debit = 0) <> (credit = 0)),
  check ((vat_class is null) = (tax_base is null) and (vat_class is null) = (vat is null)),
  check ((atc is null) = (ewt_base is null) and (atc is null) = (ewt is null))
);
create index line_by_account on line (account, day, entry_no, position);

-- A void is a row with who, when and why, and leads to the entry that reverses.
create table document_void (
  document_id uuid primary key references document (id),
  reversal bigint not null unique references entry (no),
  reason text not null,
  voided_by uuid not null references users (id),
  voided_at timestamptz not null
);

-- Open items are signed movements: a document opens, settlements and voids close.
create table open_item (
  id bigint generated always as identity primary key,
  document_id uuid not null references document (id),
  -- The document whose balance this changes; its own when it opens.
  settles uuid not null references document (id),
  party_id uuid not null references party (id),
  account text not null references account (code),
  day date not null,
  amount bigint not null check (amount <> 0)
);
create index open_item_by_settled on open_item (settles);
create index open_item_by_party on open_item (account, party_id);

create table account_month (
  account text not null references account (code),
  month text not null,
  debit bigint not null,
  credit bigint not null,
  primary key (account, month)
);
create table account_day (
  account text not null references account (code),
  day date not null,
  debit bigint not null,
  credit bigint not null,
  primary key (account, day)
);

create table attachment_content (
  sha256 text primary key check (length(sha256) = 64),
  content bytea not null
);
create table attachment (
  id uuid primary key,
  -- The order in which a person attached them.
  seq bigint generated always as identity,
  -- While the draft lives; once recorded the document holds it.
  draft_id uuid not null,
  document_id uuid references document (id),
  user_id uuid not null references users (id),
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  sha256 text not null references attachment_content (sha256),
  attached_at timestamptz not null
);
create index attachment_by_draft on attachment (draft_id);
create index attachment_by_document on attachment (document_id);

-- Mail that has to go out, written in the transaction that gives the reason for it.
create table outbox (
  id uuid primary key,
  topic text not null,
  document_id uuid references document (id),
  recipient text not null check (recipient !~ '[\r\n]'),
  subject text not null check (subject !~ '[\r\n]'),
  body text not null,
  message_id text not null unique,
  created_at timestamptz not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  sent_at timestamptz,
  failed_at timestamptz,
  check (sent_at is null or failed_at is null)
);
create unique index outbox_one_receipt_per_document on outbox (document_id) where topic = 'receipt';
create index outbox_due on outbox (run_at) where sent_at is null and failed_at is null;

-- Posted rows only grow.
create trigger entry_only_grows before update or delete on entry for each row execute function refuse_change();
create trigger line_only_grows before update or delete on line for each row execute function refuse_change();
create trigger document_only_grows before update or delete on document for each row execute function refuse_change();
create trigger document_void_only_grows before update or delete on document_void for each row execute function refuse_change();
create trigger open_item_only_grows before update or delete on open_item for each row execute function refuse_change();
create trigger attachment_content_never_changes before update on attachment_content for each row execute function refuse_change();
create trigger entry_is_never_emptied before truncate on entry for each statement execute function refuse_change();
create trigger line_is_never_emptied before truncate on line for each statement execute function refuse_change();
create trigger document_is_never_emptied before truncate on document for each statement execute function refuse_change();

-- An attachment of a recorded document stays.
create function keep_recorded_attachment() returns trigger language plpgsql as $$
begin
  if old.document_id is not null then
    raise exception 'an attachment of a recorded document stays' using errcode = 'TA001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger attachment_stays before update or delete on attachment for each row execute function keep_recorded_attachment();

-- An entry balances. Checked when the transaction commits, so that lines may come in any order.
create function entry_balances() returns trigger language plpgsql as $$
declare
  difference numeric;
  lines bigint;
begin
  select coalesce(sum(debit), 0) - coalesce(sum(credit), 0), count(*) into difference, lines from line where entry_no = new.no;
  if lines < 2 or difference <> 0 then
    raise exception 'entry % has % lines and is out of balance by %', new.no, lines, difference using errcode = 'TA002';
  end if;
  return null;
end $$;
create constraint trigger entry_balances after insert on entry deferrable initially deferred
  for each row execute function entry_balances();

-- Lines come with their entry or not at all: none is added to an entry of an earlier transaction.
create function line_joins_newest_entry() returns trigger language plpgsql as $$
begin
  if exists (select from added left join ledger_head on true where added.entry_no <= ledger_head.last_entry) then
    raise exception 'lines are posted together with their entry' using errcode = 'TA001';
  end if;
  return null;
end $$;
create trigger line_joins_newest_entry after insert on line referencing new table as added
  for each statement execute function line_joins_newest_entry();

-- A closed month takes no postings, by whatever path.
create function month_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from period where month = to_char(new.day, 'YYYY-MM')) then
    raise exception 'the month of % is closed', new.day using errcode = 'TA003';
  end if;
  return new;
end $$;
create trigger month_is_open before insert on entry for each row execute function month_is_open();
