// Batches of documents from a spreadsheet. The draft id of a document is made of its cells, so that the same rows are
// recorded once, however often they are sent and whatever file they come in.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { documentProblems, recordersOf } from '@talaan/contract/documents.ts'
import {
  beginImport,
  checkImport,
  importProblems,
  listImports,
  previewUndoImport,
  readImportFile,
  recordImported,
  undoImport,
} from '@talaan/contract/imports.ts'
import type { ImportedDocument } from '@talaan/contract/imports.ts'
import { tagProblems } from '@talaan/contract/tags.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import type { AnswerOf, BodyOf } from '@talaan/contract/endpoint.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { importMappings } from '@talaan/ledger/documents/import/mappings.ts'
import type { ImportKind } from '@talaan/ledger/documents/import/kinds.ts'
import { addToBatch, afterBatch, emptyBatch, documentTotal } from '@talaan/ledger/documents/import/batch.ts'
import { contentOf, groupRows } from '@talaan/ledger/documents/import/mapping.ts'
import type { ImportGroup, Names, ReadRows } from '@talaan/ledger/documents/import/mapping.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { approvalNeeded } from '../../books/approvals.ts'
import { activeTags, tagsOfDraft } from '../../books/tags.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { countStored } from '../../platform/disk/quota.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { sha256 } from '../../books/journal.ts'
import { answers } from '../../http/route.ts'
import { mistakesOf } from '@talaan/contract/mistakes.ts'
import type { Route } from '../../http/route.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { DueDocument, RowOutcome } from './outcome.ts'
import { importsNow, undoBatch, undoPreview } from './undo.ts'
import { checkParty, registeredAs } from './parties.ts'
import { namesFor } from './names.ts'
import { checkFields } from '../../books/recording/check-fields.ts'
import type { CheckedDocument } from '../../books/recording/check-fields.ts'
import { uuidOf } from '../../books/journal.ts'
import { tablesInFile } from '../documents/opening.ts'
import { inBooks, recordWithin } from '../../books/recording/record.ts'

type Db = Kysely<Tables>
/** Quantities have four decimals. */
const decimals = 4
/** The fields of unfinished batches are emptied after this time; their files must then be checked again. */
const retentionDays = 30

export function imports(context: AppContext): Route[] {
  const { clock, jobsAreDue } = context
  const db = context.db.kysely
  const checkAll = (request: ImportRequest, viewer: Viewer) =>
    checkedRows(db, { ...request, viewer, today: today(clock) })
  return [
    answers(readImportFile, async ({ bytes, query }) => ({ tables: await tablesInFile(bytes, query.name, decimals) })),

    answers(checkImport, async ({ body, viewer }) => ({ documents: (await checkAll(body, viewer)).map(shown) })),

    answers(beginImport, async ({ body, viewer, address }) => {
      const documents = await checkAll(body, viewer)
      assertNoDifference(documents, body)
      const due = documents.flatMap(({ due: one }) => (one === null ? [] : [one]))
      const batchId = crypto.randomUUID()
      const tags = await chosenFor(db, body)
      const rows = JSON.stringify(tags === undefined ? due : due.map((one) => ({ ...one, tags })))
      await assertRoomForFiles(context.env)
      await db.transaction().execute(async (trx) => {
        await countStored(trx, context, viewer, Buffer.byteLength(rows))
        await sql`update import_batch set documents = '[]' where begun_at < ${timestamp(clock.now())}::timestamptz - make_interval(days => ${retentionDays}) and form is null and documents <> '[]'`.execute(
          trx,
        )
        await trx
          .insertInto('import_batch')
          .values({
            id: batchId,
            kind: body.kind,
            documents: rows,
            draft_ids: due.map(({ draftId }) => draftId),
            counted: body.count,
            control_total: body.total,
            begun_by: viewer.userId,
            begun_at: timestamp(clock.now()),
          })
          .execute()
        await audit(trx, clock, {
          viewer,
          address,
          action: 'imports.begin',
          object: { type: 'import_batch', id: batchId },
          detail: { kind: body.kind, count: body.count, total: body.total?.toString() ?? null },
        })
      })
      return { batchId, due: due.length }
    }),

    answers(listImports, () => importsNow(db)),

    answers(previewUndoImport, ({ params, query }) =>
      inBooks(db, (trx) => undoPreview(trx, { ...params, ...query, today: today(clock) })),
    ),

    answers(undoImport, async ({ params: { batchId }, body, viewer, address }) => ({
      voided: await inBooks(db, async (trx) => {
        const numbers = await undoBatch(trx, context, viewer, { batchId, ...body, address })
        if (numbers.length > 0)
          await audit(trx, clock, {
            viewer,
            address,
            action: undoImport.name,
            object: { type: 'import_batch', id: batchId },
            detail: { reason: body.reason, documents: numbers.length, first: numbers.at(-1), last: numbers[0] },
          })
        return numbers.length
      }),
    })),

    answers(recordImported, async ({ params: { batchId }, body: { at, count }, viewer, address }) => {
      const { kind, documents } = await inBatch(db, viewer, { batchId, at, count })
      const recorded = await recordedInOrder(
        db,
        context,
        documents.map((one) => ({ ...one, kind, viewer, address })),
      )
      jobsAreDue()
      return { recorded }
    }),
  ]
}

/** The tags for all documents of the batch; undefined for none. */
async function chosenFor(db: Db, { kind, tags }: BodyOf<typeof beginImport>): Promise<ChosenTags | undefined> {
  const requested = Object.keys(tags).length
  if (requested === 0 || !('kind' in importMappings[kind].records)) return undefined
  const active = await activeTags(db, tags)
  if (Object.keys(active).length < requested) throw new Refusal(tagProblems.inactive)
  return active
}

// ── Documents and parties from rows.

type CheckedRows = Omit<ImportedDocument, 'mistakes'> & {
  mistakes: ImportedDocument['mistakes']
  due: DueDocument | null
}
type ImportRequest = Pick<BodyOf<typeof checkImport>, 'kind' | 'columns' | 'rows' | 'again'>

const shown = ({ due: _, ...document }: CheckedRows): ImportedDocument => document

/** All of them in their order, each checked as if those before it were recorded. */
async function checkedRows(
  db: Db,
  { kind, columns, rows, again, viewer, today: on }: ImportRequest & { viewer: Viewer; today: Day },
): Promise<CheckedRows[]> {
  const mapping = importMappings[kind]
  const { records } = mapping
  const groups = groupsOf(kind, columns, rows)
  const names = await namesFor(db, { mapping, groups, today: on })
  const before = await recordedBefore(db, kind, groups)
  const batch = emptyBatch()
  const tins = new Map<string, string>()
  const checked: CheckedRows[] = []
  for (const [i, group] of groups.entries()) {
    const known = before[i] ?? { draftId: '', number: null, voided: null }
    const { draftId, number, voided } = known
    const label = mapping.label.map((key) => group.cells[0]?.[key] ?? '').filter((text) => text !== '')
    const own = { rows: group.rows, label: label.join(', '), number, voided }
    if (number !== null || (voided !== null && !again)) {
      checked.push({ ...own, total: null, mistakes: [], warnings: [], due: null })
      continue
    }
    const read = mapping.read(group.cells, names)
    const row = `row ${(group.rows[0] ?? 0) + 2} of this file`
    const found =
      'role' in records
        ? await checkParty(db, { read, role: records.role, draftId, tins, row })
        : await checkDocument(db, { typeName: records.kind, read, draftId, names, batch, row, viewer })
    checked.push({
      ...own,
      number: found.number,
      total: found.total,
      mistakes: found.mistakes.map(({ row: at, ...mistake }) => ({
        ...mistake,
        row: group.rows[at] ?? group.rows[0] ?? 0,
      })),
      warnings: found.warnings,
      due: found.due,
    })
  }
  return checked
}

const nothing: Omit<RowOutcome, 'mistakes'> = { number: null, due: null, total: null, warnings: [] }

type Reading = {
  typeName: DocumentTypeName
  read: ReadRows
  draftId: string
  names: Names
  batch: ReturnType<typeof emptyBatch>
  row: string
  viewer: Viewer
}

/** The checks of the review, with mistakes next to their cells. */
async function checkDocument(
  db: Db,
  { typeName, read, draftId, names, batch, row, viewer }: Reading,
): Promise<RowOutcome> {
  const { fields, mistakes, cellOf } = read
  // Other mistakes that follow from an unreadable cell would only confuse.
  if (mistakes.length > 0) {
    const parsed = documentTypeOf(typeName).fields.safeParse(fields)
    const others = parsed.success
      ? []
      : mistakesOf(parsed.error).map(({ path, message }) => ({ ...cellOf(path), message }))
    const isSaid = (at: number, column: string) => mistakes.some((one) => one.row === at && one.column === column)
    return { ...nothing, mistakes: [...mistakes, ...others.filter((one) => !isSaid(one.row, one.column))] }
  }
  try {
    const checked = await checkFields(db, {
      typeName,
      draftId,
      input: fields,
      today: names.today,
      after: (facts, request) => afterBatch(facts, request, batch),
    })
    addToBatch(batch, checked.request, checked.posting, row)
    const { posting } = checked
    const needed = await approvalNeeded(db, checked.approvalRule, viewer)
    if (needed !== null) {
      const message = `${needed.rule} Remove this document from the file, and enter it on its form.`
      return { ...nothing, mistakes: [{ ...cellOf([]), message }] }
    }
    return {
      ...nothing,
      due: { draftId, digest: digestOf(draftId, checked), fields: checked.fields },
      total: documentTotal({ kind: typeName, posting }),
      mistakes,
      warnings: posting.warnings,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const found = error.fields ?? [{ path: [], message: error.problem.sentence }]
    return { ...nothing, mistakes: found.map(({ path, message }) => ({ ...cellOf(path), message })) }
  }
}

/** The digest of the posting, without the receipt: it shows balances, which the rest of the batch changes. */
const digestOf = (draftId: string, { type, fields, posting }: CheckedDocument): string =>
  sha256(canonical({ draftId, kindName: type.kind, fields, posting }))

function groupsOf(kind: ImportKind, columns: (string | null)[], rows: string[][]): ImportGroup[] {
  const mapping = importMappings[kind]
  const chosen = columns.filter((key) => key !== null)
  const isKnown = (key: string) => mapping.columns.some((column) => column.key === key)
  if (new Set(chosen).size !== chosen.length || !chosen.every(isKnown)) throw new Refusal(importProblems.columns)
  return groupRows(mapping, columns, rows)
}

type Before = { draftId: string; number: string | null; voided: ImportedDocument['voided'] }

/**
 * The documents recorded from the rows before. After a void, rows can be recorded again under another draft id if the
 * user asks for it; a document that is in the books is never recorded twice.
 */
async function recordedBefore(db: Db, kind: ImportKind, groups: readonly ImportGroup[]): Promise<Before[]> {
  const before: Before[] = groups.map(() => ({ draftId: '', number: null, voided: null }))
  let open = groups.map((_, i) => i)
  for (let times = 0; open.length > 0; times += 1) {
    const ids = open.map((i) => draftIdOf(kind, groups[i], times))
    const found = await became(db, kind, ids)
    open = open.filter((i, n) => {
      const draftId = ids[n] ?? ''
      const known = found.get(draftId)
      const last = before[i]?.voided ?? null
      before[i] = { draftId, number: known?.voided === null ? known.number : null, voided: known?.voided ?? last }
      return known !== undefined && known.voided !== null
    })
  }
  return before.map((one) => (one.number === null ? one : { ...one, voided: null }))
}

type Became = { number: string; voided: ImportedDocument['voided'] }

async function became(db: Db, kind: ImportKind, draftIds: readonly string[]): Promise<Map<string, Became>> {
  const { rows } = await (
    'role' in importMappings[kind].records
      ? sql<{ id: string; number: string; at: string | null; reason: string }>`
        select registration_id as id, name as number, removed_at as at, 'removed from the register' as reason
        from party where registration_id = any(${draftIds}::uuid[])`
      : sql<{ id: string; number: string; at: string | null; reason: string }>`
        select draft_id as id, number, voided_at as at, coalesce(reason, '') as reason
        from document left join document_void on document_id = document.id
        where draft_id = any(${draftIds}::uuid[])`
  ).execute(db)
  return new Map(
    rows.map(({ id, number, at, reason }) => [
      id,
      { number, voided: at === null ? null : { number, day: dayInManila(Date.parse(at)), reason } },
    ]),
  )
}

function draftIdOf(kind: ImportKind, group: ImportGroup | undefined, times: number): string {
  if (group === undefined) throw new Error('A row of a batch is missing.')
  const content = `import ${kind} ${group.copy} ${contentOf(group)}`
  return uuidOf(times === 0 ? content : `${content} again ${times}`)
}

// ── The batch.

/** Refuses a file that has mistakes, or whose count or total differs from the one entered by the user. */
function assertNoDifference(documents: readonly CheckedRows[], { count, total }: BodyOf<typeof beginImport>): void {
  if (documents.some(({ mistakes }) => mistakes.length > 0)) throw new Refusal(importProblems.mistakes)
  const due = documents.filter((one) => one.due !== null)
  if (due.length === 0) throw new Refusal(importProblems.nothingDue)
  const amounts = due.flatMap((one) => one.total ?? [])
  const comesTo = amounts.length === 0 ? null : sum(amounts)
  if (count === due.length && total === comesTo) return
  const here = comesTo === null ? '' : ` with a total of ${formatMoney(comesTo)}`
  const theirs = total === null ? '' : ` and ${formatMoney(total)}`
  const rows = due.length === 1 ? '1 item' : `${due.length} items`
  const message = `The file has ${rows} to record${here}, but you entered ${count}${theirs}. Find the difference before you continue.`
  const path = count === due.length ? 'total' : 'count'
  throw new Refusal(saying(importProblems.controlTotal, message), [{ path: [path], message }])
}

async function inBatch(
  db: Db,
  { userId }: Viewer,
  { batchId, at, count }: { batchId: string; at: number; count: number },
): Promise<{ kind: ImportKind; documents: DueDocument[] }> {
  const range = `$[${at} to ${at + count - 1}]`
  const batch = await db
    .selectFrom('import_batch')
    .select(['kind', sql<DueDocument[]>`jsonb_path_query_array(documents, ${range}::jsonpath)`.as('documents')])
    .where('id', '=', batchId)
    .where('begun_by', '=', userId)
    .where('form', 'is', null)
    .executeTakeFirst()
  if (batch === undefined || batch.documents.length === 0) throw new Refusal(importProblems.batchNotThere)
  return { kind: batch.kind as ImportKind, documents: batch.documents }
}

type OneOfBatch = DueDocument & { kind: ImportKind; viewer: Viewer; address: string }
type RecordedOne = AnswerOf<typeof recordImported>['recorded'][number]

/** All in one transaction; if one is refused, the first alone. */
async function recordedInOrder(db: Db, context: AppContext, documents: readonly OneOfBatch[]): Promise<RecordedOne[]> {
  const inOne = (some: readonly OneOfBatch[]) =>
    inBooks(db, async (trx) => {
      const recorded: RecordedOne[] = []
      for (const document of some) recorded.push(await recordedOnce(trx, context, document))
      return recorded
    })
  try {
    return await inOne(documents)
  } catch (error) {
    const [first] = documents
    if (first === undefined) throw error
    // Sent twice at once, and the other request recorded it first: the error of this one does not matter.
    const quicker = await documentOf(db, first.draftId)
    if (quicker !== undefined) return [quicker]
    if (documents.length === 1) throw error
    return inOne([first])
  }
}

async function recordedOnce(
  trx: Transaction<Tables>,
  context: AppContext,
  { kind, draftId, digest, fields, tags, viewer, address }: OneOfBatch,
): Promise<RecordedOne> {
  const { records } = importMappings[kind]
  if ('role' in records)
    return registeredAs(trx, context, { draftId, digest, fields, role: records.role, viewer, address })
  const before = await documentOf(trx, draftId)
  if (before !== undefined) return before
  const typeName = records.kind
  if (!recordersOf(typeName).includes(viewer.role)) throw new Refusal(common.notAllowed)
  // No person looks at the review in between, so it is reviewed and recorded at once.
  const { number, already } = await recordWithin(trx, context, {
    viewer,
    typeName,
    draftId,
    input: fields,
    address,
    tags: tags === undefined ? [] : await tagsOfDraft(trx, { tags }),
    assertAgreed: (checked) => {
      if (digestOf(draftId, checked) !== digest) throw new Refusal(documentProblems.reviewAgain)
    },
  })
  return { number, already }
}

async function documentOf(db: Db, draftId: string): Promise<RecordedOne | undefined> {
  const document = await db.selectFrom('document').select('number').where('draft_id', '=', draftId).executeTakeFirst()
  return document && { number: document.number, already: true }
}
