// The status of a cheque that another document issued: written back as stale, and outstanding again when that is
// voided.
import { sql } from 'kysely'
import { rowInto } from '../../platform/db/one-statement.ts'
import type { EffectInBooks } from './effect.ts'

export const chequeStatus: EffectInBooks<'chequeStatus'> = {
  write([change], { documentId, recordedBy, at }) {
    if (change === undefined) return undefined
    const { account, no, state, day } = change
    const event = { account, no, state, day, document_id: documentId, noted_by: recordedBy, noted_at: at }
    return { leaf_event: rowInto('cheque_event', event) }
  },

  async undo(trx, { documentId, day, reason, voidedBy, at }) {
    await sql`
      insert into cheque_event (account, no, state, day, reason, document_id, noted_by, noted_at)
      select changed.account, changed.no, coalesce((
          select state from cheque_event as before
          where before.account = changed.account and before.no = changed.no and before.id < changed.id
          order by before.id desc limit 1), 'issued'),
        ${day}::date, ${reason}, ${documentId}::uuid, ${voidedBy}::uuid, ${at}::timestamptz
      from cheque_event as changed
      where changed.document_id = ${documentId}::uuid
        and not exists (select from cheque where cheque.document_id = changed.document_id)`.execute(trx)
  },
}
