// The columns of a file of payroll registers.
import { payrollColumns } from '../../payroll/figures.ts'
import type { PayrollKey } from '../../payroll/figures.ts'
import { dayColumn, memoColumn } from '../import/columns.ts'
import type { ImportTemplate } from '../import/mapping.ts'

/** An employee of March 2026, whose figures add up. */
const examples: Partial<Record<PayrollKey, string>> = {
  basic: '30,000.00',
  sss: '1,500.00',
  philhealth: '750.00',
  pagibig: '200.00',
  tax: '1,007.50',
  sssEmployer: '3,030.00',
  philhealthEmployer: '750.00',
  pagibigEmployer: '200.00',
}

export const payrollTemplate: ImportTemplate = {
  records: { kind: 'payroll' },
  columns: [
    { key: 'payPeriod', title: 'Pay period', also: ['Period', 'Cut-off'], required: true, example: 'March 2026' },
    dayColumn('Date of payment'),
    { key: 'employee', title: 'Employee no.', also: ['Employee', 'Employee number'], required: true, example: 'E-001' },
    ...payrollColumns.map(({ key, label }) => ({ key, title: label, example: examples[key] ?? '' })),
    { key: 'net', title: 'Net pay', also: ['Net', 'Take-home pay'], example: '26,542.50' },
    memoColumn,
  ],
}
