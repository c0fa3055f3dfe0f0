// The proof of cash of a month: the positions at its two ends, and the movements of bank and books between them.
import { z } from '@talaan/ledger/core/zod.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addDays, addMonths, day, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { endOf, proofOfCash } from '@talaan/ledger/reports/proof-of-cash.ts'
import { bankAccounts, movementsOf, bankMonthOf } from '../../books/bank-positions.ts'
import { bookLines, statementItems, statementMovements } from './bank-basis.ts'
import { companyHeader, report } from './report.ts'
import { figureIn, sumBasis } from './shares.ts'

export const proofOfCashReport = report({
  query: z.strictObject(
    { account: accountCode, asOf: day },
    'Enter a bank account and a date in the month for the proof of cash.',
  ),
  async build(db, { account: code, asOf }) {
    const [account] = await bankAccounts(db, code)
    if (account === undefined) throw new Refusal(reconciliationProblems.noSuchAccount)
    const month = monthOf(asOf)
    const opening = endOf(await bankMonthOf(db, code, addMonths(month, -1)))
    const closing = endOf(await bankMonthOf(db, code, month))
    const movements = await movementsOf(db, code, month)
    return {
      table: proofOfCash({ company: await companyHeader(db), account, opening, closing, movements }),
      next: null,
    }
  },
  async basis(db, { account, asOf }, cell) {
    const month = monthOf(asOf)
    const { row, at, table, columnAt, column, amount } = cell
    const words = String(row.cells[0])
    const isBalance = column.key === 'opening' || column.key === 'closing'
    const period = {
      from: isBalance ? undefined : startOfMonth(month),
      until: column.key === 'opening' ? addDays(startOfMonth(month), -1) : endOfMonth(month),
      side: isBalance ? undefined : column.key === 'receipts' ? ('in' as const) : ('out' as const),
    }
    if (words.startsWith('Balance per bank'))
      return isBalance ? statementItems(db, account, period.until) : statementMovements(db, account, period)
    if (words.startsWith('Balance per books')) return bookLines({ account, ...period })
    const totals = table.rows.filter(({ emphasis }) => emphasis === 'total')
    if (words === 'Difference')
      return {
        rule: 'The adjusted bank amount less the adjusted book amount.',
        figures: totals.slice(0, 2).map((one, i) => figureIn(table, { row: one, columnAt, sign: i === 0 ? 1n : -1n })),
      }
    if (row.emphasis === 'total') {
      const begins = table.rows.slice(0, at).findLastIndex(({ emphasis }) => emphasis === 'total') + 1
      return sumBasis(cell, table.rows.slice(begins, at), 'The balance and the items that adjust it.')
    }
    return {
      rule: 'The items of the bank reconciliation at the end of the month and of the month before.',
      items: [{ key: words, words, amount }],
    }
  },
})
