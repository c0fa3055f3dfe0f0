-- The returns on compensation: the form and the deadlines of 1601-C, and the deadlines of 1604-C and 2316, in books that have those of
-- the other returns. A new company gets all of them at setup.
insert into form_revision (form, revision, valid_from, layout, source)
select '1601-C', 'January 2018 (ENCS)', '2018-01-01', '1601-C 2018-01',
  'NIRC sections 79 to 83; RR 2-98 as amended by RR 11-2018; boxes as on form 1601-C, January 2018 (ENCS).'
where exists (select from form_revision) and not exists (select from form_revision where form = '1601-C');

insert into filing_deadline (form, efps_group, valid_from, months_after, day_of_month, days_after, source)
select form, efps_group, '2018-01-01', 1, day_of_month, null, source from (values
  ('1601-C', '', 10, 'RR 2-98, section 2.81, as amended by RR 11-2018: the 10th of the month after'),
  ('1601-C', 'A', 15, 'RR 26-2002: the date for each eFPS group. For December, check the BIR calendar'),
  ('1601-C', 'B', 14, 'RR 26-2002: the date for each eFPS group. For December, check the BIR calendar'),
  ('1601-C', 'C', 13, 'RR 26-2002: the date for each eFPS group. For December, check the BIR calendar'),
  ('1601-C', 'D', 12, 'RR 26-2002: the date for each eFPS group. For December, check the BIR calendar'),
  ('1601-C', 'E', 11, 'RR 26-2002: the date for each eFPS group. For December, check the BIR calendar'),
  ('1604-C', '', 31, 'RR 11-2018: 31 January of the following year'),
  ('2316', '', 31, 'RR 2-98, section 2.83.1, as amended by RR 11-2018: 31 January of the following year')
) as rule (form, efps_group, day_of_month, source)
where exists (select from filing_deadline)
on conflict do nothing;
