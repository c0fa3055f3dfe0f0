-- Events are found by their record with audit_by_record, which has the same documents as this index.
drop index audit_of_documents;
