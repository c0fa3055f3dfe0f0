// All addresses of the portal.
import { categoryPages, formScreens, documentPlaces, type PlaceCategory } from '@talaan/contract/cards.ts'
import type { TagFilters } from '@talaan/contract/tag-kinds.ts'
import type { SettingsSection } from '@talaan/contract/settings.ts'
import { proofPath } from '@talaan/ledger/proof/code.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'

type FormOpening = { draft?: string; party?: string; search?: string; returnTo?: string; about?: string }

export const paths = {
  login: '/',
  unauthorized: '/unauthorizedAcess',
  dashboard: '/dashboard',
  contact: '/contact',
  userManagement: '/userManagement',
  taxCompliance: '/taxcompliance',
  taxLists: '/taxcompliance/lists',
  certificatesIssued: '/taxcompliance/certificates/issued',
  certificatesReceived: '/taxcompliance/certificates/received',
  taxReconciliation: '/taxcompliance/reconciliation',
  inventory: '/taxcompliance/inventory',
  eInvoices: '/taxcompliance/einvoices',
  taxAssumptions: '/taxcompliance/confirm',
  /** A return or another deadline for the period that ends on a date, and the details of one of its boxes. */
  filing: (duty: string, period: string, box?: string) =>
    `/taxcompliance/returns/${encodeURIComponent(duty)}/${period}${box === undefined ? '' : `/${encodeURIComponent(box)}`}`,
  certificateAgeing: '/taxcompliance/certificates/ageing',
  financialReport: '/financialreport',
  allReports: '/financialreport/all',
  notifications: '/notifications',
  /** The rows of a task. */
  question: (id: string) => `/questions/${id}`,
  task: (kind: string) => `/tasks/${kind}`,
  /** Files to record, optionally with one of them open. */
  arrivals: (shown?: string) => withQuery('/arrivals', { shown }),
  missingReceipts: (account: string) => withQuery('/arrivals', { list: 'missing', of: 'line', account }),
  transactions: '/transactions',
  /** Checks the code of a document. */
  proof: (code?: string) => withQuery(proofPath, { code }),
  import: '/import',
  /** All events, or the events of one record. */
  auditTrail: (record?: { type: string; id: string }) =>
    withQuery('/audittrail', { record: record && `${record.type}:${record.id}` }),
  /** Recurring documents; with `from`, the dialog to repeat a recorded document is open. */
  recurring: (from?: string) => withQuery('/recurring', { from }),
  incomeStatement: '/financialreport/income-statement',
  balanceSheet: '/financialreport/balance-sheet',
  cashFlow: '/financialreport/cash-flow',
  changesInEquity: '/financialreport/changes-in-equity',
  monthly: '/financialreport/months',
  salesByCustomer: '/financialreport/sales',
  purchasesBySupplier: '/financialreport/purchases',
  expensesByType: '/financialreport/expenses',
  budget: '/financialreport/budget',
  budgetOverview: '/financialreport/budget-overview',
  annualStatements: '/financialreport/annual',
  monthClose: '/financialreport/close',
  /** Explains a figure of a report, or of a box of a return. */
  why: (report: string, query: Record<string, string | undefined> = {}) =>
    withQuery(`/financialreport/why/${report}`, query),
  boxWhy: ({ duty, period, box, column }: { duty: string; period: string; box: string; column: string }) =>
    withQuery(`${paths.filing(duty, period, box)}/why`, { column }),
  /** Compares a report as recorded up to two dates. */
  compare: (report: string, query: Record<string, string | undefined> = {}) =>
    withQuery(`/financialreport/compare/${report}`, query),
  completeness: (month?: string) => withQuery('/financialreport/completeness', { month }),
  monthEnd: '/financialreport/monthend',
  /** Opens the dialog that spreads the prepaid expense of a document over months. */
  spread: (documentId: string) => withQuery('/financialreport/monthend', { spread: documentId }),
  trust: '/trust',
  chequeRegister: '/financialreport/cheques',
  postDatedCheques: '/financialreport/cheques/postdated',
  receivables: '/financialreport/receivables',
  customerMail: '/customermail',
  payables: '/financialreport/payables',
  documentation: '/Documentation',
  documentationSample: '/Documentation/Sample',
  manual: (tab?: string) =>
    tab === undefined || tab === 'getting-started' ? '/usermanual' : `/usermanual?tab=${encodeURIComponent(tab)}`,
  /** The address of the manual that a form's help button uses; it shows the same page. */
  help: (tab: string): string => paths.manual(tab).replace('/usermanual', '/userManual'),
  settings: (section?: SettingsSection) => (section === undefined ? '/settings' : `/settings/${section}`),
  bankStatement: (statementId: string) => `/bankreconciliation/statements/${statementId}`,
  journalVouchers: '/journalvoucher',
  payroll: '/payroll',
  payrollEmployees: '/payroll/employees',
  payrollLists: '/payroll/lists',
  payrollYear: '/payroll/year',
  salesList: (month: string): string => `${paths.taxLists}?list=sales&period=${month}`,
  category: (category: PlaceCategory): string =>
    category === 'Opening' || category === 'Journal' || category === 'Certificate' || category === 'Payroll'
      ? {
          Opening: paths.settings('opening'),
          Journal: paths.journalVouchers,
          Certificate: paths.certificatesReceived,
          Payroll: paths.payroll,
        }[category]
      : (categoryPages.find((page) => page.category === category)?.path ?? '/dashboard'),
  form: (frame: string, opening: FormOpening = {}) =>
    withQuery(formScreens.find((screen) => screen.frame === frame)?.path ?? '/dashboard', opening),
  document: (kind: DocumentTypeName, documentId: string) =>
    `${paths.category(documentPlaces[kind].category)}/${documentId}`,
  /** The list of a type of document, filtered by a search. */
  list: (kind: DocumentTypeName, search?: string) =>
    withQuery(paths.category(documentPlaces[kind].category), { search }),
  /** A month of a bank account, and its statement. */
  reconciliation: (account: string, month: string) => `/bankreconciliation/${account}/${month}`,
  /** The rules of a bank account. */
  bankRules: (account: string) => `/bankreconciliation/${account}/rules`,
  reconciliationStatement: (account: string, month: string) => `/bankreconciliation/${account}/${month}/statement`,
  account: (code: string, query: { from?: string; to?: string } & TagFilters = {}) =>
    withQuery(`/financialreport/account/${encodeURIComponent(code)}`, query),
  /** The registered details of a customer or supplier, and their corrections. */
  party: (partyId: string) => `/tinregistration/${partyId}`,
  /** The statement of account of a customer or supplier. */
  statement: (side: 'receivable' | 'payable', partyId: string, to?: string) =>
    withQuery(`/statement/${side === 'receivable' ? 'customer' : 'supplier'}/${partyId}`, { to }),
} as const

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const [bare, own = ''] = path.split('?')
  const all = new URLSearchParams(own)
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === '') all.delete(key)
    else all.set(key, value)
  }
  return all.size === 0 ? (bare ?? path) : `${bare}?${all.toString()}`
}

/** The address of a form to return to; undefined if the text is anything else. */
export function formBehind(path: string | null): string | undefined {
  return path !== null && formScreens.some((screen) => screen.path === path.split('?')[0]) ? path : undefined
}
