-- Find anything also searches notes, names of files and account numbers. Words as in 0009, in an index: the text of a note is
-- found by the beginning of each of its words, a file by the parts of its name. The body is bound when the function is created:
-- an index is built without the search path that would find words_of_document by its name.
create function words_of_file(name text) returns tsvector
language sql immutable strict parallel safe
return words_of_document(lower(name || ' ' || regexp_replace(name, '[^[:alnum:]]+', ' ', 'g')));

create index attachment_by_word on attachment using gin (words_of_file(name)) where document_id is not null;
create index bank_statement_by_word on bank_statement using gin (words_of_file(file_name));
create index added_note_by_word on added_note using gin (words_of_file(text || ' ' || coalesce(file_name, '')));
