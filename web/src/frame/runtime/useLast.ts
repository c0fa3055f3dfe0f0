// Suggests values from the last document of this type with the picked customer or supplier.
import { useEffect } from 'react'
import { getLastDocument } from '@talaan/contract/purchases.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Form, Typed } from './formDefinition.ts'
import type { Last, Suggested } from './last.ts'
import { filledInBy } from './formKeys.ts'
import type { DocumentParty } from './documentParty.ts'
import { suggestValues } from './suggestValues.ts'

type Suggesting<T> = {
  /** When the party changes, suggestions for the previous one are cleared, and typed input stays. */
  without: (typed: T, partyId: string) => T
  with: (typed: T, last: Last) => T
}

export function useLast<T extends Typed & DocumentParty & Suggested>(
  { channel, typed, update }: Pick<Form<T>, 'channel' | 'typed' | 'update'>,
  kind: DocumentTypeName,
  suggesting: Suggesting<T>,
): void {
  const { party, suggestedFor } = typed
  const partyId = party?.id
  const { without, with: suggested } = suggesting
  useEffect(() => {
    if (partyId === undefined || partyId === suggestedFor) return
    update((now) => (now.party?.id === partyId ? without(now, partyId) : now))
    filledInBy(
      channel
        .call(getLastDocument, { query: { kind, partyId } })
        .then(({ document }) => {
          if (document === null) return
          suggestValues(() => update((now) => (now.party?.id === partyId ? suggested(now, document) : now)))
        })
        // If loading fails, nothing is suggested, and the user can type everything.
        .catch(() => undefined),
    )
  }, [channel, kind, partyId, suggestedFor, update, without, suggested])
}
