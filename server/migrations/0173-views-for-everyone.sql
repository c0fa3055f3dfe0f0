-- An accountant sets up the view of a report that the whole office uses: a view is its owner's, or everyone's.
alter table saved_view add column shared boolean not null default false;
