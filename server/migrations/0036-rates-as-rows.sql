-- Who withholds by a code, for what, and whether a line of the bank is tried less its tax, are columns of the dated row; so
-- is the final tax on bank interest a dated row. What stood in the program until now is written to the rows there are.
alter table withholding_code
  add column withheld_by text not null default 'anyone' check (withheld_by in ('anyone', 'top_agent', 'government')),
  add column paid_for text not null default 'either' check (paid_for in ('goods', 'services', 'either')),
  -- Customers of this company usually withhold by it.
  add column likely boolean not null default false;

update withholding_code set
  withheld_by = case
    when tax <> 'ewt' or code in ('WI157', 'WC157', 'WI640', 'WC640') then 'government'
    when code in ('WI158', 'WC158', 'WI160', 'WC160') then 'top_agent'
    else 'anyone'
  end,
  paid_for = case
    when code in ('WI158', 'WC158', 'WI640', 'WC640', 'WV010') then 'goods'
    when code in ('WI157', 'WC157', 'WI160', 'WC160', 'WV020') then 'services'
    else 'either'
  end,
  likely = code in ('WC010', 'WC011', 'WC100', 'WC157', 'WC158', 'WC160', 'WC640');

insert into filing_rate (name, valid_from, valid_to, value, source)
select given.* from (values
  ('final_tax_pesos', date '2018-01-01', null::date, 0.2, 'NIRC sections 24(B)(1) and 27(D)(1) as amended by RA 10963'),
  ('final_tax_foreign', '2018-01-01', '2025-06-30', 0.15, 'NIRC sections 24(B)(1) and 27(D)(1) as amended by RA 10963'),
  ('final_tax_foreign', '2025-07-01', null, 0.2, 'RA 12214 (CMEPA), amending NIRC sections 24(B)(1) and 27(D)(1)')
) as given
where exists (select from filing_rate);

create trigger filing_rate_is_standing after insert or update or delete or truncate on filing_rate
  for each statement execute function standing_facts_changed();
