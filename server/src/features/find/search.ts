// The searches of Find anything. Each is answered by an index, and none names what the user may not open.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { readersOf } from '@talaan/contract/documents.ts'
import { maximumFound } from '@talaan/contract/find.ts'
import type { SearchHit, FoundAt } from '@talaan/contract/find.ts'
import { maskedNumber } from '@talaan/contract/party-accounts.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Duty } from '@talaan/ledger/tax/calendar/forms.ts'
import { isDocumentOfArrival } from '../../books/arrivals.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { wordsToFind } from '../documents/search.ts'
import { snippetOf } from './snippet.ts'

type Db = Kysely<Tables>
type Reader = Pick<Viewer, 'role'>

/** Fewer digits end too many numbers. */
const tellingDigits = 3

/** Bank accounts whose number ends with the typed digits; the whole number finds it too. */
export async function accountsEndingWith(db: Db, search: string, { role }: Reader): Promise<SearchHit[]> {
  const digits = search.replaceAll(/[\s·-]/g, '').toUpperCase()
  if (digits.length < tellingDigits || !/^[0-9A-Z]*[0-9]$/.test(digits)) return []
  const { rows } = await sql<{ id: string; bank: string; number: string; party: string; name: string }>`
    select now.account_id as id, now.bank, now.number, party.id as party, party.name
    from party_bank_account as now
    join party as own on own.id = now.party_id
    join party on party.id = coalesce(own.merged_into, own.id) and party.removed_at is null
    where reverse(now.digits) like ${`${[...digits].toReversed().join('')}%`}
      and not exists (select from party_bank_account as later where later.account_id = now.account_id and later.nth > now.nth)
    order by now.active desc, party.name limit ${maximumFound}`.execute(db)
  // A company has few accounts of its own; their pages are for accountants.
  const { rows: own } = !accountants.includes(role)
    ? { rows: [] }
    : await sql<{ code: string; bank: string; number: string; name: string }>`
    select code, coalesce(nullif(bank, ''), name) as bank, bank_account_no as number, name
    from money_account join account using (code)
    where upper(translate(bank_account_no, ' -', '')) like ${`%${digits}`} order by code limit ${maximumFound}`.execute(
        db,
      )
  return [
    ...own.map(({ code, bank, number, name }) => ({
      id: code,
      kind: 'account' as const,
      title: `${bank} ${maskedNumber(number)}`,
      at: { account: code, name },
    })),
    ...rows.map(({ id, bank, number, party, name }) => ({
      id,
      kind: 'account' as const,
      title: `${bank} ${maskedNumber(number)}`,
      at: { party, name },
    })),
  ]
}

type NoteRow = {
  id: string
  text: string
  file: string | null
  party: string | null
  partyName: string | null
  document: string | null
  kind: DocumentTypeName | null
  number: string | null
  statement: string | null
  statementName: string | null
  duty: Duty | null
  period: string | null
}

/** Notes and files that were added to a page. */
export async function notesWith(db: Db, search: string, viewer: Reader): Promise<SearchHit[]> {
  const words = queryOf(search)
  if (words === null) return []
  const { rows } = await sql<NoteRow>`
    select note.id, note.text, note.file_name as file, party.id as party, party.name as "partyName",
      document.id as document, document.kind, document.number, note.bank_statement_id as statement,
      bank_statement.file_name as "statementName", note.return_duty as duty, note.return_period as period
    from added_note as note
    left join party as noted on noted.id = note.party_id
    left join party on party.id = coalesce(noted.merged_into, noted.id)
    left join document on document.id = note.document_id
    left join bank_statement on bank_statement.id = note.bank_statement_id
    where words_of_file(note.text || ' ' || coalesce(note.file_name, '')) @@ ${words}
      and not exists (select from added_note_removal where note_id = note.id)
      and (note.party_id is null or party.removed_at is null)
      and (note.document_id is null or ${mayRead(viewer)})
      and (${accountants.includes(viewer.role)}::boolean or num_nonnulls(note.bank_statement_id, note.return_duty) = 0)
    order by note.added_at desc limit ${maximumFound}`.execute(db)
  return rows.flatMap((row) => {
    const at = pageOf(row)
    const title = row.file ?? row.text
    return at === null
      ? []
      : [{ id: row.id, kind: row.file === null ? ('note' as const) : ('file' as const), title, at }]
  })
}

function pageOf(row: NoteRow): FoundAt | null {
  if (row.party !== null) return { party: row.party, name: row.partyName ?? '' }
  if (row.document !== null && row.kind !== null)
    return { document: row.document, kind: row.kind, name: row.number ?? '' }
  if (row.statement !== null) return { statement: row.statement, name: row.statementName ?? '' }
  return row.duty === null || row.period === null ? null : { duty: row.duty, period: row.period }
}

/** Attachments of recorded documents, and uploaded bank statements. */
export async function filesNamed(db: Db, search: string, viewer: Reader): Promise<SearchHit[]> {
  const words = queryOf(search)
  if (words === null) return []
  const { rows } = await sql<{ id: string; title: string; document: string; kind: DocumentTypeName; name: string }>`
    select attachment.id, attachment.name as title, document.id as document, document.kind, document.number as name
    from attachment join document on document.id = attachment.document_id
    where words_of_file(attachment.name) @@ ${words} and attachment.document_id is not null and ${mayRead(viewer)}
    order by attachment.seq desc limit ${maximumFound}`.execute(db)
  const { rows: statements } = accountants.includes(viewer.role)
    ? await sql<{ id: string; title: string }>`
        select id, file_name as title from bank_statement
        where words_of_file(file_name) @@ ${words} and removed_at is null
        order by uploaded_at desc limit ${maximumFound}`.execute(db)
    : { rows: [] }
  return [
    ...rows.map(({ id, title, ...at }) => ({ id, kind: 'file' as const, title, at })),
    ...statements.map(({ id, title }) => ({ id, kind: 'file' as const, title, at: { statement: id, name: title } })),
  ]
}

/** Files in Arrivals, and those that documents were recorded from, by the text that was read of them. */
export async function filesWith(db: Db, search: string, viewer: Reader): Promise<SearchHit[]> {
  const words = queryOf(search)
  if (words === null) return []
  const { rows } = await sql<{
    id: string
    title: string
    text: string
    document: string | null
    kind: DocumentTypeName | null
    number: string | null
  }>`
    select arrival.id, arrival.file_name as title, reading.text, document.id as document, document.kind, document.number
    from arrival_reading as reading join arrival on arrival.id = reading.arrival_id
    left join lateral (
      select document.id, document.kind, document.number from document where ${isDocumentOfArrival} limit 1
    ) as document on true
    where words_of_file(reading.text) @@ ${words}
      and not exists (select from arrival_reading as later where later.arrival_id = arrival.id and later.id > reading.id)
      and (document.id is null or ${mayRead(viewer)})
    order by arrival.arrived_at desc limit ${maximumFound}`.execute(db)
  return rows.map(({ id, title, text, document, kind, number }) => ({
    id,
    kind: 'text',
    title,
    snippet: snippetOf(text, wordsToFind(search)),
    at: document === null || kind === null ? { arrival: id, name: title } : { document, kind, name: number ?? '' },
  }))
}

/** Files that were attached to documents without Arrivals, by the text that was read of them. */
export async function attachedFilesWith(db: Db, search: string, viewer: Reader): Promise<SearchHit[]> {
  const words = queryOf(search)
  if (words === null) return []
  const { rows } = await sql<{
    id: string
    title: string
    text: string
    document: string
    kind: DocumentTypeName
    number: string
  }>`
    select file.id, file.name as title, file_text.text, document.id as document, document.kind, document.number
    from file_text
    join (
      select id, name, sha256, document_id, attached_at as at from attachment
      union all select id, file_name, sha256, document_id, added_at from added_note
        where not exists (select from added_note_removal where note_id = added_note.id)
    ) as file using (sha256)
    join document on document.id = file.document_id
    where words_of_file(file_text.text) @@ ${words} and ${mayRead(viewer)}
    order by file.at desc limit ${maximumFound}`.execute(db)
  return rows.map(({ id, title, text, document, kind, number }) => ({
    id,
    kind: 'text',
    title,
    snippet: snippetOf(text, wordsToFind(search)),
    at: { document, kind, name: number },
  }))
}

const mayRead = ({ role }: Reader): RawBuilder<unknown> =>
  sql`document.kind = any(${documentTypeNames.filter((kind) => readersOf(kind).includes(role))}::text[])`

/** All words have to begin a word of the text; null without any. */
function queryOf(search: string): RawBuilder<unknown> | null {
  const words = wordsToFind(search)
  if (words.length === 0 || search.trim().length < 2) return null
  return sql`${words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`).join(' & ')}::tsquery`
}
