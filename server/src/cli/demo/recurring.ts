// The demo company's recurring documents: the office rent, whose last bills were confirmed unchanged, and a monthly invoice.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { nextOccurrence } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { Rhythm } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'

type Trx = Transaction<Tables>
type Repeating = { id: string; name: string; number: string; rhythm: Rhythm; today: Day; at: string; viewer: Viewer }

export async function repeatDemoDocuments(
  trx: Trx,
  { idFrom, today, at, viewer }: { idFrom: (n: number) => string; today: Day; at: string; viewer: Viewer },
): Promise<void> {
  const monthly = { every: 1, unit: 'month', ends: null, times: null } as const
  const rents = await newest(trx, 'bill', 'office rent', 3)
  const oldest = rents.at(-1)?.day
  if (oldest !== undefined)
    await repeat(trx, rents, {
      id: idFrom(32_000),
      name: 'Office rent',
      number: 'RENT {year}-{mm}',
      rhythm: { ...monthly, place: 'date', begins: oldest },
      today,
      at,
      viewer,
    })
  const invoices = await newest(trx, 'invoice', '', 1)
  await repeat(trx, invoices, {
    id: idFrom(32_001),
    name: `Monthly supplies, ${invoices[0]?.party ?? ''}`,
    number: '',
    rhythm: { ...monthly, place: 'lastWorking', begins: addDays(today, 1) },
    today,
    at,
    viewer,
  })
}

type Source = Awaited<ReturnType<typeof newest>>[number]

const newest = (trx: Trx, kind: string, words: string, count: number) =>
  trx
    .selectFrom('document')
    .select([
      'id',
      'draft_id as draftId',
      'kind',
      'day',
      'party_id as partyId',
      'party_name as party',
      'total',
      'fields',
    ])
    .where('kind', '=', kind)
    .where('search_text', 'like', `%${words}%`)
    .where(sql<boolean>`not exists (select from document_void where document_id = document.id)`)
    .orderBy('day', 'desc')
    .orderBy('number', 'desc')
    .limit(count)
    .execute()

/** A rule from the newest of these documents; several are linked as the ones it made. */
async function repeat(trx: Trx, sources: readonly Source[], rule: Repeating): Promise<void> {
  const { id, name, number, rhythm, today, at, viewer } = rule
  const [source] = sources
  if (source === undefined) return
  await trx
    .insertInto('document_template')
    .values({
      id,
      name,
      kind: source.kind,
      party_id: source.partyId,
      total: source.total,
      fields: JSON.stringify(source.fields),
      typed: null,
      saved_by: viewer.userId,
      saved_at: at,
      from_document: source.id,
    })
    .execute()
  await trx
    .insertInto('recurring_rule')
    .values({ template_id: id, ...rhythm, number, owner: viewer.userId, set_at: at })
    .execute()
  const made = sources.length > 1 ? sources : []
  for (const { day, draftId, fields } of made)
    await trx
      .insertInto('recurring_occurrence')
      .values({
        template_id: id,
        day,
        state: 'made',
        draft_id: draftId,
        proposed: JSON.stringify(fields),
        made_by: viewer.userId,
        made_at: at,
      })
      .execute()
  // Nothing is due while the demo is opened.
  const next = nextOccurrence(rhythm, { last: made[0]?.day ?? null, made: made.length, closed: [] })
  if (next !== null && next <= today)
    await trx
      .insertInto('recurring_occurrence')
      .values({ template_id: id, day: next, state: 'skipped', made_by: viewer.userId, made_at: at })
      .execute()
}
