-- Everyone filters lists of documents, and asks the same ones again: a view may also be the address of a list.
alter table saved_view drop constraint saved_view_address_check;
alter table saved_view add constraint saved_view_address_check
  check (address ~ '^/[a-z]+([/?]|$)' and length(address) <= 500);
