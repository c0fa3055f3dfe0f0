-- The draft of a recurring document may be made some days before its date, so that it can be prepared in time.
alter table recurring_rule add column days_ahead smallint not null default 0 check (days_ahead between 0 and 60);
select note_all('recurring_rule');
