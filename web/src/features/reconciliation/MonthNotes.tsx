// Notes about a month: possible causes of its difference, and why no line is open.
import { Alert, Anchor, Text } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { CheckList } from './Checks.tsx'
import type { MonthAnswer } from './monthState.ts'
import classes from './reconciliation.module.css'

export const DifferenceHints = memo(function PlainDifferenceHints({ findings }: { findings: MonthAnswer['findings'] }) {
  return (
    <details className={classes.differenceHints}>
      <summary>Possible causes of the difference ({findings.length})</summary>
      <ul>
        {findings.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </details>
  )
})

export function NothingOpen({ month: { matched, obstacles, passed, signed } }: { month: MonthAnswer }) {
  if (signed !== null) return null
  if (matched === 0)
    return (
      <Alert color="gray" title="No open bank lines" mb="md">
        <Text size="sm">
          Upload this month’s statement with the{' '}
          <Anchor component={Link} to={paths.form('bankreconciliation')} underline="always">
            Bank Reconciliation Form
          </Anchor>
          to see its lines here.
        </Text>
      </Alert>
    )
  return (
    <Alert color="green" title="All bank lines are matched" mb="md">
      {obstacles.length === 0 && <Text size="sm">You can sign off the month.</Text>}
      <CheckList month={{ obstacles, passed }} />
    </Alert>
  )
}
