// What a document is connected with: the documents it settles and those that settle it, its bank lines, and its history.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { documentProblems, readersOf } from '@talaan/contract/documents.ts'
import type { getRelated, RelatedDocument, RelationName } from '@talaan/contract/related.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Relation } from '@talaan/ledger/documents/effects.ts'
import { accountLabel } from '../../books/account-label.ts'
import { isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { allocatingSide } from '../../books/facts/allocation.ts'
import { receiptMailOf } from '../../books/mail.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { owedAndCredited } from './search.ts'

type Db = Kysely<Tables>
type Related = AnswerOf<typeof getRelated>

/** A deposit may have many receipts; more than this are not listed on its page. */
const atMost = 200

export async function relatedTo(
  db: Db,
  documentId: string,
  { withBankLines, role }: { withBankLines: boolean; role: Role },
): Promise<Related> {
  const exists = await db.selectFrom('document').select('id').where('id', '=', documentId).executeTakeFirst()
  if (exists === undefined) throw new Refusal(documentProblems.notThere)
  const matches = withBankLines ? await matchesOf(db, documentId) : []
  return {
    documents: await withFiles(db, await documentsOf(db, documentId), role),
    bankLines: matches.map(({ by: _, at: __, ...line }) => line),
    undeposited: await undepositedOf(db, documentId),
    history: await historyOf(db, documentId, matches),
  }
}

/** Both sides of a connection, from the document that came later and from the earlier one. */
type Sides = readonly [later: RelationName, earlier: RelationName]
const settling: Sides = ['settles', 'settledBy']
const byAccount: Readonly<Record<string, Sides>> = {
  [accounts.customerAdvances]: ['usesCredit', 'creditUsedBy'],
  [accounts.supplierAdvances]: ['usesCredit', 'creditUsedBy'],
  [accounts.undeposited]: ['deposits', 'depositedBy'],
  [accounts.withheldAwaitingCertificate]: ['certifies', 'certifiedBy'],
  [accounts.vatWithheld]: ['certifies', 'certifiedBy'],
}
const expected: readonly string[] = [accounts.withheldAwaitingCertificate, accounts.vatWithheld]
type Link = Relation | 'copy_of'
const byLink: Readonly<Record<Link, Sides>> = {
  copy_of: ['copyOf', 'copies'],
  credit_of: ['credits', 'creditedBy'],
  debit_of: ['debits', 'debitedBy'],
  reversal_of: ['reverses', 'reversedBy'],
  accounts_for: ['accountsFor', 'accountedForBy'],
  unapplies: ['unapplies', 'unappliedBy'],
}
/** The items of a removed allocation. */
const unapplying = (account: string | null): Sides =>
  account !== null && byAccount[account] !== undefined
    ? ['returnsCredit', 'creditReturnedBy']
    : ['reopens', 'reopenedBy']

type Linked = Omit<RelatedDocument, 'files'>

type Row = Omit<Linked, 'relation' | 'kind' | 'amount' | 'open' | 'allocation'> & {
  kind: string
  /** The later document of the two. */
  laterKind: string
  unapplied: boolean
  later: boolean
  account: string | null
  link: Link | null
  amount: string | null
  open: string | null
}

/** The movements of a void document add up to zero; it is shown with what it moved before. */
async function documentsOf(db: Db, documentId: string): Promise<Linked[]> {
  const { rows } = await sql<Row>`
    with moved as (
      select settles as other, true as later, account, amount from open_item
      where document_id = ${documentId}::uuid and settles <> ${documentId}::uuid
      union all
      select document_id, false, account, amount from open_item
      where settles = ${documentId}::uuid and document_id <> ${documentId}::uuid
    ), connected as (
      select other, later, account, null::text as link, greatest(sum(greatest(-amount, 0)), sum(greatest(amount, 0))) as amount
      from moved group by other, later, account
      union all
      select linked_id, true, null, relation, null from document_link where document_id = ${documentId}::uuid
      union all
      select document_id, false, null, relation, null from document_link where linked_id = ${documentId}::uuid
      union all
      select (detail ->> 'copyOf')::uuid, true, null, 'copy_of', null from audit
      where object_type = 'document' and object_id = ${documentId} and action = 'documents.record' and action not like 'rows.%'
        and detail ? 'copyOf'
      union all
      select object_id::uuid, false, null, 'copy_of', null from audit
      where action = 'documents.record' and detail ? 'copyOf' and detail ->> 'copyOf' = ${documentId}
    )
    select document.id, document.kind, case when later then own.kind else document.kind end as "laterKind",
      exists (
        select from document_link join open_item as removal on removal.document_id = document_link.document_id
        where relation = 'unapplies' and linked_id = case when later then own.id else document.id end
          and removal.settles = case when later then document.id else own.id end and removal.account = connected.account
        group by document_link.document_id having sum(removal.amount) > 0
      ) as unapplied, document.number, document.day, document.party_name as "partyName", later, account, link,
      case when link = 'copy_of' then document.total else connected.amount end::text as amount,
      (select sum(open)::text from item_balance
        where document_id = document.id and account = any(${[...owedAndCredited]}::text[])) as open,
      case when document_void.document_id is null then 'recorded' else 'void' end as status
    from connected join document on document.id = other join document as own on own.id = ${documentId}::uuid
    left join document_void on document_void.document_id = document.id
    order by document.recorded_at, document.number, account limit ${atMost}`.execute(db)
  // A credit memo both settles its invoice and names it: one row, with the word of the link and the amount.
  const linked = new Map(rows.flatMap((row) => (row.link === null ? [] : [[keyOf(row), row.link] as const])))
  const settled = new Set(rows.flatMap((row) => (row.link === null && isOwed(row) ? [keyOf(row)] : [])))
  return (
    rows
      .filter((row) => row.link === null || !settled.has(keyOf(row)))
      // The tax taken out with an allocation is in the row of its document.
      .filter(({ laterKind, account }) => laterKind !== 'unapply' || !expected.includes(account ?? ''))
      .map(({ later, account, link, laterKind, unapplied, ...row }) => {
        const named = link ?? (isOwed({ account }) ? linked.get(keyOf({ ...row, later })) : undefined)
        const byItem = laterKind === 'unapply' ? unapplying(account) : (byAccount[account ?? ''] ?? settling)
        const sides = named === undefined ? byItem : byLink[named]
        const isAllocation =
          row.amount !== null && isDocumentTypeName(laterKind) && allocatingSide[laterKind]?.owed === account
        return {
          ...row,
          kind: row.kind as RelatedDocument['kind'],
          relation: sides[later ? 0 : 1],
          amount: row.amount === null ? null : BigInt(row.amount),
          open: row.open === null ? null : BigInt(row.open),
          allocation: !isAllocation || row.status === 'void' ? null : unapplied ? 'removed' : 'applied',
        }
      })
  )
}

const keyOf = ({ id, later }: Pick<Row, 'id' | 'later'>) => `${id} ${String(later)}`
const isOwed = ({ account }: Pick<Row, 'account'>) => account !== null && byAccount[account] === undefined

/** With the files of each document that the user may open. */
async function withFiles(db: Db, documents: Linked[], role: Role): Promise<RelatedDocument[]> {
  const ids = documents.filter(({ kind }) => readersOf(kind).includes(role)).map(({ id }) => id)
  const { rows } = await sql<{ document: string; id: string; name: string; added: boolean }>`
    select document_id as document, id, name, false as added, attached_at as at, seq from attachment
    where document_id = any(${ids}::uuid[])
    union all
    select document_id, id, file_name, true, added_at, 0 from added_note
    where document_id = any(${ids}::uuid[]) and sha256 is not null
      and not exists (select from added_note_removal where note_id = added_note.id)
    order by added, at, seq`.execute(db)
  const files = Map.groupBy(rows, ({ document }) => document)
  return documents.map((one) => ({
    ...one,
    files: (files.get(one.id) ?? []).map(({ id, name, added }) => ({ id, name, added })),
  }))
}

async function undepositedOf(db: Db, documentId: string): Promise<bigint> {
  const { open } = await db
    .selectFrom('item_balance')
    .select(sql<bigint>`coalesce(sum(open), 0)::bigint`.as('open'))
    .where('document_id', '=', documentId)
    .where('account', 'in', [accounts.undeposited, accounts.inTransit])
    .executeTakeFirstOrThrow()
  return open
}

type Match = Related['bankLines'][number] & { by: string; at: string }

async function matchesOf(db: Db, documentId: string): Promise<Match[]> {
  const { rows } = await sql<Omit<Match, 'amount'> & { amount: string }>`
    select bank_line.id, bank_line.day, bank_line.account, ${accountLabel('bank_line.account')} as "accountLabel", bank_line.description,
      bank_line.reference, bank_line.amount::text as amount, money_account.currency, users.client_id as by, matched_at as at
    from bank_line
    join money_account on money_account.code = bank_line.account
    join bank_matched on bank_matched.bank_line_id = bank_line.id
    join bank_match on bank_match.id = bank_matched.match_id
    join users on users.id = matched_by
    where bank_matched.match_id in (
      select match_id from entry join bank_matched as of_books on of_books.entry_no = entry.no
      where entry.document_id = ${documentId}::uuid
    )
    order by bank_line.day, bank_line.seq limit ${atMost}`.execute(db)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}

async function historyOf(db: Db, documentId: string, matches: readonly Match[]): Promise<Related['history']> {
  const { rows: events } = await sql<{ at: string; by: string; action: string; detail: string }>`
    select at, actor_name as by, action, coalesce(detail ->> 'reason', detail ->> 'text', detail ->> 'to', '') as detail from audit
    where object_type = 'document' and object_id = ${documentId} and outcome = 'done' and action not like 'rows.%'
    order by seq desc limit ${atMost}`.execute(db)
  const mail = await receiptMailOf(db, documentId)
  const sent = mail?.sentAt ? [{ at: mail.sentAt, by: '', action: 'receiptSent', detail: mail.to }] : []
  const matched = new Map(matches.map(({ at, by }) => [at, { at, by, action: 'matched', detail: '' }]))
  return [...events, ...sent, ...matched.values()].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
