// Leaves of cheque books and their status, as screens and reports list them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ChequeLeaf } from '@talaan/contract/cheques.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { LeafFact } from '@talaan/ledger/documents/facts.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Tables } from '../platform/db/tables.ts'
import { stays } from './merged-parties.ts'

/** The status of a leaf of `asked` (account, no), joined to `cheque`: that of its last event. */
export const leafState = sql<LeafFact['state']>`coalesce(
  (select state from cheque_event where cheque_event.account = asked.account and cheque_event.no = asked.no
    order by id desc limit 1),
  case when cheque.document_id is null then 'unused' else 'issued' end)`

/** The leaves of cheque books that match a condition over `cheque_book`, and over `leaf`, its number. */
export async function leavesOf(db: Kysely<Tables>, condition: ReturnType<typeof sql>): Promise<ChequeLeaf[]> {
  const { rows } = await sql<{
    account: string
    no: string
    state: LeafFact['state']
    since: Day | null
    reason: string | null
    documentId: string | null
    kind: DocumentTypeName
    number: string
    partyId: string | null
    isVoid: boolean
    payee: string
    day: Day
    amount: bigint
    staleId: string | null
    staleNumber: string
  }>`
    select asked.account, asked.no, coalesce(last.state, case when cheque.document_id is null then 'unused' else 'issued' end) as state,
      coalesce(last.day, document.day) as since, last.reason, document.id as "documentId", document.kind, document.number,
      ${stays('document.party_id')} as "partyId", document_void.document_id is not null as "isVoid", cheque.payee, cheque.day, cheque.amount,
      stale.id as "staleId", stale.number as "staleNumber"
    from (
      select account, lpad(leaf::text, digits, '0') as no
      from cheque_book cross join lateral generate_series(first_no, last_no) as leaf
      where ${condition}
    ) as asked
    left join lateral (
      select state, day, reason, document_id from cheque_event
      where cheque_event.account = asked.account and cheque_event.no = asked.no order by id desc limit 1
    ) as last on true
    left join cheque on cheque.account = asked.account and cheque.no = asked.no
    left join document on document.id = cheque.document_id
    left join document_void on document_void.document_id = document.id
    left join document as stale on stale.id = last.document_id and last.state = 'stale'
    order by asked.no`.execute(db)
  return rows.map(({ account, no, state, since, reason, documentId, staleId, staleNumber, ...written }) => {
    const { kind, number, partyId, isVoid, payee, day, amount } = written
    const document = documentId && { id: documentId, kind, number, isVoid, partyId, payee, day, amount }
    return {
      account,
      no,
      state,
      since,
      reason: reason ?? '',
      document: document || null,
      staleBy: staleId === null ? null : { id: staleId, number: staleNumber },
    }
  })
}
