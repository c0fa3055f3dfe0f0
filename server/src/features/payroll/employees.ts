// The register of employees: read by admins and accountants, changed with an audit event that names the fields but not their values.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { payrollProblems, removeEmployee, saveEmployee, savePreviousEmployer } from '@talaan/contract/payroll.ts'
import type { ListedEmployee, PreviousOfYear } from '@talaan/contract/payroll.ts'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import type { EmployeeFields } from '@talaan/ledger/payroll/employee.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { lockHead } from '../../books/journal.ts'
import { employeesOf, previousEmployersOf } from '../../books/payroll-lines.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Change = { viewer: Viewer; address: string }

export async function listOfEmployees(db: Db): Promise<ListedEmployee[]> {
  const employees = await employeesOf(db)
  const { rows: paid } = await sql<{ employee: string }>`select distinct employee from payroll_line`.execute(db)
  const isPaid = new Set(paid.map(({ employee }) => employee))
  const years = await db.selectFrom('previous_employer').select('year').distinct().orderBy('year', 'desc').execute()
  const previous: { year: number; of: Awaited<ReturnType<typeof previousEmployersOf>> }[] = []
  for (const { year } of years) previous.push({ year, of: await previousEmployersOf(db, year) })
  return [...employees.values()].map(({ no, ...fields }) => ({
    no,
    fields,
    previous: previous.flatMap(({ year, of }) => {
      const own = of.get(no)
      return own === undefined ? [] : [{ ...own, year }]
    }),
    isPaid: isPaid.has(no),
  }))
}

/** Recording reads employees under the same lock. */
export async function putEmployee(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  no: string,
  { was, now }: BodyOf<typeof saveEmployee>,
  change: Change,
): Promise<void> {
  await lockHead(trx)
  const found = (await employeesOf(trx, [no])).get(no)
  if (found === undefined ? was !== null : was === null)
    throw new Refusal(found === undefined ? payrollProblems.changed : payrollProblems.sameNo, [
      { path: ['code'], message: payrollProblems.sameNo.sentence },
    ])
  const before = found === undefined ? null : withoutNo(found)
  if (before !== null && canonical(before) !== canonical(was)) throw new Refusal(payrollProblems.changed)
  await assertOwnTin(trx, no, now.tin)
  const row = rowOf(now)
  await trx
    .insertInto('employee')
    .values({ no, ...row })
    .onConflict((conflict) => conflict.column('no').doUpdateSet(row))
    .execute()
  const fields = changedIn(before, now)
  await audit(trx, clock, {
    ...change,
    action: saveEmployee.name,
    object: { type: 'employee', id: no },
    detail: { fields },
  })
}

async function assertOwnTin(trx: Trx, no: string, tin: string): Promise<void> {
  if (tin === '') return
  const other = await trx
    .selectFrom('employee')
    .select('no')
    .where('tin', '=', tin)
    .where('no', '<>', no)
    .executeTakeFirst()
  if (other === undefined) return
  const message = `${other.no} already has this TIN. Check the TIN.`
  throw new Refusal(saying(payrollProblems.sameTin, message), [{ path: ['now', 'tin'], message }])
}

export async function putPreviousEmployer(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  no: string,
  { was, now }: BodyOf<typeof savePreviousEmployer>,
  change: Change,
): Promise<void> {
  await lockHead(trx)
  if (!(await employeesOf(trx, [no])).has(no)) throw new Refusal(payrollProblems.noEmployee)
  const own = (await previousEmployersOf(trx, now.year)).get(no)
  const before: PreviousOfYear | null = own === undefined ? null : { ...own, year: now.year }
  if (canonical(before) !== canonical(was)) throw new Refusal(payrollProblems.changed)
  const { year, deMinimis, otherExempt, taxableBasic, taxableThirteenth, taxableOther, ...rest } = now
  const row = {
    ...rest,
    de_minimis: deMinimis,
    other_exempt: otherExempt,
    taxable_basic: taxableBasic,
    taxable_thirteenth: taxableThirteenth,
    taxable_other: taxableOther,
  }
  await trx
    .insertInto('previous_employer')
    .values({ employee: no, year, ...row })
    .onConflict((conflict) => conflict.columns(['employee', 'year']).doUpdateSet(row))
    .execute()
  const fields = changedIn(before, now)
  const object = { type: 'employee', id: no }
  await audit(trx, clock, { ...change, action: savePreviousEmployer.name, object, detail: { year, fields } })
}

export async function dropEmployee(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  no: string,
  change: Change,
): Promise<void> {
  await lockHead(trx)
  if (!(await employeesOf(trx, [no])).has(no)) throw new Refusal(payrollProblems.noEmployee)
  const paid = await trx.selectFrom('payroll_line').select('employee').where('employee', '=', no).limit(1).execute()
  if (paid.length > 0) throw new Refusal(payrollProblems.paid)
  await trx.deleteFrom('previous_employer').where('employee', '=', no).execute()
  await trx.deleteFrom('employee').where('no', '=', no).execute()
  await audit(trx, clock, { ...change, action: removeEmployee.name, object: { type: 'employee', id: no } })
}

const withoutNo = ({ no: _, ...fields }: EmployeeFields & { no: string }): EmployeeFields => fields

const rowOf = (now: EmployeeFields) => ({
  last_name: now.lastName,
  first_name: now.firstName,
  middle_name: now.middleName,
  tin: now.tin,
  address: now.address,
  zip: now.zip,
  birth_date: now.birthDate,
  nationality: now.nationality,
  sss_no: now.sssNo,
  philhealth_no: now.philhealthNo,
  pagibig_no: now.pagibigNo,
  status: now.status,
  hired_on: now.hiredOn,
  separated_on: now.separatedOn,
  separation: now.separation,
  minimum_wage: now.minimumWage,
  minimum_wage_until: now.minimumWageUntil,
  wage_per_day: now.wagePerDay,
  days_of_year: now.daysOfYear,
})

/** The names of the fields that differ; values are personal and stay out of the audit trail. */
function changedIn(before: object | null, now: object): string[] {
  const was = new Map(Object.entries(before ?? {}))
  return Object.entries(now)
    .filter(([name, value]) => before === null || was.get(name) !== value)
    .map(([name]) => name)
}
