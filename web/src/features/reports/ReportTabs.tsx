// The tabs of the reports. Each report is a page with its own address.
import { NavLink, useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { intoView } from '../../ui/intoView.ts'
import { SavedViews, viewWords } from '../saved-views/SavedViews.tsx'

const reports = [
  { path: paths.allReports, title: 'All' },
  { path: paths.financialReport, title: 'Trial Balance' },
  { path: paths.incomeStatement, title: 'Income Statement' },
  { path: paths.balanceSheet, title: 'Balance Sheet' },
  { path: paths.changesInEquity, title: 'Equity' },
  { path: paths.cashFlow, title: 'Cash Flow' },
  { path: paths.monthly, title: 'Months' },
  { path: paths.receivables, title: 'Receivables' },
  { path: paths.payables, title: 'Payables' },
] as const

/** Reports that don't fit in the line of tabs on a usual screen. */
const further = [
  { path: paths.salesByCustomer, title: 'Sales by customer' },
  { path: paths.purchasesBySupplier, title: 'Purchases by supplier' },
  { path: paths.expensesByType, title: 'Expenses by type' },
  { path: paths.budget, title: 'Budget' },
  { path: paths.budgetOverview, title: 'Budget overview' },
  { path: paths.annualStatements, title: 'Annual statements' },
  { path: paths.monthClose, title: 'Month close' },
  { path: paths.journalVouchers, title: 'Journal vouchers' },
  { path: paths.payroll, title: 'Payroll' },
] as const

export function ReportTabs() {
  const { pathname } = useLocation()
  const go = useNavigate()
  const open = further.find(({ path }) => path === pathname)
  return (
    <div className={classes.reports}>
      <nav className={classes.tabs} aria-label="Reports">
        {reports.map(({ path, title }) => (
          <NavLink key={path} to={path} end className={classes.tab} ref={intoView}>
            {title}
          </NavLink>
        ))}
      </nav>
      <ActionMenu
        label={open === undefined ? 'More reports' : `More reports, ${open.title} is open`}
        className={open === undefined ? classes.tab : `${classes.tab} ${classes.open}`}
        actions={further.map(({ path, title }) => ({ label: title, onSelect: () => void go(path) }))}
      >
        <span className={classes.word}>More</span>
        <span className={classes.mark}>
          <Icon name="more" />
        </span>
      </ActionMenu>
      <SavedViews under={paths.financialReport} words={viewWords} className={undefined} />
    </div>
  )
}
