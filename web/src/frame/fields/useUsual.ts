// The types, accounts and codes from the party's last documents, which lists show first.
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { getLastDocument } from '@talaan/contract/purchases.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Channel } from '../runtime/channel.ts'
import { suggestValues } from '../runtime/suggestValues.ts'

type Usual = AnswerOf<typeof getLastDocument>['usual']

const none: Usual = { expenseType: [], account: [], atc: [] }

export function useUsual(channel: Channel, kind: DocumentTypeName, partyId: string | undefined): Usual {
  const [usual, setUsual] = useState(none)
  useEffect(() => {
    setUsual(none)
    if (partyId === undefined) return
    let left = false
    channel
      .call(getLastDocument, { query: { kind, partyId } })
      .then((answer) => suggestValues(() => left || setUsual(answer.usual)))
      // If loading fails, the lists keep their usual order.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, kind, partyId])
  return usual
}
