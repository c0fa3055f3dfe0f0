// Payroll: employees, and the lists and certificates from recorded registers. Only admins and accountants may see any of it.
import {
  listEmployees,
  printForm2316,
  printPayrollList,
  removeEmployee,
  saveEmployee,
  savePreviousEmployer,
  viewPayrollList,
  viewPayrollYear,
} from '@talaan/contract/payroll.ts'
import { employeeName, employeeTin } from '@talaan/ledger/payroll/employee.ts'
import { audit } from '../../platform/audit/audit.ts'
import { fileName } from '../../print/file-name.ts'
import { form2316Name, forms2316ToPdf } from '../../print/form2316.ts'
import { tablePrinters } from '../../print/table.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { dropEmployee, listOfEmployees, putEmployee, putPreviousEmployer } from './employees.ts'
import { forms2316, payrollTable, yearsOf } from './lists.ts'

export const payroll: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  return [
    answers(listEmployees, async () => ({ employees: await listOfEmployees(db) })),

    answers(saveEmployee, async ({ params: { code }, body, viewer, address }) => {
      await db.transaction().execute((trx) => putEmployee(trx, context, code, body, { viewer, address }))
      return { success: true as const }
    }),

    answers(savePreviousEmployer, async ({ params: { code }, body, viewer, address }) => {
      await db.transaction().execute((trx) => putPreviousEmployer(trx, context, code, body, { viewer, address }))
      return { success: true as const }
    }),

    answers(removeEmployee, async ({ params: { code }, viewer, address }) => {
      await db.transaction().execute((trx) => dropEmployee(trx, context, code, { viewer, address }))
      return { success: true as const }
    }),

    answers(viewPayrollList, async ({ params: { list }, query: { period } }) => ({
      table: await payrollTable(db, list, period),
    })),

    answers(printPayrollList, async ({ params: { list, format }, query: { period }, viewer, address }) => {
      const table = await payrollTable(db, list, period)
      const { type, print } = tablePrinters[format]
      const bytes = await print(table, { printedAt: clock.now(), printedBy: viewer.clientId })
      const object = { type: 'payroll-list', id: list }
      await db
        .transaction()
        .execute((trx) =>
          audit(trx, clock, { viewer, address, action: printPayrollList.name, object, detail: { format, period } }),
        )
      return { bytes, type, name: fileName(table, format) }
    }),

    answers(viewPayrollYear, async ({ params: { year } }) => ({
      employees: (await yearsOf(db, Number(year))).map(
        ({ employee, gross, taxable, taxDue, withheld, adjustment }) => ({
          no: employee.no,
          name: employeeName(employee),
          tin: employeeTin(employee),
          gross,
          taxable,
          taxDue,
          withheld,
          adjustment,
        }),
      ),
    })),

    answers(printForm2316, async ({ params: { year }, query: { employee }, viewer, address }) => {
      const forms = await forms2316(db, Number(year), employee)
      const bytes = await forms2316ToPdf(forms, { printedAt: clock.now(), author: viewer.clientId })
      const object = { type: 'payroll-year', id: year }
      const detail = { certificates: forms.length, ...(employee !== undefined && { employee }) }
      await db
        .transaction()
        .execute((trx) => audit(trx, clock, { viewer, address, action: printForm2316.name, object, detail }))
      return { bytes, type: 'application/pdf', name: form2316Name(forms) }
    }),
  ]
}
