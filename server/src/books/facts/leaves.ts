// The leaves of cheque books, with their status and the documents that used them.
import { sql } from 'kysely'
import { leafKey } from '@talaan/ledger/documents/facts.ts'
import type { LeafFact } from '@talaan/ledger/documents/facts.ts'
import { leafState } from '../cheque-leaves.ts'
import type { FactOfBooks } from './fact.ts'
import { stays } from '../merged-parties.ts'

export const leaves: FactOfBooks<'leaves'> = {
  isAsked: (asked) => asked.length > 0,
  async gather(db, asked) {
    if (asked.length === 0) return new Map()
    const { rows } = await sql<LeafRow>`
      select asked.account, asked.no, ${leafState} as state, document.number as "usedBy", document.id as "documentId",
        ${stays('document.party_id')} as "partyId", cheque.payee, cheque.day, cheque.amount
      from unnest(${asked.map(({ account }) => account)}::text[], ${asked.map(({ no }) => no)}::text[]) as asked (account, no)
      join cheque_book on cheque_book.account = asked.account and length(asked.no) = digits
        and asked.no::bigint between first_no and last_no
      left join cheque on cheque.account = asked.account and cheque.no = asked.no
      left join document on document.id = cheque.document_id`.execute(db)
    return new Map(
      rows.map(({ account, no, state, usedBy, documentId, partyId, payee, day, amount }) => [
        leafKey(account, no),
        {
          account,
          no,
          state,
          usedBy,
          ...(documentId !== null && { written: { documentId, partyId, payee, day, amount } }),
        },
      ]),
    )
  },
}

type LeafRow = Pick<LeafFact, 'account' | 'no' | 'state'> &
  (
    | { usedBy: null; documentId: null; partyId: null; payee: null; day: null; amount: null }
    | ({ usedBy: string } & NonNullable<LeafFact['written']>)
  )
