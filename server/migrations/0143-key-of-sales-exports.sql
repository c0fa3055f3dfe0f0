-- Exported sales documents are signed with a key of their own, made at first use unless the operator gives one.
alter table signing_key drop constraint signing_key_purpose_check;
alter table signing_key add check (purpose in ('id-token', 'custom-token', 'sales-export'));
