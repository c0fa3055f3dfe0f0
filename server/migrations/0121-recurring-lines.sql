-- A recurring entry has any number of lines, and a customer or supplier if they belong to one: payroll, a loan payment, a shared
-- cost. The entries with one debit and one credit become two lines each.
create table recurring_line (
  entry_id uuid not null references recurring_entry (id),
  position smallint not null check (position > 0),
  account text not null references account (code),
  -- Of each month; of a prepayment the whole, which is spread over its months.
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  memo text not null default '',
  primary key (entry_id, position),
  check ((debit = 0) <> (credit = 0))
);
insert into recurring_line (entry_id, position, account, debit, credit)
select id, 1, debit_account, amount, 0 from recurring_entry
union all
select id, 2, credit_account, 0, amount from recurring_entry;

insert into noted_table (name, key) values ('recurring_line', '{entry_id}');
select note_all('recurring_line');
create trigger note_insert after insert on recurring_line referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on recurring_line referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on recurring_line referencing old table as removed for each statement execute function note_rows();

alter table recurring_entry add column party_id uuid references party (id);
alter table recurring_entry drop column debit_account, drop column credit_account, drop column amount;
select note_all('recurring_entry');
