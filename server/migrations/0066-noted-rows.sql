-- Every change of an account, a setting, a register, a bank record or a filed return leaves the digest of the row in the audit
-- trail, whose chain is sealed: a change with the triggers switched off has none, and one outside Talaan says so. Verify compares
-- the rows with the newest digest of each. The journal and its documents have their own chain and are not noted here.
--
-- A migration that adds a column with a default to one of these tables, or changes a type, ends with `select note_all('table')`.

create table noted_table (
  name text primary key,
  -- What tells the rows apart. Rows with the same key have one digest together.
  key text[] not null,
  -- Columns that have a digest of their own.
  without text[] not null default '{}'
);

insert into noted_table (name, key)
select name, array_agg(attname::text order by array_position(indkey::int2[], attnum))
from unnest('{users,company,tax_profile,account,money_account,expense_type,vat_rate,withholding_code,closing_rate,party,
  party_correction,asset,asset_disposal,recurring_entry,bank_start,bank_start_item,bank_statement,bank_line_mark,bank_match,
  bank_match_undo,bank_month_signed,bank_reconciliation,bank_reconciliation_reopening,bank_refusal,bank_rule,statement_profile,
  cash_count,certificate_issued,certificate_handed,certificate_claim,cheque_book,cheque_event,cheque_template,customs_entry,
  deadline_override,filing,filing_deadline,filing_entry,filing_prepared,filing_rate,form_revision,non_working_day,fund_change,
  book_layout,budget_change,period,period_event,period_note,backup,bound_book,bound_book_file}'::text[]) as name
join pg_index on indrelid = name::regclass and indisprimary
join pg_attribute on attrelid = indrelid and attnum = any(indkey)
group by name;

-- Many rows that are written together and never alone.
insert into noted_table (name, key, without) values
  ('bank_line', '{first_statement_id}', '{}'),
  ('bank_line_seen', '{statement_id}', '{}'),
  ('bank_match_part', '{match_id}', '{}'),
  ('budget_amount', '{change_id}', '{}'),
  ('bound_book_page', '{bound_book_id}', '{}'),
  ('filing_file', '{filing_id}', '{content}');

-- A query for the keys of some rows and the digest of each, over the columns that are not null; null where no row has the key any more. `touched` is a query for keys.
create function digests_of(of_table text, touched text) returns text language sql stable as $$
  select format(
    $query$select concat_ws(' ', %1$s) as key, (
      select encode(sha256(convert_to(string_agg(body, E'\n' order by body collate "C"), 'UTF8')), 'hex')
      from (
        select (select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(noted) - %2$L::text[]) as part (name, value)
          where value <> 'null')::text as body
        from public.%3$I as noted where (%4$s) = (%1$s)
      ) as rows
    ) as digest from (%5$s) as touched$query$,
    (select string_agg(format('touched.%I', part), ', ') from unnest(key) as part), without, of_table,
    (select string_agg(format('noted.%I', part), ', ') from unnest(key) as part), touched)
  from noted_table where name = of_table
$$;

create function note_rows() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  keys text := (select string_agg(quote_ident(part), ', ') from noted_table, unnest(key) as part where name = tg_table_name);
  touched text := case tg_op
    when 'INSERT' then format('select distinct %s from added', keys)
    when 'DELETE' then format('select distinct %s from removed', keys)
    else format('select %1$s from added union select %1$s from removed', keys) end;
  inside boolean := coalesce(current_setting('talaan.portal', true) = 'on', false);
  written jsonb;
begin
  execute format('select jsonb_object_agg(key, digest) from (%s) as noted', digests_of(tg_table_name, touched)) into written;
  if written is not null then
    insert into audit (at, actor_name, action, object_type, outcome, detail)
    values (clock_timestamp(), case when inside then 'portal' else session_user end,
      case when inside then 'rows.written' else 'rows.writtenOutside' end, tg_table_name, 'done', jsonb_build_object('rows', written));
  end if;
  return null;
end $$;

-- Notes all rows of a table as they are.
create function note_all(of_table text) returns void language plpgsql set timezone = 'UTC' as $$
declare
  keys text := (select string_agg(quote_ident(part), ', ') from noted_table, unnest(key) as part where name = of_table);
begin
  execute format($query$
    insert into audit (at, actor_name, action, object_type, outcome, detail)
    select clock_timestamp(), 'portal', 'rows.noted', %L, 'done', jsonb_build_object('rows', jsonb_object_agg(key, digest))
    from (select key, digest, (row_number() over (order by key) - 1) / 1000 as part from (%s) as noted) as parts
    group by part order by part$query$,
    of_table, digests_of(of_table, format('select distinct %s from public.%I', keys, of_table)));
end $$;

do $$
declare
  one text;
begin
  for one in select name from noted_table order by name loop
    execute format('create trigger note_insert after insert on public.%I referencing new table as added
      for each statement execute function note_rows()', one);
    execute format('create trigger note_update after update on public.%I referencing new table as added old table as removed
      for each statement execute function note_rows()', one);
    execute format('create trigger note_delete after delete on public.%I referencing old table as removed
      for each statement execute function note_rows()', one);
    perform note_all(one);
  end loop;
end $$;

-- The newest digest of each row is looked up.
create index audit_of_rows on audit (object_type, seq) where action like 'rows.%';
