-- A new company continues the invoice booklet of its old books: the first invoice proposes this printed number, later ones the
-- number after the last invoice.
alter table company add column first_invoice_no text not null default '';
select note_all('company');
