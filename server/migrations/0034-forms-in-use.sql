-- Which revision of a form is in use from when on is a dated row with its source, as rates and deadlines are; the rows a
-- company starts with are made when it is set up, or when an older one starts. And whether output VAT on uncollected
-- receivables may be taken back is a dated row as well: companies that have their rates already get it here.
create table form_revision (
  form text not null,
  -- For periods that end on this day or later.
  valid_from date not null,
  -- As printed on the form.
  revision text not null check (revision <> ''),
  -- The layout of boxes, of those the program knows.
  layout text not null check (layout <> ''),
  source text not null check (source <> ''),
  primary key (form, valid_from)
);

insert into filing_rate (name, valid_from, value, source)
select 'uncollected_vat', '2024-04-27', 1, 'NIRC section 110(D) as added by RA 11976; RR 3-2024'
where exists (select from filing_rate);
