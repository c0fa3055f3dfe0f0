-- A picture is read up to three times, and the values are those of one reading. A number that only another reading has still says
-- whether two files are the same invoice, so the words of the other readings are stored too. Readings before have none.
alter table arrival_reading add column other_words text[] not null default '{}';
