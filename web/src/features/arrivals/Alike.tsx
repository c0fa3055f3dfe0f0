// Warns that a file may already be recorded, or may be in Arrivals twice, and says why.
import { Alert, Anchor } from '@mantine/core'
import type { ArrivalAlike } from '@talaan/contract/arrivals.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'

const reasons: Readonly<Record<ArrivalAlike['why'], string>> = {
  file: 'has the same file',
  same: 'has the same supplier, number, date and amount',
  number: 'has the same supplier and number',
  amount: 'has the same supplier and amount, and almost the same date',
  noSupplier: 'has the same number, and the same date or amount',
}

export function Alike({ alike }: { alike: readonly ArrivalAlike[] }) {
  if (alike.length === 0) return null
  const isSame = alike.some(({ why }) => why === 'file' || why === 'same')
  return (
    <Alert
      color={isSame ? 'red' : 'yellow'}
      variant="light"
      p="xs"
      mb="sm"
      title={isSame ? 'This invoice is already in Talaan' : 'This may be the same invoice'}
    >
      {alike.map(({ why, label, document, arrivalId }) => (
        <div key={`${label} ${document?.id ?? arrivalId ?? ''}`}>
          <Anchor
            component={Link}
            to={document === null ? paths.arrivals(arrivalId ?? undefined) : paths.document(document.kind, document.id)}
            underline="always"
          >
            {label}
          </Anchor>{' '}
          {reasons[why]}.
        </div>
      ))}
    </Alert>
  )
}
