-- The bank accounts that a supplier or customer is paid into. Changing one is how payments are diverted, so every change is a row
-- of its own with its reason, and nothing is overwritten.
create table party_bank_account (
  -- Created by the form, so that a repeated call changes nothing.
  id uuid primary key,
  -- The same for all rows of an account.
  account_id uuid not null,
  -- 1 for the first: two people who change it at once cannot both come next.
  nth int not null check (nth > 0),
  party_id uuid not null references party (id),
  bank text not null check (bank <> ''),
  account_name text not null check (account_name <> ''),
  number text not null check (number ~ '^[0-9A-Za-z][0-9A-Za-z -]{2,38}[0-9A-Za-z]$'),
  -- For comparisons and searches.
  digits text not null generated always as (upper(translate(number, ' -', ''))) stored,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  active boolean not null,
  reason text not null check (length(reason) <= 500),
  changed_by uuid not null references users (id),
  changed_at timestamptz not null,
  unique (account_id, nth),
  check (length(translate(number, ' -', '')) >= 4),
  check (nth = 1 or length(reason) >= 5)
);
create index party_bank_account_by_party on party_bank_account (party_id);
-- The same number elsewhere, and numbers by their last digits.
create index party_bank_account_by_digits on party_bank_account (digits);
create index party_bank_account_by_last_digits on party_bank_account (reverse(digits) text_pattern_ops);

-- The rows of an account follow each other and stay with their party.
create function keep_bank_account_in_order() returns trigger language plpgsql as $$
begin
  if new.nth <> (select coalesce(max(nth), 0) + 1 from party_bank_account where account_id = new.account_id)
    or exists (select from party_bank_account where account_id = new.account_id and party_id <> new.party_id) then
    raise exception 'bank account % of a party changes one step at a time', new.account_id using errcode = 'TA001';
  end if;
  return new;
end $$;
create trigger party_bank_account_in_order before insert on party_bank_account
  for each row execute function keep_bank_account_in_order();
create trigger party_bank_account_only_grows before update or delete on party_bank_account
  for each row execute function refuse_change();
create trigger party_bank_account_is_never_emptied before truncate on party_bank_account
  for each statement execute function refuse_change();

insert into noted_table (name, key) values ('party_bank_account', '{id}');
create trigger note_insert after insert on party_bank_account referencing new table as added
  for each statement execute function note_rows();
create trigger note_update after update on party_bank_account referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on party_bank_account referencing old table as removed
  for each statement execute function note_rows();

create view party_bank_account_now as
select distinct on (account_id) * from party_bank_account order by account_id, nth desc;
