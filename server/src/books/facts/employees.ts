// Employees of a payroll register, with their earlier pay of the year.
import type { FactOfBooks } from './fact.ts'
import { employeesOf, paidLines, previousEmployersOf } from '../payroll-lines.ts'

export const employees: FactOfBooks<'employees'> = {
  isAsked: (numbers) => numbers.length > 0,
  async gather(db, numbers, { draftId, day }) {
    const year = day.slice(0, 4)
    const found = await employeesOf(db, numbers)
    const previous = await previousEmployersOf(db, Number(year))
    const paid = Map.groupBy(
      await paidLines(db, { from: `${year}-01-01`, to: day, without: draftId }),
      ({ employee }) => employee,
    )
    return new Map(
      [...found].map(([no, employee]) => [
        no,
        {
          no,
          lastName: employee.lastName,
          firstName: employee.firstName,
          middleName: employee.middleName,
          tin: employee.tin,
          hiredOn: employee.hiredOn,
          separatedOn: employee.separatedOn,
          minimumWage: employee.minimumWage,
          minimumWageUntil: employee.minimumWageUntil,
          paid: (paid.get(no) ?? []).map(({ day: on, figures }) => ({ day: on, figures })),
          previous: previous.get(no) ?? null,
        },
      ]),
    )
  },
}
