// The common facts of every rule. Facts shared by all documents are cached until they change.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { formatTin } from '@talaan/ledger/core/party.ts'
import type { AccountFact, CommonFacts, CommonRequest, CompanyFacts } from '@talaan/ledger/documents/facts.ts'
import { balancesOf } from '@talaan/ledger/documents/opening/posting.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import { partyOf } from '../party-facts.ts'
import type { SealedAttachment } from '../seal.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import type { ApprovalRule } from '../approvals.ts'
import { withMerged } from '../merged-parties.ts'

type OwnFacts = {
  shared: string
  party: { id: string; customer: boolean; supplier: boolean; fields: unknown } | null
  same_external_no: { number: string; day: string } | null
  books_begin: string | null
  attachments: (Omit<SealedAttachment, 'seq'> & { seq: number })[]
}

type CommonQuestion = { kind: string; draftId: string; request: CommonRequest }

/** The facts, the attachments with all sealed data, and a condition that holds until something changes. */
export type CommonGathered = {
  facts: Omit<CommonFacts, 'today'>
  approvalRules: readonly ApprovalRule[]
  sealedAttachments: SealedAttachment[]
  isUnchanged: RawBuilder<boolean>
}

export async function commonFacts(db: Kysely<Tables>, question: CommonQuestion): Promise<CommonGathered> {
  const { text, own, shared } = await ownAndShared(db, question)
  const { company, registrations, approvalRules, ...standing } = shared
  const facts = {
    ...standing,
    company: { ...company, ...registeredOn(registrations, question.request.day) },
    party: own.party === null ? undefined : partyOf(own.party),
    sameExternalNo: own.same_external_no ?? undefined,
    booksBegin: own.books_begin,
    attachments: own.attachments.map(({ id, name, sha256, bytes }) => ({ id, name, sha256, bytes })),
  }
  const sealedAttachments = own.attachments.map((each) => ({ ...each, seq: BigInt(each.seq) }))
  return { facts, approvalRules, sealedAttachments, isUnchanged: sql<boolean>`${ownFacts(question)} = ${text}` }
}

/** Shared facts are read again only after a change. */
async function ownAndShared(
  db: Kysely<Tables>,
  question: CommonQuestion,
): Promise<{ text: string; own: OwnFacts; shared: SharedFacts }> {
  for (;;) {
    const { rows } = await sql<{ text: string }>`select ${ownFacts(question)} as text`.execute(db)
    const text = rows[0]?.text ?? '{}'
    const own = JSON.parse(text) as OwnFacts
    const known = cachedFacts.get(own.shared)
    if (known !== undefined) return { text, own, shared: known }
    // They may change again before they are read, so they are cached under the version they were read with.
    const { version, ...shared } = await readShared(db)
    cachedFacts.set(version, shared)
    for (const old of [...cachedFacts.keys()].slice(0, -maxCached)) cachedFacts.delete(old)
    if (version === own.shared) return { text, own, shared }
  }
}

/** By version, which is new with every change and never reused, in any database. */
const cachedFacts = new Map<string, SharedFacts>()
const maxCached = 4

/**
 * The document's own facts as text, and the version of the shared facts: a trigger assigns a new one when the company,
 * a registration, an account, a rate, an approval rule or a closed month changes. While this text is the same, nothing has changed.
 */
const ownFacts = ({ kind, draftId, request }: CommonQuestion): RawBuilder<string> => sql`json_build_object(
  'shared', (select version from standing_facts),
  'party', (select json_build_object('id', id, 'customer', customer, 'supplier', supplier, 'fields', fields)
    from party where id = ${request.partyId}::uuid and removed_at is null),
  'same_external_no', (select json_build_object('number', number, 'day', day) from (${sameNumber(kind, request)}) as document
    where draft_id <> ${draftId}::uuid
      and (party_id in ${withMerged(request.partyId)} or not ${request.externalNoPerParty === true}::boolean)
      and not exists (select from document_void where document_id = document.id)
    order by number limit 1),
  'books_begin', (select min(day) from document
    where kind = 'opening' and external_no between ${balancesOf('0')} and ${balancesOf('9')}
      and not exists (select from document_void where document_id = document.id)),
  'attachments', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'sha256', sha256, 'bytes', bytes,
    'seq', seq, 'draft_id', draft_id, 'user_id', user_id, 'type', type, 'attached_at', attached_at) order by seq), '[]') from attachment where draft_id = ${draftId}::uuid)
)::text`

/**
 * Documents with the number itself, or where numbers may be ranges such as '000101 to 000148', with one in common. The two are
 * separate queries: as one condition with `or`, a plan made for new books reads all documents of the type for each of an import.
 */
function sameNumber(kind: string, { externalNo: no, externalNoTo: to, receiptNo }: CommonRequest): RawBuilder<unknown> {
  const which = (condition: RawBuilder<boolean>) => sql`select * from document where kind = ${kind} and ${condition}`
  if (receiptNo !== undefined)
    return which(sql`id in (select document_id from document_detail where receipt_no = ${receiptNo})`)
  const isIt = sql<boolean>`external_no = ${no}::text`
  if (to === undefined || no === null) return which(isIt)
  const last = to === '' ? no : to
  const begin = sql`split_part(external_no, ' to ', 1) collate "C"`
  const overlaps = sql<boolean>`length(${begin}) = length(${no}::text) and ${begin} <= ${last}::text
    and coalesce(nullif(split_part(external_no, ' to ', 2), ''), external_no) collate "C" >= ${no}::text`
  return to === ''
    ? sql`${which(isIt)} union all ${which(sql`external_no like '% to %' and ${overlaps}`)}`
    : which(overlaps)
}

type SharedFacts = Pick<
  CommonFacts,
  'accounts' | 'vatRates' | 'withholdingCodes' | 'expenseTypes' | 'rates' | 'closedMonths'
> & { company: PrintedCompany; registrations: Registration[]; approvalRules: readonly ApprovalRule[] }
type SharedRow = Pick<CommonFacts, 'vatRates' | 'withholdingCodes' | 'expenseTypes' | 'rates'> & {
  version: string
  company: CompanyRow
  registrations: Registration[]
  accounts: AccountFact[]
  closedMonths: string[]
  approvalRules: (Omit<ApprovalRule, 'from'> & { from: string })[]
}

async function readShared(db: Kysely<Tables>): Promise<SharedFacts & { version: string }> {
  const { rows } = await sql<SharedRow>`
    select version,
      (select to_json(company) from company) as company,
      (select json_agg(json_build_object('kind', kind, 'value', value, 'validFrom', valid_from)) from (
        select distinct on (kind, valid_from) * from registration order by kind, valid_from, id desc) as row) as registrations,
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'type', type, 'normal', normal, 'control', control)
        order by code), '[]') from account where active) as accounts,
      (select coalesce(json_agg(json_build_object('rate', rate::text, 'validFrom', valid_from, 'validTo', valid_to, 'source', source)
        order by valid_from), '[]') from vat_rate) as "vatRates",
      (select coalesce(json_agg(json_build_object('code', code, 'payee', payee, 'description', description,
        'rate', trim_scale(rate)::text, 'tax', tax, 'withheldBy', withheld_by, 'paidFor', paid_for, 'likely', likely, 'validFrom', valid_from, 'validTo', valid_to, 'source', source)
        order by code, valid_from), '[]') from withholding_code) as "withholdingCodes",
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'account', account, 'vatClass', vat_class,
        'category', category, 'atcIndividual', atc_individual, 'atcNonIndividual', atc_non_individual,
        'topAgentOnly', top_agent_only) order by position), '[]') from expense_type where active) as "expenseTypes",
      (select coalesce(json_agg(json_build_object('name', name, 'value', trim_scale(value)::text, 'validFrom', valid_from,
        'validTo', valid_to, 'source', source) order by name, valid_from), '[]') from filing_rate) as rates,
      (select coalesce(json_agg(month), '[]') from period) as "closedMonths",
      (select coalesce(json_agg(json_build_object('kind', kind, 'from', from_amount::text)), '[]') from approval_rule) as "approvalRules"
    from standing_facts`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The data of the documents could not be read.')
  return {
    ...found,
    company: printedCompany(found.company),
    accounts: new Map(found.accounts.map((account) => [account.code, account])),
    closedMonths: new Set(found.closedMonths),
    approvalRules: found.approvalRules.map((rule) => ({ ...rule, from: BigInt(rule.from) })),
  }
}

type CompanyRow = Pick<
  RowOf<'company'>,
  'name' | 'tin9' | 'branch_code' | 'address' | 'prepared_by' | 'checked_by' | 'approved_by'
>
type PrintedCompany = Pick<CompanyFacts, 'name' | 'tin' | 'branchCode' | 'address' | 'signatories'>

const printedCompany = (row: CompanyRow): PrintedCompany => ({
  name: row.name,
  tin: row.tin9 === null ? null : formatTin(row.tin9, row.branch_code),
  branchCode: row.branch_code,
  address: row.address,
  signatories: { preparedBy: row.prepared_by, checkedBy: row.checked_by, approvedBy: row.approved_by },
})
