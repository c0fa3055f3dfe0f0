// The lists of a month or a year, and form 2316, from the recorded registers.
import type { Kysely } from 'kysely'
import { payrollProblems } from '@talaan/contract/payroll.ts'
import type { PayrollList } from '@talaan/contract/payroll.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { displayName, formatTin } from '@talaan/ledger/core/party.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { form2316 } from '@talaan/ledger/payroll/form2316.ts'
import type { Form2316 } from '@talaan/ledger/payroll/form2316.ts'
import { adjustmentTable, registerTable, remittanceTable, scheduleTable } from '@talaan/ledger/payroll/lists.ts'
import { employeeYears } from '@talaan/ledger/payroll/year.ts'
import type { EmployeeYear } from '@talaan/ledger/payroll/year.ts'
import { employeesOf, paidLines, previousEmployersOf } from '../../books/payroll-lines.ts'
import { companyHeader, filingCompany } from '../../print/company.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

export async function payrollTable(db: Db, list: PayrollList, period: Month): Promise<Table> {
  const company = await companyHeader(db)
  const year = Number(period.slice(0, 4))
  if (list === 'register' || list === 'sss' || list === 'philhealth' || list === 'pagibig') {
    const lines = await paidLines(db, { from: startOfMonth(period), to: endOfMonth(period) })
    const month = { month: period, company, lines, employees: await employeesOf(db) }
    return list === 'register' ? registerTable(month) : remittanceTable(list, month)
  }
  const of = { year, company, years: await yearsOf(db, year) }
  return list === 'adjustment' ? adjustmentTable(of) : scheduleTable(list === 'schedule1' ? 1 : 2, of)
}

/** The years of all employees with pay. */
export const yearsOf = async (db: Db, year: number): Promise<EmployeeYear[]> =>
  employeeYears(
    year,
    await paidLines(db, { from: `${year}-01-01`, to: `${year}-12-31` }),
    await employeesOf(db),
    await previousEmployersOf(db, year),
  )

/** Form 2316 of an employee, or of all. */
export async function forms2316(db: Db, year: number, employee?: string): Promise<Form2316[]> {
  const years = await yearsOf(db, year)
  const named = employee === undefined ? years : years.filter((one) => one.employee.no === employee)
  if (named.length === 0) throw new Refusal(payrollProblems.noPay)
  const filer = await filingCompany(db)
  const { address, zip_code: zip } = await db
    .selectFrom('company')
    .crossJoin('tax_profile')
    .select(['address', 'zip_code'])
    .executeTakeFirstOrThrow()
  const tin = filer.tin9 === '' ? '' : formatTin(filer.tin9, filer.branchCode)
  return named.map((one) => form2316(one, { tin, name: displayName(filer), address, zip }))
}
