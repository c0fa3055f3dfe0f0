-- The return of tax withheld on compensation in December is due on 15 January (RR 2-98, section 2.81): a deadline may have
-- another day for the period that ends in December. Rows with a day of their own stay as they are.
alter table filing_deadline add column december_day smallint check (december_day between 1 and 31),
  add check (december_day is null or day_of_month is not null);
update filing_deadline set december_day = 15,
  source = 'RR 2-98, section 2.81, as amended by RR 11-2018: the 10th of the month after, and for December 15 January'
where form = '1601-C' and efps_group = '' and valid_from = '2018-01-01' and months_after = 1 and day_of_month = 10
  and source = 'RR 2-98, section 2.81, as amended by RR 11-2018: the 10th of the month after';
