-- The names under the signature lines of vouchers. Documents keep the names they were recorded with.
alter table company
  add column prepared_by text not null default '',
  add column checked_by text not null default '',
  add column approved_by text not null default '';
select note_all('company');
