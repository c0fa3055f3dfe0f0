// The room gathers the facts, the rule judges them. What holds for every document is read once and known until it changes.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { accounts as ledgerAccounts, nominalTypes } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatTin } from '@talaan/ledger/core/party.ts'
import type { AccountFact, CompanyFacts, Facts, Mentions } from '@talaan/ledger/documents/type.ts'
import { itemFacts, leafFacts, moneyFacts } from '../open-items.ts'
import { partyOf } from '../party-facts.ts'
import type { Paper } from '../seal.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type OwnFacts = {
  standing: string
  party: { id: string; customer: boolean; supplier: boolean; fields: unknown } | null
  same_external_no: { number: string; day: string } | null
  attachments: (Omit<Paper, 'seq'> & { seq: number })[]
}

type Asked = { kind: string; draftId: string; mentions: Mentions }

/** What the rule judges, and whether it all still is so: a condition for the statement that records. */
export type GatheredFacts = {
  facts: Facts
  /** The attached papers with all that the seal covers. */
  papers: Paper[]
  /** Does not speak of `money`, `items` and `leaves`, which every other document moves. */
  stillSo: RawBuilder<boolean>
}

export async function gatherFacts(
  db: Kysely<Tables>,
  { today, ...asked }: Asked & { today: string },
): Promise<GatheredFacts> {
  const { mentions } = asked
  const { text, own, standing } = await ownAndStanding(db, asked)
  const facts = {
    ...standing,
    today,
    party: own.party === null ? undefined : partyOf(own.party),
    sameExternalNo: own.same_external_no ?? undefined,
    money: await moneyFacts(db, mentions.money ?? [], mentions.day),
    items: await itemFacts(db, mentions.documents ?? []),
    leaves: await leafFacts(db, mentions.leaves ?? []),
    ...(mentions.creditOf !== undefined && { credited: await creditedFacts(db, asked) }),
    ...(mentions.closesYear && { yearEnd: await yearEndFacts(db, mentions.day) }),
    attachments: own.attachments.map(({ id, name, sha256, bytes }) => ({ id, name, sha256, bytes })),
  }
  const papers = own.attachments.map((paper) => ({ ...paper, seq: BigInt(paper.seq) }))
  return { facts, papers, stillSo: sql<boolean>`${ownFacts(asked)} = ${text}` }
}

/** What holds for every document is read again only when it has changed. */
async function ownAndStanding(
  db: Kysely<Tables>,
  asked: Asked,
): Promise<{ text: string; own: OwnFacts; standing: Standing }> {
  for (;;) {
    const { rows } = await sql<{ text: string }>`select ${ownFacts(asked)} as text`.execute(db)
    const text = rows[0]?.text ?? '{}'
    const own = JSON.parse(text) as OwnFacts
    const known = lastStanding.get(own.standing)
    if (known !== undefined) return { text, own, standing: known }
    // It may change once more before it is read, so it is kept under the version that it was read with.
    const { version, ...standing } = await readStanding(db)
    lastStanding.set(version, standing)
    for (const old of [...lastStanding.keys()].slice(0, -mostStanding)) lastStanding.delete(old)
    if (version === own.standing) return { text, own, standing }
  }
}

/** By version, which is new with every change and never given twice, in whatever database. */
const lastStanding = new Map<string, Standing>()
const mostStanding = 4

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
  'attachments', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'sha256', sha256, 'bytes', bytes,
    'seq', seq, 'draft_id', draft_id, 'user_id', user_id, 'type', type, 'attached_at', attached_at) order by seq), '[]') from attachment where draft_id = ${draftId}::uuid)
)::text`

/** What other credit memos, none of them void, have taken back of the invoice that is credited. */
async function creditedFacts(
  db: Kysely<Tables>,
  { draftId, mentions }: Asked,
): Promise<NonNullable<Facts['credited']>> {
  const { rows } = await sql<{ total: bigint; vat: bigint; by: string[] }>`
    select coalesce(sum(total), 0)::bigint as total, coalesce(sum(taxes.vat), 0)::bigint as vat,
      coalesce(array_agg(number order by number), '{}') as by
    from document cross join lateral (
      select -coalesce(sum(vat), 0) as vat from line join entry on entry.no = line.entry_no
      where entry.document_id = document.id and entry.reverses is null
    ) as taxes
    where party_id = ${mentions.partyId}::uuid and kind = 'creditmemo' and fields ->> 'creditOf' = ${mentions.creditOf}
      and draft_id <> ${draftId}::uuid and not exists (select from document_void where document_id = document.id)`.execute(
    db,
  )
  return rows[0] ?? { total: 0n, vat: 0n, by: [] }
}

type Standing = Pick<Facts, 'company' | 'accounts' | 'vatRates' | 'withholdingCodes' | 'rates' | 'closedMonths'>
type StandingRow = Pick<Facts, 'vatRates' | 'withholdingCodes' | 'rates'> & {
  version: string
  company: CompanyRow
  accounts: AccountFact[]
  closedMonths: string[]
}

async function readStanding(db: Kysely<Tables>): Promise<Standing & { version: string }> {
  const { rows } = await sql<StandingRow>`
    select version,
      (select to_json(company) from company) as company,
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'type', type, 'normal', normal, 'control', control)
        order by code), '[]') from account where active) as accounts,
      (select coalesce(json_agg(json_build_object('rate', rate::text, 'validFrom', valid_from, 'validTo', valid_to, 'source', source)
        order by valid_from), '[]') from vat_rate) as "vatRates",
      (select coalesce(json_agg(json_build_object('code', code, 'payee', payee, 'description', description,
        'rate', trim_scale(rate)::text, 'tax', tax, 'withheldBy', withheld_by, 'paidFor', paid_for, 'likely', likely, 'validFrom', valid_from, 'validTo', valid_to, 'source', source)
        order by code, valid_from), '[]') from withholding_code) as "withholdingCodes",
      (select coalesce(json_agg(json_build_object('name', name, 'value', trim_scale(value)::text, 'validFrom', valid_from,
        'validTo', valid_to, 'source', source) order by name, valid_from), '[]') from filing_rate) as rates,
      (select coalesce(json_agg(month), '[]') from period) as "closedMonths"
    from standing_facts`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The facts of every document could not be read.')
  return {
    ...found,
    company: companyFacts(found.company),
    accounts: new Map(found.accounts.map((account) => [account.code, account])),
    closedMonths: new Set(found.closedMonths),
  }
}

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

type CompanyRow = Pick<
  RowOf<'company'>,
  'name' | 'tin9' | 'branch_code' | 'address' | 'vat_registered' | 'top_agent_from' | 'withhold_at'
>

const companyFacts = (row: CompanyRow): CompanyFacts => ({
  name: row.name,
  tin: row.tin9 === null ? null : formatTin(row.tin9, row.branch_code),
  branchCode: row.branch_code,
  address: row.address,
  vatRegistered: row.vat_registered,
  topAgentFrom: row.top_agent_from,
  withholdAt: row.withhold_at,
})
