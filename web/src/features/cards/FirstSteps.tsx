// The first steps of a new company, below the cards of the dashboard until all of them are done.
import { Anchor } from '@mantine/core'
import { firstSteps, firstStepWords, type FirstStep } from '@talaan/contract/first-steps.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import classes from './cards.module.css'

const places: Record<FirstStep, string> = {
  company: paths.settings(),
  accountant: paths.userManagement,
  parties: paths.category('Tin'),
  document: paths.category('Invoice'),
}

export function FirstSteps() {
  const { passwordDue } = useSession()
  const { data } = useCall(firstSteps, {}, { enabled: !passwordDue })
  if (data === undefined || data.steps.every(({ done }) => done)) return null
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{firstStepWords.title}</h2>
      <ol>
        {data.steps.map(({ step, done }) => (
          <li key={step}>
            <Anchor component={Link} to={places[step]} underline="always">
              {firstStepWords[step]}
            </Anchor>
            {done && <span> ✓ {firstStepWords.done}</span>}
          </li>
        ))}
      </ol>
      <p>
        {firstStepWords.after}{' '}
        <Anchor component={Link} to={paths.settings('money')} underline="always">
          Money accounts
        </Anchor>
        ,{' '}
        <Anchor component={Link} to={paths.settings('opening')} underline="always">
          Opening balances
        </Anchor>
        ,{' '}
        <Anchor component={Link} to={paths.settings('backups')} underline="always">
          Backups
        </Anchor>
        .
      </p>
    </section>
  )
}
