// The fields of a payroll register, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts } from '../../accounts/chart.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { employeeNo } from '../../payroll/employee.ts'
import { payrollKeys } from '../../payroll/figures.ts'
import type { PayrollKey } from '../../payroll/figures.ts'

export const maximumPayrollLines = 500

const amount = z._default(money.check(z.refine((figure) => figure >= 0n, 'Enter the amount without a minus sign.')), 0n)
const amounts = Object.fromEntries(payrollKeys.filter((key) => key !== 'tax').map((key) => [key, amount])) as Record<
  Exclude<PayrollKey, 'tax'>,
  typeof amount
>

const payrollLine = fieldSet({
  employee: employeeNo,
  ...amounts,
  /** Negative for a refund of tax withheld earlier in the year. */
  tax: z._default(money, 0n),
  /** As in the register, to compare; null if it is not entered. */
  net: z._default(z.nullable(money), null),
})

const control = z._default(z.nullable(money), null)

export const payrollFields = fieldSet({
  /** The date of payment, which determines the month of the tax return. */
  day,
  /** '1 to 15 March 2026'; unique, so that a register is not recorded twice. */
  payPeriod: shortText('pay period', 60),
  lines: z
    .array(payrollLine, 'Add at least one employee.')
    .check(
      z.minLength(1, 'Add at least one employee.'),
      z.maxLength(
        maximumPayrollLines,
        `A payroll register can have at most ${maximumPayrollLines} employees. Enter the rest in another register.`,
      ),
    ),
  /** The account of the salaries, and the account that other deductions and union dues are credited to. */
  salaryAccount: z._default(accountCode, accounts.salaries),
  deductionsAccount: z._default(accountCode, accounts.payablesOthers),
  /** Totals of the register to compare with; null for none. */
  controlGross: control,
  controlTax: control,
  controlNet: control,
  memo,
})

export type PayrollFields = z.output<typeof payrollFields>
export type PayrollLine = PayrollFields['lines'][number]
