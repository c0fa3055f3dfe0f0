// The tabs of the tax pages. Each page has its own address.
import { NavLink } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { intoView } from '../../ui/intoView.ts'

const places = [
  { path: paths.taxCompliance, title: 'Calendar' },
  { path: paths.taxLists, title: 'Lists' },
  { path: paths.certificatesIssued, title: 'For Suppliers' },
  { path: paths.certificatesReceived, title: 'From Customers' },
  { path: paths.taxReconciliation, title: 'Tax reconciliation' },
  { path: paths.inventory, title: 'Inventory' },
  { path: paths.eInvoices, title: 'Sales documents' },
  { path: paths.taxAssumptions, title: 'Assumptions to confirm' },
] as const

export function TaxTabs() {
  return (
    <nav className={`${classes.tabs} ${classes.screenOnly}`} aria-label="Tax compliance">
      {places.map(({ path, title }) => (
        <NavLink key={path} to={path} end className={classes.tab} ref={intoView}>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
