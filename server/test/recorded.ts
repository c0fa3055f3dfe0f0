// A minimal recorded document for tests of other features.
import { randomUUID } from 'node:crypto'
import { receipt as receiptSchema } from '@talaan/contract/documents.ts'
import { entry as balanced } from '@talaan/ledger/accounts/journal.ts'
import type { Line } from '@talaan/ledger/accounts/journal.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { timestamp } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/db.ts'
import { lockHead, postEntry } from '../src/books/journal.ts'

export const receiptOf = (more: Partial<Receipt> = {}): Receipt => ({
  title: 'Sales Invoice',
  number: 'SI-2026-000001',
  status: 'recorded',
  day: '2026-03-15',
  note: 'Internal copy - not an invoice',
  company: { name: 'Bahay Kubo Trading', tinLine: 'TIN 001-002-003-00000', address: '1 Kalayaan Avenue, Quezon City' },
  party: { label: 'Customer', name: 'Lakbay Trading Inc.', tinLine: 'TIN 123-456-789-00000', address: '' },
  facts: [{ label: 'Invoice no.', value: '1001' }],
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '11200000', vatClass: 'Vatable', amount: 112_000_00n }],
  totals: [{ label: 'Total', amount: 112_000_00n, emphasis: 'grand' }],
  amountInWords: 'One hundred twelve thousand pesos only',
  memo: '',
  journal: [],
  attachments: [],
  ...more,
})

type Recorded = {
  number: string
  kind?: DocumentTypeName
  day?: string
  memo?: string
  partyId?: string
  receipt?: Receipt
  lines?: Line[]
  fields?: object
}

/** Stores the document, and posts its lines if it has any. Returns its id. */
export async function recordDocument(
  { db, clock }: { db: Database; clock: Clock },
  {
    number,
    kind = 'invoice',
    day = '2026-03-15',
    memo = '',
    partyId,
    receipt = receiptOf({ number }),
    lines,
    fields = {},
  }: Recorded,
): Promise<string> {
  const id = randomUUID()
  const at = timestamp(clock.now())
  return db.kysely.transaction().execute(async (trx) => {
    const head = await lockHead(trx)
    const { id: userId } = await trx
      .selectFrom('users')
      .select('id')
      .where('client_id', '=', 'ana')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('document')
      .values({
        id,
        draft_id: randomUUID(),
        kind,
        series: 'SI',
        year: 2026,
        serial: Number(number.split('-').at(-1)),
        number,
        day,
        memo,
        party_id: partyId ?? null,
        party_name: receipt.party?.name ?? null,
        total: 1n,
        fields: JSON.stringify(fields),
        digest: '',
        search_text: '',
        receipt: JSON.stringify(z.encode(receiptSchema, receipt)),
        recorded_by: userId,
        recorded_at: at,
      })
      .execute()
    if (lines !== undefined) {
      const entry = balanced('SJ', day, memo, ...lines)
      await postEntry(trx, head, { documentId: id, seal: '', entry, reverses: null, postedBy: userId, postedAt: at })
    }
    return id
  })
}
