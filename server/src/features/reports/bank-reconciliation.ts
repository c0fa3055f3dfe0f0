// The bank reconciliation statement of a month: current, or as signed off.
import { z } from '@talaan/ledger/core/zod.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { table as tableSchema } from '@talaan/contract/reports.ts'
import { day, endOfMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { positionOf } from '@talaan/ledger/banking/matching/position.ts'
import { bankReconciliation } from '@talaan/ledger/reports/bank-reconciliation.ts'
import { bankAccounts, signedMonth, bankMonthOf } from '../../books/bank-positions.ts'
import { bookLines, statementItems } from './bank-basis.ts'
import { companyHeader, report } from './report.ts'
import { figureIn, listedBasis, sumBasis } from './shares.ts'

export const bankReconciliationReport = report({
  query: z.strictObject({ account: accountCode, asOf: day }, 'Enter a bank account and a date in the month to report.'),
  async build(db, { account: code, asOf }) {
    const [account] = await bankAccounts(db, code)
    if (account === undefined) throw new Refusal(reconciliationProblems.noSuchAccount)
    const month = monthOf(asOf)
    const signed = await signedMonth(db, code, month)
    if (signed !== undefined) return { table: tableSchema.parse(signed.report), next: null }
    const position = positionOf(await bankMonthOf(db, code, month))
    return {
      table: bankReconciliation({ company: await companyHeader(db), account, position, signOff: null }),
      next: null,
    }
  },
  async basis(db, { account, asOf }, cell) {
    const until = endOfMonth(monthOf(asOf))
    const { row, at, table } = cell
    const words = String(row.cells[2] ?? '')
    if (cell.column.key === 'amount')
      return listedBasis(cell, 'An item that is recorded only by the bank or only in the books so far.')
    if (words.startsWith('Balance per bank')) return statementItems(db, account, until)
    if (words.startsWith('Balance per books')) return bookLines({ account, until })
    const amountAt = table.columns.findIndex(({ key }) => key === 'amount')
    if (row.emphasis === 'subtotal')
      return listedBasis(
        { ...cell, columnAt: amountAt },
        'The items of this section, which are recorded only by the bank or only in the books so far.',
      )
    const totals = table.rows.filter(({ emphasis }) => emphasis === 'total')
    if (words === 'Difference')
      return {
        rule: 'The adjusted bank balance less the adjusted book balance.',
        figures: totals
          .slice(0, 2)
          .map((one, i) => figureIn(table, { row: one, columnAt: cell.columnAt, sign: i === 0 ? 1n : -1n })),
      }
    const begins = table.rows.slice(0, at).findLastIndex(({ emphasis }) => emphasis === 'total') + 1
    const rows = table.rows.slice(begins, at).filter(({ cells }) => typeof cells[cell.columnAt] === 'bigint')
    return sumBasis(cell, rows, 'The balance and the items that adjust it.')
  },
})
