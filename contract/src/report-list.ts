// All reports and lists, each with a short description. The index of reports, the palette and the tab titles read this
// table.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { accountants } from './roles.ts'
import type { ReportName } from './reports.ts'

export const reportGroups = [
  'Financial statements',
  'Customers and sales',
  'Suppliers and expenses',
  'Banks and cheques',
  'Taxes',
  'Payroll',
  'Books and closing',
] as const

export type ListedReport = {
  id: string
  path: string
  title: string
  about: string
  group: (typeof reportGroups)[number]
  /** The report on the page, if the page has exactly one. */
  report?: ReportName
}

type Row = readonly [path: string, title: string, about: string, report?: ReportName]

const rows = {
  'Financial statements': [
    [
      '/financialreport',
      'Trial Balance',
      'The balance of each account, with equal debits and credits',
      'trial-balance',
    ],
    [
      '/financialreport/income-statement',
      'Income Statement',
      'Income, expenses and net profit for a period',
      'income-statement',
    ],
    ['/financialreport/balance-sheet', 'Balance Sheet', 'Assets, liabilities and equity as of a date', 'balance-sheet'],
    [
      '/financialreport/cash-flow',
      'Cash Flow Statement',
      'Cash received and paid in a period, by activity',
      'cash-flow',
    ],
    [
      '/financialreport/changes-in-equity',
      'Changes in Equity',
      'Capital and retained earnings from opening to closing balance',
      'changes-in-equity',
    ],
    ['/financialreport/months', 'Month by Month', 'Income, expenses and cash for each month, with a chart', 'monthly'],
    [
      '/financialreport/budget-overview',
      'Budget Overview',
      'The budget by account and month, compared with actual amounts',
      'budget',
    ],
    ['/financialreport/annual', 'Annual Statements', 'The annual financial statements for a fiscal year, with notes'],
  ],
  'Customers and sales': [
    [
      '/financialreport/receivables',
      'Aging of Receivables',
      'Open invoices of each customer, by age',
      'receivable-ageing',
    ],
    ['/financialreport/sales', 'Sales by Customer', 'Sales for a period by customer, without VAT', 'sales-by-customer'],
    [
      '/taxcompliance/certificates/ageing',
      'Aging of Expected Certificates',
      'Certificates that customers have not sent yet, by age',
      'certificate-ageing',
    ],
  ],
  'Suppliers and expenses': [
    ['/financialreport/payables', 'Aging of Payables', 'Open bills of each supplier, by age', 'payable-ageing'],
    [
      '/financialreport/purchases',
      'Purchases by Supplier',
      'Purchases for a period by supplier, without VAT',
      'purchases-by-supplier',
    ],
    ['/financialreport/expenses', 'Expenses by Type', 'Expenses for a period by type', 'expenses-by-type'],
  ],
  'Banks and cheques': [
    ['/bankreconciliation', 'Bank Reconciliation', 'Each bank account by month, with its statement and proof of cash'],
    ['/financialreport/cheques', 'Cheque Register', 'Every leaf of each cheque book', 'cheque-register'],
    [
      '/financialreport/cheques/postdated',
      'Post-dated Cheques',
      'Post-dated cheques that you issued, by date',
      'post-dated-cheques',
    ],
  ],
  Taxes: [
    ['/taxcompliance', 'Tax Calendar', 'Tax returns by deadline, with their amounts'],
    ['/taxcompliance/lists', 'Tax Lists', 'RELIEF, alphalists and SAWT, with the files to submit'],
    ['/taxcompliance/certificates/issued', 'Certificates for Suppliers', 'Forms 2307 and 2306 for a quarter'],
    ['/taxcompliance/certificates/received', 'Certificates from Customers', 'Certificates received and expected'],
    ['/taxcompliance/reconciliation', 'Tax Reconciliation', 'Tax returns compared with the books'],
    ['/taxcompliance/inventory', 'Inventory List', 'The inventory at the end of a fiscal year'],
    ['/taxcompliance/einvoices', 'Sales Documents', 'Sales documents for a period as signed JSON'],
  ],
  Payroll: [
    ['/payroll/lists', 'Payroll Lists', 'Contributions and the payroll register for a month'],
    ['/payroll/year', 'Payroll Year End', 'Annual withholding, form 2316 and the alphalists'],
  ],
  'Books and closing': [
    ['/transactions', 'Transactions', 'All recorded documents, with filters'],
    ['/looseleaf', 'Looseleaf', 'The six books of accounts, as drafts or bound'],
    ['/financialreport/budget', 'Budget', 'The budget for a fiscal year, to enter and change'],
    ['/financialreport/close', 'Month Close', 'The checks before a month is closed'],
    ['/financialreport/monthend', 'Month-End Registers', 'Recurring entries, fixed assets and depreciation'],
  ],
} satisfies Record<(typeof reportGroups)[number], readonly Row[]>

export const listedReports: readonly ListedReport[] = reportGroups.flatMap((group) =>
  (rows[group] as readonly Row[]).map(([path, title, about, report]) => ({
    id: path.slice(1).replaceAll('/', '-'),
    path,
    title,
    about,
    group,
    ...(report && { report }),
  })),
)

export const reportAt = (path: string): ListedReport | undefined => listedReports.find((one) => one.path === path)

const reportId = z
  .string()
  .check(
    z.refine(
      (id) => listedReports.some((one) => one.id === id),
      'This report does not exist. Choose one from the list of reports.',
    ),
  )
const star = { access: accountants, params: z.strictObject({ report: reportId }) } as const
const done = z.object({ success: z.literal(true) })

/** The favorites of a person, the oldest first. */
export const listReportStars = endpoint({
  name: 'reportStars.list',
  method: 'GET',
  path: '/api/report-stars',
  access: accountants,
  activity: false,
  answer: z.object({ reports: z.array(z.string()) }),
  failure: 'Your favorite reports could not be loaded. Reload the page.',
})

export const addReportStar = endpoint({
  ...star,
  name: 'reportStars.add',
  method: 'PUT',
  path: '/api/report-stars/:report',
  answer: done,
  failure: 'The favorite may not have been saved. Reload the page and check.',
})

export const removeReportStar = endpoint({
  ...star,
  name: 'reportStars.remove',
  method: 'DELETE',
  path: '/api/report-stars/:report',
  answer: done,
  failure: 'The favorite may not have been removed. Reload the page and check.',
})
