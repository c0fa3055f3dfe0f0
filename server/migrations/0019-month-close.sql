-- A month is closed in its order and sealed: a digest over its entries, chained to the seal of the month before. It is
-- undone only by a reopening with its reason, the last month first, and what was done stays. A closed month, and all
-- before it, takes nothing.

alter table period add column seal text not null check (seal ~ '^[0-9a-f]{64}$');
-- How many entries the seal is over, and the last of the chain at that moment.
alter table period add column entries bigint not null check (entries >= 0);
alter table period add column last_entry bigint not null check (last_entry >= 0);

-- What was closed and reopened, by whom, and what stood between and how it was explained.
create table period_event (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  act text not null check (act in ('closed', 'reopened')),
  reason text not null default '',
  seal text not null check (seal ~ '^[0-9a-f]{64}$'),
  entries bigint not null,
  last_entry bigint not null,
  checklist jsonb not null default '[]',
  acted_by uuid not null references users (id),
  acted_at timestamptz not null,
  check (act = 'closed' or length(reason) >= 5)
);
create index period_event_by_month on period_event (month, id);
create trigger period_event_only_grows before update or delete on period_event for each row execute function refuse_change();
create trigger period_event_is_never_emptied before truncate on period_event for each statement execute function refuse_change();

-- What an accountant says about something that stands before a closing. It holds for as long as that is as it was.
create table period_note (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  item text not null,
  finding text not null,
  words text not null,
  noted_by uuid not null references users (id),
  noted_at timestamptz not null
);
create index period_note_by_month on period_note (month, item, id);
create trigger period_note_only_grows before update or delete on period_note for each row execute function refuse_change();

create trigger period_never_changes before update or truncate on period for each statement execute function refuse_change();

create function period_keeps_its_order() returns trigger language plpgsql as $$
declare
  asked text := case tg_op when 'INSERT' then new.month else old.month end;
  acted text := case tg_op when 'INSERT' then 'closed' else 'reopened' end;
  latest text := (select max(month) from period);
begin
  -- "Together" is the same transaction, as lines and their entry.
  if not exists (
    select from period_event where month = asked and act = acted and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'the month % is % together with its event', asked, acted using errcode = 'TA001';
  end if;
  if tg_op = 'DELETE' then
    if latest > asked then
      raise exception 'the month % is closed and is reopened before %', latest, asked using errcode = 'TA004';
    end if;
    return old;
  end if;
  if latest is not null and asked <> to_char(to_date(latest, 'YYYY-MM') + interval '1 month', 'YYYY-MM')
    or latest is null and exists (select from entry where to_char(day, 'YYYY-MM') < asked) then
    raise exception 'months are closed in their order, and % is not the next', asked using errcode = 'TA004';
  end if;
  return new;
end $$;
create trigger period_keeps_its_order before insert or delete on period
  for each row execute function period_keeps_its_order();

-- What is before a closed month is closed with it, even if nothing was ever posted there.
create or replace function month_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from period where month >= to_char(new.day, 'YYYY-MM')) then
    raise exception 'the month of % is closed', new.day using errcode = 'TA003';
  end if;
  return new;
end $$;

-- Entries of a month are found by it when it is sealed and when its seal is recomputed.
create index entry_by_day on entry (day, no);

-- What is proposed each month end: entries that come again, and the wear of what is used for years.
create table recurring_entry (
  id uuid primary key,
  no integer generated always as identity unique,
  name text not null,
  kind text not null check (kind in ('accrual', 'prepayment', 'standing')),
  debit_account text not null references account (code),
  credit_account text not null references account (code),
  -- Of each month; of a prepayment the whole, which is spread over its months.
  amount bigint not null check (amount > 0),
  first_month text not null check (first_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  last_month text check (last_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  registered_by uuid not null references users (id),
  registered_at timestamptz not null,
  check (debit_account <> credit_account),
  check (last_month is null or last_month >= first_month),
  check (kind <> 'prepayment' or last_month is not null)
);
create table asset (
  id uuid primary key,
  no integer generated always as identity unique,
  name text not null,
  acquired_on date not null,
  cost bigint not null check (cost > 0),
  salvage bigint not null check (salvage >= 0),
  -- What other books had written off before these began.
  written_off bigint not null check (written_off >= 0),
  life_months integer not null check (life_months between 1 and 1200),
  first_month text not null check (first_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  accumulated_account text not null references account (code),
  expense_account text not null references account (code),
  -- No month after this one is written off.
  last_month text check (last_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  registered_by uuid not null references users (id),
  registered_at timestamptz not null,
  check (cost > salvage + written_off)
);
