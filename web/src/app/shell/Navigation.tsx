// The navigation: search at the top, pages below, help at the bottom. Users see only the pages of their role.
import { categoryPages, type Category } from '@talaan/contract/cards.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { memo, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { CardSearch } from './CardSearch.tsx'
import classes from './Shell.module.css'

const icons: Partial<Record<Category, IconName>> = {
  Invoice: 'invoice',
  CollectionReceipt: 'receipt',
  PettyCash: 'coins',
  Bills: 'bill',
  Payments: 'pay',
  ChequeDisbursement: 'cheque',
  Deposit: 'down',
  Transfer: 'swap',
  Withdrawal: 'up',
  Tin: 'id',
}

const reports = [
  { title: 'Bank Reconciliation', path: paths.category('BankReconciliation') },
  { title: 'Looseleaf', path: paths.category('LooseLeaf') },
  { title: 'Tax Compliance', path: paths.taxCompliance },
  { title: 'Financial Reports', path: paths.financialReport },
]

/** By the specification only accountants have Reports and Documentation. */
const seesReports = (role: Role) => role === 'accountant'

export const Navigation = memo(function Navigation() {
  const { role } = useSession()
  const { pathname } = useLocation()
  const [reportsOpen, setReportsOpen] = useState(() => reports.some((each) => pathname.startsWith(each.path)))
  const categories = categoryPages.filter((page) => icons[page.category] !== undefined && page.roles.includes(role))
  return (
    <nav className={classes.navigation} aria-label="Main">
      <CardSearch role={role} />
      <ul className={classes.places}>
        <Place to={paths.dashboard} icon="home" title="Dashboard" />
        {categories.map((page) => (
          <Place key={page.path} to={page.path} icon={icons[page.category] ?? 'invoice'} title={page.title} />
        ))}
        <Place to={paths.arrivals()} icon="inbox" title="Arrivals" />
        <Place to={paths.transactions} icon="search" title="Transactions" />
        <Place to={paths.recurring()} icon="again" title="Recurring" />
        {seesReports(role) && (
          <li>
            <button
              type="button"
              className={classes.place_link}
              aria-expanded={reportsOpen}
              aria-controls="reports-group"
              onClick={() => setReportsOpen(!reportsOpen)}
            >
              <Icon name="chart" />
              Reports
              <span className={classes.turn}>
                <Icon name="chevron" size={14} />
              </span>
            </button>
            <ul className={classes.group} id="reports-group" hidden={!reportsOpen}>
              {reports.map((each) => (
                <Place key={each.path} to={each.path} title={each.title} />
              ))}
            </ul>
          </li>
        )}
        <li className={classes.help}>
          <NavLink to={paths.manual()} className={classes.place_link}>
            <Icon name="help" />
            User Manual
          </NavLink>
        </li>
        {seesReports(role) && <Place to={paths.documentationSample} icon="book" title="Documentation" />}
      </ul>
    </nav>
  )
})

function Place({ to, icon, title }: { to: string; icon?: IconName; title: string }) {
  return (
    <li>
      <NavLink to={to} className={classes.place_link}>
        {icon && <Icon name={icon} />}
        {title}
      </NavLink>
    </li>
  )
}
