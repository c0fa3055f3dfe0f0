-- The books of accounts that are printed for binding. What was bound is kept byte for byte and never changes; what is only
-- a draft or an audit pack is kept for a day. Files lie in parts, so that no file has to fit into memory. A job says how
-- far it is; its files appear together with its end or not at all.

create table book_layout (
  id bigint generated always as identity primary key,
  -- The first month that is printed with these columns.
  valid_from text not null check (valid_from ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  layout jsonb not null,
  changed_by uuid not null references users (id),
  changed_at timestamptz not null
);
create trigger book_layout_only_grows before update or delete on book_layout for each row execute function refuse_change();

create table book_job (
  id uuid primary key,
  -- 'books' or 'pack', and what was asked for.
  kind text not null check (kind in ('books', 'pack')),
  asked jsonb not null,
  state text not null check (state in ('running', 'cancelling', 'done', 'cancelled', 'failed')),
  done integer not null default 0 check (done >= 0),
  total integer not null check (total > 0),
  doing text not null default '',
  problem text,
  started_by uuid not null references users (id),
  started_at timestamptz not null,
  -- When it last said that it goes on.
  touched_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state in ('running', 'cancelling'))),
  check ((problem is null) = (state <> 'failed'))
);
create index book_job_newest_first on book_job (started_at desc);
-- One at a time: books are made with the memory and the processor that serve everybody.
create unique index one_book_job_at_a_time on book_job ((true)) where ended_at is null;

create table book_file (
  id uuid primary key,
  job_id uuid not null references book_job (id),
  position integer not null,
  name text not null,
  type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text not null check (length(sha256) = 64),
  -- Bound books stay; the rest is taken away after this time.
  kept_until timestamptz,
  unique (job_id, position)
);
create index book_file_passing on book_file (kept_until) where kept_until is not null;
create table book_file_part (
  file_id uuid not null references book_file (id),
  position integer not null check (position > 0),
  content bytea not null,
  primary key (file_id, position)
);

create table bound_book (
  id uuid primary key,
  book text not null check (book in
    ('general-journal', 'general-ledger', 'cash-receipts', 'cash-disbursements', 'sales', 'purchases')),
  paper text not null check (paper in ('a4', 'folio')),
  first_month text not null,
  last_month text not null check (last_month >= first_month),
  -- 1, and more when a month was opened again and its book bound anew.
  version integer not null check (version > 0),
  first_page integer not null check (first_page > 0),
  pages integer not null check (pages > 0),
  -- What stood in the journal, or in the ledger, when it was bound; and the last entry there was.
  entries bigint not null,
  debit bigint not null,
  credit bigint not null,
  last_entry bigint not null,
  -- Digest of every row of the book.
  figures text not null check (length(figures) = 64),
  job_id uuid not null references book_job (id),
  bound_by uuid not null references users (id),
  bound_at timestamptz not null,
  unique (book, paper, first_month, last_month, version)
);
create table bound_book_file (
  bound_book_id uuid not null references bound_book (id),
  format text not null check (format in ('pdf', 'xlsx', 'csv', 'txt')),
  file_id uuid not null unique references book_file (id),
  primary key (bound_book_id, format)
);
create trigger bound_book_only_grows before update or delete on bound_book for each row execute function refuse_change();
create trigger bound_book_is_never_emptied before truncate on bound_book for each statement execute function refuse_change();
create trigger bound_book_file_only_grows before update or delete on bound_book_file for each row execute function refuse_change();

-- A kept file is never changed, and never taken away.
create function keep_bound_file() returns trigger language plpgsql as $$
begin
  if old.kept_until is null then
    raise exception 'a bound book stays as it was bound' using errcode = 'TA001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger bound_file_stays before update or delete on book_file for each row execute function keep_bound_file();
create function keep_bound_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from book_file where id = old.file_id and kept_until is null) then
    raise exception 'a bound book stays as it was bound' using errcode = 'TA001';
  end if;
  return old;
end $$;
create trigger bound_part_stays before update or delete on book_file_part for each row execute function keep_bound_part();
