// The bank reconciliation statement of a month: current, or as signed off.
import { z } from '@talaan/ledger/core/zod.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { table as tableSchema } from '@talaan/contract/reports.ts'
import { day, monthOf } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { positionOf } from '@talaan/ledger/banking/matching/position.ts'
import { bankReconciliation } from '@talaan/ledger/reports/bank-reconciliation.ts'
import { bankAccounts, signedMonth, bankMonthOf } from '../../books/bank-positions.ts'
import { companyHeader, report } from './report.ts'

export const bankReconciliationReport = report({
  query: z.strictObject({ account: accountCode, asOf: day }, 'Enter a bank account and a date in the month.'),
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
})
