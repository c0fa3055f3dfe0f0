-- A removed allocation leads to the receipt, payment or credit that it is taken out of.
alter table document_link drop constraint document_link_relation_check;
alter table document_link add constraint document_link_relation_check
  check (relation in ('credit_of', 'debit_of', 'reversal_of', 'accounts_for', 'unapplies'));
