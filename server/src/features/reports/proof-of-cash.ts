// The proof of cash of a month: the positions at its two ends, and the movements of bank and books between them.
import { z } from '@talaan/ledger/core/zod.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addMonths, day, monthOf } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { endOf, proofOfCash } from '@talaan/ledger/reports/proof-of-cash.ts'
import { bankAccounts, movementsOf, bankMonthOf } from '../../books/bank-positions.ts'
import { companyHeader, report } from './report.ts'

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
})
