-- In a list of files with names such as 'scan 12.pdf', people recognize a document by how it looks. The thumbnail of the first page is
-- made once, when the file is read, and stored next to it; the file itself stays as it came. Files that were read before have none
-- until they are read again.
create table arrival_thumbnail (
  arrival_id uuid primary key references arrival (id),
  picture bytea not null
);
