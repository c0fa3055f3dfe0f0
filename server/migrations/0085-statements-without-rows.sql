-- A statement that touched no row of a table leaves nothing in the audit trail, so nothing is calculated for it: voids run several
-- of them, and each took 1 ms.
create or replace function note_rows() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  keys text;
  touched text;
  inside boolean := coalesce(current_setting('talaan.portal', true) = 'on', false);
  written jsonb;
begin
  if tg_op = 'DELETE' then
    perform from removed limit 1;
  else
    perform from added limit 1;
  end if;
  if not found then
    return null;
  end if;
  select string_agg(quote_ident(part), ', ') into keys from noted_table, unnest(key) as part where name = tg_table_name;
  touched := case tg_op
    when 'INSERT' then format('select distinct %s from added', keys)
    when 'DELETE' then format('select distinct %s from removed', keys)
    else format('select %1$s from added union select %1$s from removed', keys) end;
  execute format('select jsonb_object_agg(key, digest) from (%s) as noted', digests_of(tg_table_name, touched)) into written;
  if written is not null then
    insert into audit (at, actor_name, action, object_type, outcome, detail)
    values (clock_timestamp(), case when inside then 'portal' else session_user end,
      case when inside then 'rows.written' else 'rows.writtenOutside' end, tg_table_name, 'done', jsonb_build_object('rows', written));
  end if;
  return null;
end $$;
