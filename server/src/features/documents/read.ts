// Documents for lists and pages: newest first, with their open balance and void status.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnswerOf, QueryOf } from '@talaan/contract/endpoint.ts'
import { documentProblems, readersOf } from '@talaan/contract/documents.ts'
import type { DocumentRow, getDocument, listDocuments } from '@talaan/contract/documents.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { TransactionFilters } from '@talaan/contract/transactions.ts'
import { tagKinds } from '@talaan/contract/tag-kinds.ts'
import type { TagLabel } from '@talaan/contract/tag-kinds.ts'
import { day } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { addressLine, displayName, storedFields, tinLine, tinParts } from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { codeOfDigest } from '@talaan/ledger/proof/code.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { accountLabel } from '../../books/account-label.ts'
import { bookLineIsFree, bookLineStands } from '../../books/bank-positions.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Environment } from '../../platform/env/env.ts'
import { receiptMailOf } from '../../books/mail.ts'
import type { Proof } from '../../print/receipt-blocks.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { receiptFromJson } from '../../books/recording/check-fields.ts'
import { documentsMeant, owedAndCredited } from './search.ts'
import type { After } from './search.ts'
import { stays } from '../../books/merged-parties.ts'

type Db = Kysely<Tables>
const pageLength = 50

export async function listOfDocuments(
  db: Db,
  { atMost, after, kind, ...more }: QueryOf<typeof listDocuments>,
  viewer: Reader,
  today: Day,
): Promise<AnswerOf<typeof listDocuments>> {
  const filters = readable({ ...more, kinds: kind === undefined ? undefined : [kind] }, viewer)
  return pageOfDocuments(db, { filters, after, today, length: atMost ?? pageLength })
}

type Reader = Pick<Viewer, 'role'>

/** The filters without types of documents that the user may not see. */
export function readable<Filters extends Pick<TransactionFilters, 'kinds'>>(
  filters: Filters,
  { role }: Reader,
): Filters {
  const may = (kind: DocumentTypeName) => readersOf(kind).includes(role)
  if (documentTypeNames.every(may)) return filters
  return { ...filters, kinds: (filters.kinds ?? documentTypeNames).filter(may) }
}

export function assertMayRead(kind: DocumentTypeName, { role }: Reader): void {
  if (!readersOf(kind).includes(role)) throw new Refusal(common.notAllowed)
}

/** The same, for a document by its id; one that does not exist is refused later. */
export async function assertMayReadDocument(db: Db, documentId: string, viewer: Reader): Promise<void> {
  const row = await db.selectFrom('document').select('kind').where('id', '=', documentId).executeTakeFirst()
  if (row !== undefined) assertMayRead(row.kind as DocumentTypeName, viewer)
}

/** The filtered documents, a page at a time. */
export async function pageOfDocuments(
  db: Db,
  {
    filters,
    after,
    today,
    length = pageLength,
  }: { filters: TransactionFilters; after?: string | undefined; today: Day; length?: number },
): Promise<{ documents: DocumentRow[]; next: string | null }> {
  const meant = await documentsMeant(db, { filters, after: cursorOf(after, filters), length: length + 1, today })
  if (meant.length === 0) return { documents: [], next: null }
  const ids = meant.map(({ id }) => id)
  const found = await rows(db, ids).execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const page = ids.slice(0, length).flatMap((id) => byId.get(id) ?? [])
  const last = page.at(-1)
  const key = meant[page.length - 1]?.key
  const next = meant.length > length && last !== undefined ? `${last.recordedAt}|${last.id}|${key}` : null
  return { documents: page.map(rowOf), next }
}

export async function documentById(
  db: Db,
  documentId: string,
  { smtpUrl }: Pick<Environment, 'smtpUrl'>,
): Promise<AnswerOf<typeof getDocument>['document']> {
  const row = await rows(db, [documentId])
    .leftJoin('entry as reversal', 'reversal.no', 'document_void.reversal')
    .leftJoin('party', (join) => join.on('party.id', '=', stays('document.party_id')))
    .leftJoin('users as voider', 'voider.id', 'document_void.voided_by')
    .select([
      'document.fields',
      'party.fields as partyFields',
      'document.receipt',
      'entry.no as entryNo',
      'entry.hash',
      'entry.day as entryDay',
      'document_void.reason',
      'document_void.voided_at as voidedAt',
      'voider.client_id as voidedBy',
      'reversal.no as reversalNo',
      'reversal.day as voidDay',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(documentProblems.notThere)
  const attached = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'type', 'bytes'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()

  const { reason, voidedAt, voidedBy, voidDay, reversalNo } = row
  const voided =
    reason === null || voidedAt === null || voidedBy === null || voidDay === null || reversalNo === null
      ? null
      : { reason, by: voidedBy, at: voidedAt, day: voidDay, entryNo: Number(reversalNo) }
  const receipt = receiptFromJson(row.receipt)
  return {
    ...rowOf(row),
    code: codeOfDigest(row.hash),
    partyNow: partyNow(row, receipt),
    fields: row.fields as Record<string, unknown>,
    receipt: { ...receipt, status: voided === null ? 'recorded' : 'void' },
    attached,
    recordedAt: row.recordedAt,
    approval: (await preparerOf(db, documentId)) ?? null,
    entryNo: Number(row.entryNo),
    entryDay: row.entryDay,
    mail: (await receiptMailOf(db, documentId)) ?? null,
    mailReady: smtpUrl !== null,
    voided,
    batch: (await batchOf(db, row)) ?? null,
  }
}

/** Who sent a document that an approver recorded. */
const preparerOf = (db: Db, documentId: string) =>
  db
    .selectFrom('approval_decision')
    .innerJoin('approval_request', 'approval_request.id', 'request_id')
    .innerJoin('users', 'users.id', 'sent_by')
    .select(['client_id as preparedBy', 'sent_at as sentAt'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/** The batch of a document, for the user who recorded it. */
function batchOf(db: Db, { number, recordedAt }: { number: string; recordedAt: string }) {
  return db
    .selectFrom('import_batch')
    .innerJoin('users', 'users.id', 'begun_by')
    .select(({ ref }) => [
      ref('counted').$notNull().as('count'),
      ref('control_total').$notNull().as('controlTotal'),
      ref('difference').$notNull().as('difference'),
      ref('missing').$notNull().as('missing'),
      ref('closed_at').$notNull().as('at'),
    ])
    .select(['users.client_id as by', sql<string>`coalesce(explanation, '')`.as('explanation')])
    .where('form', 'is not', null)
    .where('closed_at', '>=', timestamp(instant(recordedAt)))
    .where(sql<boolean>`documents @> to_jsonb(${number}::text)`)
    .where(sql<boolean>`begun_by = (select recorded_by from document where number = ${number})`)
    .orderBy('closed_at')
    .executeTakeFirst()
}

/** The party as registered now, if it was corrected since the document was recorded; else null. */
function partyNow(
  { partyId: id, partyFields: fields }: { partyId: string | null; partyFields: unknown },
  { party: printed }: Receipt,
) {
  if (id === null || printed === null) return null
  const { name, tinLine, address } = asPrinted(storedFields(fields))
  const same = name === printed.name && tinLine === printed.tinLine && address === printed.address
  return same ? null : { id, name, tinLine, address }
}

const asPrinted = (fields: PartyFields) => ({
  name: displayName(fields),
  tinLine: tinLine({ ...tinParts(fields.tin), foreignTaxNo: fields.foreignTaxNo }),
  address: addressLine(fields),
})

/** The receipt and its time, of recording or of the void, so that a reprint is identical to the byte. */
export async function printedReceipt(
  db: Db,
  documentId: string,
  env: Pick<Environment, 'smtpUrl' | 'publicUrl'>,
): Promise<{ receipt: Receipt; print: { printedAt: number; proof: Proof } }> {
  const { receipt, recordedAt, voided, code } = await documentById(db, documentId, env)
  const { publicUrl } = env
  return { receipt, print: { printedAt: instant(voided?.at ?? recordedAt), proof: { code, publicUrl } } }
}

const rows = (db: Db, ids: readonly string[]) =>
  db
    .with(
      (cte) => cte('money').materialized(),
      (cte) => cte.selectFrom('money_account').select('code').select(accountLabel('money_account.code').as('label')),
    )
    .selectFrom('document')
    .where('document.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .innerJoin('entry', (join) => join.onRef('entry.document_id', '=', 'document.id').on('entry.reverses', 'is', null))
    .innerJoin('users', 'users.id', 'document.recorded_by')
    .leftJoin('document_void', 'document_void.document_id', 'document.id')
    .select([
      'document.id',
      'document.kind',
      'document.number',
      'document.external_no as externalNo',
      'document.day',
      'document.due_day as dueDay',
      'document.party_name as partyName',
      'document.party_tin as partyTin',
      'document.memo',
      'document.total',
      'document.recorded_at as recordedAt',
      'users.client_id as recordedBy',
      'document_void.reversal',
    ])
    .select(stays('document.party_id').as('partyId'))
    .leftJoinLateral(balance, (join) => join.onTrue())
    .select(['balance.open', 'balance.opened', 'entry.memo as purpose'])
    .select([movedMoney.as('moved'), tags.as('tags')])
    .select(
      sql<number>`(select count(*)::int from attachment where attachment.document_id = document.id)`.as('attachments'),
    )

const balance = sql<{ open: bigint; opened: bigint }>`(
  select coalesce(sum(open), 0)::bigint as open, coalesce(sum(opened), 0)::bigint as opened from item_balance
  where document_id = document.id and account = any(${[...owedAndCredited]}::text[])
)`.as<'balance'>('balance')

// Most documents have no tags and move no money. Asking that first halves the cost of these columns of a list.

const tags = sql<TagLabel[]>`
  case when exists (select from document_tag where document_tag.document_id = document.id) then (
    select json_agg(json_build_object('id', tag.id, 'kind', tag.kind, 'name', tag.name)
      order by array_position(${[...tagKinds]}::text[], tag.kind))
    from document_tag join tag on tag.id = tag_id where document_tag.document_id = document.id)
  else '[]' end`

/**
 * Where money came from and went, and whether the bank shows it; a transfer in transit has not arrived in its account yet.
 */
const movedMoney = sql<Pick<DocumentRow, 'accountFrom' | 'accountTo' | 'clearing'> | null>`
  case when exists (
    select from line where line.entry_no = entry.no and line.account = any (array(select code from money))) then (
    select json_build_object(
      'accountFrom', coalesce(min(from_money.label), string_agg(distinct money.label, ', ') filter (where line.credit > 0)),
      'accountTo', coalesce(min(to_money.label), string_agg(distinct money.label, ', ') filter (where line.debit > 0)),
      'clearing', case when bool_and(not ${bookLineIsFree}) filter (where book.entry_no is not null) then 'cleared'
        when count(book.entry_no) > 0 then 'outstanding' end)
    from line
    join money on money.code = line.account
    left join fund_transfer on fund_transfer.document_id = document.id
    left join money as from_money on from_money.code = from_account
    left join money as to_money on to_money.code = to_account
    left join bank_book_line as book
      on book.entry_no = line.entry_no and book.position = line.position and ${bookLineStands}
    where line.entry_no = entry.no)
  end`

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const rowOf = (row: Row): DocumentRow => ({
  id: row.id,
  kind: row.kind as DocumentRow['kind'],
  number: row.number,
  externalNo: row.externalNo,
  day: row.day,
  dueDay: row.dueDay,
  partyId: row.partyId,
  partyName: row.partyName,
  partyTin: row.partyTin,
  memo: row.memo,
  total: row.total,
  open: row.open ?? 0n,
  opened: row.opened ?? 0n,
  clearing: row.moved?.clearing ?? null,
  accountFrom: row.moved?.accountFrom ?? null,
  accountTo: row.moved?.accountTo ?? null,
  // Without a memo, a transfer's entry only repeats its accounts.
  purpose: row.memo === '' && row.kind !== 'transfer' ? (row.purpose ?? '') : row.memo,
  status: row.reversal === null ? 'recorded' : 'void',
  attachments: row.attachments,
  recordedBy: row.recordedBy,
  tags: row.tags,
})

const clockTime = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?`
const cursor = new RegExp(
  String.raw`^(?<at>(?<date>[\d-]{10}) ${clockTime}\+00)\|(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(?<key>.*)$`,
)

/** A cursor that no page has given would be an error of the database. */
function cursorOf(text: string | undefined, { order = 'recorded' }: TransactionFilters): After | undefined {
  const { key, at, date, id } = cursor.exec(text ?? '')?.groups ?? {}
  if (key === undefined || at === undefined || id === undefined || !day.safeParse(date).success) return undefined
  return isKey[order](key) ? { key, at, id } : undefined
}

const isDay = (key: string) => day.safeParse(key).success
const isKey: Record<NonNullable<TransactionFilters['order']>, (key: string) => boolean> = {
  recorded: (key) => key === '',
  day: isDay,
  due: isDay,
  total: (key) => /^\d{1,18}$/.test(key),
  party: () => true,
  status: (key) => /^\d$/.test(key),
}
