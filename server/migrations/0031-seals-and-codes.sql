-- No column of what is posted or kept is left to trust, and every paper leads to what it proves. A document recorded from
-- now on is sealed with all its columns and all that is kept of its attached papers; earlier ones keep the seal they got.
-- A bound book gets a digest over its own row, its files and its pages. A code on paper is the beginning of a digest.

alter table document add column seal_version smallint not null default 1 check (seal_version in (1, 2));

-- The code of a voucher: the beginning of the hash of the entry it posted.
create index entry_by_code on entry (left(hash, 12)) where reverses is null;

-- Null where a book was bound before there was one.
alter table bound_book add column digest text check (length(digest) = 64);

-- What stands on each page of a bound book, as a digest; its beginning is the code on the page. Page 0 is the book as a
-- whole: its cover, index and certificate.
create table bound_book_page (
  bound_book_id uuid not null references bound_book (id),
  page integer not null check (page >= 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  primary key (bound_book_id, page)
);
create index bound_book_page_by_code on bound_book_page (left(digest, 12));
create trigger bound_book_page_only_grows before update or delete on bound_book_page for each row execute function refuse_change();
create trigger bound_book_page_is_never_emptied before truncate on bound_book_page for each statement execute function refuse_change();
