// A few figures of the books at one moment. They are stored next to the log, and compared when the books are restored to it.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import type { Tables } from '../../platform/db/tables.ts'

const figures = z.object({
  entries: z.string(),
  head: z.string(),
  /** Debit and credit of the whole ledger, from the sums per account and month. */
  debit: z.string(),
  credit: z.string(),
  acts: z.string(),
  actsHead: z.string(),
})
export const witness = z.object({ at: z.string(), ...figures.shape })
export type Witness = z.infer<typeof witness>
type Figures = z.infer<typeof figures>

export async function figuresOf(trx: Transaction<Tables>): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select last_entry::text as entries, ledger_head.last_hash as head,
      (select coalesce(sum(debit), 0)::text from account_month) as debit,
      (select coalesce(sum(credit), 0)::text from account_month) as credit,
      last_position::text as acts, audit_head.last_hash as "actsHead"
    from ledger_head, audit_head`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('These books have no hash chain.')
  return row
}

/**
 * The figures with a moment that separates all commits until now from all later ones. On the one session of the embedded
 * database nothing is committed while this transaction runs; its own commit is the first one after the moment.
 * `next` is the number of the next transaction that writes.
 */
export async function takeWitness(trx: Transaction<Tables>): Promise<{ witness: Witness; next: string }> {
  const at = await laterThan(trx, await now(trx))
  const witness = { at, ...(await figuresOf(trx)) }
  await laterThan(trx, at)
  const { rows } = await sql<{ next: string }>`
    select (pg_current_xact_id()::text::bigint + 1)::text as next
    from pg_logical_emit_message(true, 'talaan', 'witness')`.execute(trx)
  return { witness, next: rows[0]?.next ?? '' }
}

async function now(trx: Transaction<Tables>): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as at`.execute(trx)
  return rows[0]?.at ?? ''
}

/** The clock of the embedded database moves in steps. If it was set back, waiting for a later time would hold up everyone. */
async function laterThan(trx: Transaction<Tables>, before: string): Promise<string> {
  for (;;) {
    const at = await now(trx)
    if (at !== before) return at
  }
}
