-- The recorded document that a template was made from; null if it was saved in a form.
alter table document_template add column from_document uuid references document (id);
create index document_template_from on document_template (from_document) where from_document is not null;
