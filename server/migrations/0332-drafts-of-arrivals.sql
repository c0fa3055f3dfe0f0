-- A file that arrived is recorded from a draft that begins with what was read. The draft's id is also on the document that is
-- recorded from it, so that the state of the arrival follows from both.
alter table arrival add column draft_id uuid unique;
