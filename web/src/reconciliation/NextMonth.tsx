// Below a month that is signed off: the next one to reconcile, of this bank or of another.
import { Button } from '@mantine/core'
import { listReconciliations } from '@talaan/contract/reconciliation.ts'
import { formatMonth } from '@talaan/ledger/day.ts'
import { Link } from 'react-router'
import { useCall } from '../api.ts'
import { paths } from '../paths.ts'
import { nextOpen } from './nextOpen.ts'
import classes from './reconciliation.module.css'

export function NextMonth({ account }: { account: string }) {
  const { data } = useCall(listReconciliations)
  const next = nextOpen(data?.accounts ?? [], account)
  const to = next && paths.reconciliation(next.account, next.month)
  return (
    <p className={classes.next}>
      {data === undefined ? null : next === undefined || to === undefined ? (
        'No other month with a statement is open.'
      ) : (
        <Button component={Link} to={to} size="sm">
          Next: {next.account} {next.name}, {formatMonth(next.month)}
        </Button>
      )}
    </p>
  )
}
