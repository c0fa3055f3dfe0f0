-- Where money is, what purchases and withholding freeze on their lines, and open items of every kind of balance.

-- What an entry line keeps beside its account and amount.
alter table line add column purchase_category text
  check (purchase_category in ('goods', 'services', 'capital_goods', 'importation', 'not_creditable'));
alter table line add column ewt_rate numeric(9, 6);
alter table line add column currency text check (currency ~ '^[A-Z]{3}$');
alter table line add column currency_amount bigint check (currency_amount > 0);
alter table line add check (purchase_category is null or vat_class is not null);
alter table line add check ((atc is null) = (ewt_rate is null));
alter table line add check ((currency is null) = (currency_amount is null));
create index line_withheld on line (day, atc) where atc is not null;

-- Cash that was withdrawn belongs to nobody; every other open item has its party.
alter table open_item alter column party_id drop not null;
create index open_item_by_document on open_item (document_id);

-- What is left of each item, kept with every movement, so that lists of what is open cost the same at any size of the
-- books; and no item is settled beyond what is open, whoever is quicker.
create table item_balance (
  document_id uuid not null references document (id),
  account text not null references account (code),
  party_id uuid references party (id),
  opened bigint not null,
  open bigint not null,
  primary key (document_id, account),
  constraint item_stays_above_zero check (open >= 0)
);
create index item_balance_open on item_balance (account, party_id) where open > 0;
insert into item_balance (document_id, account, party_id, opened, open)
select settles, account, (array_agg(party_id))[1], coalesce(sum(amount) filter (where document_id = settles), 0), sum(amount)
from open_item group by settles, account;

create function keep_item_balance() returns trigger language plpgsql as $$
begin
  with moved as (
    select settles, account, (array_agg(party_id))[1] as party_id,
      coalesce(sum(amount) filter (where document_id = settles), 0) as began, sum(amount) as moved
    from added group by settles, account
  ), kept as (
    update item_balance set opened = opened + began, open = open + moved.moved
    from moved where item_balance.document_id = settles and item_balance.account = moved.account
    returning item_balance.document_id, item_balance.account
  )
  insert into item_balance (document_id, account, party_id, opened, open)
  select settles, account, party_id, began, moved.moved from moved
  where not exists (select from kept where kept.document_id = settles and kept.account = moved.account);
  return null;
end $$;
create trigger keep_item_balance after insert on open_item referencing new table as added
  for each statement execute function keep_item_balance();

-- The accounts that hold money: the till, petty cash funds, banks, wallets.
create table money_account (
  code text primary key references account (code),
  kind text not null check (kind in ('cash', 'petty_cash', 'bank', 'ewallet')),
  bank text not null default '',
  bank_account_no text not null default '',
  currency text not null default 'PHP' check (currency ~ '^[A-Z]{3}$'),
  -- Minor units of the currency.
  overdraft bigint not null default 0 check (overdraft >= 0),
  -- Of a petty cash fund.
  custodian text not null default '',
  float bigint not null default 0 check (float >= 0)
);
insert into money_account (code, kind, currency)
select code, kind, currency from (values
  ('1010', 'cash', 'PHP'), ('1020', 'petty_cash', 'PHP'), ('1031', 'bank', 'PHP'), ('1032', 'bank', 'PHP'),
  ('1040', 'bank', 'USD'), ('1041', 'bank', 'USD'), ('1045', 'ewallet', 'PHP')
) as usual (code, kind, currency) join account using (code);

-- Withholding codes and their rates, effective-dated: a changed rate is a new row.
create table withholding_code (
  code text not null check (code ~ '^[A-Z]{2}[0-9]{3}$'),
  payee text not null check (payee in ('individual', 'non_individual')),
  description text not null,
  rate numeric(9, 6) not null check (rate >= 0 and rate < 1),
  tax text not null check (tax in ('ewt', 'vat', 'percentage')),
  valid_from date not null,
  valid_to date check (valid_to is null or valid_to >= valid_from),
  source text not null,
  primary key (code, payee, valid_from)
);

-- What bills and petty cash are spent on, with the account and the usual taxes; a person may choose otherwise on a line.
create table expense_type (
  code text primary key check (code ~ '^[a-z0-9_]{2,40}$'),
  name text not null,
  account text not null references account (code),
  vat_class text not null check (vat_class in ('vatable', 'zero_rated', 'exempt', 'not_subject')),
  category text not null check (category in ('goods', 'services', 'capital_goods', 'importation', 'not_creditable')),
  atc_individual text,
  atc_non_individual text,
  -- The codes above are only for top withholding agents.
  top_agent_only boolean not null default false,
  position integer not null,
  active boolean not null default true
);

-- Cheque books, and each leaf that was used or spoilt; a leaf without a row is unused.
create table cheque_book (
  id uuid primary key,
  account text not null references money_account (code),
  first_no bigint not null check (first_no >= 0),
  last_no bigint not null,
  -- Leading zeros are part of a cheque's number.
  digits smallint not null check (digits between 4 and 12),
  received_on date not null,
  registered_by uuid not null references users (id),
  registered_at timestamptz not null,
  check (last_no >= first_no and last_no < first_no + 1000)
);
create index cheque_book_by_account on cheque_book (account, first_no);
create table cheque (
  document_id uuid primary key references document (id),
  account text not null references money_account (code),
  no text not null check (no ~ '^[0-9]{4,12}$'),
  payee text not null,
  day date not null,
  amount bigint not null check (amount > 0),
  unique (account, no)
);
create table cheque_event (
  id bigint generated always as identity primary key,
  account text not null references money_account (code),
  no text not null check (no ~ '^[0-9]{4,12}$'),
  state text not null check (state in ('spoiled', 'cancelled', 'released', 'cleared', 'stale', 'stopped', 'returned')),
  day date not null,
  reason text not null default '',
  noted_by uuid not null references users (id),
  noted_at timestamptz not null
);
create index cheque_event_by_leaf on cheque_event (account, no, id);
create trigger cheque_only_grows before update or delete on cheque for each row execute function refuse_change();
create trigger cheque_event_only_grows before update or delete on cheque_event for each row execute function refuse_change();

alter table company add column top_agent_from date;
alter table company add column withhold_at text not null default 'bill' check (withhold_at in ('bill', 'payment'));
