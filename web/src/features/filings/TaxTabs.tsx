// The tabs of the tax pages. Each page has its own address.
import { NavLink, useLocation } from 'react-router'
import { usePageTitle } from '../../app/pageTitle.ts'
import { paths } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { intoView } from '../../ui/intoView.ts'

const places = [
  { path: paths.taxCompliance, title: 'Calendar', page: 'Tax calendar' },
  { path: paths.taxLists, title: 'Lists', page: 'Tax lists' },
  { path: paths.certificatesIssued, title: 'For Suppliers', page: 'Certificates for suppliers' },
  { path: paths.certificatesReceived, title: 'From Customers', page: 'Certificates from customers' },
  { path: paths.taxReconciliation, title: 'Tax reconciliation', page: 'Tax reconciliation' },
  { path: paths.inventory, title: 'Inventory', page: 'Inventory list' },
  { path: paths.eInvoices, title: 'Sales documents', page: 'Sales documents' },
  { path: paths.taxAssumptions, title: 'Assumptions to confirm', page: 'Assumptions to confirm' },
] as const

export function TaxTabs() {
  const { pathname } = useLocation()
  usePageTitle(places.find(({ path }) => path.toLowerCase() === pathname.toLowerCase())?.page)
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
