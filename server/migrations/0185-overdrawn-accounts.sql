-- A bank account may warn of a document that overdraws it instead of refusing it.
alter table money_account
  add column over_limit text not null default 'refuse',
  add constraint money_account_over_limit_check
    check (over_limit in ('refuse', 'warn') and (kind = 'bank' or over_limit = 'refuse'));

select note_all('money_account');
