-- The Audit Trail page lists the newest or oldest events, of all or of one person, kind or record, and finds words. Time, person,
-- action, record, refusals and words are indexed. Digests of rows, which are about half of all events, have only the index of their
-- own list.

create index audit_by_time on audit (at, seq) where action not like 'rows.%';
create index audit_digests_by_time on audit (at, seq) where action like 'rows.%';
create index audit_by_action on audit (action, at, seq) where action not like 'rows.%';
create index audit_by_person on audit (actor_name, at, seq) where action not like 'rows.%';
create index audit_by_person_and_action on audit (actor_name, action, at, seq) where action not like 'rows.%';
create index audit_by_record on audit (object_type, object_id text_pattern_ops, at, seq) where action not like 'rows.%';
-- Refusals are few among many events.
create index audit_refused on audit (at, seq) where outcome = 'refused';

-- Words of letters and digits; digests are left out, because nobody searches for a part of one.
create function words_of_event(detail jsonb, object_id text, actor_name text, action text, address text) returns tsvector
language sql immutable parallel safe
as $$
  select to_tsvector('simple'::regconfig, regexp_replace(
    regexp_replace(lower(actor_name || ' ' || action || ' ' || address || ' ' || coalesce(object_id, '') || ' ' || left(detail::text, 4000)), '[0-9a-f]{32,}', ' ', 'g'),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
create index audit_by_word on audit using gin (words_of_event(detail, object_id, actor_name, action, address))
  with (gin_pending_list_limit = 256) where action not like 'rows.%';
