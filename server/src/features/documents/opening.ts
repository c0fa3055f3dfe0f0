// A sheet of opening balances becomes documents, each validated as at recording.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { openingProblems } from '@talaan/contract/opening.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { readSheet } from '@talaan/ledger/documents/opening/sheet.ts'
import type { PartyMatch } from '@talaan/ledger/documents/import/mapping.ts'
import type { OpeningDocument, OpeningSheet } from '@talaan/ledger/documents/opening/sheet.ts'
import { searchName, tinDigits, tinText } from '@talaan/ledger/core/party.ts'
import type { NoTin, PartyKind, VatStatus } from '@talaan/ledger/core/party.ts'
import { uuidOf } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assertEnding, formatOfCells } from '../../platform/reading/endings.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import { checkFields } from '../../books/recording/check-fields.ts'

type Db = Kysely<Tables>

export async function checkSheet(
  db: Db,
  { importId, sheet, today }: { importId: string; sheet: OpeningSheet; today: Day },
) {
  const parties = await partiesNamed(
    db,
    sheet.items.map(({ party }) => party),
  )
  const read = readSheet(sheet, { today, partyOf: (text) => parties.get(text) ?? unknownParty(text) })
  const mistakes = [...read.mistakes]
  const warnings = new Set<string>()
  const isUnread = ({ item }: OpeningDocument) =>
    mistakes.some(({ path }) => path[0] === 'day' || (item === null ? path[0] === 'rows' : path[1] === item))
  const documents = []
  for (const document of read.documents) {
    const { fields, item, amount } = document
    // Balances use the draft of the sheet itself; an item changed later is a new draft.
    const draftId = item === null ? importId : uuidOf(`${importId} ${canonical(fields)}`)
    const recorded = await numberOf(db, draftId)
    if (recorded === null && !isUnread(document)) {
      const checked = await checkDocument(db, { draftId, document, today })
      mistakes.push(...checked.mistakes)
      for (const warning of checked.warnings) warnings.add(warning)
    }
    documents.push({ draftId, fields, item, amount, number: recorded })
  }
  if (documents.length === 0 && mistakes.length === 0)
    mistakes.push({ path: ['rows'], message: 'Enter account balances or open items.' })
  return { documents, mistakes, warnings: [...warnings], debits: read.debits, credits: read.credits }
}

async function checkDocument(
  db: Db,
  { draftId, document, today }: { draftId: string; document: OpeningDocument; today: Day },
): Promise<{ mistakes: FieldMistake[]; warnings: readonly string[] }> {
  try {
    const { posting } = await checkFields(db, { typeName: 'opening', draftId, input: document.fields, today })
    return { mistakes: [], warnings: posting.warnings }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const found = error.fields ?? [{ path: [], message: error.problem.sentence }]
    return { mistakes: found.map((mistake) => inSheet(mistake, document)), warnings: [] }
  }
}

/** Maps an error of a document to its cell of the sheet. */
function inSheet({ path, message }: FieldMistake, { rows, item }: OpeningDocument): FieldMistake {
  const [first, second, third] = path
  if (first === 'item' && item !== null) {
    const cell = second === 'partyId' ? 'party' : (second ?? 'number')
    return { path: ['items', item, cell], message }
  }
  if (first === 'rows' && typeof second === 'number' && rows !== null)
    return { path: ['rows', rows[second] ?? 0, third ?? 'account'], message }
  return { path, message }
}

export async function numberOf(db: Db, draftId: string): Promise<string | null> {
  const found = await db.selectFrom('document').select('number').where('draft_id', '=', draftId).executeTakeFirst()
  return found?.number ?? null
}

// ── Parties.

export const unknownParty = (text: string): PartyMatch => ({
  mistake: `No customer or supplier is registered under '${text.trim()}'. Correct the name or TIN, or register the customer or supplier first.`,
})

/** By TIN with nine digits or more, else by the exact name, ignoring case. */
export async function partiesNamed(db: Db, texts: readonly string[]): Promise<Map<string, PartyMatch>> {
  const named = [...new Set(texts.filter((text) => text.trim() !== ''))]
  const { rows } = await sql<NamedPartyRow>`
    select given.text, party.id, party.name, party.kind, party.vat_status, party.no_tin, party.tin9, party.branch_code
    from unnest(${named}::text[], ${named.map((text) => tinDigits(text))}::text[], ${named.map(searchName)}::text[])
      as given (text, digits, search_name)
    join party on removed_at is null and (upper(foreign_tax_no) = upper(trim(given.text)) or case when length(digits) >= 9
      then tin9 = left(digits, 9) and (length(digits) = 9 or branch_code = lpad(substr(digits, 10), 5, '0'))
      else party.search_name = given.search_name or lower(party.name) = lower(trim(given.text)) end)
    order by party.branch_code`.execute(db)
  const found = Map.groupBy(rows, ({ text }) => text)
  return new Map(
    [...found].map(([text, [only, ...others]]) => [
      text,
      others.length === 0 && only !== undefined
        ? { id: only.id, name: only.name, kind: only.kind, vatStatus: only.vat_status, noTin: only.no_tin ?? '' }
        : {
            mistake: `More than one customer or supplier has the name '${text.trim()}'. ${numberHint([only, ...others])}`,
          },
    ]),
  )
}

type NamedPartyRow = {
  text: string
  id: string
  name: string
  kind: PartyKind
  vat_status: VatStatus
  no_tin: Exclude<NoTin, ''> | null
  tin9: string | null
  branch_code: string
}

function numberHint(rows: readonly (NamedPartyRow | undefined)[]): string {
  const row = rows.find((one) => one !== undefined && one.tin9 !== null)
  return row === undefined
    ? 'Enter the foreign tax number, or record the document in its form.'
    : `Enter the TIN, such as ${tinText({ tin9: row.tin9, branchCode: row.branch_code })}.`
}

/** The cells of a file as text. */
export async function tablesInFile(bytes: Buffer, name: string, decimals = 2): Promise<string[][][]> {
  const tables = await readUploaded('cells', { bytes, name, decimals }, { problems: openingProblems })
  assertEnding(name, formatOfCells(bytes), openingProblems.unreadable)
  return tables
}
