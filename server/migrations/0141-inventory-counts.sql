-- The count of inventories at the end of a fiscal year, for the annual inventory list. Each count stays as it was entered; the last
-- one of a year is its list. Rows are only ever added.
create table inventory_count (
  id uuid primary key,
  seq bigint generated always as identity unique,
  year_end date not null,
  method text not null check (method in ('fifo', 'weighted', 'specific', 'standard')),
  -- Of all lines, also of goods that belong to others.
  total bigint not null check (total >= 0),
  lines integer not null check (lines >= 0),
  entered_by uuid not null references users (id),
  entered_at timestamptz not null
);
create index inventory_count_of_year on inventory_count (year_end, seq);
create table inventory_line (
  count_id uuid not null references inventory_count (id),
  position integer not null,
  class text not null check (class in ('merchandise', 'raw', 'process', 'finished')),
  code text not null,
  description text not null,
  location text not null,
  -- Whose goods they are and who holds them: note 1 of the list.
  holding text not null check (holding in ('O', 'CH', 'CO', 'P')),
  remarks text not null,
  quantity numeric(18, 4) not null check (quantity > 0),
  unit text not null,
  weight text not null,
  -- Centavos with up to four decimals.
  unit_price numeric(24, 4) not null check (unit_price >= 0),
  total bigint not null check (total >= 0),
  primary key (count_id, position)
);
create trigger inventory_count_only_grows before update or delete on inventory_count for each row execute function refuse_change();
create trigger inventory_count_is_never_emptied before truncate on inventory_count for each statement execute function refuse_change();
create trigger inventory_line_only_grows before update or delete on inventory_line for each row execute function refuse_change();
create trigger inventory_line_is_never_emptied before truncate on inventory_line for each statement execute function refuse_change();

insert into noted_table (name, key) values ('inventory_count', '{id}'), ('inventory_line', '{count_id}');
do $$
declare
  one text;
begin
  foreach one in array '{inventory_count,inventory_line}'::text[] loop
    execute format('create trigger note_insert after insert on public.%I referencing new table as added
      for each statement execute function note_rows()', one);
    execute format('create trigger note_update after update on public.%I referencing new table as added old table as removed
      for each statement execute function note_rows()', one);
    execute format('create trigger note_delete after delete on public.%I referencing old table as removed
      for each statement execute function note_rows()', one);
  end loop;
end $$;
