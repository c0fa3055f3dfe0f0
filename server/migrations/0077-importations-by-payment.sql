-- Input VAT on an importation is claimed in the period in which it was paid to Customs, so its lines are also read by the document of
-- the customs entry and not by their date alone.
create index line_imported on line (entry_no) where purchase_category = 'importation';
create index customs_entry_paid on customs_entry (paid);
