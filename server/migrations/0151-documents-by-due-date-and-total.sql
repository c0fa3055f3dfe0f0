-- Lists are also sorted by due date and by total. Both are read from the index of the dates alone, like the filters.
drop index document_by_day;
create index document_by_day on document (day desc, recorded_at desc, id desc)
  include (kind, total, due_day, party_id, recorded_by);
