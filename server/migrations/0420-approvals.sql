-- Companies let a second person approve documents before they are recorded, from an amount on, by type of document. A document that
-- needs an approval is sent as a draft. Approving records it; until then nothing is posted. A request ends once: it is approved,
-- returned, withdrawn, or its draft was changed. Requests and decisions stay.
create table approval_rule (
  kind text primary key,
  from_amount bigint not null check (from_amount >= 0),
  set_by uuid not null references users (id),
  set_at timestamptz not null
);

-- Nobody is named: every accountant and administrator approves.
create table approval_approver (
  kind text not null references approval_rule (kind) on delete cascade,
  user_id uuid not null references users (id),
  primary key (kind, user_id)
);

create table approval_request (
  id uuid primary key,
  draft_id uuid not null,
  kind text not null,
  -- For lists: who or what the document is about, its date and its total.
  title text not null,
  day date not null,
  total bigint not null,
  -- Of the review that was sent.
  digest text not null,
  sent_by uuid not null references users (id),
  sent_at timestamptz not null
);
create index approval_request_by_draft on approval_request (draft_id);

create table approval_decision (
  request_id uuid primary key references approval_request (id),
  act text not null check (act in ('approved', 'returned', 'withdrawn', 'changed')),
  reason text not null default '' check (length(reason) <= 1000),
  document_id uuid unique references document (id),
  by_user uuid not null references users (id),
  at timestamptz not null,
  check ((act = 'approved') = (document_id is not null)),
  check ((act = 'returned') = (reason <> ''))
);

-- A draft that was discarded or recorded waits no more.
create view approval_waiting as
select request.* from approval_request as request
where not exists (select from approval_decision where request_id = request.id)
  and exists (select from draft where draft.id = request.draft_id)
  and not exists (select from document where document.draft_id = request.draft_id);

create trigger approval_request_only_grows before update or delete on approval_request
  for each row execute function refuse_change();
create trigger approval_request_is_never_emptied before truncate on approval_request
  for each statement execute function refuse_change();
create trigger approval_decision_only_grows before update or delete on approval_decision
  for each row execute function refuse_change();
create trigger approval_decision_is_never_emptied before truncate on approval_decision
  for each statement execute function refuse_change();

-- Documents are checked with the rules, which are read again after a change.
create trigger standing_facts_changed after insert or update or delete on approval_rule
  for each statement execute function standing_facts_changed();
create trigger standing_facts_changed after insert or update or delete on approval_approver
  for each statement execute function standing_facts_changed();

insert into noted_table (name, key) values
  ('approval_rule', '{kind}'), ('approval_approver', '{kind,user_id}'),
  ('approval_request', '{id}'), ('approval_decision', '{request_id}');
do $$
declare
  one text;
begin
  foreach one in array '{approval_rule,approval_approver,approval_request,approval_decision}'::text[] loop
    execute format('create trigger note_insert after insert on public.%I referencing new table as added
      for each statement execute function note_rows()', one);
    execute format('create trigger note_update after update on public.%I referencing new table as added old table as removed
      for each statement execute function note_rows()', one);
    execute format('create trigger note_delete after delete on public.%I referencing old table as removed
      for each statement execute function note_rows()', one);
  end loop;
end $$;

-- Other programs learn that a draft waits for an approval like one that another program prepared.
create function approval_event() returns trigger language plpgsql as $$
begin
  perform write_event('draft.waiting', new.sent_at, new.kind, new.draft_id::text, null);
  return null;
end $$;
create constraint trigger approval_event after insert on approval_request deferrable initially deferred
  for each row execute function approval_event();
