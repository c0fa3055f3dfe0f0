// Petty cash opens with the voucher, unless the draft is for the fund.
import { lazy, Suspense, useEffect, useState } from 'react'
import { getDraft } from '@talaan/contract/documents.ts'
import type { Channel } from '../../runtime/channel.ts'
import { PettyCashVoucher } from './PettyCashVoucher.tsx'

const PettyCashFund = lazy(async () => ({
  default: (await import('../pettycashfund/PettyCashFund.tsx')).PettyCashFund,
}))

export function PettyCashForm({ channel }: { channel: Channel }) {
  const [isFund, setIsFund] = useState<boolean | null>(null)
  useEffect(() => {
    channel
      .call(getDraft, { params: { draftId: channel.context.draftId } })
      .then(({ draft }) => setIsFund(draft?.kind === 'pettycashfund'))
      // The form that opens reports errors itself.
      .catch(() => setIsFund(false))
  }, [channel])
  if (isFund === null) return null
  if (!isFund) return <PettyCashVoucher channel={channel} />
  return (
    <Suspense fallback={null}>
      <PettyCashFund channel={channel} />
    </Suspense>
  )
}
