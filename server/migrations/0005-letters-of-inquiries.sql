-- An answer to an inquiry goes to the person who asked, and the list of inquiries says how each letter fares.

alter table outbox add column reply_to text check (reply_to !~ '[\r\n]');
alter table outbox add column inquiry_id uuid references inquiry (id);

-- Letters written before say which inquiry they carry in their Message-ID only.
update outbox set
  inquiry_id = inquiry.id,
  reply_to = inquiry.fields ->> 'email'
from inquiry
where outbox.topic = 'inquiry' and outbox.message_id like '<inquiry.' || inquiry.id || '@%';

create unique index outbox_one_letter_per_inquiry on outbox (inquiry_id);
create index inquiry_newest on inquiry (created_at, id);
