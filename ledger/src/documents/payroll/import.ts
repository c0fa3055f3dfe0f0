// Payroll registers from a spreadsheet: the rows of a pay period are one register.
import { payrollKeys } from '../../payroll/figures.ts'
import { cellsAt, cellsOf } from '../import/cells.ts'
import type { ImportMapping } from '../import/mapping.ts'
import { payrollTemplate } from './columns.ts'

export const payrollImport: ImportMapping = {
  ...payrollTemplate,
  documents: [],
  documentTypes: [],
  together: ['payPeriod'],
  label: ['payPeriod'],
  parties: [],

  read(rows, names) {
    const cells = cellsOf(rows, names)
    const { text } = cells
    cells.same(['payPeriod', 'day', 'memo'], 'register')
    const fields = {
      payPeriod: text('payPeriod'),
      day: cells.day('day', 'Enter the date of payment.'),
      lines: cells.rows.map((row) => ({
        employee: text('employee', row),
        ...Object.fromEntries(payrollKeys.map((key) => [key, cells.amount(key, { row })])),
        net: cells.amountIf('net', row),
      })),
      memo: text('memo'),
    }
    const same = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, key]))
    const lines = { rows: cells.rows, columns: same(['employee', ...payrollKeys, 'net']), usual: 'employee' }
    const head = same(['payPeriod', 'day', 'memo'])
    return { fields, mistakes: cells.mistakes, cellOf: cellsAt({ head, lists: { lines }, usual: 'payPeriod' }) }
  },
}
