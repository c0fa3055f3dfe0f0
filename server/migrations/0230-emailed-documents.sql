-- Recorded documents are e-mailed to their customers and suppliers from a list, several at once. Each message is written down next to
-- its row in the outbox, so that a batch that is sent twice goes out once, and the pages of the document and the party show it.
alter table customer_message drop constraint customer_message_kind_check;
alter table customer_message drop constraint customer_message_check;
alter table customer_message drop constraint customer_message_check2;
alter table customer_message add constraint customer_message_kind_check check (kind in ('statement', 'reminder', 'document'));
alter table customer_message add constraint customer_message_has_batch check ((kind = 'reminder') = (batch_id is null));
alter table customer_message add constraint customer_message_has_document check ((kind = 'statement') = (document_id is null));
create unique index customer_message_once_per_document on customer_message (batch_id, document_id) where kind = 'document';
create index customer_message_by_document on customer_message (document_id) where document_id is not null;
