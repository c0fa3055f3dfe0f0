-- Withholding codes as issued, each with the dates on which it may be used: RMO 18-2025 created codes 820 and 830 on 10 April 2025 and
-- dropped 760; RR 24-2025 halved the rate on some goods from 10 October 2025; RMO 13-2025 and 27-2025 created the codes of withheld VAT.
-- Rows that an accountant entered are not changed, and documents keep the code they were recorded with.
update withholding_code set valid_from = '2025-04-10', source = 'RR 5-2025; RMO 18-2025'
where code in ('WI820', 'WC820', 'WI830', 'WC830') and valid_from = '2024-07-15' and source = 'RR 16-2023'
  and not exists (select from withholding_code as own
    where own.code = withholding_code.code and own.payee = withholding_code.payee and own.valid_from = '2025-04-10');

-- A company that is set up later gets them with the other codes.
insert into withholding_code (code, payee, description, rate, tax, valid_from, valid_to, source, withheld_by, paid_for)
select kind || digits, payee, description, rate, tax, valid_from::date, valid_to::date, source, by, paid_for
from (values ('individual', 'WI'), ('non_individual', 'WC')) as payees (payee, prefix)
join (values
  ('', '760', 'Remittances of electronic marketplaces (1% of one half)', 0.005, 'ewt', '2024-07-15', '2025-04-09', 'RR 16-2023', 'anyone', 'either'),
  ('', '840', 'Top withholding agents to makers and importers of motor vehicles', 0.005, 'ewt', '2025-10-10', null, 'RR 24-2025', 'top_agent', 'goods'),
  ('', '850', 'Top withholding agents to makers and importers of medicines', 0.005, 'ewt', '2025-10-10', null, 'RR 24-2025', 'top_agent', 'goods'),
  ('', '860', 'Top withholding agents to makers and importers of fuels', 0.005, 'ewt', '2025-10-10', null, 'RR 24-2025', 'top_agent', 'goods'),
  ('WV', '080', 'VAT on digital services of non-residents, private buyers', 0.12, 'vat', '2025-03-13', null, 'RA 12023; RMO 13-2025', 'anyone', 'services'),
  ('WV', '090', 'VAT on digital services of non-residents, government offices', 0.12, 'vat', '2025-03-13', null, 'RA 12023; RMO 13-2025', 'anyone', 'services'),
  ('WV', '100', 'VAT on digital services sold by non-residents on marketplaces', 0.12, 'vat', '2025-03-13', null, 'RA 12023; RMO 13-2025', 'anyone', 'services'),
  ('WV', '110', 'VAT on local sales of registered business enterprises', 0.12, 'vat', '2025-02-27', null, 'RR 9-2025; RMO 27-2025', 'anyone', 'either')
) as codes (own, digits, description, rate, tax, valid_from, valid_to, source, by, paid_for) on true
cross join lateral (select case own when '' then prefix else own end) as kinds (kind)
where exists (select from withholding_code)
on conflict do nothing;

-- Purchases name a type of expense, and only one that exists.
create trigger expense_type_is_standing after insert or update or delete or truncate on expense_type
  for each statement execute function standing_facts_changed();
