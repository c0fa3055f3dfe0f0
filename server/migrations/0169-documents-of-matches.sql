-- A document that was recorded for a match, from a line of the bank, is voided when the match is undone. Until now only the audit
-- trail named it.
create table bank_match_recorded (
  match_id uuid not null references bank_match (id),
  document_id uuid not null references document (id),
  primary key (match_id, document_id)
);
create index bank_match_recorded_by_document on bank_match_recorded (document_id);
create trigger bank_match_recorded_only_grows before update or delete on bank_match_recorded
  for each row execute function refuse_change();

insert into bank_match_recorded (match_id, document_id)
select distinct bank_match.id, document.id
from audit cross join lateral jsonb_array_elements_text(
  case when jsonb_typeof(detail -> 'documents') = 'array' then detail -> 'documents' else '[]' end) as said (id)
join bank_match on bank_match.id::text = audit.object_id
join document on document.id::text = said.id
where action in ('reconciliation.match', 'reconciliation.ruleActed') and object_type = 'bank-match' and outcome = 'done';

insert into noted_table (name, key) values ('bank_match_recorded', '{match_id}');
select note_all('bank_match_recorded');
create trigger note_insert after insert on bank_match_recorded referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on bank_match_recorded referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on bank_match_recorded referencing old table as removed for each statement execute function note_rows();
