// Accounts, settings, registers, bank records and returns are not in a chain. Each change stores a digest of its row in the audit
// trail (migration 0066); a row that was changed, removed or added outside Talaan differs from it.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

type Noted = {
  /** The name of a row in messages. */
  what: string
  /** The columns that identify a row; rows with the same key share one digest. */
  key: readonly string[]
  /** The column that users know the row by, if it is not the key. */
  known?: string
  /** Columns with a separate digest. */
  without?: readonly string[]
}

export const notedTables = {
  users: { what: 'The user account', key: ['id'], known: 'client_id' },
  company: { what: 'The company', key: ['only_one'], known: 'name' },
  tax_profile: { what: 'The tax profile', key: ['only_one'], known: 'taxpayer' },
  registration: { what: 'The registration', key: ['id'], known: 'kind' },
  account: { what: 'The account', key: ['code'] },
  money_account: { what: 'The bank or cash account', key: ['code'] },
  expense_type: { what: 'The expense type', key: ['code'] },
  vat_rate: { what: 'The VAT rate from', key: ['valid_from'] },
  withholding_code: { what: 'The withholding code', key: ['code', 'payee', 'valid_from'] },
  closing_rate: { what: 'The closing rate', key: ['id'], known: 'month' },
  party: { what: 'The customer or supplier', key: ['id'], known: 'name' },
  party_correction: { what: 'The correction of a customer or supplier', key: ['id'] },
  party_bank_account: { what: 'The bank account of a customer or supplier', key: ['id'], known: 'bank' },
  reminder_settings: { what: 'The invoice reminders', key: ['only_one'] },
  api_key: { what: 'The API key', key: ['id'] },
  api_key_recording: { what: 'The recording permission of the API key', key: ['key_id', 'kind'] },
  tag: { what: 'The tag', key: ['id'], known: 'name' },
  document_tag: { what: 'The tag of the document', key: ['document_id', 'kind'] },
  webhook: { what: 'The webhook', key: ['id'], known: 'url' },
  party_merge: { what: 'The merge of a customer or supplier', key: ['id'] },
  added_note: { what: 'The file or note', key: ['id'], known: 'file_name' },
  added_note_removal: { what: 'The removal of file or note', key: ['note_id'] },
  approval_rule: { what: 'The approval rule for', key: ['kind'] },
  approval_approver: { what: 'The approver of', key: ['kind', 'user_id'] },
  approval_request: { what: 'The request for the approval of', key: ['id'], known: 'title' },
  approval_decision: { what: 'The decision about an approval', key: ['request_id'] },
  question: { what: 'The question', key: ['id'], known: 'words' },
  question_event: { what: 'The event of a question', key: ['id'] },
  question_link: { what: 'The link to a question', key: ['id'] },
  completeness_proof: { what: 'The completeness proof of', key: ['month', 'version'] },
  asset: { what: 'The fixed asset', key: ['id'], known: 'name' },
  asset_disposal: { what: 'The disposal', key: ['no'] },
  recurring_entry: { what: 'The recurring entry', key: ['id'], known: 'name' },
  recurring_line: { what: 'The lines of recurring entry', key: ['entry_id'] },
  bank_start: { what: 'The opening balance of account', key: ['account'] },
  bank_start_item: { what: 'The outstanding item', key: ['id'], known: 'words' },
  bank_statement: { what: 'The bank statement', key: ['id'], known: 'file_name' },
  bank_line: { what: 'The lines of bank statement', key: ['first_statement_id'] },
  bank_line_seen: { what: 'The repeated lines of bank statement', key: ['statement_id'] },
  bank_line_mark: { what: 'The mark of a bank line', key: ['id'] },
  bank_match: { what: 'The bank match', key: ['id'] },
  bank_match_part: { what: 'The lines of bank match', key: ['match_id'] },
  bank_match_recorded: { what: 'The documents recorded for bank match', key: ['match_id'] },
  bank_match_undo: { what: 'The undone bank match', key: ['match_id'] },
  bank_month_signed: { what: 'The signed-off month', key: ['account', 'month'] },
  bank_reconciliation: { what: 'The reconciliation of', key: ['id'], known: 'month' },
  bank_reconciliation_reopening: { what: 'The reopening of reconciliation', key: ['reconciliation_id'] },
  bank_refusal: { what: 'The rejected suggestion for bank line', key: ['bank_line_id', 'proposal'] },
  bank_rule: { what: 'The bank rule', key: ['id'] },
  statement_profile: { what: 'The statement layout of account', key: ['account', 'version'] },
  cash_count: { what: 'The cash count', key: ['id'], known: 'day' },
  certificate_issued: { what: 'The issued certificate', key: ['id'] },
  certificate_handed: { what: 'The delivery of certificate', key: ['certificate_id'] },
  certificate_claim: { what: 'The claim of the certificate in document', key: ['document_id'] },
  cheque_book: { what: 'The cheque book', key: ['id'] },
  cheque_event: { what: 'The status of cheque', key: ['id'], known: 'no' },
  cheque_template: { what: 'The cheque print layout of account', key: ['account'] },
  customs_entry: { what: 'The customs entry of document', key: ['document_id'] },
  deadline_override: { what: 'The changed deadline of', key: ['form', 'period'] },
  excess_use: { what: 'The use chosen for the excess tax of return', key: ['id'], known: 'form' },
  filing: { what: 'The filed return', key: ['id'], known: 'form' },
  filing_file: { what: 'The files of filed return', key: ['filing_id'], without: ['content'] },
  filing_deadline: { what: 'The deadline rule of', key: ['form', 'efps_group', 'valid_from'] },
  filing_entry: { what: 'The entered amount of return', key: ['id'], known: 'form' },
  filing_prepared: { what: 'The prepared return', key: ['form', 'period'] },
  filing_rate: { what: 'The rate', key: ['name', 'valid_from'] },
  form_revision: { what: 'The revision of form', key: ['form', 'valid_from'] },
  non_working_day: { what: 'The non-working day', key: ['day'] },
  fund_change: { what: 'The petty cash fund change in document', key: ['document_id'] },
  book_layout: { what: 'The layout of the books', key: ['id'] },
  budget_change: { what: 'The budget change', key: ['id'] },
  annual_profile: { what: 'The profile of the annual statements', key: ['only_one'] },
  inventory_count: { what: 'The inventory count', key: ['id'], known: 'year_end' },
  inventory_line: { what: 'The lines of inventory count', key: ['count_id'] },
  other_duties: { what: 'The settings of other deadlines', key: ['only_one'] },
  custom_duty: { what: 'The deadline', key: ['id'], known: 'name' },
  custom_duty_done: { what: 'The completed deadline of', key: ['duty_id', 'due'] },
  document_template: { what: 'The template', key: ['id'], known: 'name' },
  recurring_rule: { what: 'The rule of template', key: ['template_id'] },
  recurring_occurrence: { what: 'The recurring document of template', key: ['template_id', 'day'] },
  budget_amount: { what: 'The amounts in budget change', key: ['change_id'] },
  period: { what: 'The closing of', key: ['month'] },
  period_event: { what: 'The closing or reopening', key: ['id'], known: 'month' },
  period_note: { what: 'The explanation for the closing', key: ['id'], known: 'month' },
  backup: { what: 'The backup', key: ['id'], known: 'file' },
  bound_book: { what: 'The bound book', key: ['id'] },
  bound_book_file: { what: 'The file of bound book', key: ['bound_book_id', 'format'] },
  employee: { what: 'The employee', key: ['no'] },
  previous_employer: { what: 'The previous employer of', key: ['employee', 'year'] },
  bound_book_page: { what: 'The pages of bound book', key: ['bound_book_id'] },
} satisfies Partial<Record<keyof Tables, Noted>>

export type NotedTable = keyof typeof notedTables
const names = Object.keys(notedTables) as NotedTable[]

const several = /^The (repeated )?(lines|documents|files|pages|amounts|settings|invoice reminders)\b/

/** At most twenty rows that differ from their newest digest, in some tables or all. */
export async function notedProblems(db: Db, tables: readonly NotedTable[] = names): Promise<string[]> {
  const problems = await watchProblems(db)
  const { rows } = await sql<Mismatch>`
    with noted as materialized (
      select distinct on (object_type, key) object_type as name, key, digest, action, seq
      from audit cross join lateral jsonb_each_text(detail -> 'rows') as row (key, digest)
      where action like 'rows.%' and object_type = any(${[...tables]}::text[])
      order by object_type, key, seq desc
    ), found as (${sql.join(tables.map(digestsOf), sql` union all `)})
    select coalesce(noted.name, found.name) as name, coalesce(noted.key, found.key) as key, found.known,
      noted.digest as noted, found.digest as found, noted.seq
    from noted full join found on found.name = noted.name and found.key = noted.key
    where noted.digest is distinct from found.digest or noted.action = 'rows.writtenOutside'
    order by noted.seq nulls first limit 20`.execute(db)
  return [...problems, ...rows.map(sentenceOf)].slice(0, 20)
}

type Mismatch = {
  name: NotedTable
  key: string
  known: string | null
  noted: string | null
  found: string | null
  seq: bigint | null
}

function sentenceOf({ name, key, known, noted, found, seq }: Mismatch): string {
  const { what, key: columns }: Noted = notedTables[name]
  const which = known ?? (columns[0] === 'only_one' ? null : key)
  const row = which === null ? what : `${what} ${which}`
  const was = several.test(what) ? 'were' : 'was'
  if (seq === null || (noted === null && found !== null)) return `${row} ${was} added outside Talaan.`
  if (noted === found) return `${row} ${was} changed outside Talaan (event ${seq}).`
  return `${row} ${was} ${found === null ? 'removed' : 'changed'} outside Talaan after event ${seq}.`
}

/** Computes digests like the trigger: over the columns of each row that are not null, independent of the database's collation. */
function digestsOf(name: NotedTable): RawBuilder<unknown> {
  const { key, known, without = [] }: Noted = notedTables[name]
  const keys = sql.join(key.map((column) => sql.ref(`noted.${column}`)))
  const knownAs = known === undefined ? sql`null` : sql`${sql.ref(`noted.${known}`)}::text`
  return sql`select ${name} as name, key, min(known) as known,
      encode(sha256(convert_to(string_agg(body, E'\n' order by body collate "C"), 'UTF8')), 'hex') as digest
    from (
      select concat_ws(' ', ${keys}) as key, ${knownAs} as known, (
        select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(noted) - ${[...without]}::text[]) as part (name, value)
        where value <> 'null')::text as body
      from ${sql.table(`public.${name}`)} as noted
    ) as rows group by key`
}

const triggers = ['note_delete', 'note_insert', 'note_update']

/** All triggers that record changes must exist and be enabled. */
async function watchProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; watch: string }>`
    select name, name || ' ' || array_to_string(key, ',') || ' ' || array_to_string(without, ',') || ' ' || coalesce((
      select string_agg(tgname, ',' order by tgname) from pg_trigger
      where tgrelid = to_regclass('public.' || quote_ident(name)) and tgname like 'note\_%' and tgenabled = 'O'
        and tgfoid = 'public.note_rows'::regproc
    ), '') as watch
    from noted_table`.execute(db)
  const watched = new Set(rows.map(({ watch }) => watch))
  const expected = names.map((name) => {
    const { key, without = [] }: Noted = notedTables[name]
    return { name, watch: [name, key.join(','), without.join(','), triggers.join(',')].join(' ') }
  })
  const off = expected.filter(({ watch }) => !watched.has(watch)).map(({ name }) => name)
  const more = rows.filter(({ name }) => !names.includes(name as NotedTable)).map(({ name }) => name)
  return [...off, ...more].map((name) => `Changes to the table ${name} are no longer recorded in the audit trail.`)
}
