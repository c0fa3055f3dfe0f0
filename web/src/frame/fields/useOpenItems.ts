// The open items of a form's party, as a help: without them everything can be typed, and the review checks again.
import { useEffect, useState } from 'react'
import { listOpenItems, type OpenItemAnswer } from '@talaan/contract/open-items.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Channel } from '../runtime/channel.ts'

/** Open amounts and advances. */
type Open = { items: readonly OpenItemAnswer[]; credits: readonly OpenItemAnswer[] }
const nothingOpen: Open = { items: [], credits: [] }

export function useOpenItems(channel: Channel, side: 'receivable' | 'payable', partyId: string | undefined): Open {
  const [open, setOpen] = useState(nothingOpen)
  useEffect(() => {
    let left = false
    setOpen(nothingOpen)
    if (partyId === undefined) return
    channel
      .call(listOpenItems, { query: { side, partyId } })
      .then((found) => {
        if (!left) setOpen(found)
      })
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, side, partyId])
  return open
}

/** The document of an item, as a choice. */
export const openChoice = ({ documentId, number, externalNo, open }: OpenItemAnswer) => ({
  value: documentId,
  label: `${number}, ${externalNo}, ${formatMoney(open)} open`,
})
