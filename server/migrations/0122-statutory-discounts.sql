-- Sales to senior citizens and persons with disability have a discount of 20% and no VAT. The discount is a deduction of the seller,
-- in an account of its own; a company that gives it says so in its tax registrations, and its invoices then ask for the person.
insert into account (code, name, type, normal, control, statement_line, active)
select '6115', 'Senior citizen and PWD discounts', 'expense', 'debit', false, 'Operating', true
where exists (select from account)
on conflict (code) do nothing;

alter table tax_profile add column gives_statutory_discounts boolean not null default false;
select note_all('tax_profile');
