-- Who files as an individual stands in the files of the tax office by last, first and middle name, and the lists of sales and
-- purchases ask for the trade name besides; the company itself has one name only.
alter table tax_profile
  add column last_name text not null default '',
  add column first_name text not null default '',
  add column middle_name text not null default '',
  add column trade_name text not null default '',
  -- Only an individual has these names, and the last one never without the first.
  add check (taxpayer = 'individual' or (last_name = '' and first_name = '' and middle_name = '')),
  add check ((last_name = '') = (first_name = '') and (last_name <> '' or middle_name = ''));
