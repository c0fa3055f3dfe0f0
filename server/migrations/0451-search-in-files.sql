-- People search for a word that is only printed on a file: a serial number, a place, an item. The text of a reading is indexed, and
-- only the newest reading of a file counts.
create function text_of_words(words jsonb) returns text
language sql immutable strict parallel safe
return (
  select coalesce(string_agg(word ->> 1, ' ' order by place), '')
  from jsonb_array_elements(words) with ordinality as listed (word, place)
);
alter table arrival_reading add column text text not null generated always as (text_of_words(words)) stored;
create index arrival_reading_by_word on arrival_reading using gin (words_of_file(text));
