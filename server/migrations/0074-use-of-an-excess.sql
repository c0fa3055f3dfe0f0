-- Credits above the VAT due and over-remitted withholding tax belong to the company until they are used: the accountant chooses
-- whether the next return deducts them or they are claimed as a refund or tax credit certificate. The last row of a return counts.
create table excess_use (
  id bigint generated always as identity primary key,
  form text not null check (form in ('2550Q', '1601-EQ')),
  -- The last day of the period.
  period date not null,
  use text not null check (use in ('carried', 'refund', 'tcc')),
  chosen_by uuid not null references users (id),
  chosen_at timestamptz not null
);
create index excess_use_by_return on excess_use (form, period, id);
create trigger excess_use_only_grows before update or delete on excess_use for each row execute function refuse_change();

insert into noted_table (name, key) values ('excess_use', '{id}');
create trigger note_insert after insert on excess_use referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on excess_use referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on excess_use referencing old table as removed for each statement execute function note_rows();
