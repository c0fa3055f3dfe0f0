-- A person who records a file clicks a word on its page to enter it in the form, also a word that no rule recognised. The words of a
-- reading therefore stay with it: [page, text, x0, y0, x1, y1], positions as fractions of the page. Readings before have none.
alter table arrival_reading add column words jsonb not null default '[]';
