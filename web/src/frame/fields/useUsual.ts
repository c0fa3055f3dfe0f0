// The types, accounts and codes of the last documents, which lists show first.
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { getLastDocument } from '@talaan/contract/purchases.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Channel } from '../runtime/channel.ts'
import { suggestValues } from '../runtime/suggestValues.ts'

type Usual = AnswerOf<typeof getLastDocument>['usual']

const none: Usual = { expenseType: [], account: [], atc: [] }

/** Those of the party's last documents. */
export const useUsual = (channel: Channel, kind: DocumentTypeName, partyId: string | undefined): Usual =>
  useUsualValues(channel, kind, partyId ?? null)

/** Those of the user's own last documents, for forms without a customer or supplier. */
export const useOwnUsual = (channel: Channel, kind: DocumentTypeName): Usual => useUsualValues(channel, kind, undefined)

function useUsualValues(channel: Channel, kind: DocumentTypeName, partyId: string | null | undefined): Usual {
  const [usual, setUsual] = useState(none)
  useEffect(() => {
    setUsual(none)
    if (partyId === null) return
    let left = false
    channel
      .call(getLastDocument, { query: { kind, ...(partyId !== undefined && { partyId }) } })
      .then((answer) => suggestValues(() => left || setUsual(answer.usual)))
      // If loading fails, the lists keep their usual order.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, kind, partyId])
  return usual
}
