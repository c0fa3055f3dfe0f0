// What is open with the party of a sheet, where it only helps: without it all can be typed, and the review looks again.
import { useEffect, useState } from 'react'
import { listOpenItems, type OpenItemAnswer } from '@talaan/contract/open-items.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Channel } from '../runtime/channel.ts'

/** What is owed, and what was paid ahead. */
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

/** The document of an item in a list to choose from. */
export const openChoice = ({ documentId, number, externalNo, open }: OpenItemAnswer) => ({
  value: documentId,
  label: `${number}, ${externalNo}, ${formatMoney(open)} open`,
})
