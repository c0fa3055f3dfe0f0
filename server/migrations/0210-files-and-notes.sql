-- Contracts, letters and what was said on the telephone belong to a customer, a supplier, a bank statement, a tax return or a
-- recorded document, but are not part of the books. Each is a row that stays: a note, or a file with an optional note. What was
-- sealed with a document doesn't change; these rows are additions. A removal is a row of its own, with its reason.
create table added_note (
  id uuid primary key,
  -- Exactly one of them is what the note is about.
  party_id uuid references party (id),
  document_id uuid references document (id),
  bank_statement_id uuid references bank_statement (id),
  return_duty text,
  return_period date,
  text text not null check (length(text) <= 2000),
  file_name text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_bytes int check (file_bytes > 0),
  sha256 text references attachment_content (sha256),
  added_by uuid not null references users (id),
  added_at timestamptz not null,
  check (num_nonnulls(party_id, document_id, bank_statement_id, return_duty) = 1),
  check (num_nonnulls(return_duty, return_period) in (0, 2)),
  check (num_nonnulls(file_name, file_type, file_bytes, sha256) in (0, 4)),
  check (text <> '' or sha256 is not null)
);
create index added_note_by_party on added_note (party_id) where party_id is not null;
create index added_note_by_document on added_note (document_id) where document_id is not null;
create index added_note_by_statement on added_note (bank_statement_id) where bank_statement_id is not null;
create index added_note_by_return on added_note (return_duty, return_period) where return_duty is not null;
create index added_note_by_content on added_note (sha256) where sha256 is not null;

create table added_note_removal (
  note_id uuid primary key references added_note (id),
  reason text not null check (length(reason) between 5 and 500),
  removed_by uuid not null references users (id),
  removed_at timestamptz not null
);

create trigger added_note_only_grows before update or delete on added_note for each row execute function refuse_change();
create trigger added_note_is_never_emptied before truncate on added_note for each statement execute function refuse_change();
create trigger added_note_removal_only_grows before update or delete on added_note_removal
  for each row execute function refuse_change();
create trigger added_note_removal_is_never_emptied before truncate on added_note_removal
  for each statement execute function refuse_change();

insert into noted_table (name, key) values ('added_note', '{id}'), ('added_note_removal', '{note_id}');
create trigger note_insert after insert on added_note referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on added_note referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on added_note referencing old table as removed for each statement execute function note_rows();
create trigger note_insert after insert on added_note_removal referencing new table as added
  for each statement execute function note_rows();
create trigger note_update after update on added_note_removal referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on added_note_removal referencing old table as removed
  for each statement execute function note_rows();
