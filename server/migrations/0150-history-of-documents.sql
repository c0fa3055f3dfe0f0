-- The page of a document shows its events from the audit trail. Without an index, each look would read the whole trail.
create index audit_of_documents on audit (object_id, seq) where object_type = 'document';
