// All pages with their address, their title, and the roles that may open them.
import { MantineProvider } from '@mantine/core'
import { categoryPages, formScreens, documentPlaces, documentTypesIn } from '@talaan/contract/cards.ts'
import { accountants, adminsAndAccountants, everyone, type Role } from '@talaan/contract/roles.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { matchPath, Navigate, Route, Routes } from 'react-router'
import { CallFailure } from './app/api.ts'
import { useBookmarkRefresh } from './features/cards/bookmarks.ts'
import { CategoryPage } from './features/cards/CategoryPage.tsx'
import { DashboardPage } from './features/cards/DashboardPage.tsx'
import { currentConnection, onConnection } from './app/connection.ts'
import { paths } from './app/paths.ts'
import { BrokenPage } from './app/problems.tsx'
import { useSession } from './app/session/session.ts'
import { SessionProvider } from './app/session/SessionProvider.tsx'
import './app/shell/mantine.ts'
import { NotFoundPage } from './app/shell/PlainPages.tsx'
import { PortalRouter } from './app/shell/PortalRouter.tsx'
import { useIdle, usePrefetch } from './app/shell/prefetch.ts'
import { Shell } from './app/shell/Shell.tsx'
import { UnauthorizedPage } from './app/shell/UnauthorizedPage.tsx'
import { Boundary } from './ui/Boundary.tsx'
import { fetchLater, later } from './ui/later.tsx'
import { cssVariables, styleNonce, theme } from './ui/theme.ts'

const UndoLast = later(async () => (await import('./features/undo/UndoLast.tsx')).UndoLast)
const WarmFrame = later(async () => (await import('./features/forms/warmFrame.ts')).WarmFrame)
const FormPage = later(async () => (await import('./features/forms/FormPage.tsx')).FormPage)
const DocumentList = later(async () => (await import('./features/documents/DocumentList.tsx')).DocumentList)
const DocumentPage = later(async () => (await import('./features/documents/DocumentPage.tsx')).DocumentPage)
const TransactionsPage = later(
  async () => (await import('./features/transactions/TransactionsPage.tsx')).TransactionsPage,
)
const JournalPage = later(async () => (await import('./features/documents/JournalPage.tsx')).JournalPage)
const PayrollPage = later(async () => (await import('./features/payroll/PayrollPage.tsx')).PayrollPage)
const EmployeesPage = later(async () => (await import('./features/payroll/EmployeesPage.tsx')).EmployeesPage)
const PayrollListsPage = later(async () => (await import('./features/payroll/PayrollListsPage.tsx')).PayrollListsPage)
const PayrollYearPage = later(async () => (await import('./features/payroll/PayrollYearPage.tsx')).PayrollYearPage)
const ArrivalsPage = later(async () => (await import('./features/arrivals/ArrivalsPage.tsx')).ArrivalsPage)
const RecurringPage = later(async () => (await import('./features/recurring/RecurringPage.tsx')).RecurringPage)
const DashboardPanels = later(async () => (await import('./dashboardPanels.tsx')).DashboardPanels)
const ImportPage = later(async () => (await import('./features/imports/ImportPage.tsx')).ImportPage)
const PartyList = later(async () => (await import('./features/parties/PartyList.tsx')).PartyList)
const TrialBalancePage = later(async () => (await import('./features/reports/StatementPages.tsx')).TrialBalancePage)
const BudgetOverviewPage = later(async () => (await import('./features/reports/StatementPages.tsx')).BudgetOverviewPage)
const ReportIndexPage = later(async () => (await import('./features/reports/ReportIndexPage.tsx')).ReportIndexPage)
const AgeingPage = later(async () => (await import('./features/reports/PartyPages.tsx')).AgeingPage)
const PartyStatementPage = later(async () => (await import('./features/reports/PartyPages.tsx')).PartyStatementPage)
const IncomeStatementPage = later(
  async () => (await import('./features/reports/StatementPages.tsx')).IncomeStatementPage,
)
const BalanceSheetPage = later(async () => (await import('./features/reports/StatementPages.tsx')).BalanceSheetPage)
const CashFlowPage = later(async () => (await import('./features/reports/StatementPages.tsx')).CashFlowPage)
const ChangesInEquityPage = later(
  async () => (await import('./features/reports/StatementPages.tsx')).ChangesInEquityPage,
)
const NamedPage = later(async () => (await import('./features/reports/StatementPages.tsx')).NamedPage)
const MonthlyPage = later(async () => (await import('./features/reports/MonthlyPage.tsx')).MonthlyPage)
const AnnualPage = later(async () => (await import('./features/annual/AnnualPage.tsx')).AnnualPage)
const BudgetPage = later(async () => (await import('./features/budgets/BudgetPage.tsx')).BudgetPage)
const AccountEntriesPage = later(
  async () => (await import('./features/reports/AccountEntriesPage.tsx')).AccountEntriesPage,
)
const ClosingPage = later(async () => (await import('./features/closing/ClosingPage.tsx')).ClosingPage)
const RegistersPage = later(async () => (await import('./features/closing/RegistersPage.tsx')).RegistersPage)
const LooseLeafBooks = later(async () => (await import('./features/looseleaf/BoundBooks.tsx')).LooseLeafBooks)
const ChequeBooks = later(async () => (await import('./features/cheques/ChequeBooks.tsx')).ChequeBooks)
const ChequeRegisterPage = later(
  async () => (await import('./features/reports/ChequeReportPages.tsx')).ChequeRegisterPage,
)
const PostDatedChequesPage = later(
  async () => (await import('./features/reports/ChequeReportPages.tsx')).PostDatedChequesPage,
)
const TaxCalendarPage = later(async () => (await import('./features/filings/CalendarPage.tsx')).CalendarPage)
const NotificationsPage = later(
  async () => (await import('./features/notifications/NotificationsPage.tsx')).NotificationsPage,
)
const TaskPage = later(async () => (await import('./features/tasks/TaskPage.tsx')).TaskPage)
const FilingPage = later(async () => (await import('./features/filings/FilingPage.tsx')).FilingPage)
const BoxPage = later(async () => (await import('./features/filings/BoxPage.tsx')).BoxPage)
const ListsPage = later(async () => (await import('./features/tax-lists/ListsPage.tsx')).ListsPage)
const IssuedPage = later(async () => (await import('./features/certificates/IssuedPage.tsx')).IssuedPage)
const ReceivedPage = later(async () => (await import('./features/certificates/ReceivedPage.tsx')).ReceivedPage)
const CertificateAgeingPage = later(
  async () => (await import('./features/reports/CertificateAgeingPage.tsx')).CertificateAgeingPage,
)
const TaxReconciliationPage = later(
  async () => (await import('./features/filings/TaxReconciliationPage.tsx')).TaxReconciliationPage,
)
const InventoryPage = later(async () => (await import('./features/inventory/InventoryPage.tsx')).InventoryPage)
const EInvoicesPage = later(async () => (await import('./features/einvoices/EInvoicesPage.tsx')).EInvoicesPage)
const AssumptionsPage = later(async () => (await import('./features/filings/AssumptionsPage.tsx')).AssumptionsPage)
const CustomerMailPage = later(
  async () => (await import('./features/customer-mail/CustomerMailPage.tsx')).CustomerMailPage,
)
const PartyPage = later(async () => (await import('./features/parties/PartyPage.tsx')).PartyPage)
const StatementList = later(async () => (await import('./features/statements/StatementList.tsx')).StatementList)
const StatementPage = later(async () => (await import('./features/statements/StatementPage.tsx')).StatementPage)
const SettingsPage = later(async () => (await import('./features/settings/SettingsPage.tsx')).SettingsPage)
const OpeningPage = later(async () => (await import('./features/settings/OpeningPage.tsx')).OpeningPage)
const TaxPage = later(async () => (await import('./features/settings/TaxPage.tsx')).TaxPage)
const ReconciliationPage = later(
  async () => (await import('./features/reconciliation/ReconciliationPage.tsx')).ReconciliationPage,
)
const BankPanels = later(async () => (await import('./features/reconciliation/BankPanels.tsx')).BankPanels)
const RulesPage = later(async () => (await import('./features/reconciliation/RulesPage.tsx')).RulesPage)
const BankReconciliationPage = later(
  async () => (await import('./features/reports/BankReconciliationPage.tsx')).BankReconciliationPage,
)
const UsersPage = later(async () => (await import('./features/users/UsersPage.tsx')).UsersPage)
const ManualPage = later(async () => (await import('./features/manual/ManualPage.tsx')).ManualPage)
const DocumentationPage = later(
  async () => (await import('./features/manual/documentation/DocumentationPage.tsx')).DocumentationPage,
)
const ProofPage = later(async () => (await import('./features/proof/ProofPage.tsx')).ProofPage)
const AuditTrailPage = later(async () => (await import('./features/audit-trail/AuditTrailPage.tsx')).AuditTrailPage)
const ReportWhyPage = later(async () => (await import('./features/why/WhyPage.tsx')).ReportWhyPage)
const BoxWhyPage = later(async () => (await import('./features/why/WhyPage.tsx')).BoxWhyPage)
const ComparePage = later(async () => (await import('./features/why/ComparePage.tsx')).ComparePage)
const CompletenessPage = later(async () => (await import('./features/closing/CompletenessPage.tsx')).CompletenessPage)
const ApprovalPage = later(async () => (await import('./features/approvals/ApprovalPage.tsx')).ApprovalPage)
const QuestionPage = later(async () => (await import('./features/questions/QuestionPage.tsx')).QuestionPage)
const TrustPage = later(async () => (await import('./features/trust/TrustPage.tsx')).TrustPage)
const ContactPage = later(async () => (await import('./features/contact/ContactPage.tsx')).ContactPage)

export type Place = { path: string; title: string; roles: readonly Role[]; page: ReactNode }

export const places: readonly Place[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    roles: everyone,
    page: (
      <DashboardPage>
        <DashboardPanels />
      </DashboardPage>
    ),
  },
  ...categoryPages.map((page) => ({
    ...page,
    page: <CategoryPage page={page}>{belowCards(page.category)}</CategoryPage>,
  })),
  ...formScreens.map((screen) => ({ ...screen, page: <FormPage key={screen.path} screen={screen} /> })),
  ...categoryPages
    .filter(({ category }) => documentTypesIn(category).length > 0)
    .map(({ path, ...page }) => ({ ...page, path: `${path}/:documentId`, page: <DocumentPage /> })),
  {
    path: paths.bankStatement(':statementId'),
    title: 'Statement of Account',
    roles: accountants,
    page: <StatementPage />,
  },
  { path: paths.party(':partyId'), title: 'TIN Registration', roles: everyone, page: <PartyPage /> },
  { path: paths.transactions, title: 'Transactions', roles: everyone, page: <TransactionsPage /> },
  { path: paths.notifications, title: 'Notifications', roles: everyone, page: <NotificationsPage /> },
  { path: paths.task(':kind'), title: 'Tasks', roles: everyone, page: <TaskPage /> },
  { path: paths.arrivals(), title: 'Arrivals', roles: everyone, page: <ArrivalsPage /> },
  { path: paths.recurring(), title: 'Recurring', roles: everyone, page: <RecurringPage /> },
  { path: paths.proof(), title: 'Check a Document', roles: everyone, page: <ProofPage /> },
  { path: paths.journalVouchers, title: 'Journal Vouchers', roles: adminsAndAccountants, page: <JournalPage /> },
  {
    path: `${paths.journalVouchers}/:documentId`,
    title: 'Journal Vouchers',
    roles: adminsAndAccountants,
    page: <DocumentPage />,
  },
  ...[
    { path: paths.payroll, title: 'Payroll', page: <PayrollPage /> },
    { path: paths.payrollEmployees, title: 'Employees', page: <EmployeesPage /> },
    { path: paths.payrollLists, title: 'Payroll Lists', page: <PayrollListsPage /> },
    { path: paths.payrollYear, title: 'Payroll Year End', page: <PayrollYearPage /> },
    { path: `${paths.payroll}/:documentId`, title: 'Payroll', page: <DocumentPage /> },
  ].map((place) => ({ ...place, roles: adminsAndAccountants })),
  { path: paths.customerMail, title: 'E-mails to Customers', roles: adminsAndAccountants, page: <CustomerMailPage /> },
  { path: paths.import, title: 'Import', roles: adminsAndAccountants, page: <ImportPage /> },
  { path: paths.financialReport, title: 'Financial Reports', roles: accountants, page: <TrialBalancePage /> },
  { path: paths.allReports, title: 'Financial Reports', roles: accountants, page: <ReportIndexPage /> },
  { path: paths.receivables, title: 'Financial Reports', roles: accountants, page: <AgeingPage side="receivable" /> },
  { path: paths.payables, title: 'Financial Reports', roles: accountants, page: <AgeingPage side="payable" /> },
  ...(['receivable', 'payable'] as const).map((side) => ({
    path: paths.statement(side, ':partyId'),
    title: 'Statement of Account',
    roles: everyone,
    page: <PartyStatementPage key={side} side={side} />,
  })),
  { path: paths.incomeStatement, title: 'Financial Reports', roles: accountants, page: <IncomeStatementPage /> },
  { path: paths.balanceSheet, title: 'Financial Reports', roles: accountants, page: <BalanceSheetPage /> },
  { path: paths.cashFlow, title: 'Financial Reports', roles: accountants, page: <CashFlowPage /> },
  { path: paths.changesInEquity, title: 'Financial Reports', roles: accountants, page: <ChangesInEquityPage /> },
  { path: paths.monthly, title: 'Financial Reports', roles: accountants, page: <MonthlyPage /> },
  ...(
    [
      [paths.salesByCustomer, 'sales-by-customer'],
      [paths.purchasesBySupplier, 'purchases-by-supplier'],
      [paths.expensesByType, 'expenses-by-type'],
    ] as const
  ).map(([path, report]) => ({
    path,
    title: 'Financial Reports',
    roles: accountants,
    page: <NamedPage key={report} report={report} />,
  })),
  { path: paths.budget, title: 'Budget', roles: accountants, page: <BudgetPage /> },
  { path: paths.budgetOverview, title: 'Financial Reports', roles: accountants, page: <BudgetOverviewPage /> },
  { path: paths.annualStatements, title: 'Annual Statements', roles: accountants, page: <AnnualPage /> },
  { path: paths.monthEnd, title: 'Month-End Registers', roles: accountants, page: <RegistersPage /> },
  { path: paths.monthClose, title: 'Month Close', roles: accountants, page: <ClosingPage /> },
  { path: paths.why(':report'), title: 'Why this number', roles: accountants, page: <ReportWhyPage /> },
  {
    path: '/taxcompliance/returns/:duty/:period/:box/why',
    title: 'Why this number',
    roles: accountants,
    page: <BoxWhyPage />,
  },
  { path: paths.compare(':report'), title: 'Changes in a report', roles: accountants, page: <ComparePage /> },
  { path: paths.completeness(), title: 'Completeness', roles: accountants, page: <CompletenessPage /> },
  {
    path: '/financialreport/account/:code',
    title: 'Financial Reports',
    roles: accountants,
    page: <AccountEntriesPage />,
  },
  { path: paths.bankRules(':account'), title: 'Bank Reconciliation', roles: accountants, page: <RulesPage /> },
  {
    path: paths.reconciliation(':account', ':month'),
    title: 'Bank Reconciliation',
    roles: accountants,
    page: <ReconciliationPage />,
  },
  {
    path: paths.reconciliationStatement(':account', ':month'),
    title: 'Bank Reconciliation',
    roles: accountants,
    page: <BankReconciliationPage />,
  },
  { path: paths.chequeRegister, title: 'Financial Reports', roles: accountants, page: <ChequeRegisterPage /> },
  { path: paths.postDatedCheques, title: 'Financial Reports', roles: accountants, page: <PostDatedChequesPage /> },
  { path: paths.taxCompliance, title: 'Tax Compliance', roles: accountants, page: <TaxCalendarPage /> },
  {
    path: '/taxcompliance/returns/:duty/:period',
    title: 'Tax Compliance',
    roles: accountants,
    page: <FilingPage />,
  },
  {
    path: '/taxcompliance/returns/:duty/:period/:box',
    title: 'Tax Compliance',
    roles: accountants,
    page: <BoxPage />,
  },
  { path: paths.taxLists, title: 'Tax Compliance', roles: accountants, page: <ListsPage /> },
  { path: paths.certificatesIssued, title: 'Tax Compliance', roles: accountants, page: <IssuedPage /> },
  { path: paths.certificatesReceived, title: 'Tax Compliance', roles: accountants, page: <ReceivedPage /> },
  {
    path: `${paths.certificatesReceived}/:documentId`,
    title: 'Tax Compliance',
    roles: accountants,
    page: <DocumentPage />,
  },
  { path: paths.certificateAgeing, title: 'Tax Compliance', roles: accountants, page: <CertificateAgeingPage /> },
  { path: paths.taxReconciliation, title: 'Tax Compliance', roles: accountants, page: <TaxReconciliationPage /> },
  { path: paths.inventory, title: 'Inventory list', roles: accountants, page: <InventoryPage /> },
  { path: paths.eInvoices, title: 'Sales documents', roles: accountants, page: <EInvoicesPage /> },
  { path: paths.taxAssumptions, title: 'Tax Compliance', roles: accountants, page: <AssumptionsPage /> },
  { path: paths.approval(':draftId'), title: 'Approval', roles: everyone, page: <ApprovalPage /> },
  { path: paths.question(':questionId'), title: 'Question', roles: everyone, page: <QuestionPage /> },
  { path: paths.trust, title: 'Trust', roles: adminsAndAccountants, page: <TrustPage /> },
  { path: paths.userManagement, title: 'User Management', roles: adminsAndAccountants, page: <UsersPage /> },
  ...[
    { path: paths.settings('opening'), page: <OpeningPage /> },
    { path: paths.settings('taxes'), page: <TaxPage /> },
    { path: paths.settings(), page: <SettingsPage /> },
    { path: `${paths.settings()}/:section`, page: <SettingsPage /> },
  ].map((place) => ({ ...place, title: 'Company Settings', roles: adminsAndAccountants })),
  {
    path: `${paths.settings('opening')}/:documentId`,
    title: 'Opening Balances',
    roles: adminsAndAccountants,
    page: <DocumentPage />,
  },
  { path: paths.auditTrail(), title: 'Audit Trail', roles: adminsAndAccountants, page: <AuditTrailPage /> },
  { path: paths.contact, title: 'Contact Us', roles: everyone, page: <ContactPage /> },
  { path: paths.manual(), title: 'User Manual', roles: everyone, page: <ManualPage /> },
  ...[paths.documentation, `${paths.documentation}/*`].map((path) => ({
    path,
    title: 'Documentation',
    roles: accountants,
    page: <DocumentationPage />,
  })),
]

function belowCards(category: (typeof categoryPages)[number]['category']): ReactNode {
  if (category === 'Tin') return <PartyList />
  if (category === 'BankReconciliation') {
    return (
      <BankPanels>
        <StatementList />
        {listOf('bankadjustment')}
      </BankPanels>
    )
  }
  if (category === 'LooseLeaf') return <LooseLeafBooks />
  if (category === 'ChequeDisbursement') {
    // Stale cheques are listed with their leaves.
    return (
      <>
        {listOf('cheque')}
        <ChequeBooks />
      </>
    )
  }
  return documentTypesIn(category).map((kind, at) => listOf(kind, at === 0))
}

function listOf(kind: DocumentTypeName, leads = true) {
  const { frame, list, none, first } = documentPlaces[kind]
  return (
    <DocumentList
      key={kind}
      kind={kind}
      title={list}
      none={none}
      recordWords={first}
      recordPath={paths.form(frame)}
      leads={leads}
    />
  )
}

const placeAt = (pathname: string) => places.find(({ path }) => matchPath(path, pathname))
const titleOf = (pathname: string): string => placeAt(pathname)?.title ?? 'Talaan'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal is final; only a missing answer or a server error is retried.
      retry: (count, error) =>
        count < 1 && !(error instanceof CallFailure && error.status >= 400 && error.status < 500),
    },
    // A failed change is shown immediately and not retried in the background.
    mutations: { networkMode: 'always' },
  },
})

// Queries wait while the server cannot be reached; when it responds, stale queries are refreshed.
onlineManager.setEventListener((setOnline) => onConnection(() => setOnline(currentConnection().up)))

export function Portal() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
      defaultColorScheme="light"
    >
      <QueryClientProvider client={queries}>
        {matchPath(paths.unauthorized, location.pathname) ? (
          <UnauthorizedPage />
        ) : (
          <SessionProvider>
            <PortalRouter>
              <Pages />
            </PortalRouter>
          </SessionProvider>
        )}
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Preloads the data of a page, if the role may see it. */
export async function fetchPage(pathname: string, role: string | null): Promise<void> {
  const place = placeAt(pathname)
  if (place?.roles.some((each) => each === role)) await fetchLater(place.page)
}

function Pages() {
  const { role } = useSession()
  useBookmarkRefresh()
  usePrefetch((pathname) => fetchPage(pathname, role))
  const isIdle = useIdle()
  const [mayWarmUp, setMayWarmUp] = useState(false)
  useEffect(() => {
    // Without a network, it isn't needed: forms load when they open.
    if (isIdle) void WarmFrame.fetch().then((fetched) => setMayWarmUp(fetched !== undefined))
  }, [isIdle])
  return (
    <>
      {mayWarmUp && <WarmFrame fetchPage={() => void fetchPage(paths.form('invoice'), role)} />}
      <Routes>
        <Route path={paths.unauthorized} element={<UnauthorizedPage />} />
        <Route element={<Shell titleOf={titleOf} pages={places} Undo={UndoLast} />}>
          {places.map(({ path, roles, page }) => (
            <Route
              key={path}
              path={path}
              element={
                roles.includes(role) ? (
                  <Boundary key={path} broken={<BrokenPage />}>
                    <Suspense fallback={null}>{page}</Suspense>
                  </Boundary>
                ) : (
                  <Navigate to={paths.unauthorized} replace />
                )
              }
            />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </>
  )
}
