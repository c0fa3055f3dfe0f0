// Drafts: typed fields, stored on the server until they are recorded or discarded.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { documentProblems, draftTextLimit } from '@talaan/contract/documents.ts'
import type { Attachment, Draft } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { formatNumber } from '../../books/journal.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { yearOf } from '@talaan/ledger/core/date.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { CheckedDocument } from '../../books/recording/check-fields.ts'
import { assertNotRecorded, beforeChange } from '../../books/recording/reviews.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** Stores the typed fields. Refuses drafts of other users and recorded ones. Returns what `beforeChange` returns. */
export async function storeDraft(
  trx: Trx,
  viewer: Viewer,
  draft: { draftId: string; kind: DocumentTypeName; fields: Record<string, unknown>; savedAt: string },
): Promise<{ wasSent: boolean }> {
  assertTextLength(draft.fields)
  const before = await beforeChange(trx, draft.draftId, { fields: draft.fields })
  const fields = JSON.stringify(draft.fields)
  const stored = await trx
    .insertInto('draft')
    .values({
      id: draft.draftId,
      user_id: viewer.userId,
      kind: draft.kind,
      fields,
      saved_at: draft.savedAt,
      review_digest: null,
      prepared_by: viewer.apiKey?.id ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          kind: draft.kind,
          fields,
          saved_at: draft.savedAt,
          prepared_by: viewer.apiKey?.id ?? null,
          // A review for one type is not valid for another.
          review_digest: sql`case when draft.kind = ${draft.kind} then draft.review_digest end`,
        })
        .where('draft.user_id', '=', viewer.userId)
        .where('draft.kind', 'in', turnsInto(draft.kind)),
    )
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) throw new Refusal(documentProblems.draftOfOther)
  return before
}

/**
 * The types whose drafts this type may continue: changing the type of expense keeps the typed fields and attachments.
 */
const turnsInto = (kind: DocumentTypeName): DocumentTypeName[] => (expenses.includes(kind) ? expenses : [kind])
const expenses: DocumentTypeName[] = ['bill', 'pettycash']

/** The next number, if nothing else is recorded first. */
export async function numberToBe(db: Db, { type, posting }: CheckedDocument): Promise<string> {
  const year = yearOf(posting.day)
  const row = await db
    .selectFrom('number_series')
    .select('last')
    .where('series', '=', type.series)
    .where('year', '=', year)
    .executeTakeFirst()
  return formatNumber(type.series, year, (row?.last ?? 0) + 1)
}

/** No, or discarded. A missing draft is already discarded. */
export async function discardDraft(trx: Trx, viewer: Viewer, draftId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('draft')
    .where('id', '=', draftId)
    .where('user_id', '=', viewer.userId)
    .returning('id')
    .executeTakeFirst()
  await assertNotRecorded(trx, draftId)
  const dropped = await trx
    .deleteFrom('attachment')
    .where('draft_id', '=', draftId)
    .where('user_id', '=', viewer.userId)
    .where('document_id', 'is', null)
    .returning('sha256')
    .execute()
  for (const { sha256 } of dropped) await dropUnusedContent(trx, sha256)
  if (gone === undefined) {
    const other = await trx.selectFrom('draft').select('id').where('id', '=', draftId).executeTakeFirst()
    if (other !== undefined) throw new Refusal(documentProblems.draftOfOther)
  }
}

export async function dropUnusedContent(trx: Trx, sha256: string): Promise<void> {
  await trx
    .deleteFrom('attachment_content')
    .where('sha256', '=', sha256)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('attachment').select('id').where('attachment.sha256', '=', sha256))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bank_statement').select('id').where('bank_statement.sha256', '=', sha256))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('added_note').select('id').where('added_note.sha256', '=', sha256))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('question_event').select('id').where('question_event.sha256', '=', sha256))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('arrival').select('id').where('arrival.sha256', '=', sha256))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('arrival_mail').select('id').where('arrival_mail.sha256', '=', sha256))),
    )
    .execute()
}

export async function draftById(db: Db, viewer: Viewer, draftId: string): Promise<Draft | null> {
  const [found] = await drafts(db, viewer, { draftId })
  if (found !== undefined) return found
  const recorded = await db
    .selectFrom('document')
    .select(['id', 'kind', 'recorded_at as savedAt'])
    .where('draft_id', '=', draftId)
    .where((is) =>
      is.or([
        is('recorded_by', '=', viewer.userId),
        // Who sent it for approval finds the document that an approver recorded.
        is.exists(
          is
            .selectFrom('approval_request')
            .select('approval_request.id')
            .where('draft_id', '=', draftId)
            .where('sent_by', '=', viewer.userId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (recorded === undefined) return null
  return {
    draftId,
    kind: recorded.kind as DocumentTypeName,
    fields: {},
    attachments: [],
    savedAt: recorded.savedAt,
    madeBy: null,
    preparedBy: null,
    documentId: recorded.id,
    approval: null,
  }
}

/** The user's unrecorded drafts, newest first. */
export async function pageOfDrafts(
  db: Db,
  viewer: Viewer,
  { kind, after }: { kind?: string | undefined; after?: string | undefined },
): Promise<{ drafts: Draft[]; next: string | null }> {
  const found = await drafts(db, viewer, { ...(kind !== undefined && { kind }), ...(after !== undefined && { after }) })
  const page = found.slice(0, pageLength)
  const last = found.length > pageLength ? page.at(-1) : undefined
  return { drafts: page, next: last === undefined ? null : `${last.savedAt}|${last.draftId}` }
}

const pageLength = 50

/** One more than a page. */
async function drafts(
  db: Db,
  viewer: Viewer,
  { kind, draftId, after }: { kind?: string; draftId?: string; after?: string },
): Promise<Draft[]> {
  const [savedAt, lastId] = after?.split('|') ?? []
  let query = db
    .selectFrom('draft')
    .select(['id as draftId', 'kind', 'fields', 'saved_at as savedAt'])
    .select([
      sql<Attachment[]>`(
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'type', type, 'bytes', bytes) order by seq), '[]')
      from attachment where draft_id = draft.id)`.as('attachments'),
      sql<string | null>`(
      select name from recurring_occurrence join document_template on document_template.id = template_id
      where draft_id = draft.id)`.as('madeBy'),
      sql<string | null>`(select name from api_key where id = draft.prepared_by)`.as('preparedBy'),
      approvalState.as('approval'),
    ])
    .where('user_id', '=', viewer.userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('document').select('id').whereRef('document.draft_id', '=', 'draft.id'))),
    )
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageLength + 1)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (draftId !== undefined) query = query.where('id', '=', draftId)
  if (savedAt !== undefined && lastId !== undefined)
    query = query.where(sql<boolean>`(saved_at, id) < (${savedAt}::timestamptz, ${lastId}::uuid)`)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...row,
    kind: documentTypeOf(row.kind as DocumentTypeName).kind,
    fields: row.fields as Draft['fields'],
    documentId: null,
  }))
}

/** Of the newest request: it waits, or was returned. A draft that was withdrawn or changed is an ordinary one. */
const approvalState = sql<Draft['approval']>`(
  select json_build_object('state', state, 'by', users.client_id, 'at', at, 'reason', reason)
  from (
    select coalesce(act, 'waiting') as state, coalesce(by_user, sent_by) as by_user, coalesce(at, sent_at) as at,
      coalesce(reason, '') as reason
    from approval_request left join approval_decision on request_id = approval_request.id
    where draft_id = draft.id order by sent_at desc limit 1
  ) as newest join users on users.id = newest.by_user
  where state in ('waiting', 'returned'))`

/** A draft may be incomplete but not unlimited: the message is at the field that is too long. */
export function assertTextLength(fields: unknown, path: (string | number)[] = []): void {
  if (typeof fields === 'string' && fields.length > draftTextLimit) {
    const limit = draftTextLimit.toLocaleString('en')
    const message = `This text has ${fields.length.toLocaleString('en')} characters; at most ${limit} can be saved. Shorten it.`
    throw new Refusal(saying(documentProblems.textTooLong, message), [{ path, message }])
  }
  if (typeof fields !== 'object' || fields === null) return
  for (const [key, value] of Object.entries(fields))
    assertTextLength(value, [...path, Array.isArray(fields) ? Number(key) : key])
}
