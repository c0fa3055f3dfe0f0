-- A view that everyone in the office uses is saved once: the person who saved it may share it with all users.
alter table saved_view add column shared boolean not null default false;
create index saved_view_shared on saved_view (lower(name)) where shared;
