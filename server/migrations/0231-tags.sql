-- Documents get tags: their project, department or branch. A tag is no part of the entry, so it can be set and changed after recording;
-- every change is an event of the audit trail. A document has at most one tag of each kind, so that the columns of a report by tag add
-- up to the books.
create table tag (
  id uuid primary key,
  kind text not null check (kind in ('project', 'department', 'branch')),
  name text not null check (name = btrim(name) and length(name) between 1 and 40),
  active boolean not null,
  unique (id, kind)
);
create unique index tag_once_by_name on tag (kind, lower(name));

create table document_tag (
  document_id uuid not null references document (id),
  kind text not null,
  tag_id uuid not null,
  tagged_by uuid not null references users (id),
  tagged_at timestamptz not null,
  primary key (document_id, kind),
  foreign key (tag_id, kind) references tag (id, kind)
);
create index document_tag_by_tag on document_tag (tag_id, document_id);

insert into noted_table (name, key) values ('tag', '{id}'), ('document_tag', '{document_id,kind}');
create trigger note_insert after insert on tag referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on tag referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on tag referencing old table as removed for each statement execute function note_rows();
create trigger note_insert after insert on document_tag referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on document_tag referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on document_tag referencing old table as removed
  for each statement execute function note_rows();
