-- A debit memo leads to the invoice that it charges more.
alter table document_link drop constraint document_link_relation_check;
alter table document_link add constraint document_link_relation_check
  check (relation in ('credit_of', 'debit_of', 'reversal_of', 'accounts_for'));
