// The recurring drafts that wait, on the dashboard.
import { Anchor } from '@mantine/core'
import { countWaiting } from '@talaan/contract/recurring.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import classes from './recurring.module.css'

export function WaitingDrafts() {
  const { passwordDue } = useSession()
  const { data } = useCall(countWaiting, {}, { enabled: !passwordDue })
  if (data === undefined || data.waiting === 0) return null
  const { waiting, refused } = data
  return (
    <section className={classes.waiting} aria-label="Recurring drafts">
      <p>
        {waiting === 1 ? 'One recurring draft waits' : `${waiting} recurring drafts wait`} for your confirmation
        {refused > 0 && `; ${refused} could not be recorded automatically`}.{' '}
        <Anchor component={Link} to={paths.recurring()} underline="always">
          Review under Recurring
        </Anchor>
      </p>
    </section>
  )
}
