-- A batch of imported documents can be undone as one, long after it was recorded. The drafts of its documents stay with the batch;
-- their fields are emptied after some time.
alter table import_batch add column draft_ids uuid[] not null default '{}';
update import_batch set draft_ids = coalesce(
  (select array_agg((each ->> 'draftId')::uuid order by position)
    from jsonb_array_elements(documents) with ordinality as given (each, position)), '{}')
where form is null and jsonb_typeof(documents) = 'array';
create index import_batch_by_time on import_batch (begun_at) where form is null;
