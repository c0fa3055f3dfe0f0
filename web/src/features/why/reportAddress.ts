// The address of a report with its query, for the link back to it.
import { listedReports } from '@talaan/contract/report-list.ts'
import type { ReportName } from '@talaan/contract/reports.ts'
import { monthOf } from '@talaan/ledger/core/date.ts'
import { paths, withQuery } from '../../app/paths.ts'

export function reportAddress(report: ReportName, { account = '', ...query }: Record<string, string>): string {
  if (report === 'account-entries') return withQuery(paths.account(account), query)
  if (report === 'bank-reconciliation' || report === 'proof-of-cash') {
    const { asOf = '', known } = query
    const page = paths.reconciliationStatement(account, asOf === '' ? '' : monthOf(asOf))
    return withQuery(page, { show: report === 'proof-of-cash' ? 'proof' : undefined, known })
  }
  const path = listedReports.find((one) => one.report === report)?.path ?? paths.allReports
  return withQuery(path, query)
}
