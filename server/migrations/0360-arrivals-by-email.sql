-- Invoices also arrive by e-mail. Each e-mail is noted once, by its sender and Message-ID, with what became of its parts: a file that
-- is a PDF or a picture is an arrival, and the text is one if there is no such file. A part counts once by its digest, so that
-- reading the same e-mail again, or from another place, adds nothing. E-mails of a mailbox whose sender is not listed are only
-- noted, and read later if the sender is listed.
create table arrival_mail (
  id uuid primary key,
  message_id text not null check (length(message_id) between 1 and 300),
  sender text not null check (length(sender) <= 300),
  sender_name text not null check (length(sender_name) <= 300),
  subject text not null check (length(subject) <= 300),
  sent_at timestamptz,
  noted_at timestamptz not null,
  -- Who added it as a file, or else the mailbox and its place there.
  added_by uuid references users (id),
  mailbox text,
  uid_validity bigint,
  uid bigint,
  state text not null check (state in ('taken', 'skipped', 'refused')),
  reason text not null default '' check (state = 'refused' or reason = ''),
  -- The e-mail as it came, if its text is the arrival.
  sha256 text references attachment_content (sha256),
  moved_at timestamptz,
  unique (sender, message_id),
  check (num_nonnulls(mailbox, uid_validity, uid) in (0, 3)),
  check (added_by is not null or mailbox is not null)
);
create index arrival_mail_in_order on arrival_mail (noted_at desc, id);
create index arrival_mail_skipped on arrival_mail (sender) where state = 'skipped';
create trigger arrival_mail_stays before delete on arrival_mail for each row execute function refuse_change();

create table arrival_mail_part (
  mail_id uuid not null references arrival_mail (id),
  sha256 text not null,
  file_name text not null check (length(file_name) between 1 and 200),
  -- One of both: the file in Arrivals, or why it is none.
  arrival_id uuid references arrival (id),
  refusal text,
  primary key (mail_id, sha256),
  check (num_nonnulls(arrival_id, refusal) = 1)
);
create index arrival_mail_part_of_arrival on arrival_mail_part (arrival_id) where arrival_id is not null;
create trigger arrival_mail_part_only_grows before update or delete on arrival_mail_part
  for each row execute function refuse_change();

-- An e-mail address, or a domain with its @ for all of its addresses.
create table arrival_sender (
  address text primary key check (address = lower(address) and length(address) between 3 and 254),
  added_by uuid not null references users (id),
  added_at timestamptz not null
);

-- Nobody adds a file of a mailbox.
alter table arrival add column came_by text not null default 'person' check (came_by in ('person', 'mail', 'folder'));
alter table arrival alter column arrived_by drop not null;
alter table arrival add check ((came_by = 'person') = (arrived_by is not null));
