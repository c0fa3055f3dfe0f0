-- Payroll: the employees, what a previous employer paid and withheld in a year, and the pay of each employee in a recorded register.
-- Registers are documents; their rows here follow from their fields, and returns, lists and certificates are added up from them.

-- An employee, known by a number that never changes.
create table employee (
  no text primary key check (no ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  last_name text not null check (last_name <> ''),
  first_name text not null check (first_name <> ''),
  middle_name text not null,
  -- '000-000-000-00000', or '' without one.
  tin text not null,
  address text not null,
  zip text not null,
  birth_date date,
  nationality text not null,
  sss_no text not null,
  philhealth_no text not null,
  pagibig_no text not null,
  status text not null check (status in ('R', 'C', 'CP', 'S', 'P', 'AL')),
  hired_on date not null,
  separated_on date,
  separation text not null check (separation in ('', 'T', 'TR', 'R', 'D')),
  minimum_wage boolean not null,
  -- The last day as a minimum wage earner.
  minimum_wage_until date,
  wage_per_day bigint not null check (wage_per_day >= 0),
  days_of_year text not null,
  check (separated_on >= hired_on),
  check ((separated_on is null) = (separation = '')),
  check (minimum_wage or minimum_wage_until is null)
);
create unique index employee_tin on employee (tin) where tin <> '';

-- The figures of form 2316 of the previous employer of a year.
create table previous_employer (
  employee text not null references employee (no),
  year smallint not null check (year between 1990 and 2100),
  name text not null check (name <> ''),
  tin text not null,
  address text not null,
  zip text not null,
  thirteenth bigint not null check (thirteenth >= 0),
  de_minimis bigint not null check (de_minimis >= 0),
  contributions bigint not null check (contributions >= 0),
  other_exempt bigint not null check (other_exempt >= 0),
  taxable_basic bigint not null check (taxable_basic >= 0),
  taxable_thirteenth bigint not null check (taxable_thirteenth >= 0),
  taxable_other bigint not null check (taxable_other >= 0),
  withheld bigint not null check (withheld >= 0),
  primary key (employee, year)
);

-- The pay of an employee in a register, in centavos.
create table payroll_line (
  document_id uuid not null references document (id),
  employee text not null references employee (no),
  basic bigint not null check (basic >= 0),
  holiday bigint not null check (holiday >= 0),
  overtime bigint not null check (overtime >= 0),
  night bigint not null check (night >= 0),
  hazard bigint not null check (hazard >= 0),
  allowances bigint not null check (allowances >= 0),
  exempt_allowances bigint not null check (exempt_allowances >= 0),
  thirteenth bigint not null check (thirteenth >= 0),
  de_minimis bigint not null check (de_minimis >= 0),
  sss bigint not null check (sss >= 0),
  philhealth bigint not null check (philhealth >= 0),
  pagibig bigint not null check (pagibig >= 0),
  union_dues bigint not null check (union_dues >= 0),
  -- Negative for a refund of tax.
  tax bigint not null,
  deductions bigint not null check (deductions >= 0),
  sss_employer bigint not null check (sss_employer >= 0),
  philhealth_employer bigint not null check (philhealth_employer >= 0),
  pagibig_employer bigint not null check (pagibig_employer >= 0),
  primary key (document_id, employee)
);
create index payroll_line_by_employee on payroll_line (employee);
create trigger payroll_line_only_grows before update or delete on payroll_line for each row execute function refuse_change();
create trigger payroll_line_is_never_emptied before truncate on payroll_line for each statement execute function refuse_change();

insert into noted_table (name, key) values ('employee', '{no}'), ('previous_employer', '{employee,year}');
create trigger note_insert after insert on employee referencing new table as added for each statement execute function note_rows();
create trigger note_update after update on employee referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on employee referencing old table as removed for each statement execute function note_rows();
create trigger note_insert after insert on previous_employer referencing new table as added
  for each statement execute function note_rows();
create trigger note_update after update on previous_employer referencing new table as added old table as removed
  for each statement execute function note_rows();
create trigger note_delete after delete on previous_employer referencing old table as removed
  for each statement execute function note_rows();

-- Registers post the net pay to this account.
update account set active = true where code = '2160' and not active;
