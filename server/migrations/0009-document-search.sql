-- Among a hundred thousand papers a word is found by an index or too late: by the beginning of any word of the paper, by
-- its number from each of its parts on, with or without the zeros before a serial, and by any part of a TIN. Our own
-- words, because the trigram extension is not on every server.

create function words_of_document(search_text text) returns tsvector
language sql immutable strict parallel safe
as $$
  with token as (
    select distinct left(split, 200) as word
    from regexp_split_to_table(regexp_replace(normalize(search_text, NFKD), '[\u0300-\u036f]', '', 'g'), '\s+') as split
  ), part as (
    select word from token
    union
    -- 'si-2026-000012' also from '2026' and from '000012' on; an amount is not cut at its point.
    select substr(word, at)
    from token, generate_series(2, length(word)) as at
    where word ~ '[-/#(&:,"''+=_@*]' and strpos('-/#(&:,"''+=_@*', substr(word, at - 1, 1)) > 0
    union
    -- A TIN from each of its digits on, as far as that tells anything.
    select substr(word, at)
    from token, generate_series(2, length(word) - 2) as at
    where word ~ '^[0-9]{9,14}$'
  )
  select array_to_tsvector(array(
    select left(word, 60) from part where word <> ''
    union
    select left(ltrim(word, '0'), 60) from part where word ~ '^0+[1-9]'
  ))
$$;

alter table document add column search_words tsvector not null generated always as (words_of_document(search_text)) stored;

-- What waits to be sorted into the index is read by every search, so it is kept short.
create index document_by_word on document using gin (search_words) with (gin_pending_list_limit = 256);

-- The newest of all kinds; the index per kind does not know them.
create index document_newest_of_all on document (recorded_at desc, id desc);
