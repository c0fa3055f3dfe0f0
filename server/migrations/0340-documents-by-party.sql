-- Lists are also sorted by the name of the customer or supplier, which is read from the same index as the other orders.
drop index document_by_day;
create index document_by_day on document (day desc, recorded_at desc, id desc)
  include (kind, total, due_day, party_id, party_name, recorded_by);
