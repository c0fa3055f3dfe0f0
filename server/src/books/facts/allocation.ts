// What is applied of a receipt, payment or credit to an invoice or bill, less what was removed again.
import { sql } from 'kysely'
import type { AllocationFact } from '@talaan/ledger/documents/facts.ts'
import { settledRows } from '@talaan/ledger/documents/settling/fields.ts'
import { collecting, paying } from '@talaan/ledger/documents/settling/figures.ts'
import type { Side } from '@talaan/ledger/documents/settling/figures.ts'
import { isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { FactOfBooks } from './fact.ts'

/** The documents that are applied to others, and their side. */
export const allocatingSide: Partial<Record<DocumentTypeName, Side>> = {
  collection: collecting,
  creditmemo: collecting,
  payment: paying,
  cheque: paying,
  bill: paying,
}

type Row = Pick<AllocationFact, 'number' | 'day' | 'applied' | 'removedBy'> & {
  kind: string
  fields: unknown
  credits: { documentId: string; number: string; amount: string }[]
  frozen: AllocationFact['frozen']
}

export const allocation: FactOfBooks<'allocation'> = {
  isAsked: (asked) => asked !== null,
  async gather(db, asked) {
    if (asked === null) return null
    const { documentId, itemId } = asked
    const { rows } = await sql<Row>`
      with own as (
        select ${documentId}::uuid as id
        union all
        select document_id from document_link where linked_id = ${documentId}::uuid and relation = 'unapplies'
      ), moved as (select open_item.* from open_item join own on own.id = open_item.document_id)
      select number, kind, fields,
        (select entry.day from entry where document_id = document.id and reverses is null) as day,
        (select coalesce(-sum(amount), 0)::bigint from moved
          where settles = ${itemId}::uuid and account = any(${[collecting.owed, paying.owed]}::text[])) as applied,
        (select other.number from moved join document as other on other.id = moved.document_id
          where settles = ${itemId}::uuid and moved.document_id <> ${documentId}::uuid
          group by other.id, other.number, other.recorded_at having sum(amount) > 0
          order by other.recorded_at desc limit 1) as "removedBy",
        (select coalesce(json_agg(used), '[]') from (
          select settles as "documentId", source.number, (-sum(amount))::text as amount
          from moved join document as source on source.id = settles
          where account = any(${[collecting.credit, paying.credit]}::text[]) and settles not in (select id from own)
          group by settles, source.number having sum(amount) < 0 order by min(moved.id)
        ) as used) as credits,
        (select coalesce(json_agg(json_build_object('account', account, 'atc', atc, 'rate', trim_scale(ewt_rate)::text) order by position), '[]')
          from line join entry on entry.no = entry_no
          where entry.document_id = document.id and reverses is null and atc is not null) as frozen
      from document
      where id = ${documentId}::uuid and not exists (select from document_void where document_id = document.id)`.execute(
      db,
    )
    const [found] = rows
    if (found === undefined || !isDocumentTypeName(found.kind)) return null
    const side = allocatingSide[found.kind]
    if (side === undefined || (found.applied === 0n && found.removedBy === null)) return null
    const { account, rows: settled } = settledRows.parse(found.fields)
    const part = settled.find((row) => row.documentId === itemId)
    const { number, day, applied, removedBy, credits, frozen } = found
    return {
      number,
      day,
      account: side.owed,
      applied,
      withheld: part?.withheld ?? 0n,
      atc: part?.atc ?? null,
      vatWithheld: part?.vatWithheld ?? 0n,
      discount: part?.discount ?? 0n,
      frozen,
      // Money and credits together can't be told apart: the amount becomes a credit of its own.
      credits: account === null ? credits.map(({ amount, ...from }) => ({ ...from, amount: BigInt(amount) })) : [],
      removedBy,
    }
  },
}
