// Below a signed-off month: the next month to reconcile, of this account or another.
import { Button } from '@mantine/core'
import { listReconciliations } from '@talaan/contract/reconciliation.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { nextOpen } from './nextOpen.ts'

export function NextMonth({ account }: { account: string }) {
  const { data, isFetching } = useCall(listReconciliations)
  const next = nextOpen(data?.accounts ?? [], account)
  const to = next && paths.reconciliation(next.account, next.month)
  // A list from before the sign-off would still contain this month.
  if (data === undefined || isFetching) return null
  if (next === undefined || to === undefined) return 'All other months with statements are signed off.'
  return (
    // On a phone, the name of an account takes two lines.
    <Button
      component={Link}
      to={to}
      size="sm"
      maw="100%"
      mih={36}
      h="auto"
      py={6}
      styles={{ label: { whiteSpace: 'normal' } }}
    >
      Next: {next.label}, {formatMonth(next.month)}
    </Button>
  )
}
