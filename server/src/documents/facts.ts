// The room gathers the facts, the rule judges them. One query asks for all that does not depend on money, items and cheques.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { accounts as ledgerAccounts, nominalTypes } from '@talaan/ledger/chart.ts'
import type { Day } from '@talaan/ledger/day.ts'
import { formatTin } from '@talaan/ledger/party.ts'
import type { AccountFact, CompanyFacts, Facts, Mentions, WithholdingCode } from '@talaan/ledger/documents/kind.ts'
import type { VatRate } from '@talaan/ledger/tax.ts'
import { itemFacts, leafFacts, moneyFacts } from '../open-items.ts'
import { partyOf } from '../party-facts.ts'
import type { RowOf, Tables } from '../tables.ts'

type Gathered = {
  company: Pick<
    RowOf<'company'>,
    'name' | 'tin9' | 'branch_code' | 'address' | 'vat_registered' | 'top_agent_from' | 'withhold_at'
  >
  accounts: AccountFact[]
  vat_rates: VatRate[]
  withholding_codes: WithholdingCode[]
  closed_months: string[]
}
type OwnFacts = {
  party: { id: string; customer: boolean; supplier: boolean; fields: unknown } | null
  same_external_no: { number: string; day: string } | null
  attachments: { id: string; name: string; sha256: string; bytes: number }[]
}

type Asked = { kind: string; draftId: string; mentions: Mentions }

/** What the rule judges, and whether it all still is so: a condition for the statement that records. */
export type GatheredFacts = {
  facts: Facts
  /** Does not speak of `money`, `items` and `leaves`, which every other document moves. */
  stillSo: RawBuilder<boolean>
}

export async function gatherFacts(
  db: Kysely<Tables>,
  { today, ...asked }: Asked & { today: string },
): Promise<GatheredFacts> {
  const { mentions } = asked
  const { rows } = await sql<Gathered & { own: string }>`
    select ${ownFacts(asked)} as own,
      (select to_json(company) from company) as company,
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'type', type, 'normal', normal, 'control', control)
        order by code), '[]') from account where active) as accounts,
      (select coalesce(json_agg(json_build_object('rate', rate::text, 'validFrom', valid_from, 'validTo', valid_to, 'source', source)
        order by valid_from), '[]') from vat_rate) as vat_rates,
      (select coalesce(json_agg(json_build_object('code', code, 'payee', payee, 'description', description,
        'rate', trim_scale(rate)::text, 'tax', tax, 'validFrom', valid_from, 'validTo', valid_to, 'source', source)
        order by code, valid_from), '[]') from withholding_code where ${mentions.withholding !== false}::boolean) as withholding_codes,
      (select coalesce(json_agg(month), '[]') from period) as closed_months`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The facts of a document could not be gathered.')
  const own = JSON.parse(found.own) as OwnFacts

  const facts = {
    company: companyFacts(found.company),
    today,
    party: own.party === null ? undefined : partyOf(own.party),
    accounts: new Map(found.accounts.map((account) => [account.code, account])),
    vatRates: found.vat_rates,
    closedMonths: new Set(found.closed_months),
    withholdingCodes: found.withholding_codes,
    sameExternalNo: own.same_external_no ?? undefined,
    money: await moneyFacts(db, mentions.money ?? [], mentions.day),
    items: await itemFacts(db, mentions.documents ?? []),
    leaves: await leafFacts(db, mentions.leaves ?? []),
    ...(mentions.closesYear && { yearEnd: await yearEndFacts(db, mentions.day) }),
    attachments: own.attachments,
  }
  return { facts, stillSo: sql<boolean>`${ownFacts(asked)} = ${found.own}` }
}

/**
 * The document's own facts as text, and the version of those that hold for every document: a trigger makes a new one when
 * the company, an account, a rate or a closed month changes. While this text is the same, nothing of it has moved.
 */
const ownFacts = ({ kind, draftId, mentions }: Asked): RawBuilder<string> => sql`json_build_object(
  'standing', (select version from standing_facts),
  'party', (select json_build_object('id', id, 'customer', customer, 'supplier', supplier, 'fields', fields)
    from party where id = ${mentions.partyId}::uuid and removed_at is null),
  'same_external_no', (select json_build_object('number', number, 'day', day) from document
    where kind = ${kind} and external_no = ${mentions.externalNo}::text and draft_id <> ${draftId}::uuid
      and (party_id = ${mentions.partyId}::uuid or not ${mentions.externalNoPerParty === true}::boolean)
      and not exists (select from document_void where document_id = document.id)
    order by number limit 1),
  'attachments', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'sha256', sha256, 'bytes', bytes)
    order by seq), '[]') from attachment where draft_id = ${draftId}::uuid)
)::text`

/** What income and expense come to at the end of a day, debits less credits, and what opening balance equity holds. */
async function yearEndFacts(db: Kysely<Tables>, day: Day): Promise<NonNullable<Facts['yearEnd']>> {
  const { fiscal_year_end: endsWith } = await db
    .selectFrom('company')
    .select('fiscal_year_end')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ code: string; balance: bigint }>`
    select code, sum(debit - credit)::bigint as balance from account_day join account on code = account_day.account
    where day <= ${day}::date and (type = any(${[...nominalTypes]}::text[]) or code = ${ledgerAccounts.openingBalance})
    group by code having sum(debit - credit) <> 0 order by code`.execute(db)
  const opening = rows.find(({ code }) => code === ledgerAccounts.openingBalance)?.balance ?? 0n
  const nominal = rows.filter(({ code }) => code !== ledgerAccounts.openingBalance)
  return { endsWith, balances: new Map(nominal.map(({ code, balance }) => [code, balance])), opening }
}

const companyFacts = (row: Gathered['company']): CompanyFacts => ({
  name: row.name,
  tin: row.tin9 === null ? null : formatTin(row.tin9, row.branch_code),
  branchCode: row.branch_code,
  address: row.address,
  vatRegistered: row.vat_registered,
  topAgentFrom: row.top_agent_from,
  withholdAt: row.withhold_at,
})
