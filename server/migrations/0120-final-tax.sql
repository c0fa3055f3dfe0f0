-- Final withholding tax: its codes, forms 0619-F and 1601-FQ with their deadlines, and certificates on form 2306. VAT withheld from
-- suppliers gets an account of its own, so that account 2145 has the final tax only; what is on it already stays.
alter table withholding_code drop constraint withholding_code_tax_check;
alter table withholding_code add constraint withholding_code_tax_check check (tax in ('ewt', 'final', 'vat', 'percentage'));

-- A company that is set up later gets these rows with the others.
insert into withholding_code (code, payee, description, rate, tax, valid_from, valid_to, source)
select code, case when code like 'WI%' then 'individual' else 'non_individual' end, description, rate, 'final', valid_from::date,
  valid_to::date, source
from (values
  ('WI202', 'Cash dividends to citizens and resident aliens', 0.1, '2018-01-01', null, 'NIRC section 24(B)(2)'),
    ('WI203', 'Property dividends to citizens and resident aliens', 0.1, '2018-01-01', null, 'NIRC section 24(B)(2)'),
    ('WI240', 'Share of partners in a taxable partnership or joint venture', 0.1, '2018-01-01', null, 'NIRC section 24(B)(2)'),
    ('WI250', 'Royalties, other than on books and music', 0.2, '2018-01-01', null, 'NIRC sections 24(B)(1) and 27(D)(1)'),
    ('WC250', 'Royalties, other than on books and music', 0.2, '2018-01-01', null, 'NIRC sections 24(B)(1) and 27(D)(1)'),
    ('WI260', 'Prizes over 10,000 and other winnings', 0.2, '2018-01-01', null, 'NIRC section 24(B)(1)'),
    ('WI310', 'Oil exploration service contractors and sub-contractors', 0.08, '2018-01-01', null, 'PD 1354'),
    ('WC310', 'Oil exploration service contractors and sub-contractors', 0.08, '2018-01-01', null, 'PD 1354'),
    ('WI380', 'Royalties on books, literary works and music', 0.1, '2018-01-01', null, 'NIRC section 24(B)(1)'),
    ('WI224', 'Cash dividends to non-resident aliens in business here', 0.2, '2018-01-01', null, 'NIRC section 25(A)(2)'),
    ('WI225', 'Property dividends to non-resident aliens in business here', 0.2, '2018-01-01', null, 'NIRC section 25(A)(2)'),
    ('WI226', 'Partnership share of non-resident aliens in business here', 0.2, '2018-01-01', null, 'NIRC section 25(A)(2)'),
    ('WI330', 'Payments to non-resident aliens not in business here', 0.25, '2018-01-01', null, 'NIRC section 25(B)'),
    ('WI340', 'Non-resident owners, lessors or distributors of films', 0.25, '2018-01-01', null, 'NIRC sections 25 and 28(B)(2)'),
    ('WC340', 'Non-resident owners, lessors or distributors of films', 0.25, '2018-01-01', null, 'NIRC sections 25 and 28(B)(2)'),
    ('WI341', 'Film royalties of non-resident aliens in business here', 0.25, '2018-01-01', null, 'NIRC section 25(A)(2)'),
    ('WC180', 'Interest on foreign loans of non-resident corporations', 0.2, '2018-01-01', null, 'NIRC section 28(B)(5)(a)'),
    ('WC212', 'Cash dividends to non-resident corporations', 0.3, '2018-01-01', '2020-12-31', 'NIRC section 28(B)(1)'),
    ('WC212', 'Cash dividends to non-resident corporations', 0.25, '2021-01-01', null, 'NIRC section 28(B)(1) as amended by RA 11534'),
    ('WC213', 'Property dividends to non-resident corporations', 0.3, '2018-01-01', '2020-12-31', 'NIRC section 28(B)(1)'),
    ('WC213', 'Property dividends to non-resident corporations', 0.25, '2021-01-01', null, 'NIRC section 28(B)(1) as amended by RA 11534'),
    ('WC222', 'Cash dividends, tax sparing country', 0.15, '2018-01-01', null, 'NIRC section 28(B)(5)(b)'),
    ('WC223', 'Property dividends, tax sparing country', 0.15, '2018-01-01', null, 'NIRC section 28(B)(5)(b)'),
    ('WC230', 'Royalties, services and other payments to non-resident corporations', 0.3, '2018-01-01', '2020-12-31', 'NIRC section 28(B)(1)'),
    ('WC230', 'Royalties, services and other payments to non-resident corporations', 0.25, '2021-01-01', null, 'NIRC section 28(B)(1) as amended by RA 11534'),
    ('WC280', 'Profit remitted by a branch to its head office', 0.15, '2018-01-01', null, 'NIRC section 28(A)(5)'),
    ('WC290', 'Rent and charter fees of non-resident owners of vessels', 0.045, '2018-01-01', null, 'NIRC section 28(B)(3)'),
    ('WC300', 'Rent of aircraft, machinery and equipment from non-residents', 0.075, '2018-01-01', null, 'NIRC section 28(B)(4)')
) as codes (code, description, rate, valid_from, valid_to, source)
where exists (select from withholding_code)
on conflict do nothing;

insert into account (code, name, type, normal, control, statement_line, active)
select '2147', 'VAT withheld payable', 'liability', 'credit', false, 'Tax payables', true
where exists (select from account)
on conflict (code) do nothing;

insert into filing_deadline (form, efps_group, valid_from, months_after, day_of_month, source)
select form, efps_group, '2018-01-01', 1, day_of_month, source
from (values
  ('0619-F', '', 10, 'RR 11-2018; RMC 73-2018: the 10th of the month after'),
  ('0619-F', 'A', 15, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  ('0619-F', 'B', 14, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  ('0619-F', 'C', 13, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  ('0619-F', 'D', 12, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  ('0619-F', 'E', 11, 'RMC 73-2018; RR 26-2002: the date for each eFPS group'),
  ('1601-FQ', '', 31, 'RR 11-2018: the last day of the month after the quarter'),
  ('QAP-F', '', 31, 'RR 11-2018: with form 1601-FQ'),
  ('2306', '', 31, 'RR 2-98, section 2.58(B): 31 January of the following year'),
  ('1604-F', '', 31, 'RR 11-2018: 31 January of the following year')
) as deadlines (form, efps_group, day_of_month, source)
where exists (select from filing_deadline)
on conflict do nothing;

insert into form_revision (form, valid_from, revision, layout, source)
select form, '2018-01-01', 'January 2018 (ENCS)', layout, source
from (values
  ('0619-F', '0619-F 2018-01', 'NIRC sections 57(A) and 58; RR 2-98 as amended by RR 11-2018; RMC 73-2018.'),
  ('1601-FQ', '1601-FQ 2018-01', 'NIRC sections 57(A) and 58; RR 2-98 as amended by RR 11-2018; boxes as on form 1601-FQ, January 2018 (ENCS).')
) as forms (form, layout, source)
where exists (select from form_revision)
on conflict do nothing;

-- Withholds final tax, so that forms 0619-F and 1601-FQ are filed.
alter table tax_profile add column withholds_final_tax boolean not null default false;
select note_all('tax_profile');

alter table certificate_issued add column form text not null default '2307' check (form in ('2307', '2306'));
alter table certificate_issued drop constraint certificate_issued_party_id_quarter_revision_key;
alter table certificate_issued add unique (party_id, quarter, form, revision);
select note_all('certificate_issued');

create or replace view certificate_owed as
select withheld.quarter, withheld.party_id, withheld.tax, coalesce(newest.tax, 0) as issued
from (
  select date_trunc('quarter', day::timestamp)::date as quarter, party_id, sum(ewt)::bigint as tax
  from line where account = '2140' and atc is not null and party_id is not null
  group by 1, 2 having sum(ewt) > 0
) as withheld
left join lateral (
  select tax from certificate_issued
  where certificate_issued.party_id = withheld.party_id and certificate_issued.quarter = withheld.quarter and form = '2307'
  order by revision desc limit 1
) as newest on true
where newest.tax is distinct from withheld.tax;
