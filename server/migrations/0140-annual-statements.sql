-- The annual statements need data that the books do not have: the registration with the SEC, the reporting framework and the
-- signatories. One row, entered by the accountant; until then there is none.
create table annual_profile (
  only_one boolean primary key default true check (only_one),
  framework text not null check (framework in ('small', 'sme')),
  business text not null,
  sec_no text not null,
  registered_on date,
  cost_method text not null check (cost_method in ('fifo', 'weighted', 'specific', 'standard')),
  chair text not null,
  president text not null,
  treasurer text not null,
  auditor text not null,
  approved_on date,
  tax_cases text not null
);

insert into noted_table (name, key) values ('annual_profile', '{only_one}');
create trigger note_insert after insert on annual_profile referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on annual_profile referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on annual_profile referencing old table as removed for each statement execute function note_rows();
