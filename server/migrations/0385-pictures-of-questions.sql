-- A question can have a picture: what the person asked is to look at. A person without an account sees it by the link, and nothing else.
-- Asked is always by someone with an account; only an answer may come from outside.
do $$
declare found text;
begin
  select conname into strict found from pg_constraint
  where conrelid = 'question_event'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%by_user IS NOT NULL%';
  execute format('alter table question_event drop constraint %I', found);
end $$;
alter table question_event add constraint question_event_by_and_file_check check (
  (act = 'answered' or by_user is not null)
  and (act in ('asked', 'answered') or sha256 is null)
  and (act <> 'asked' or sha256 is null or file_type in ('image/jpeg', 'image/png'))
);
