-- A statement of a bank that arrives is told apart from a supplier's statement of account, because it is uploaded to the reconciliation.
alter table arrival_reading drop constraint arrival_reading_kind_check;
alter table arrival_reading add constraint arrival_reading_kind_check
  check (kind in ('invoice', 'receipt', 'certificate', 'statement', 'bankStatement', 'delivery', 'order', 'unknown'));
