-- How an account's cheques are printed, and which document an event of a leaf belongs to.

-- Where everything stands on a leaf, in millimetres; banks print their cheques differently.
create table cheque_template (
  account text primary key references money_account (code),
  layout jsonb not null,
  changed_by uuid not null references users (id),
  changed_at timestamptz not null
);

-- A void cancels the leaf, and a stale cheque is written back, by documents; the event names the one that did it. A leaf
-- goes back to issued when a note is taken back.
alter table cheque_event add column document_id uuid references document (id);
alter table cheque_event drop constraint cheque_event_state_check;
alter table cheque_event add check
  (state in ('issued', 'spoiled', 'cancelled', 'released', 'cleared', 'stale', 'stopped', 'returned'));
create index cheque_event_by_document on cheque_event (document_id) where document_id is not null;
