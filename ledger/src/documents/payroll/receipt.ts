// The payroll register as it is printed and shown: a line for each employee, and the entry.
import { amountInWords, formatMoney } from '../../core/money.ts'
import { employeeName } from '../../payroll/employee.ts'
import { deductedFrom, grossOf, netOf } from '../../payroll/figures.ts'
import type { PayrollFigures } from '../../payroll/figures.ts'
import { companyHeading, journalOf } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { PayrollFields } from './fields.ts'
import { figuresOf, totalOf } from './posting.ts'
import type { PayrollFacts } from './posting.ts'

export function payrollReceipt(
  fields: PayrollFields,
  facts: PayrollFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const rows = [
    ...fields.lines.map((line) => {
      const employee = facts.employees.get(line.employee)
      const name = employee === undefined ? '' : employeeName(employee)
      return [`${line.employee} ${name}`.trim(), ...cells(figuresOf(line))]
    }),
    ['Total', ...cells(totalOf(fields))],
  ]
  return {
    title: 'Payroll Register',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(facts.company),
    party: null,
    facts: [
      { label: 'Pay period', value: fields.payPeriod },
      { label: 'Employees', value: String(fields.lines.length) },
    ],
    lines: [],
    tables: [
      {
        title: 'Employees',
        columns: [
          { label: 'Employee', numeric: false },
          { label: 'Gross pay', numeric: true },
          { label: 'Tax', numeric: true },
          { label: 'Deductions', numeric: true },
          { label: 'Net pay', numeric: true },
        ],
        rows,
      },
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}

/** Gross pay, tax withheld, all other deductions, and net pay. */
function cells(figures: PayrollFigures): string[] {
  const { tax } = figures
  return [grossOf(figures), tax, deductedFrom(figures) - tax, netOf(figures)].map((amount) => formatMoney(amount))
}
