// Counts the printed copies of documents in the audit trail, where each of them is an event.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { countPrint, documentProblems, printVoucher, reprintMark } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { inBooks } from '../../books/recording/record.ts'
import { audit } from '../../platform/audit/audit.ts'
import { today } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'

type By = { viewer: Viewer; address: string; clock: Clock }
/** A page printed from the browser, or a PDF. */
type How = typeof countPrint.name | typeof printVoucher.name

/** Notes one more print of each document; returns how many each had before. */
export async function notePrints(
  db: Kysely<Tables>,
  documentIds: readonly string[],
  { how, viewer, address, clock }: By & { how: How },
): Promise<ReadonlyMap<string, number>> {
  return inBooks(db, async (trx) => {
    const before = await printsOf(trx, documentIds)
    if (before.size < documentIds.length) throw new Refusal(documentProblems.notThere)
    for (const [id, reprint] of before) {
      const mark = reprintMark(reprint, today(clock))
      const object = { type: 'document', id }
      await audit(trx, clock, { viewer, address, action: how, object, detail: mark === '' ? {} : { copy: mark } })
    }
    return before
  })
}

/** In the given order. */
async function printsOf(trx: Transaction<Tables>, documentIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; prints: number }>`
    select document.id, count(audit.seq)::int as prints
    from unnest(${[...documentIds]}::uuid[]) with ordinality as wanted (id, at)
    join document on document.id = wanted.id
    left join audit on object_type = 'document' and object_id = document.id::text and outcome = 'done'
      and action in (${countPrint.name}, ${printVoucher.name}) and action not like 'rows.%'
    group by document.id, wanted.at order by wanted.at`.execute(trx)
  return new Map(rows.map(({ id, prints }) => [id, prints]))
}
