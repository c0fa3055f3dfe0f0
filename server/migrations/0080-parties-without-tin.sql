-- Foreign customers and suppliers have no Philippine TIN, some individuals have none yet, and nobody asks a walk-in customer for
-- one. Without it a party is told apart by its country and foreign tax number, or else by its country and name.

alter table party
  alter column tin9 drop not null,
  alter column registered_by drop not null,
  add column no_tin text check (no_tin in ('foreign', 'individual', 'various')),
  add column country text check (country ~ '^[A-Z]{2}$' and country <> 'PH'),
  add column foreign_tax_no text check (foreign_tax_no <> ''),
  add check ((tin9 is null) = (no_tin is not null)),
  add check (tin9 is not null or branch_code = '00000'),
  add check (tin9 is not null or vat_status <> 'vat'),
  add check ((country is not null) = (no_tin is not distinct from 'foreign')),
  add check (foreign_tax_no is null or country is not null),
  -- Talaan made the party for walk-in customers by itself.
  add check (registered_by is not null or no_tin is not distinct from 'various');

create unique index party_one_per_foreign_number on party (country, upper(foreign_tax_no))
  where foreign_tax_no is not null and removed_at is null;
create unique index party_one_per_foreign_name on party (country, search_name)
  where country is not null and foreign_tax_no is null and removed_at is null;
create unique index party_one_for_walk_ins on party (no_tin) where no_tin = 'various';

insert into party (id, registration_id, kind, customer, supplier, branch_code, name, search_name, search_words, vat_status,
  government, no_tin, registered_at, fields)
values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', 'non_individual', true, false, '00000',
  'Various customers', 'various customers', 'various customers walk in', 'non_vat', false, 'various', '2026-01-01 00:00:00+00',
  '{"kind": "non_individual", "tin": "", "noTin": "various", "country": "", "foreignTaxNo": "",
    "registeredName": "Various customers", "lastName": "", "firstName": "", "middleName": "", "tradeName": "",
    "address": {"substreet": "", "street": "", "barangay": "", "city": "", "province": "", "zip": ""},
    "rdoCode": "", "vatStatus": "non_vat", "email": "", "phone": "", "lineOfBusiness": "", "government": false,
    "withholdingAgent": false, "withholdingExempt": ""}');

-- It stays what it is: its sales have been listed as sales to walk-in customers.
create trigger party_of_walk_ins_stays before update or delete on party
  for each row when (old.no_tin = 'various') execute function refuse_change();
