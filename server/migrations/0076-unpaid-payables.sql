-- The buyer's side of the credit for uncollected receivables: input VAT of bills unpaid after their due date is deducted until they
-- are paid. It applies to bills that fall due on this day or later; null deducts none.
alter table tax_profile add column unpaid_from date;
