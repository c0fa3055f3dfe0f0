// The open items of a form's party, as an aid. If they can't be loaded, everything can still be typed, and the review
// checks it.
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

/** The document of an item, as an option of a list. */
export const openChoice = ({ documentId, number, externalNo, open }: OpenItemAnswer) => ({
  value: documentId,
  label: `${number}, ${externalNo}, ${formatMoney(open)} open`,
})
