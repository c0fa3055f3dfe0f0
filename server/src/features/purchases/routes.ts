// Reference data for bill and petty cash forms while typing.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { getLastDocument, likenesses, listAlike, listExpenseTypes, nextReceiptNo } from '@talaan/contract/purchases.ts'
import type { AlikeDocument, ExpenseTypeAnswer } from '@talaan/contract/purchases.ts'
import type { QueryOf } from '@talaan/contract/endpoint.ts'
import { nextSerial } from '@talaan/ledger/documents/collection/serial.ts'
import { likeness } from '@talaan/ledger/documents/look-alikes.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { registrationsNow } from '../../books/registrations.ts'
import { withholdingCodes } from '../../books/withholding-codes.ts'
import { withMerged } from '../../books/merged-parties.ts'

type Db = Kysely<Tables>

/** Document types based on a supplier's document. */
const fromSuppliers: DocumentTypeName[] = ['bill', 'pettycash']

/** How many of the last documents show what is usual. */
const usualOf = 5

export const purchases: Feature = ({ db }) => [
  answers(listExpenseTypes, async () => {
    const types = await db.kysely
      .selectFrom('expense_type')
      .select(['code', 'name', 'account', 'vat_class as vatClass', 'category'])
      .select([
        'atc_individual as atcIndividual',
        'atc_non_individual as atcNonIndividual',
        'top_agent_only as topAgentOnly',
      ])
      .where('active', '=', true)
      .orderBy('position')
      .execute()
    const profile = await db.kysely.selectFrom('tax_profile').select('withholds_final_tax').executeTakeFirstOrThrow()
    return {
      types: types as ExpenseTypeAnswer[],
      withholdingCodes: await withholdingCodes(db.kysely),
      registrations: await registrationsNow(db.kysely),
      withholdsFinalTax: profile.withholds_final_tax,
    }
  }),

  answers(listAlike, async ({ query }) => ({ documents: await alike(db.kysely, query) })),

  answers(getLastDocument, async ({ query: { kind, partyId }, viewer }) => {
    const found = await db.kysely
      .selectFrom('document')
      .select(['id as documentId', 'number', 'day', 'fields'])
      .where(partyId === undefined ? mine(viewer.userId) : sql<boolean>`party_id in ${withMerged(partyId)}`)
      .where('kind', '=', kind)
      .where(notVoid)
      .orderBy('recorded_at', 'desc')
      // Documents can be recorded in the same millisecond.
      .orderBy('number', 'desc')
      .limit(usualOf)
      .execute()
    const documents = found.map((one) => ({ ...one, fields: one.fields as Record<string, unknown> }))
    const usual = usualValues(documents.map(({ fields }) => fields.lines))
    return { document: documents[0] ?? null, usual }
  }),

  answers(nextReceiptNo, async ({ query: { kind } }) => ({
    no: await (kind === 'invoice' ? invoiceNoAfterLast(db.kysely) : receiptNoAfterLast(db.kysely)),
  })),
]

function usualValues(lines: readonly unknown[]): Record<'expenseType' | 'account' | 'atc', string[]> {
  const rows = lines.flatMap((each): unknown[] => (Array.isArray(each) ? each : []))
  const of = (name: string) => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const value = (row as Record<string, unknown> | null)?.[name]
      if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  }
  return { expenseType: of('expenseType'), account: of('account'), atc: of('atc') }
}

async function receiptNoAfterLast(db: Db): Promise<string | null> {
  const receipts = db
    .selectFrom('document')
    .innerJoin('document_detail', 'document_detail.document_id', 'document.id')
    .select('receipt_no')
    .where('receipt_no', '<>', '')
    .where(notVoid)
  const last = await receipts.orderBy('recorded_at', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) return null
  const later = await receipts
    .where('receipt_no', '>', last.receipt_no)
    .where((is) => is(is.fn('length', ['receipt_no']), '=', last.receipt_no.length))
    .orderBy('receipt_no')
    .limit(500)
    .execute()
  return nextSerial(last.receipt_no, new Set(later.map(({ receipt_no }) => receipt_no)))
}

/** Sales of a day that are recorded together end with their last number. */
async function invoiceNoAfterLast(db: Db): Promise<string | null> {
  const serial = sql<string>`coalesce(nullif(split_part(external_no, ' to ', 2), ''), external_no)`
  const invoices = db
    .selectFrom('document')
    .select(serial.as('no'))
    .where('kind', '=', 'invoice')
    .where('external_no', '<>', '')
    .where(notVoid)
  const last = await invoices.orderBy('recorded_at', 'desc').orderBy('number', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) {
    const company = await db.selectFrom('company').select('first_invoice_no').executeTakeFirstOrThrow()
    return company.first_invoice_no || null
  }
  const later = await invoices
    .where(sql<boolean>`length(${serial}) = ${last.no.length} and ${serial} > ${last.no}`)
    .orderBy(serial)
    .limit(500)
    .execute()
  return nextSerial(last.no, new Set(later.map(({ no }) => no)))
}

const mine = (userId: string) => sql<boolean>`recorded_by = ${userId}::uuid`
const notVoid = sql<boolean>`not exists (select from document_void where document_void.document_id = document.id)`

/** The newest documents of a supplier are checked, and all with exactly this number. */
async function alike(db: Db, { partyId, draftId, ...typed }: QueryOf<typeof listAlike>): Promise<AlikeDocument[]> {
  const { rows } = await sql<Omit<AlikeDocument, 'likeness'>>`
    select id as "documentId", kind, number, external_no as "externalNo", day, (total + withheld)::bigint as gross
    from (
      (select id, draft_id, kind, number, external_no, day, total, recorded_at from document
        where party_id in ${withMerged(partyId)} order by recorded_at desc limit 300)
      union
      (select id, draft_id, kind, number, external_no, day, total, recorded_at from document
        where party_id in ${withMerged(partyId)} and kind = any(${fromSuppliers}::text[])
        and external_no = ${typed.externalNo?.toUpperCase() ?? null}::text limit 5)
    ) as document
    cross join lateral (
      select coalesce(sum(ewt), 0) as withheld from line join entry on entry.no = line.entry_no
      where entry.document_id = document.id and entry.reverses is null
    ) as taxes
    where kind = any(${fromSuppliers}::text[]) and draft_id is distinct from ${draftId ?? null}::uuid and ${notVoid}
    order by recorded_at desc`.execute(db)
  return rows
    .flatMap((row) => {
      const why = likeness(typed, row)
      return why === null ? [] : [{ ...row, likeness: why }]
    })
    .toSorted((a, b) => likenesses.indexOf(a.likeness) - likenesses.indexOf(b.likeness))
    .slice(0, 5)
}
