-- What banks say happened. A statement is a file that was read; each of its lines is kept once per account, however many
-- files show it, so that overlapping and repeated uploads share their lines, and what is found out about a line stays true.

-- How the files of an account are laid out that say nothing of it themselves: CSV, XLSX, PDF. A bank that changes its
-- layout gets a further version, and every statement keeps the one it was read by.
create table statement_profile (
  account text not null references money_account (code),
  version integer not null check (version > 0),
  mapping jsonb not null,
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  primary key (account, version)
);
create trigger statement_profile_only_grows before update or delete on statement_profile
  for each row execute function refuse_change();

create table bank_statement (
  id uuid primary key,
  account text not null references money_account (code),
  sha256 text not null references attachment_content (sha256),
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx', 'ofx', 'qif', 'mt940', 'camt053', 'pdf')),
  profile_version integer,
  -- As the bank prints them.
  account_no text not null default '',
  currency text not null default '',
  from_day date not null,
  to_day date not null,
  -- Minor units of the account's currency.
  opening bigint,
  closing bigint,
  lines integer not null check (lines >= 0),
  -- What did not add up when it was stored, and why it was stored all the same.
  findings jsonb not null,
  reason text not null default '',
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null,
  removed_by uuid references users (id),
  removed_at timestamptz,
  removal_reason text,
  foreign key (account, profile_version) references statement_profile (account, version),
  check (from_day <= to_day),
  check ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removal_reason is null))
);
create unique index bank_statement_once on bank_statement (account, sha256) where removed_at is null;
create index bank_statement_by_account on bank_statement (account, from_day, to_day);
create index bank_statement_by_file on bank_statement (sha256);

-- A statement can be taken back once; nothing else about it changes.
create function keep_bank_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null or new.removed_at is null
    or (to_jsonb(new) - 'removed_at' - 'removed_by' - 'removal_reason')
      <> (to_jsonb(old) - 'removed_at' - 'removed_by' - 'removal_reason') then
    raise exception 'a bank statement stays as it was read' using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger bank_statement_stays before update or delete on bank_statement
  for each row execute function keep_bank_statement();

create table bank_line (
  id uuid primary key,
  -- The order in which lines became known; within a statement its own order.
  seq bigint generated always as identity unique,
  account text not null references money_account (code),
  day date not null,
  value_day date,
  -- Minor units of the account's currency: money in is positive, money out negative.
  amount bigint not null check (amount <> 0),
  balance bigint,
  reference text,
  cheque_no text,
  description text not null,
  -- Of account, day, amount, balance or reference or text, and which of those that are equal in all of it.
  fingerprint text not null check (length(fingerprint) = 64),
  -- In the statement that showed it first.
  position integer not null check (position > 0),
  first_statement_id uuid not null references bank_statement (id),
  unique (account, fingerprint)
);
create index bank_line_by_day on bank_line (account, day, seq);
create trigger bank_line_only_grows before update or delete on bank_line for each row execute function refuse_change();

-- Each line of each statement, as that file printed it, and the line it is. A line stands as long as one statement that
-- was not taken back shows it.
create table bank_line_seen (
  statement_id uuid not null references bank_statement (id),
  position integer not null check (position > 0),
  line_id uuid not null references bank_line (id),
  value_day date,
  balance bigint,
  reference text,
  cheque_no text,
  description text not null,
  primary key (statement_id, position),
  unique (statement_id, line_id)
);
create index bank_line_seen_by_line on bank_line_seen (line_id);
create trigger bank_line_seen_only_grows before update or delete on bank_line_seen
  for each row execute function refuse_change();
