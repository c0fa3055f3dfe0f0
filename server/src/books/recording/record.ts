// The only write path: all effects of a document on the books happen in one transaction, once, or not at all.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { documentProblems, recordersOf } from '@talaan/contract/documents.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { tagWords } from '@talaan/contract/tag-kinds.ts'
import type { TagLabel } from '@talaan/contract/tag-kinds.ts'
import { yearOf } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { displayName, formatTin } from '@talaan/ledger/core/party.ts'
import { chequeIn, receiptToIn } from '@talaan/ledger/documents/effects.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { auditRow } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { isConnectionLost } from '../../platform/db/lost.ts'
import { rowInto, writeTogether } from '../../platform/db/one-statement.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { effectParts } from '../effects/effects.ts'
import { entryAfter, formatNumber, lockHead, lockHeadAndSeries, numberTaken, timeAfter, uuidOf } from '../journal.ts'
import { sealOf, sealVersion } from '../seal.ts'
import { tagsOfDraft } from '../tags.ts'
import { checkFields, receiptToJson } from './check-fields.ts'
import type { CheckedDocument } from './check-fields.ts'
import { storeReview } from './reviews.ts'
import { writeInTurn } from './together.ts'

type Trx = Transaction<Tables>
type Books = Pick<AppContext, 'clock' | 'env'>
/** Writes more in the transaction that records a document, which is then not shared with other recordings. */
export type Within = (trx: Trx, record: () => Promise<Recorded | undefined>) => Promise<Recorded | undefined>
export type Recorded = { documentId: string; number: string; receiptTo: string | null; already: boolean }

/** Records the document reviewed under `digest`. Recording the same draft again returns the same document. */
export async function recordDraft(
  db: Kysely<Tables>,
  books: Books,
  viewer: Viewer,
  { draftId, digest, address }: { draftId: string; digest: string; address: string },
  withinOf?: (typeName: DocumentTypeName) => Promise<Within | undefined>,
): Promise<Recorded> {
  // Checked before the books are locked, and again in full if anything has changed by then.
  for (let tries = 0; tries < 5; tries += 1) {
    const draft = await db
      .selectFrom('draft')
      .select(['kind', 'fields', 'reviewed', 'review_digest as reviewDigest'])
      .where('id', '=', draftId)
      .where('user_id', '=', viewer.userId)
      .executeTakeFirst()
    if (draft === undefined) {
      const before = await recordedBefore(db, viewer, draftId)
      if (before === undefined) throw new Refusal(documentProblems.draftNotThere)
      return before
    }
    if (!isDocumentTypeName(draft.kind)) throw new Error(`Draft ${draftId} has the unknown type ${draft.kind}.`)
    if (!recordersOf(draft.kind).includes(viewer.role)) throw new Refusal(common.notAllowed)
    if (draft.reviewDigest !== digest) throw new Refusal(documentProblems.reviewAgain)
    const within = await withinOf?.(draft.kind)
    const request = { typeName: draft.kind, draftId, input: draft.reviewed, today: today(books.clock) }
    const check = async (handle: Kysely<Tables>) => {
      const checked = await checkFields(handle, request)
      if (checked.digest !== digest) throw new Refusal(documentProblems.reviewAgain)
      return checked
    }
    try {
      const checked = await check(db)
      const copyOf = await copiedFrom(db, draft)
      const tags = await tagsOfDraft(db, draft.fields)
      const write = (trx: Trx) => recordChecked(trx, books, { viewer, draftId, checked, check, address, copyOf, tags })
      const recorded =
        within === undefined
          ? await writeInTurn(db, write)
          : await db.transaction().execute((trx) => within(trx, () => write(trx)))
      if (recorded !== undefined) return recorded
    } catch (error) {
      // If the same Yes came twice, the first one may have settled the items already. A review stored at that moment
      // may have left a draft of a recorded document. A commit whose answer was lost may have been carried out: another
      // connection finds out.
      const mayBeThere = error instanceof Refusal || isSecondOfDraft(error) || isConnectionLost(error)
      const before = mayBeThere ? await recordedBefore(db, viewer, draftId).catch(() => undefined) : undefined
      if (before === undefined) throw error
      return before
    }
  }
  throw new Refusal(documentProblems.reviewAgain)
}

/** The document that the form says it copies, if it is one of the same type. */
async function copiedFrom(
  db: Kysely<Tables>,
  { kind, fields }: { kind: string; fields: unknown },
): Promise<string | null> {
  const read = copyFields.safeParse(fields)
  if (!read.success) return null
  const found = await db
    .selectFrom('document')
    .select('id')
    .where('id', '=', read.data.copyOf)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found?.id ?? null
}
const copyFields = z.object({ copyOf: z.uuid() })

const isSecondOfDraft = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'document_draft_id_key'

/** Records without a review, once per draft id, for any user. */
export async function recordAtOnce(
  trx: Trx,
  books: Books,
  { viewer, address, draftId, kind: typeName, fields: input }: AtOnce,
): Promise<{ documentId: string }> {
  if (!recordersOf(typeName).includes(viewer.role)) throw new Refusal(common.notAllowed)
  const before = await trx.selectFrom('document').select('id').where('draft_id', '=', draftId).executeTakeFirst()
  if (before !== undefined) return { documentId: before.id }
  return recordWithin(trx, books, { viewer, typeName, draftId, input, address })
}

type AtOnce = {
  viewer: Viewer
  address: string
  draftId: string
  kind: DocumentTypeName
  fields: Record<string, unknown>
}

type ChecksAndDraft = {
  viewer: Viewer
  draftId: string
  checked: CheckedDocument
  check: (handle: Kysely<Tables>) => Promise<CheckedDocument>
  address: string
  copyOf?: string | null
  tags?: readonly TagLabel[]
}

/** Writes the document and all its effects, or nothing if the checked facts have changed. */
async function recordChecked(
  trx: Trx,
  { clock, env }: Books,
  { viewer, draftId, checked: before, check, address, copyOf = null, tags = [] }: ChecksAndDraft,
): Promise<Recorded | undefined> {
  const { series } = before.type
  const year = yearOf(before.posting.day)
  const { head, last } = await lockHeadAndSeries(trx, { series, year })
  const checked = before.asksForBooks ? await check(trx) : before
  const { type, posting, facts, digest } = checked

  const serial = last + 1
  const number = formatNumber(series, year, serial)
  const receipt = checked.numbered(number)
  const documentId = crypto.randomUUID()
  const now = timeAfter(head, clock.now())
  const at = timestamp(now)
  const receiptText = receiptToJson(receipt)
  const unsearched = {
    id: documentId,
    draft_id: draftId,
    kind: type.kind,
    series,
    year,
    serial,
    number,
    external_no: posting.externalNo,
    day: posting.day,
    due_day: posting.dueDay,
    party_id: posting.partyId,
    party_name: facts.party === undefined ? posting.payee || null : displayName(facts.party),
    party_tin: facts.party?.tin9 ? formatTin(facts.party.tin9, facts.party.branchCode) : null,
    memo: posting.memo,
    total: posting.total,
    fields: JSON.stringify(checked.fields),
    receipt: receiptText,
    digest,
    recorded_by: viewer.userId,
    recorded_at: at,
    seal_version: sealVersion,
  }
  const document = { ...unsearched, search_text: searchText({ ...unsearched, receipt }) }
  const asStored = { ...document, fields: checked.fields, receipt: JSON.parse(receiptText) as unknown }
  const seal = sealOf(asStored, checked.sealedAttachments, chequeIn(checked.effects) ?? null, null)
  const posted = entryAfter(head, {
    documentId,
    seal,
    entry: posting.entry,
    reverses: null,
    postedBy: viewer.userId,
    postedAt: at,
  })
  const isWritten = await writeTogether(
    trx,
    // Deletes the draft, but only as reviewed. A concurrent discard waits, and finds it recorded.
    sql`delete from draft where id = ${draftId} and user_id = ${viewer.userId} and review_digest = ${digest}
      and ${checked.isUnchanged} returning id`,
    {
      new_number: numberTaken({ series, year, last: serial }),
      new_document: rowInto('document', document),
      ...posted.parts,
      ...effectParts(checked.effects, {
        documentId,
        entry: posting.entry,
        receipt,
        recordedBy: viewer.userId,
        at,
        now,
        mailFrom: env.mailFrom,
      }),
      ...(checked.sealedAttachments.length > 0 && {
        attached: sql`update attachment set document_id = ${documentId} from agreed where draft_id = ${draftId}`,
      }),
      ...Object.fromEntries(
        tags.map(({ id, kind }) => [
          `tagged_${kind}`,
          rowInto('document_tag', {
            document_id: documentId,
            kind,
            tag_id: id,
            tagged_by: viewer.userId,
            tagged_at: at,
          }),
        ]),
      ),
      audited: rowInto(
        'audit',
        auditRow(clock, {
          viewer,
          address,
          action: 'documents.record',
          object: { type: 'document', id: documentId },
          outcome: 'done',
          detail: {
            number,
            entry: posted.next.lastEntry.toString(),
            total: posting.total.toString(),
            hash: posted.next.lastHash,
            ...(copyOf !== null && { copyOf }),
            ...(tags.length > 0 && { tags: tags.map(({ kind, name }) => tagWords(kind, name)) }),
          },
        }),
      ),
    },
  )
  if (!isWritten) return undefined
  const following = checked.followedBy(number)
  if (following !== null)
    await recordWithin(
      trx,
      { clock, env },
      {
        viewer,
        typeName: type.kind,
        address,
        draftId: uuidOf(`${draftId} followed`),
        input: following,
      },
    )
  return { documentId, number, receiptTo: receiptToIn(checked.effects), already: false }
}

/**
 * Validates, reviews and records in a transaction of the caller: for following documents, such as the reversal of an
 * accrual, and for batches. All recordings of the transaction are written or none.
 */
export async function recordWithin(
  trx: Trx,
  books: Books,
  { viewer, typeName, draftId, input, address, tags = [], assertAgreed }: Following,
): Promise<Recorded> {
  // No other recording runs while the head is locked, so this check need not be repeated.
  await lockHead(trx)
  const checked = await checkFields(trx, { typeName, draftId, input, today: today(books.clock) })
  assertAgreed?.(checked)
  const check = () => Promise.resolve(checked)
  await storeReview(trx, viewer, {
    draftId,
    checked,
    typed: {},
    savedAt: timestamp(books.clock.now()),
  })
  const recorded = await recordChecked(trx, books, { viewer, draftId, checked, check, address, tags })
  // A concurrent change of settings rolls all of it back.
  if (recorded === undefined) throw new Refusal(documentProblems.reviewAgain)
  return recorded
}

type Following = {
  viewer: Viewer
  typeName: DocumentTypeName
  draftId: string
  input: unknown
  address: string
  tags?: readonly TagLabel[]
  /** Refuses a document that is not as a person agreed to it before. */
  assertAgreed?: (checked: CheckedDocument) => void
}

/** The document already recorded from this user's draft, returned again. */
async function recordedBefore(db: Kysely<Tables>, viewer: Viewer, draftId: string): Promise<Recorded | undefined> {
  const document = await db
    .selectFrom('document')
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.document_id', '=', 'document.id').on('outbox.topic', '=', 'receipt'),
    )
    .select(['document.id', 'document.number', 'outbox.recipient'])
    .where('draft_id', '=', draftId)
    .where('recorded_by', '=', viewer.userId)
    .executeTakeFirst()
  return document && { documentId: document.id, number: document.number, receiptTo: document.recipient, already: true }
}

/** Lower-case search words and figures of the document. */
export function searchText(document: {
  number: string
  external_no: string | null
  party_name: string | null
  party_tin: string | null
  memo: string
  receipt: Receipt
  total: bigint
}): string {
  const amount = `${document.total / 100n}.${(document.total % 100n).toString().padStart(2, '0')}`
  return [
    document.number,
    document.external_no,
    document.party_name,
    document.party_tin,
    document.party_tin?.replaceAll('-', ''),
    document.memo,
    amount,
    ...document.receipt.lines.map(({ description }) => description),
    ...(document.receipt.tables ?? []).flatMap(({ rows }) => rows.flat()),
    ...document.receipt.facts.map(({ value }) => value),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
    .toLowerCase()
    .slice(0, 10_000)
}

/** One transaction of the write path. */
export const inBooks = <T>(db: Kysely<Tables>, write: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(write)
