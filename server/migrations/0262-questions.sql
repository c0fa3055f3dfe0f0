-- A question about a document, one of its lines, a bank line, a return or a month, to a colleague or to a person without an account.
-- It ends when it is answered (an answer from outside, when a colleague accepts it) or withdrawn; until then it blocks what it is
-- about. The question and everything that happened to it stay.
create table question (
  id uuid primary key,
  -- Exactly one of them is what the question is about.
  document_id uuid references document (id),
  bank_line_id uuid references bank_line (id),
  return_duty text,
  return_period date,
  month text check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- A line of the entry of the document, and a box of the return.
  line_position integer check (line_position > 0),
  return_box text,
  words text not null check (length(words) between 3 and 1000),
  due date not null,
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  check (num_nonnulls(document_id, bank_line_id, return_duty, month) = 1),
  check (num_nonnulls(return_duty, return_period) in (0, 2)),
  check (line_position is null or document_id is not null),
  check (return_box is null or return_duty is not null)
);
create index question_by_document on question (document_id) where document_id is not null;
create index question_by_bank_line on question (bank_line_id) where bank_line_id is not null;
create index question_by_return on question (return_duty, return_period) where return_duty is not null;
create index question_by_month on question (month) where month is not null;

create table question_event (
  id bigint generated always as identity primary key,
  question_id uuid not null references question (id),
  act text not null check (act in ('asked', 'answered', 'accepted', 'withdrawn')),
  words text not null default '' check (length(words) <= 2000),
  -- Who is asked from now on: a colleague, or a person without an account; neither means every accountant.
  to_user uuid references users (id),
  to_name text,
  to_email text,
  file_name text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_bytes integer check (file_bytes > 0),
  sha256 text references attachment_content (sha256),
  -- Null for the person without an account.
  by_user uuid references users (id),
  at timestamptz not null,
  check (num_nonnulls(to_name, to_email) in (0, 2)),
  check (to_user is null or to_name is null),
  check (act = 'asked' or num_nonnulls(to_user, to_name) = 0),
  check (num_nonnulls(file_name, file_type, file_bytes, sha256) in (0, 4)),
  check (act = 'answered' or (by_user is not null and sha256 is null)),
  check (act <> 'answered' or length(words) >= 1)
);
create index question_event_by_question on question_event (question_id, id);
create index question_event_by_content on question_event (sha256) where sha256 is not null;

-- A link for the person without an account. Only its newest one works, until the question is answered, withdrawn or asked again.
create table question_link (
  id uuid primary key,
  event_id bigint not null references question_event (id),
  seq bigint generated always as identity,
  -- Of the four digits that are told separately, if any.
  pin_hash text,
  expires_at timestamptz not null,
  made_by uuid not null references users (id),
  made_at timestamptz not null
);
create index question_link_by_event on question_link (event_id, seq);

create view question_now as
select question.*, asked.id as event_id, asked.to_user, asked.to_name, asked.to_email, asked.at as asked_again_at,
  last.act as last_act, last.by_user as last_by, last.at as last_at,
  case last.act when 'asked' then 'open' when 'withdrawn' then 'withdrawn' when 'accepted' then 'closed'
    else case when last.by_user is null then 'answered' else 'closed' end end as state
from question
join lateral (
  select * from question_event where question_event.question_id = question.id order by id desc limit 1
) as last on true
join lateral (
  select * from question_event where question_event.question_id = question.id and act = 'asked' order by id desc limit 1
) as asked on true;

create trigger question_only_grows before update or delete on question for each row execute function refuse_change();
create trigger question_is_never_emptied before truncate on question for each statement execute function refuse_change();
create trigger question_event_only_grows before update or delete on question_event for each row execute function refuse_change();
create trigger question_event_is_never_emptied before truncate on question_event for each statement execute function refuse_change();
create trigger question_link_only_grows before update or delete on question_link for each row execute function refuse_change();
create trigger question_link_is_never_emptied before truncate on question_link for each statement execute function refuse_change();

insert into noted_table (name, key) values ('question', '{id}'), ('question_event', '{id}'), ('question_link', '{id}');
create trigger note_insert after insert on question referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on question referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on question referencing old table as removed for each statement execute function note_rows();
create trigger note_insert after insert on question_event referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on question_event referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on question_event referencing old table as removed for each statement execute function note_rows();
create trigger note_insert after insert on question_link referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on question_link referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on question_link referencing old table as removed for each statement execute function note_rows();

-- The key that signs links.
alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add check (purpose in ('id-token', 'custom-token', 'sales-export', 'trust-report', 'question-link'));

-- Open questions on bank lines were marks of the line; they become questions to every accountant.
with asked as (
  insert into question (id, bank_line_id, words, due, asked_by, asked_at)
  select gen_random_uuid(), bank_line_id, rpad(note, 3, '?'), (marked_at at time zone 'Asia/Manila')::date + 7, marked_by, marked_at
  from bank_question
  returning id, asked_by, asked_at
)
insert into question_event (question_id, act, by_user, at) select id, 'asked', asked_by, asked_at from asked;

create or replace view bank_question as
select bank_line.id as bank_line_id, bank_line.account, bank_line.day, question_now.words as note, question_now.asked_by as marked_by,
  question_now.asked_at as marked_at, question_now.id as question_id
from question_now join bank_line on bank_line.id = question_now.bank_line_id
where question_now.state in ('open', 'answered')
  and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id
    order by bank_line_mark.id desc limit 1), 'none') <> 'bank_error'
  and exists (
    select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
    where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null);
