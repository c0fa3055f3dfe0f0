// The input of the payroll register, and its conversion to the document's fields.
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { payrollFields } from '@talaan/ledger/documents/payroll/fields.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { addedUp, figuresFrom, grossOf, netOf, payrollColumns } from '@talaan/ledger/payroll/figures.ts'
import type { PayrollFigures, PayrollKey } from '@talaan/ledger/payroll/figures.ts'
import { amountOf } from '../../fields/typedMoney.ts'
import {
  accountField,
  amountField,
  codeField,
  documentDay,
  hiddenField,
  memoField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { formModel } from '../../runtime/formModel.ts'

const amounts = Object.fromEntries(payrollColumns.map(({ key }) => [key, amountField({ whenEmpty: '0' })])) as Record<
  PayrollKey,
  ReturnType<typeof amountField>
>

export const payrollLines = grid({ employee: textField(), ...amounts, net: amountField({ whenEmpty: null }) })
export type TypedPayrollLine = ReturnType<typeof payrollLines.empty>

const control = (label: string) =>
  amountField({ label: `Control total, ${label} (optional)`, whenEmpty: null, onCopy: 'clear' })

const table = {
  day: documentDay({ label: 'Date of payment' }),
  payPeriod: codeField({
    label: 'Pay period',
    hint: 'For example, March 2026, or 1 to 15 March 2026',
    onCopy: 'clear',
  }),
  salaryAccount: accountField({ label: 'Salaries account', carriedOver: true }),
  deductionsAccount: accountField({ label: 'Account of other deductions', carriedOver: true }),
  lines: gridField(payrollLines),
  controlGross: control('gross pay'),
  controlTax: control('tax withheld'),
  controlNet: control('net pay'),
  memo: memoField('Printed on the register'),
  /** It is not mailed. */
  email: hiddenField(),
  emailFrom: hiddenField(),
}
export type TypedPayroll = TypedOf<typeof table>

const base = formModel(payrollFields, table)

export const payrollModel = {
  ...base,
  empty: (context: Parameters<typeof base.empty>[0]): TypedPayroll => ({
    ...base.empty(context),
    salaryAccount: accounts.salaries,
    deductionsAccount: accounts.payablesOthers,
  }),
}

/** The figures of a line, as far as they can be read. */
export const figuresIn = (line: TypedPayrollLine): PayrollFigures => figuresFrom((key) => amountOf(line[key]) ?? 0n)

/** The totals of the lines, and their difference from each control total. */
export function figuresOf({ lines, ...typed }: TypedPayroll): { totals: Total[]; differences: Total[] } {
  const total = addedUp(lines.map(figuresIn))
  const compared: [string, string, Money][] = [
    ['Gross pay', typed.controlGross, grossOf(total)],
    ['Tax withheld', typed.controlTax, total.tax],
    ['Net pay', typed.controlNet, netOf(total)],
  ]
  return {
    totals: [
      { label: 'Gross pay', amount: grossOf(total) },
      { label: 'Tax withheld', amount: total.tax },
      {
        label: 'Employer contributions',
        amount: sum([total.sssEmployer, total.philhealthEmployer, total.pagibigEmployer]),
      },
      { label: 'Net pay', amount: netOf(total), emphasis: 'grand' },
    ],
    differences: compared.flatMap(([label, control_, own]) => {
      const amount = amountOf(control_)
      return amount === null || control_.trim() === '' ? [] : [{ label, amount: own - amount }]
    }),
  }
}
