-- A collection receipt has a serial number of its own, apart from the number of the customer's cheque or transfer. Missing receipts
-- are found by this number; earlier documents have none and keep their reference number.
alter table document_detail add column receipt_no text not null default '';
alter table document_detail drop constraint document_detail_check;
alter table document_detail add check ((terms, party_address, receipt_to, receipt_no) <> ('', '', '', ''));
create index document_detail_by_receipt_no on document_detail (receipt_no) where receipt_no <> '';
