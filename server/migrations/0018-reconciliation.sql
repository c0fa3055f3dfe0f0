-- Reconciling: which lines of the bank are which lines of our books. A match is never changed; undoing it is a row of its
-- own. What is matched now is kept beside, so that no line of either side is matched twice, whoever is quicker; and what
-- an accountant has signed off stays as it was signed until it is reopened with a reason.

-- Where reconciling begins with an account that had a life before: the bank's balance at the end of a day, and what was
-- outstanding then. Lines of our books up to that day count as matched.
create table bank_start (
  account text primary key references money_account (code),
  day date not null,
  -- Minor units of the account's currency.
  balance bigint not null,
  set_by uuid not null references users (id),
  set_at timestamptz not null
);
create table bank_start_item (
  id uuid primary key,
  account text not null references bank_start (account) on delete cascade,
  day date not null,
  amount bigint not null check (amount <> 0),
  cheque_no text,
  reference text not null default '',
  words text not null
);
create index bank_start_item_by_account on bank_start_item (account);

-- What may confirm proposals by itself, once it was never wrong.
create table bank_rule (
  id uuid primary key,
  account text not null references money_account (code),
  fields jsonb not null,
  acting boolean not null default false,
  changed_by uuid references users (id),
  changed_at timestamptz not null,
  retired_at timestamptz
);
create index bank_rule_by_account on bank_rule (account) where retired_at is null;

create table bank_match (
  id uuid primary key,
  account text not null references money_account (code),
  how text not null check (how in ('hand', 'proposal', 'rule')),
  rule_id uuid references bank_rule (id),
  -- What spoke for it, and as what it was recorded if it was recorded for the match.
  reasons jsonb not null,
  recorded text,
  matched_by uuid not null references users (id),
  matched_at timestamptz not null,
  check ((how = 'rule') = (rule_id is not null))
);
create index bank_match_by_account on bank_match (account, matched_at);

create table bank_match_part (
  match_id uuid not null references bank_match (id),
  position smallint not null check (position > 0),
  bank_line_id uuid references bank_line (id),
  entry_no bigint,
  line_position smallint,
  start_item_id uuid references bank_start_item (id),
  primary key (match_id, position),
  foreign key (entry_no, line_position) references line (entry_no, position),
  check (num_nonnulls(bank_line_id, entry_no, start_item_id) = 1),
  check ((entry_no is null) = (line_position is null))
);
create index bank_match_part_by_bank_line on bank_match_part (bank_line_id) where bank_line_id is not null;
create index bank_match_part_by_entry on bank_match_part (entry_no) where entry_no is not null;

create table bank_match_undo (
  match_id uuid primary key references bank_match (id),
  undone_by uuid not null references users (id),
  undone_at timestamptz not null
);

-- What is matched now.
create table bank_matched (
  match_id uuid not null references bank_match (id),
  bank_line_id uuid constraint bank_line_matched_once unique references bank_line (id),
  entry_no bigint,
  line_position smallint,
  start_item_id uuid constraint start_item_matched_once unique references bank_start_item (id),
  constraint book_line_matched_once unique (entry_no, line_position),
  check (num_nonnulls(bank_line_id, entry_no, start_item_id) = 1)
);
create index bank_matched_by_match on bank_matched (match_id);

-- A proposal that was turned down for a line is not made again.
create table bank_refusal (
  bank_line_id uuid not null references bank_line (id),
  proposal text not null,
  refused_by uuid not null references users (id),
  refused_at timestamptz not null,
  primary key (bank_line_id, proposal)
);

-- What people note about a line while they look for what it is; the last note counts.
create table bank_line_mark (
  id bigint generated always as identity primary key,
  bank_line_id uuid not null references bank_line (id),
  mark text not null check (mark in ('ask', 'bank_error', 'none')),
  note text not null default '',
  marked_by uuid not null references users (id),
  marked_at timestamptz not null
);
create index bank_line_mark_by_line on bank_line_mark (bank_line_id, id);

create table bank_reconciliation (
  id uuid primary key,
  account text not null references money_account (code),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- Minor units of the account's currency; the books also in pesos.
  statement_balance bigint not null,
  book_balance bigint not null,
  book_pesos bigint not null,
  difference bigint not null check (difference = 0),
  -- The statement as it was signed.
  report jsonb not null,
  note text not null default '',
  signed_by uuid not null references users (id),
  signed_at timestamptz not null
);
create table bank_reconciliation_reopening (
  reconciliation_id uuid primary key references bank_reconciliation (id),
  reason text not null check (length(reason) >= 5),
  reopened_by uuid not null references users (id),
  reopened_at timestamptz not null
);
create table bank_month_signed (
  account text not null references money_account (code),
  month text not null,
  reconciliation_id uuid not null unique references bank_reconciliation (id),
  primary key (account, month)
);

create trigger bank_match_only_grows before update or delete on bank_match for each row execute function refuse_change();
create trigger bank_match_part_only_grows before update or delete on bank_match_part for each row execute function refuse_change();
create trigger bank_match_undo_only_grows before update or delete on bank_match_undo for each row execute function refuse_change();
create trigger bank_refusal_only_grows before update or delete on bank_refusal for each row execute function refuse_change();
create trigger bank_line_mark_only_grows before update or delete on bank_line_mark for each row execute function refuse_change();
create trigger bank_reconciliation_only_grows before update or delete on bank_reconciliation for each row execute function refuse_change();
create trigger bank_reconciliation_reopening_only_grows before update or delete on bank_reconciliation_reopening
  for each row execute function refuse_change();

-- The lines of our books that a bank may know, in the currency of the account. A revaluation moves pesos and no money.
create view bank_book_line as
select line.entry_no, line.position, line.account, line.day, line.party_id, line.memo,
  case when money_account.currency = 'PHP' then line.debit - line.credit
    when line.debit > 0 then coalesce(line.currency_amount, 0) else -coalesce(line.currency_amount, 0) end as amount
from line join money_account on money_account.code = line.account
where money_account.kind in ('bank', 'ewallet');

create function bank_month_is_signed(of_account text, on_day date) returns boolean language sql stable as $$
  select exists (select from bank_month_signed where account = of_account and month = to_char(on_day, 'YYYY-MM'))
$$;

-- One reconciles an account at a time: a match and a sign-off never pass each other.
create function lock_bank_account(of_account text) returns void language plpgsql as $$
begin
  perform from money_account where code = of_account for no key update;
end $$;

create function take_bank_match() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select distinct bank_match.account, bank_match.id from added join bank_match on bank_match.id = added.match_id
  loop
    perform lock_bank_account(one.account);
    if exists (
      select from (
        select max(coalesce(bank_line.day, line.day, bank_start_item.day)) as day
        from added
        left join bank_line on bank_line.id = added.bank_line_id
        left join line on line.entry_no = added.entry_no and line.position = added.line_position
        left join bank_start_item on bank_start_item.id = added.start_item_id
        where added.match_id = one.id
      ) as latest where bank_month_is_signed(one.account, latest.day)
    ) then
      raise exception 'the reconciliation of % is signed off', one.account using errcode = 'TA006';
    end if;
  end loop;
  insert into bank_matched (match_id, bank_line_id, entry_no, line_position, start_item_id)
  select match_id, bank_line_id, entry_no, line_position, start_item_id from added;
  return null;
end $$;
create trigger take_bank_match after insert on bank_match_part referencing new table as added
  for each statement execute function take_bank_match();

-- Both sides of a match are the same money on the same account, and its parts come with it.
create function bank_match_balances() returns trigger language plpgsql as $$
declare
  difference numeric;
  parts bigint;
  strangers bigint;
begin
  select coalesce(sum(bank_line.amount), 0) - coalesce(sum(bank_book_line.amount), 0) - coalesce(sum(bank_start_item.amount), 0),
    count(*), count(*) filter (
      where coalesce(bank_line.account, bank_book_line.account, bank_start_item.account, '') <> new.account)
  into difference, parts, strangers
  from bank_match_part
  left join bank_line on bank_line.id = bank_match_part.bank_line_id
  left join bank_book_line on bank_book_line.entry_no = bank_match_part.entry_no
    and bank_book_line.position = bank_match_part.line_position
  left join bank_start_item on bank_start_item.id = bank_match_part.start_item_id
  where bank_match_part.match_id = new.id;
  if parts < 2 or strangers > 0 or difference <> 0 then
    raise exception 'match % has % parts, % of other accounts, and is out by %', new.id, parts, strangers, difference
      using errcode = 'TA008';
  end if;
  return null;
end $$;
create constraint trigger bank_match_balances after insert on bank_match deferrable initially deferred
  for each row execute function bank_match_balances();

create function undo_bank_match() returns trigger language plpgsql as $$
declare
  of_account text;
begin
  select account into of_account from bank_match where id = new.match_id;
  perform lock_bank_account(of_account);
  if exists (
    select from bank_match_part left join bank_line on bank_line.id = bank_match_part.bank_line_id
    left join line on line.entry_no = bank_match_part.entry_no and line.position = bank_match_part.line_position
    where match_id = new.match_id
    having bool_or(bank_month_is_signed(of_account, bank_line.day))
      or bank_month_is_signed(of_account, max(coalesce(bank_line.day, line.day)))
  ) then
    raise exception 'the reconciliation of % is signed off', of_account using errcode = 'TA006';
  end if;
  delete from bank_matched where match_id = new.match_id;
  return null;
end $$;
create trigger undo_bank_match after insert on bank_match_undo for each row execute function undo_bank_match();

create function refuse_signed_mark() returns trigger language plpgsql as $$
begin
  if exists (select from bank_line where id = new.bank_line_id and bank_month_is_signed(account, day)) then
    raise exception 'the reconciliation is signed off' using errcode = 'TA006';
  end if;
  return new;
end $$;
create trigger refuse_signed_mark before insert on bank_line_mark for each row execute function refuse_signed_mark();

-- A line that becomes known in a month that is signed off would make the signature untrue.
create function refuse_signed_line() returns trigger language plpgsql as $$
begin
  perform lock_bank_account(account) from (select distinct account from added) as touched;
  if exists (select from added where bank_month_is_signed(account, day)) then
    raise exception 'the reconciliation is signed off' using errcode = 'TA006';
  end if;
  return null;
end $$;
create trigger refuse_signed_line after insert on bank_line referencing new table as added
  for each statement execute function refuse_signed_line();

-- A statement is taken back only while none of the lines that go with it is matched or signed off.
create function keep_matched_statement() returns trigger language plpgsql as $$
begin
  perform lock_bank_account(new.account);
  if new.removed_at is not null and old.removed_at is null and exists (
    select from bank_line_seen join bank_line on bank_line.id = bank_line_seen.line_id
    where bank_line_seen.statement_id = new.id
      and not exists (
        select from bank_line_seen as other join bank_statement on bank_statement.id = other.statement_id
        where other.line_id = bank_line.id and other.statement_id <> new.id and bank_statement.removed_at is null)
      and (bank_month_is_signed(bank_line.account, bank_line.day)
        or exists (select from bank_matched where bank_matched.bank_line_id = bank_line.id))
  ) then
    raise exception 'lines of this statement are matched' using errcode = 'TA007';
  end if;
  return new;
end $$;
create trigger keep_matched_statement before update on bank_statement for each row execute function keep_matched_statement();

-- Nothing of the month may be left unexplained when it is signed off.
create function sign_bank_month() returns trigger language plpgsql as $$
begin
  perform lock_bank_account(new.account);
  if exists (
    select from bank_line
    where bank_line.account = new.account and to_char(bank_line.day, 'YYYY-MM') <= new.month
      and bank_line.day > coalesce((select day from bank_start where bank_start.account = new.account), '-infinity')
      and exists (
        select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
        where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null)
      and not exists (select from bank_matched where bank_matched.bank_line_id = bank_line.id)
      and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id
        order by bank_line_mark.id desc limit 1), 'none') <> 'bank_error'
  ) then
    raise exception 'lines of % are not explained', new.account using errcode = 'TA009';
  end if;
  insert into bank_month_signed (account, month, reconciliation_id) values (new.account, new.month, new.id);
  return null;
end $$;
create trigger sign_bank_month after insert on bank_reconciliation for each row execute function sign_bank_month();

-- The last one is reopened first: what comes later rests on it.
create function reopen_bank_month() returns trigger language plpgsql as $$
declare
  reopened record;
begin
  select account, month into reopened from bank_reconciliation where id = new.reconciliation_id;
  perform lock_bank_account(reopened.account);
  if exists (select from bank_month_signed where account = reopened.account and month > reopened.month) then
    raise exception 'a later month of % is signed off', reopened.account using errcode = 'TA010';
  end if;
  delete from bank_month_signed where reconciliation_id = new.reconciliation_id;
  return null;
end $$;
create trigger reopen_bank_month after insert on bank_reconciliation_reopening
  for each row execute function reopen_bank_month();

-- Months of bank accounts that had movements and are not reconciled: for closing a month, and for everybody who asks.
create view bank_account_month_unreconciled as
with moved as (
  select account_month.account, account_month.month from account_month
  union
  select distinct bank_line.account, to_char(bank_line.day, 'YYYY-MM') from bank_line
  where exists (
    select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
    where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null)
)
select moved.account, account.name, moved.month,
  case when signed.reconciliation_id is null then 'open' else 'changed' end as state
from moved
join money_account on money_account.code = moved.account and money_account.kind = 'bank'
join account on account.code = moved.account
left join bank_start on bank_start.account = moved.account
left join bank_month_signed as signed on signed.account = moved.account and signed.month = moved.month
left join bank_reconciliation on bank_reconciliation.id = signed.reconciliation_id
where (bank_start.day is null or moved.month > to_char(bank_start.day, 'YYYY-MM'))
  and (signed.reconciliation_id is null or bank_reconciliation.book_pesos <> (
    select coalesce(sum(debit - credit), 0) from account_month as until
    where until.account = moved.account and until.month <= moved.month));
