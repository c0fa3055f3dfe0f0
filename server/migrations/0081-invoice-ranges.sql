-- One invoice may record a day of walk-in sales, from the first to the last serial number: '000101 to 000148'. A number in between
-- is refused for another invoice.
create index document_by_external_range on document (kind) where external_no like '% to %';
