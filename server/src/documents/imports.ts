// Batches of documents from a spreadsheet. The draft id of a document is made of its cells, so that the same rows are
// recorded once, however often they are sent and whatever file they come in.
import type { Kysely } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { checkImport, importProblems, readImportFile, recordImported } from '@talaan/contract/imports.ts'
import type { ImportedDocument } from '@talaan/contract/imports.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { canonical } from '@talaan/ledger/digest.ts'
import type { Day } from '@talaan/ledger/day.ts'
import { importMappings } from '@talaan/ledger/imports/all.ts'
import type { ImportKind } from '@talaan/ledger/imports/all.ts'
import { groupRows } from '@talaan/ledger/imports/mapping.ts'
import type { ImportGroup, PartyFound } from '@talaan/ledger/imports/mapping.ts'
import { timestamp, today } from '../clock.ts'
import { answers } from '../serve.ts'
import type { Room } from '../serve.ts'
import type { Tables } from '../tables.ts'
import { storeReview } from './drafts.ts'
import { judgeFields } from './judge.ts'
import type { Judged } from './judge.ts'
import { numberOf, partiesNamed, tablesInFile, unknownParty, uuidOf } from './opening.ts'
import { inBooks, recordDraft } from './record.ts'

type Db = Kysely<Tables>
/** Quantities have four decimals. */
const decimals = 4

export const imports: Room = (house) => {
  const { clock, mailIsDue } = house
  const db = house.db.kysely
  return [
    answers(readImportFile, async ({ bytes, query }) => ({ tables: await tablesInFile(bytes, query.name, decimals) })),

    answers(checkImport, async ({ body: { kind, columns, rows } }) => {
      const groups = groupsOf(kind, columns, rows)
      const partyOf = await partiesOf(db, kind, groups)
      const documents: ImportedDocument[] = []
      for (const group of groups) documents.push(await checked(db, { kind, group, partyOf, today: today(clock) }))
      return { documents }
    }),

    answers(recordImported, async ({ body: { kind, columns, rows, copy, digest }, viewer, address }) => {
      const [group, ...more] = groupsOf(kind, columns, rows)
      if (group === undefined || more.length > 0) throw new Refusal(documentProblems.mistakes)
      const asked = { ...group, copy }
      const draftId = draftIdOf(kind, asked)
      const before = await documentOf(db, draftId)
      if (before !== undefined) return before
      const partyOf = await partiesOf(db, kind, [group])
      const { judged } = await judge(db, { kind, group: asked, partyOf, today: today(clock) })
      if (judged?.digest !== digest) throw new Refusal(documentProblems.reviewAgain)
      const typed = judged.fields as Record<string, unknown>
      const savedAt = timestamp(clock.now())
      try {
        await inBooks(db, (trx) => storeReview(trx, viewer, { draftId, judged, typed, savedAt }))
        const { documentId, number, already } = await recordDraft(db, house, viewer, { draftId, digest, address })
        mailIsDue()
        return { documentId, number, already }
      } catch (error) {
        // Sent twice at once: the other one was quicker, whatever this one stumbled over.
        const quicker = await documentOf(db, draftId)
        if (quicker === undefined) throw error
        return quicker
      }
    }),
  ]
}

async function documentOf(db: Db, draftId: string) {
  const document = await db
    .selectFrom('document')
    .select(['id', 'number'])
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  return document && { documentId: document.id, number: document.number, already: true }
}

function groupsOf(kind: ImportKind, columns: (string | null)[], rows: string[][]): ImportGroup[] {
  const mapping = importMappings[kind]
  const chosen = columns.filter((key) => key !== null)
  const isKnown = (key: string) => mapping.columns.some((column) => column.key === key)
  if (new Set(chosen).size !== chosen.length || !chosen.every(isKnown)) throw new Refusal(importProblems.columns)
  return groupRows(mapping, columns, rows)
}

async function partiesOf(db: Db, kind: ImportKind, groups: ImportGroup[]): Promise<(text: string) => PartyFound> {
  const { party } = importMappings[kind]
  const found = await partiesNamed(
    db,
    groups.flatMap(({ cells }) => cells.map((row) => row[party] ?? '')),
  )
  return (text) => found.get(text) ?? unknownParty(text)
}

type Asked = { kind: ImportKind; group: ImportGroup; partyOf: (text: string) => PartyFound; today: Day }

async function checked(db: Db, asked: Asked): Promise<ImportedDocument> {
  const { kind, group } = asked
  const { cells, rows, copy } = group
  const label = importMappings[kind].label.map((key) => cells[0]?.[key] ?? '').filter((text) => text !== '')
  const number = await numberOf(db, draftIdOf(kind, group))
  const { judged, mistakes } = number === null ? await judge(db, asked) : { judged: undefined, mistakes: [] }
  return {
    ...{ rows, copy, label: label.join(', '), number },
    digest: judged?.digest ?? null,
    total: judged?.posting.total ?? null,
    mistakes: mistakes.map(({ row, ...mistake }) => ({ ...mistake, row: rows[row] ?? rows[0] ?? 0 })),
    warnings: judged?.posting.warnings ?? [],
  }
}

type Mistakes = ReturnType<(typeof importMappings)[ImportKind]['fieldsOf']>['mistakes']

/** The judgement of review, with mistakes beside their cells. */
async function judge(
  db: Db,
  { kind, group, partyOf, today: on }: Asked,
): Promise<{ judged: Judged | undefined; mistakes: Mistakes }> {
  const mapping = importMappings[kind]
  const { fields, mistakes } = mapping.fieldsOf(group.cells, { today: on, partyOf })
  const isSaid = (row: number, column: string) => mistakes.some((said) => said.row === row && said.column === column)
  try {
    const judged = await judgeFields(db, { kindName: kind, draftId: draftIdOf(kind, group), given: fields, today: on })
    return { judged: mistakes.length === 0 ? judged : undefined, mistakes }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const found = (error.fields ?? [{ path: [], message: error.problem.sentence }])
      .map(({ path, message }) => ({ ...mapping.cellOf(path), message }))
      // What could not be read has its sentence already.
      .filter(({ row, column }) => !isSaid(row, column))
    return { judged: undefined, mistakes: [...mistakes, ...found] }
  }
}

const draftIdOf = (kind: ImportKind, { cells, copy }: Pick<ImportGroup, 'cells' | 'copy'>) =>
  uuidOf(`import ${kind} ${copy} ${canonical(cells)}`)
