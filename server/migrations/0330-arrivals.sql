-- Invoices and receipts reach the office before anybody records them, as PDF files and pictures. Each file is stored once, as it
-- came, with the digest that identifies it. What people decide about it is on its row: a note, who takes care of it, and whether it
-- is a document at all. Its state is never stored: it follows from these decisions and from the books.
create table arrival (
  id uuid primary key,
  sha256 text not null unique references attachment_content (sha256),
  file_name text not null check (length(file_name) between 1 and 200),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_bytes int not null check (file_bytes > 0),
  arrived_by uuid not null references users (id),
  arrived_at timestamptz not null,
  note text not null default '' check (length(note) <= 500),
  assigned_to uuid references users (id),
  -- It is not a document to record.
  dismissed_by uuid references users (id),
  dismissed_at timestamptz,
  check (num_nonnulls(dismissed_by, dismissed_at) in (0, 2))
);
create index arrival_in_order on arrival (arrived_at, id);

-- The file stays as it came, and so does the row.
create function refuse_other_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.sha256, new.file_name, new.file_type, new.file_bytes, new.arrived_by, new.arrived_at)
    is distinct from (old.id, old.sha256, old.file_name, old.file_type, old.file_bytes, old.arrived_by, old.arrived_at) then
    raise exception 'The file of an arrival does not change.';
  end if;
  return new;
end $$;
create trigger arrival_file_stays before update on arrival for each row execute function refuse_other_file();
create trigger arrival_stays before delete on arrival for each row execute function refuse_change();
create trigger arrival_is_never_emptied before truncate on arrival for each statement execute function refuse_change();
