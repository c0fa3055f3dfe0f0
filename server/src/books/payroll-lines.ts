// Employees, and their pay in the payroll registers that are not void.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import { firstDay } from '@talaan/ledger/core/date.ts'
import type { Employee, PreviousEmployer } from '@talaan/ledger/payroll/employee.ts'
import { figuresFrom } from '@talaan/ledger/payroll/figures.ts'
import type { PayrollKey } from '@talaan/ledger/payroll/figures.ts'
import type { PaidLine } from '@talaan/ledger/payroll/year.ts'
import type { RowOf, Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

export type PayrollLineRow = RowOf<'payroll_line'>
type Column = Exclude<keyof PayrollLineRow, 'document_id' | 'employee'>

/** 'deMinimis' is in the column de_minimis. */
export const columnOf = (key: PayrollKey): Column =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Column

/** By number; all of them unless some are named. */
export async function employeesOf(db: Db, only?: readonly string[]): Promise<Map<string, Employee>> {
  const rows = await db
    .selectFrom('employee')
    .selectAll()
    .$if(only !== undefined, (query) => query.where(sql<boolean>`no = any(${[...(only ?? [])]}::text[])`))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('no')
    .execute()
  return new Map(rows.map((row) => [row.no, employeeOf(row)]))
}

const employeeOf = (row: RowOf<'employee'>): Employee => ({
  no: row.no,
  lastName: row.last_name,
  firstName: row.first_name,
  middleName: row.middle_name,
  tin: row.tin,
  address: row.address,
  zip: row.zip,
  birthDate: row.birth_date,
  nationality: row.nationality,
  sssNo: row.sss_no,
  philhealthNo: row.philhealth_no,
  pagibigNo: row.pagibig_no,
  status: row.status,
  hiredOn: row.hired_on,
  separatedOn: row.separated_on,
  separation: row.separation,
  minimumWage: row.minimum_wage,
  minimumWageUntil: row.minimum_wage_until,
  wagePerDay: row.wage_per_day,
  daysOfYear: row.days_of_year,
})

/** The previous employers of a year, by employee. */
export async function previousEmployersOf(db: Db, year: number): Promise<Map<string, PreviousEmployer>> {
  const rows = await db.selectFrom('previous_employer').selectAll().where('year', '=', year).execute()
  return new Map(
    rows.map((row) => [
      row.employee,
      {
        name: row.name,
        tin: row.tin,
        address: row.address,
        zip: row.zip,
        thirteenth: row.thirteenth,
        deMinimis: row.de_minimis,
        contributions: row.contributions,
        otherExempt: row.other_exempt,
        taxableBasic: row.taxable_basic,
        taxableThirteenth: row.taxable_thirteenth,
        taxableOther: row.taxable_other,
        withheld: row.withheld,
      },
    ]),
  )
}

/** The pay of a period by date of payment, without voided registers; `without` is the draft in review. */
export async function paidLines(
  db: Db,
  { from, to, without }: { from: Day; to: Day; without?: string },
): Promise<PaidLine[]> {
  const { rows } = await sql<PayrollLineRow & { day: Day; number: string; externalNo: string | null; entryNo: bigint }>`
    select payroll_line.*, document.day, document.number, document.external_no as "externalNo",
      entry.no as "entryNo"
    from payroll_line join document on document.id = payroll_line.document_id
    join entry on entry.document_id = document.id and entry.reverses is null
    where document.day between ${from}::date and ${to}::date
      and not exists (select from document_void where document_void.document_id = document.id)
      and ${without === undefined ? sql`true` : sql`document.draft_id <> ${without}::uuid`}
    order by document.day, document.recorded_at, document.number, employee`.execute(db)
  return rows.map((row) => ({
    employee: row.employee,
    day: row.day,
    entryNo: row.entryNo,
    document: { id: row.document_id, kind: 'payroll', number: row.number, externalNo: row.externalNo },
    figures: figuresFrom((key) => row[columnOf(key)]),
  }))
}

/** The date of the first register that is not void: from its month, returns on compensation are due. */
export async function payrollBegan(db: Db): Promise<Day | null> {
  const row = await db
    .selectFrom('document')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('kind', '=', 'payroll')
    .where('day', '>=', firstDay)
    .where(sql<boolean>`not exists (select from document_void where document_void.document_id = document.id)`)
    .executeTakeFirst()
  return row?.day ?? null
}
