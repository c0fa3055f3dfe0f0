// The objects that cells of a file can name: parties, documents, accounts and types of expense, as they are in the books now.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { ExpenseType } from '@talaan/ledger/documents/facts.ts'
import type { ImportGroup, ImportMapping, NamedDocument, Names } from '@talaan/ledger/documents/import/mapping.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { partiesNamed, unknownParty } from '../documents/opening.ts'

type Db = Kysely<Tables>

export async function namesFor(
  db: Db,
  { mapping, groups, today }: { mapping: ImportMapping; groups: readonly ImportGroup[]; today: Day },
): Promise<Names> {
  const textsIn = (columns: readonly string[]) =>
    groups.flatMap(({ cells }) => cells.flatMap((row) => columns.map((column) => row[column] ?? '')))
  const parties = await partiesNamed(db, textsIn(mapping.parties))
  const documents = await documentsNamed(db, textsIn(mapping.documents), mapping.documentTypes)
  const { rows } = await sql<Pick<Names, 'accounts' | 'money' | 'types'>>`
    select (select coalesce(json_agg(json_build_object('code', code, 'name', name) order by code), '[]')
        from account where active) as accounts,
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'currency', currency) order by code), '[]')
        from money_account join account using (code) where active) as money,
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'account', account, 'vatClass', vat_class,
        'category', category, 'atcIndividual', atc_individual, 'atcNonIndividual', atc_non_individual,
        'topAgentOnly', top_agent_only) order by position), '[]') from expense_type where active) as types`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The chart of accounts could not be read.')
  return {
    today,
    registrations: await registrationsNow(db),
    accounts: found.accounts,
    money: found.money,
    types: found.types satisfies readonly ExpenseType[],
    partyOf: (text) => parties.get(text) ?? unknownParty(text),
    documentsOf: (text) => documents.get(text) ?? [],
  }
}

/** By the number in Talaan or the external number; void ones are left out. */
async function documentsNamed(
  db: Db,
  texts: readonly string[],
  kinds: readonly string[],
): Promise<Map<string, NamedDocument[]>> {
  const named = [...new Set(texts.filter((text) => text !== ''))]
  if (named.length === 0) return new Map()
  const { rows } = await sql<NamedDocument & { text: string }>`
    select given.text, found.id, found.kind, found.number, found.external_no as "externalNo", found.party_id as "partyId"
    from unnest(${named}::text[]) as given (text)
    cross join lateral (
      select id, kind, number, external_no, party_id from document where number = upper(given.text) and kind = any(${kinds}::text[])
      union
      select id, kind, number, external_no, party_id from document
        where kind = any(${kinds}::text[]) and external_no in (given.text, upper(given.text))
    ) as found
    where not exists (select from document_void where document_void.document_id = found.id)`.execute(db)
  return Map.groupBy(rows, ({ text }) => text)
}
