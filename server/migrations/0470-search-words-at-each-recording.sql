-- Each recorded document computes its search words. PostgreSQL plans an SQL function again for each statement that calls it, and
-- each 'union' builds a hash table, which took 0.8 ms, a fifth of a recording. PL/pgSQL plans once per connection, and
-- array_to_tsvector leaves out duplicates anyway: 0.15 ms. The words are the same, so stored ones stay as they are.
create or replace function words_of_document(search_text text) returns tsvector
language plpgsql immutable parallel safe strict as $$
begin
  return (
    with token as (
      select left(split, 200) as word
      from regexp_split_to_table(regexp_replace(normalize(search_text, NFKD), '[\u0300-\u036f]', '', 'g'), '\s+') as split
    ), part as (
      select word from token
      union all
      -- 'si-2026-000012' also from '2026' and from '000012' on; an amount is not cut at its point.
      select substr(word, at)
      from token, generate_series(2, length(word)) as at
      where word ~ '[-/#(&:,"''+=_@*]' and strpos('-/#(&:,"''+=_@*', substr(word, at - 1, 1)) > 0
      union all
      -- A TIN from each of its digits on, as far as that tells anything.
      select substr(word, at)
      from token, generate_series(2, length(word) - 2) as at
      where word ~ '^[0-9]{9,14}$'
    )
    select array_to_tsvector(array(
      select left(word, 60) from part where word <> ''
      union all
      select left(ltrim(word, '0'), 60) from part where word ~ '^0+[1-9]'
    ))
  );
end
$$;
