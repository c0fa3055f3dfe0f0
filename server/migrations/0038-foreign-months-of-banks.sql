-- A month of a foreign account that is signed off has changed when its own money has. Valued anew at a closing rate it has
-- other pesos, and moved none of it.

create or replace view bank_account_month_unreconciled as
with moved as (
  select account_month.account, account_month.month from account_month
  union
  select distinct bank_line.account, to_char(bank_line.day, 'YYYY-MM') from bank_line
  where exists (
    select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
    where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null)
)
select moved.account, account.name, moved.month,
  case when signed.reconciliation_id is null then 'open' else 'changed' end as state
from moved
join money_account on money_account.code = moved.account and money_account.kind = 'bank'
join account on account.code = moved.account
left join bank_start on bank_start.account = moved.account
left join bank_month_signed as signed on signed.account = moved.account and signed.month = moved.month
left join bank_reconciliation on bank_reconciliation.id = signed.reconciliation_id
where (bank_start.day is null or moved.month > to_char(bank_start.day, 'YYYY-MM'))
  and (signed.reconciliation_id is null or (
    bank_reconciliation.book_pesos <> (
      select coalesce(sum(debit - credit), 0) from account_month as until
      where until.account = moved.account and until.month <= moved.month)
    and (money_account.currency = 'PHP' or bank_reconciliation.book_balance <> (
      select coalesce(sum(book.amount), 0) from bank_book_line as book
      where book.account = moved.account and to_char(book.day, 'YYYY-MM') <= moved.month))));
