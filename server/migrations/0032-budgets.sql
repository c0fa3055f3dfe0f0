-- What a year is meant to earn and to cost, by account and month; and the rates at which foreign money is valued anew. A change is kept with who made it and when; the last one
-- of an account and month is the budget, and those before it stay.

create table budget_change (
  id uuid primary key,
  seq bigint generated always as identity unique,
  -- The first month of the fiscal year it is of.
  year_from text not null check (year_from ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  changed_by uuid not null references users (id),
  changed_at timestamptz not null
);
create index budget_change_of_year on budget_change (year_from, seq);
create table budget_amount (
  change_id uuid not null references budget_change (id),
  account text not null references account (code),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- On the side where the account usually stands: income and cost are both entered without a minus.
  amount bigint not null,
  primary key (change_id, account, month)
);
create index budget_amount_by_month on budget_amount (month, account);
create trigger budget_change_only_grows before update or delete on budget_change for each row execute function refuse_change();
create trigger budget_amount_only_grows before update or delete on budget_amount for each row execute function refuse_change();

-- The rate at which foreign money is valued at the end of a month, as it was entered; the last one counts.
create table closing_rate (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Pesos for one unit of the currency.
  rate numeric(18, 9) not null check (rate > 0),
  source text not null,
  entered_by uuid not null references users (id),
  entered_at timestamptz not null
);
create index closing_rate_by_month on closing_rate (month, currency, id);
create trigger closing_rate_only_grows before update or delete on closing_rate for each row execute function refuse_change();

-- What only values foreign money anew moves none of it: the bank knows nothing of it, so nothing of the bank is matched with it.
create or replace view bank_book_line as
select line.entry_no, line.position, line.account, line.day, line.party_id, line.memo,
  case when money_account.currency = 'PHP' then line.debit - line.credit
    when line.debit > 0 then coalesce(line.currency_amount, 0) else -coalesce(line.currency_amount, 0) end as amount
from line join money_account on money_account.code = line.account
where money_account.kind in ('bank', 'ewallet') and (money_account.currency = 'PHP' or line.currency_amount is not null);

-- The loss of valuing it anew is posted by rule.
update account set active = true where code = '8025';
