-- A backup of books with errors is made all the same, and says what is wrong with them.
alter table backup
  add column unsound text,
  add check (unsound is null or file is not null);
