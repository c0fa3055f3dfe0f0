// How a payroll register is posted, and what is computed from it.
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { WordsTable } from './Figures.tsx'
import { Part } from './Part.tsx'

/** The same as the posting rule of payroll registers. */
const amounts = [
  ['Basic pay, premiums and allowances', 'debit 6010, or the salaries account chosen in the register'],
  ['13th month, other benefits and de minimis', 'debit 6020'],
  ['Contributions, employer', 'debit 6030; credit 2150, 2151 and 2152'],
  ['Contributions, employee', 'credit 2150, 2151 and 2152'],
  ['Tax withheld', 'credit 2146; a refund reduces it'],
  ['Union dues and other deductions', 'credit 2020, or the account that you choose'],
  ['Net pay', 'credit 2160'],
]

export function PayrollSection() {
  return (
    <Part id="payroll">
      <p>
        A payroll register posts the amounts of your payroll on the date of payment. Administrators and accountants can
        record and see it. Series PR, general journal (GJ). Form and list: <Link to={paths.payroll}>Payroll</Link>.
      </p>
      <WordsTable label="Amounts of a payroll register" titles={['Amount', 'Entry']} rows={amounts} />
      <ul>
        <li>
          Form 1601-C takes its boxes from the registers paid in the month. It is in the tax calendar from the month of
          the first register.
        </li>
        <li>
          13th month pay and other benefits are taxable above 90,000.00 a year, including those from a previous
          employer.
        </li>
        <li>
          The tax for the year is computed on the pay from both employers. Form 2316, the year-end adjustment and the
          schedules of form 1604-C use the same amounts.
        </li>
        <li>
          When you void a register, use the date of the register as the void date, so that its tax is removed from the
          return for that month.
        </li>
      </ul>
    </Part>
  )
}
