-- Everything recorded, filtered and added up: both orders of the list carry what the filters ask, so that a hundred
-- thousand documents are walked in the index alone and only those that are shown are looked up.
drop index document_newest_of_all;
create index document_newest_of_all on document (recorded_at desc, id desc)
  include (kind, day, total, party_id, recorded_by);
create index document_by_day on document (day desc, recorded_at desc, id desc)
  include (kind, total, party_id, recorded_by);
