-- A mail server can accept an e-mail and return it later. Reports of returned e-mails are read from a mailbox. Each report
-- counts once, even if the mailbox is read again from its beginning. Where reading stopped is stored for each mailbox.
create table mail_return (
  outbox_id uuid not null references outbox (id),
  report_id text not null,
  reason text not null,
  noted_at timestamptz not null,
  primary key (outbox_id, report_id)
);
create trigger mail_return_only_grows before update or delete on mail_return for each row execute function refuse_change();

create table mailbox_position (
  mailbox text primary key,
  uid_validity bigint not null,
  uid bigint not null,
  read_at timestamptz not null
);
