// The tabs of payroll. Each page has its own address.
import { NavLink } from 'react-router'
import { paths } from '../../app/paths.ts'
import classes from '../../app/table/sheet.module.css'
import { intoView } from '../../ui/intoView.ts'

const places = [
  { path: paths.payroll, title: 'Registers' },
  { path: paths.payrollEmployees, title: 'Employees' },
  { path: paths.payrollLists, title: 'Lists' },
  { path: paths.payrollYear, title: 'Year End' },
] as const

export function PayrollTabs() {
  return (
    <nav className={`${classes.tabs} ${classes.screenOnly}`} aria-label="Payroll">
      {places.map(({ path, title }) => (
        <NavLink key={path} to={path} end className={classes.tab} ref={intoView}>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
