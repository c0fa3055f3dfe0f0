// The checks before sign-off, with open checks first.
import { memo } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { MonthAnswer } from './monthState.ts'
import classes from './reconciliation.module.css'

type Props = { month: Pick<MonthAnswer, 'obstacles' | 'passed'> }

export function CheckList({ month: { obstacles, passed } }: Props) {
  return (
    <ul className={classes.checks} aria-label="Checks before sign-off">
      {obstacles.map((words) => (
        <li key={words}>
          <StatusBadge tone="look">Open</StatusBadge> {words}
        </li>
      ))}
      {passed.map((words) => (
        <li key={words}>
          <StatusBadge tone="good">OK</StatusBadge> {words}
        </li>
      ))}
    </ul>
  )
}

/** Gets the lists as separate properties, because they stay the same while keys change the month. */
export const Checks = memo(function PlainChecks({ obstacles, passed }: Props['month']) {
  const all = obstacles.length + passed.length
  return (
    <details className={classes.differenceHints}>
      <summary>
        Before sign-off: {obstacles.length === 0 ? 'all checks passed' : `${obstacles.length} of ${all} checks open`}
      </summary>
      <CheckList month={{ obstacles, passed }} />
    </details>
  )
})
