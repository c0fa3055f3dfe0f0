// Payroll: employees with their previous employers; lists, certificates and adjustments from recorded registers. This
// is personal data, which only administrators and accountants may read.
import { month } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { employeeFields, employeeNo, previousEmployerFields } from '@talaan/ledger/payroll/employee.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportFormats, table } from './reports.ts'
import { adminsAndAccountants } from './roles.ts'

export const payrollProblems = {
  noEmployee: {
    code: 'payroll.noEmployee',
    status: 404,
    sentence: 'This employee is not registered. Choose an employee from the list.',
  },
  changed: {
    code: 'payroll.changed',
    status: 409,
    sentence: 'Someone else has just changed this employee. Close this dialog and open it again.',
  },
  sameNo: {
    code: 'payroll.sameNo',
    status: 409,
    sentence: 'This employee number is already in use. Choose another number.',
  },
  sameTin: {
    code: 'payroll.sameTin',
    status: 409,
    sentence: 'Another employee already has this TIN. Check the TIN.',
  },
  paid: {
    code: 'payroll.paid',
    status: 409,
    sentence: 'This employee is in a payroll register and cannot be removed. Enter the date of separation instead.',
  },
  noPay: {
    code: 'payroll.noPay',
    status: 404,
    sentence: 'No pay is recorded for this year. Record a payroll register first.',
  },
} satisfies Record<string, Problem>

const year = z.int().check(z.minimum(1990), z.maximum(2100))
const yearText = z.string().check(z.regex(/^(199\d|20\d\d|2100)$/, 'Choose a year from the list.'))

export const previousOfYear = z.extend(previousEmployerFields, { year })
export type PreviousOfYear = z.output<typeof previousOfYear>

/** In the order of their names. */
export const listEmployees = endpoint({
  name: 'payroll.employees',
  method: 'GET',
  path: '/api/payroll/employees',
  access: adminsAndAccountants,
  frame: true,
  answer: z.object({
    employees: z.array(
      z.object({
        no: z.string(),
        fields: employeeFields,
        /** Newest year first. */
        previous: z.array(previousOfYear),
        isPaid: z.boolean(),
      }),
    ),
  }),
  failure: 'The employees could not be loaded. Try again.',
})
export type ListedEmployee = z.output<(typeof listEmployees)['answer']>['employees'][number]

export const saveEmployee = endpoint({
  name: 'payroll.saveEmployee',
  method: 'PUT',
  path: '/api/payroll/employees/:code',
  access: adminsAndAccountants,
  params: z.strictObject({ code: employeeNo }),
  body: z.strictObject({ was: z.nullable(employeeFields), now: employeeFields }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The employee may not have been saved. Reload the page and check.',
})

/** The figures on form 2316 of the previous employer, with one row for each year. */
export const savePreviousEmployer = endpoint({
  name: 'payroll.savePreviousEmployer',
  method: 'PUT',
  path: '/api/payroll/employees/:code/previous-employer',
  access: adminsAndAccountants,
  params: z.strictObject({ code: employeeNo }),
  body: z.strictObject({ was: z.nullable(previousOfYear), now: previousOfYear }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The previous employer may not have been saved. Reload the page and check.',
})

export const removeEmployee = endpoint({
  name: 'payroll.removeEmployee',
  method: 'DELETE',
  path: '/api/payroll/employees/:code',
  access: adminsAndAccountants,
  params: z.strictObject({ code: employeeNo }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The employee may not have been removed. Reload the page and check.',
})

/** The lists and forms that are created from the recorded registers, for a month or a year. */
export const payrollLists = {
  register: { title: 'Payroll of the month', span: 'month' },
  sss: { title: 'SSS contributions', span: 'month' },
  philhealth: { title: 'PhilHealth contributions', span: 'month' },
  pagibig: { title: 'Pag-IBIG contributions', span: 'month' },
  adjustment: { title: 'Year-end adjustment', span: 'year' },
  schedule1: { title: '1604-C schedule 1', span: 'year' },
  schedule2: { title: '1604-C schedule 2, minimum wage earners', span: 'year' },
} as const satisfies Record<string, { title: string; span: 'month' | 'year' }>
export type PayrollList = keyof typeof payrollLists
export const payrollListNames = Object.keys(payrollLists) as [PayrollList, ...PayrollList[]]

/** A month; for a year, any of its months. */
const query = z.strictObject({ period: month })

export const viewPayrollList = endpoint({
  name: 'payroll.view',
  logsRead: true,
  method: 'GET',
  path: '/api/payroll/lists/:list',
  access: adminsAndAccountants,
  params: z.strictObject({ list: z.enum(payrollListNames) }),
  query,
  answer: z.object({ table }),
  failure: 'The list could not be created. Try again.',
})

export const printPayrollList = endpoint({
  name: 'payroll.print',
  method: 'GET',
  path: '/api/payroll/lists/:list/:format',
  access: adminsAndAccountants,
  params: z.strictObject({ list: z.enum(payrollListNames), format: z.enum(reportFormats) }),
  query,
  bytesOut: true,
  failure: 'The file could not be created. Try again.',
})

/** The year of each employee, for the certificates. */
export const viewPayrollYear = endpoint({
  name: 'payroll.year',
  logsRead: true,
  method: 'GET',
  path: '/api/payroll/years/:year',
  access: adminsAndAccountants,
  params: z.strictObject({ year: yearText }),
  answer: z.object({
    employees: z.array(
      z.object({
        no: z.string(),
        name: z.string(),
        tin: z.string(),
        gross: money,
        taxable: money,
        taxDue: money,
        withheld: money,
        /** A positive amount still has to be withheld, a negative one refunded. */
        adjustment: money,
      }),
    ),
  }),
  failure: 'The year could not be loaded. Try again.',
})
export type EmployeeOfYear = z.output<(typeof viewPayrollYear)['answer']>['employees'][number]

/** Form 2316 of one employee, or of all employees in one file. */
export const printForm2316 = endpoint({
  name: 'payroll.form2316',
  method: 'GET',
  path: '/api/payroll/years/:year/form-2316.pdf',
  access: adminsAndAccountants,
  params: z.strictObject({ year: yearText }),
  query: z.strictObject({ employee: z.optional(employeeNo) }),
  bytesOut: true,
  failure: 'The certificates could not be printed. Try again.',
})
