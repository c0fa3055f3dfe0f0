// The reports there are, one beside the other; each is a page with an address of its own.
import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import classes from '../sheet/sheet.module.css'
import { SavedViews } from './SavedViews.tsx'

const reports = [
  { path: paths.financialReport, title: 'Trial Balance' },
  { path: paths.incomeStatement, title: 'Income Statement' },
  { path: paths.balanceSheet, title: 'Balance Sheet' },
  { path: paths.changesInEquity, title: 'Equity' },
  { path: paths.cashFlow, title: 'Cash Flow' },
  { path: paths.monthly, title: 'Months' },
  { path: paths.receivables, title: 'Receivables' },
  { path: paths.payables, title: 'Payables' },
  { path: paths.salesByCustomer, title: 'Sales' },
  { path: paths.purchasesBySupplier, title: 'Purchases' },
  { path: paths.expensesByType, title: 'Expenses' },
  { path: paths.monthClose, title: 'Month Close' },
  { path: paths.journalVouchers, title: 'Journal Vouchers' },
] as const

/** On a telephone the tabs are wider than the screen; the one that is open is shown. */
function intoView(tab: HTMLAnchorElement | null): void {
  if (tab?.getAttribute('aria-current') === 'page') tab.scrollIntoView({ block: 'nearest', inline: 'center' })
}

export function ReportTabs() {
  return (
    <div className={classes.reports}>
      <nav className={classes.tabs} aria-label="Reports">
        {reports.map(({ path, title }) => (
          <NavLink key={path} to={path} end className={classes.tab} ref={intoView}>
            {title}
          </NavLink>
        ))}
      </nav>
      <SavedViews />
    </div>
  )
}
