-- The audit event of a copy names the document it was copied from. The page of that document lists its copies.
create index audit_of_copies on audit ((detail ->> 'copyOf')) where action = 'documents.record' and detail ? 'copyOf';
