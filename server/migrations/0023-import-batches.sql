-- A batch of rows from a spreadsheet, judged as a whole and compared with the count and total of its papers before any of
-- it is recorded: what each document will be, and the digest of what it will post. It is done when its documents are.
create table import_batch (
  id uuid primary key,
  kind text not null,
  -- Draft id, digest and fields of each, in the order in which they are recorded.
  documents jsonb not null,
  begun_by uuid not null references users (id),
  begun_at timestamptz not null
);
