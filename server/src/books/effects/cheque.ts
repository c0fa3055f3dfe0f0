// Issued cheques: a document uses a leaf of a cheque book. A void cancels the leaf, which is never used again.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { LeafFact } from '@talaan/ledger/documents/facts.ts'
import { rowInto } from '../../platform/db/one-statement.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { leafState } from '../cheque-leaves.ts'
import type { EffectInBooks } from './effect.ts'

export const cheque: EffectInBooks<'cheque'> = {
  write([issued], { documentId }) {
    if (issued === undefined) return undefined
    const { account, no, payee, day, amount } = issued
    return { cheque_leaf: rowInto('cheque', { account, no, payee, day, amount, document_id: documentId }) }
  },

  async assertCanBeVoided(trx, documentId) {
    const leaf = await leafIssued(trx, documentId)
    if (leaf?.state === 'stale') {
      const sentence = `Cheque ${leaf.no} is stale and was written back by ${leaf.staleBy}. Void that document first.`
      throw new Refusal(saying(documentProblems.restedOn, sentence))
    }
    if (leaf?.state === 'cleared') {
      const sentence = `Cheque ${leaf.no} has cleared. Mark it as not cleared first, or record the money returned as a deposit.`
      throw new Refusal(saying(documentProblems.restedOn, sentence))
    }
  },

  async undo(trx, { documentId, day, reason, voidedBy, at }) {
    const leaf = await leafIssued(trx, documentId)
    // A stopped or returned cheque keeps its status.
    if (leaf === undefined || leaf.state === 'stopped' || leaf.state === 'returned') return
    const { account, no } = leaf
    await trx
      .insertInto('cheque_event')
      .values({
        account,
        no,
        state: 'cancelled',
        day,
        reason,
        document_id: documentId,
        noted_by: voidedBy,
        noted_at: at,
      })
      .execute()
  },

  questions: {
    'an issued cheque has its document and its leaf': sql`
      select 'Cheque ' || no || ' of account ' || account || ' is not in a cheque book.' as problem
      from cheque where not exists (
        select from cheque_book where cheque_book.account = cheque.account and length(no) = digits
          and no::bigint between first_no and last_no) limit 20`,
    'every leaf belongs to one cheque book, and a void cheque cannot be used again': sql`
      select 'Cheque books of account ' || one.account || ' overlap at ' || other.first_no || '.' as problem
      from cheque_book as one join cheque_book as other on other.account = one.account and other.id <> one.id
        and other.first_no between one.first_no and one.last_no
      union all
      select 'Cheque ' || no || ' of account ' || account || ' has a status but is not in a cheque book.'
      from cheque_event where not exists (
        select from cheque_book where cheque_book.account = cheque_event.account and length(no) = digits
          and no::bigint between first_no and last_no)
      union all
      select 'Cheque ' || cheque.no || ' of account ' || cheque.account || ' is void, but it is still marked as available.'
      from cheque join document_void on document_void.document_id = cheque.document_id
      where coalesce((select state from cheque_event where cheque_event.account = cheque.account and cheque_event.no = cheque.no
        order by id desc limit 1), 'issued') not in ('cancelled', 'stopped', 'returned')
      limit 20`,
  },
}

type IssuedLeaf = { account: string; no: string; state: LeafFact['state']; staleBy: string | null }

/** The leaf issued by a document, its status, and the document that last wrote it back as stale. */
async function leafIssued(trx: Transaction<Tables>, documentId: string): Promise<IssuedLeaf | undefined> {
  const { rows } = await sql<IssuedLeaf>`
    select asked.account, asked.no, ${leafState} as state,
      (select number from cheque_event join document on document.id = cheque_event.document_id
        where cheque_event.account = asked.account and cheque_event.no = asked.no and state = 'stale'
        order by cheque_event.id desc limit 1) as "staleBy"
    from cheque as asked join cheque on cheque.document_id = asked.document_id
    where asked.document_id = ${documentId}::uuid`.execute(trx)
  return rows[0]
}
