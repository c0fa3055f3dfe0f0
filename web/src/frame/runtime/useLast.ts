// Once a customer or supplier is picked: what the last document of the kind with them had is proposed.
import { useEffect } from 'react'
import { getLastDocument } from '@talaan/contract/purchases.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Form, Typed } from './formDefinition.ts'
import type { Last, Proposed } from './last.ts'
import type { Whom } from './whom.ts'

type Proposing<T> = {
  /** Another party: what was proposed for the one before goes, what was typed stays. */
  without: (typed: T, partyId: string) => T
  with: (typed: T, last: Last) => T
}

export function useLast<T extends Typed & Whom & Proposed>(
  { channel, typed, update }: Pick<Form<T>, 'channel' | 'typed' | 'update'>,
  kind: DocumentTypeName,
  proposing: Proposing<T>,
): void {
  const { party, proposedFor } = typed
  const partyId = party?.id
  const { without, with: proposed } = proposing
  useEffect(() => {
    if (partyId === undefined || partyId === proposedFor) return
    update((now) => (now.party?.id === partyId ? without(now, partyId) : now))
    channel
      .call(getLastDocument, { query: { kind, partyId } })
      .then(({ document }) => {
        if (document !== null) update((now) => (now.party?.id === partyId ? proposed(now, document) : now))
      })
      // Nothing is proposed, and everything can be typed.
      .catch(() => undefined)
  }, [channel, kind, partyId, proposedFor, update, without, proposed])
}
