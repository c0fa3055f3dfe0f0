-- Customers get statements of account and reminders of invoices by e-mail. Each message is written down next to its row in the
-- outbox, so that no reminder and no statement of a batch is sent twice, and the pages of the customer and the invoice show it.
create table reminder_settings (
  only_one boolean primary key default true check (only_one),
  active boolean not null,
  -- Days after the due date; negative before it.
  steps int[] not null check (cardinality(steps) between 1 and 6 and -30 <= all (steps) and 180 >= all (steps)),
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  -- Reminders that were due before are not sent.
  since date not null,
  changed_by uuid not null references users (id),
  changed_at timestamptz not null
);
insert into noted_table (name, key) values ('reminder_settings', '{only_one}');
create trigger note_insert after insert on reminder_settings referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on reminder_settings referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on reminder_settings referencing old table as removed for each statement execute function note_rows();

-- The customer asked for no reminders; statements are chosen by hand.
create table reminder_opt_out (
  party_id uuid primary key references party (id),
  chosen_by uuid not null references users (id),
  chosen_at timestamptz not null
);

create table customer_message (
  id uuid primary key references outbox (id),
  kind text not null check (kind in ('statement', 'reminder')),
  party_id uuid not null references party (id),
  -- Of a statement: the batch it was sent in, and the statement as attached.
  batch_id uuid,
  content jsonb,
  -- Of a reminder: the invoice, and the step of the schedule.
  document_id uuid references document (id),
  step int,
  sent_by uuid references users (id),
  check ((kind = 'statement') = (batch_id is not null)),
  check ((kind = 'statement') = (content is not null)),
  check ((kind = 'reminder') = (document_id is not null)),
  check ((kind = 'reminder') = (step is not null))
);
create unique index customer_message_once_in_batch on customer_message (batch_id, party_id) where kind = 'statement';
create unique index customer_message_once_per_step on customer_message (document_id, step) where kind = 'reminder';
create index customer_message_by_party on customer_message (party_id);
create trigger customer_message_only_grows before update or delete on customer_message
  for each row execute function refuse_change();
create trigger customer_message_is_never_emptied before truncate on customer_message
  for each statement execute function refuse_change();
