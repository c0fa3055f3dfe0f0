-- Rules of a bank account act alone once they have earned it and an accountant says so. What put one back to proposing is
-- kept with it. And a question that somebody wrote on a line is answered in words before its month is signed off, whether
-- the line is matched by then or not.

alter table bank_rule add column stopped text;
alter table bank_rule add column stopped_at timestamptz;
alter table bank_rule add constraint bank_rule_stopped_at_a_time check ((stopped is null) = (stopped_at is null));
alter table bank_rule add constraint bank_rule_acts_while_nothing_stopped_it check (not (acting and (stopped is not null or retired_at is not null)));
create index bank_match_by_rule on bank_match (rule_id, matched_at) where rule_id is not null;

alter table bank_line_mark drop constraint bank_line_mark_mark_check;
alter table bank_line_mark add constraint bank_line_mark_mark_check
  check (mark in ('ask', 'answered', 'bank_error', 'none'));
alter table bank_line_mark add constraint bank_line_mark_answers_in_words check (mark <> 'answered' or length(note) >= 3);

-- A question is open until it is answered or the line turns out to be an error of the bank; a mark without words is only a
-- bookmark.
create view bank_question as
select bank_line.id as bank_line_id, bank_line.account, bank_line.day, asked.note, asked.marked_by, asked.marked_at
from bank_line
join lateral (
  select mark, note, marked_by, marked_at from bank_line_mark
  where bank_line_mark.bank_line_id = bank_line.id
  order by id desc limit 1
) as asked on asked.mark = 'ask' and asked.note <> ''
where exists (
  select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
  where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null);

-- Nothing of the month may be left unexplained, and no question unanswered, when it is signed off.
create or replace function sign_bank_month() returns trigger language plpgsql as $$
begin
  perform lock_bank_account(new.account);
  if exists (
    select from bank_line
    where bank_line.account = new.account and to_char(bank_line.day, 'YYYY-MM') <= new.month
      and bank_line.day > coalesce((select day from bank_start where bank_start.account = new.account), '-infinity')
      and exists (
        select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
        where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null)
      and not exists (select from bank_matched where bank_matched.bank_line_id = bank_line.id)
      and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id
        order by bank_line_mark.id desc limit 1), 'none') <> 'bank_error'
  ) then
    raise exception 'lines of % are not explained', new.account using errcode = 'TA009';
  end if;
  if exists (select from bank_question where account = new.account and to_char(day, 'YYYY-MM') <= new.month) then
    raise exception 'questions about % are not answered', new.account using errcode = 'TA011';
  end if;
  insert into bank_month_signed (account, month, reconciliation_id) values (new.account, new.month, new.id);
  return null;
end $$;
