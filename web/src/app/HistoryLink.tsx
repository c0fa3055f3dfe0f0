// A link to the audit trail of one record, shown only to users who may see the audit trail.
import { Anchor } from '@mantine/core'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { Link } from 'react-router'
import { paths } from './paths.ts'
import { useSession } from './session/session.ts'

type Props = { type: string; id: string; label?: string }

export function HistoryLink({ type, id, label = 'History' }: Props) {
  const { role } = useSession()
  if (!adminsAndAccountants.includes(role)) return null
  return (
    <Anchor component={Link} size="sm" to={paths.auditTrail({ type, id })}>
      {label}
    </Anchor>
  )
}
