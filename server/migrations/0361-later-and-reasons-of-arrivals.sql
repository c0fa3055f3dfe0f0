-- A file in Arrivals can be postponed: until that date it is neither in the list of files to record nor a task. A file that is no
-- document has the reason.
alter table arrival add column later_until date;
alter table arrival add column dismissed_reason text not null default '' check (length(dismissed_reason) <= 200);
alter table arrival add check (dismissed_at is not null or dismissed_reason = '');
