-- Parties are found while one types: by the beginning of any word of their names, and by any part of their TIN.

-- All words of the name and trade name, lower case and without marks, and the TIN from each of its digits on; a word that
-- is the beginning of one of these finds the party. search_name stays the registered name alone.
alter table party add column search_words text not null default '';
update party set search_words = search_name || ' ' || tin9;
alter table party alter column search_words drop default;

create index party_by_word on party using gin (array_to_tsvector(string_to_array(search_words, ' '))) where removed_at is null;
