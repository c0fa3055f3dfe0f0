// Returns due soon or overdue, below the cards of the dashboard; loaded after the cards.
import { Anchor } from '@mantine/core'
import { dueSoon } from '@talaan/contract/due-soon.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import classes from './DueSoon.module.css'

/** If there are more, the calendar shows them. */
const maxRows = 5

export function DueSoon() {
  const { passwordDue } = useSession()
  const { data } = useCall(dueSoon, {}, { enabled: !passwordDue })
  if (data === undefined || data.rows.length + data.own.length === 0) return null
  const { today } = data
  const rows = [
    ...data.rows.map(({ duty, period, due }) => ({
      key: `${duty} ${period.to}`,
      words: duty,
      to: paths.filing(duty, period.to),
      due,
    })),
    ...data.own.map(({ id, name, due }) => ({ key: `${id} ${due}`, words: name, to: paths.taxCompliance, due })),
  ].toSorted((a, b) => (a.due === b.due ? 0 : a.due < b.due ? -1 : 1))
  const late = rows.filter(({ due }) => due < today).length
  return (
    <section className={classes.due} aria-labelledby="due-soon">
      <h2 id="due-soon">{late === 0 ? 'Due soon' : `Due soon, and ${late} late`}</h2>
      <ul>
        {rows.slice(-maxRows).map(({ key, words, to, due }) => (
          <li key={key}>
            <Anchor component={Link} to={to} underline="always">
              {words}
            </Anchor>{' '}
            {due < today ? 'was' : 'is'} due {formatDay(due)}
          </li>
        ))}
      </ul>
      {rows.length > maxRows && (
        <Anchor component={Link} to={paths.taxCompliance} underline="always">
          All {rows.length} in the calendar
        </Anchor>
      )}
    </section>
  )
}
