// The titles of reports by their names in the audit trail.
import { listedReports } from '@talaan/contract/report-list.ts'

export const reportTitles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(listedReports.flatMap(({ report, title }) => (report === undefined ? [] : [[report, title]]))),
  transactions: 'Transactions',
  journal: 'Journal',
  'audit-trail': 'Audit Trail',
}
