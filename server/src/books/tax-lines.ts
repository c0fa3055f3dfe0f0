// The posted lines for tax returns, lists and certificates, read in one place.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { firstDay, lastDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Party } from '@talaan/ledger/core/party.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { AgentRow, SawtForm } from '@talaan/ledger/tax/lists/alphalist.ts'
import { summedPayees } from '@talaan/ledger/tax/lists/summaries.ts'
import { listed } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { provedFor, taxAccounts } from '@talaan/ledger/tax/tax-line.ts'
import type { TaxLine } from '@talaan/ledger/tax/tax-line.ts'
import type { JournalCode } from '@talaan/ledger/accounts/journal.ts'
import { lineOf } from './journal.ts'
import type { LineColumns } from './journal.ts'
import { listedParty } from './merged-parties.ts'
import { partyOf } from './party-facts.ts'
import type { Tables } from '../platform/db/tables.ts'

type TaxLinesRequest = {
  from: Day
  to: Day
  /** Only of these documents. */
  documents?: readonly string[]
  /** Also importations without a customs entry, by the date of their bill. */
  unpaidImports?: boolean
}

type TaxLineRow = LineColumns & {
  entry_no: bigint
  position: number
  day: Day
  /** The date that determines the period. */
  taxDay: Day
  /** The registration that lists go by: after a merge, the one that stays. */
  listed: string | null
  journal: JournalCode
  reverses: boolean
  documentId: string
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  documentDay: Day
}

/**
 * Every line of the period with a VAT class, a withholding code or a tax account, in the order of the books. Parties
 * are from the register, including removed ones.
 *
 * An importation with VAT belongs to the period in which its VAT was paid to Customs, and to none before its customs
 * entry is known (RMO 22-2007; RR 16-2005, section 4.110-8: the import entry and the proof of payment support the
 * claim). A void counts on its own date, but not before the payment.
 */
export async function taxLines(
  db: Kysely<Tables>,
  { from, to, documents, unpaidImports = false }: TaxLinesRequest,
): Promise<TaxLine[]> {
  const unpaidDay = unpaidImports || documents !== undefined ? sql`line.day` : sql`null`
  const importDay = sql`case when paid is not null then case when entry.reverses is null then paid else greatest(paid, line.day) end
    when vat = 0 then line.day else ${unpaidDay} end`
  const { rows } = await sql<TaxLineRow>`
    select line.*, ${listedParty} as listed, case when purchase_category = 'importation' then ${importDay} else line.day end as "taxDay", entry.journal, entry.reverses is not null as reverses, document.id as "documentId", document.kind,
      document.number, document.external_no as "externalNo", document.day as "documentDay"
    from line
    join entry on entry.no = line.entry_no
    join document on document.id = entry.document_id
    left join party on party.id = line.party_id
    left join customs_entry on customs_entry.document_id = document.id and purchase_category = 'importation'
    where ((line.day between ${from}::date and ${to}::date and purchase_category is distinct from 'importation')
        or (purchase_category = 'importation' and ${importDay} between ${from}::date and ${to}::date))
      and (vat_class is not null or atc is not null or account = any(${[...taxAccounts]}::text[]))
      and ${documents === undefined ? sql`true` : sql`document.id = any(${[...documents]}::uuid[])`}
    order by entry_no, position`.execute(db)
  const parties = await partiesOf(db, [...new Set(rows.flatMap(({ listed }) => listed ?? []))])
  return rows.map((row) => {
    const { tax, withheld } = lineOf(row)
    return {
      entryNo: row.entry_no,
      position: row.position,
      day: row.taxDay,
      journal: row.journal,
      account: row.account,
      moved: row.debit - row.credit,
      reverses: row.reverses,
      document: {
        id: row.documentId,
        kind: row.kind,
        number: row.number,
        externalNo: row.externalNo,
        day: row.documentDay,
      },
      party: (row.listed !== null && parties.get(row.listed)) || null,
      tax: tax ?? null,
      withheld: withheld ?? null,
    }
  })
}

/** The input VAT of importations recorded by a date whose customs entry is not known yet. */
export async function unclaimedImportVat(db: Kysely<Tables>, to: Day): Promise<bigint> {
  const { rows } = await sql<{ vat: bigint }>`
    select coalesce(sum(vat), 0)::bigint as vat from line join entry on entry.no = line.entry_no
    where purchase_category = 'importation' and line.day <= ${to}::date
      and not exists (select from customs_entry where customs_entry.document_id = entry.document_id)`.execute(db)
  return rows[0]?.vat ?? 0n
}

/** The lines of the customer certificates claimed in the return of a period, or in any of its returns. */
export async function claimedLines(db: Kysely<Tables>, { form, to }: { form?: string; to: Day }): Promise<TaxLine[]> {
  const claims = await db
    .selectFrom('certificate_claim')
    .select('document_id as id')
    .where('period', '=', to)
    .$if(form !== undefined, (query) => query.where('form', '=', form ?? ''))
    .execute()
  if (claims.length === 0) return []
  return taxLines(db, { from: firstDay, to: lastDay, documents: claims.map(({ id }) => id) })
}

/** The claimed certificates of a return, one row for each customer, code and rate. */
export async function claimedByAgent(db: Kysely<Tables>, request: { form: SawtForm; to: Day }): Promise<AgentRow[]> {
  const lines = provedFor(request.form, await claimedLines(db, request))
  if (lines.length === 0) return []
  const codes = await db.selectFrom('withholding_code').select(['code', 'description']).orderBy('valid_from').execute()
  const natures = new Map(codes.map(({ code, description }) => [code, description]))
  const rows = lines.flatMap(({ party, withheld }): AgentRow[] => {
    const taxpayer = listed(party)
    if (taxpayer === null || withheld === null) return []
    return [{ taxpayer, ...withheld, nature: natures.get(withheld.atc) ?? '' }]
  })
  return summedPayees(rows)
}

/** Parties from the register by their ids, including removed ones. */
export async function partiesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, Party>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('party')
    .select(['id', 'customer', 'supplier', 'fields'])
    .where(({ eb }) => eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .execute()
  return new Map(rows.map((row) => [row.id, partyOf(row)]))
}

/** The first date on which VAT was withheld from a supplier, by a document that is not void. */
export async function vatWithheldFirst(db: Kysely<Tables>): Promise<Day | null> {
  const row = await db
    .selectFrom('line')
    .innerJoin('entry', 'entry.no', 'entry_no')
    .select(({ fn }) => fn.min('line.day').as('day'))
    .where('account', '=', accounts.vatWithheldPayable)
    .where('atc', 'is not', null)
    .where(sql<boolean>`not exists (select from document_void where document_void.document_id = entry.document_id)`)
    .executeTakeFirst()
  return row?.day ?? null
}
