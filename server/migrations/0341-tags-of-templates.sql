-- The documents of a template, and of the rule that repeats it, begin with its tags. Null for none.
alter table document_template add column tags jsonb;
