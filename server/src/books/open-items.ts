// What is open, where money is, which leaves are used: read from the books for the rules that judge them and the screens
// that show them. Every figure comes from the rows the write path made; nothing is kept beside them but the daily sums.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ChequeLeaf } from '@talaan/contract/cheques.ts'
import { itemKey, leafKey } from '@talaan/ledger/documents/type.ts'
import type { KindName, LeafFact, MoneyFact, OpenItem } from '@talaan/ledger/documents/type.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

/** Money accounts with their balances at the end of a day, and the lowest they fall to from that day on. */
export async function moneyFacts(
  db: Db,
  codes: readonly string[] | 'all',
  day: Day,
): Promise<ReadonlyMap<string, MoneyFact>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<Omit<MoneyFact, 'held' | 'lowestHeld'> & { held: bigint; lowestHeld: bigint }>`
    select money_account.code, account.name, money_account.kind, currency, account.active, overdraft, custodian, float,
      coalesce(pesos.balance, 0)::bigint as balance,
      least(coalesce(pesos.balance, 0), pesos.later)::bigint as lowest,
      coalesce(foreign_money.balance, 0)::bigint as held,
      least(coalesce(foreign_money.balance, 0), foreign_money.later)::bigint as "lowestHeld"
    from money_account join account using (code)
    cross join lateral (
      select max(running) filter (where last) as balance, min(running) filter (where day > ${day}::date) as later
      from (
        select day, sum(debit - credit) over (order by day) as running,
          day <= ${day}::date and coalesce(lead(day) over (order by day) > ${day}::date, true) as last
        from account_day where account_day.account = money_account.code
      ) as daily
    ) as pesos
    cross join lateral (
      select max(running) filter (where last) as balance, min(running) filter (where day > ${day}::date) as later
      from (
        select day, sum(moved) over (order by day) as running,
          day <= ${day}::date and coalesce(lead(day) over (order by day) > ${day}::date, true) as last
        from (
          select day, sum(case when debit > 0 then currency_amount else -currency_amount end) as moved
          from line where line.account = money_account.code and money_account.currency <> 'PHP' and currency_amount is not null
          group by day
        ) as moves
      ) as daily
    ) as foreign_money
    where ${codes === 'all' ? sql`true` : sql`money_account.code = any(${[...codes]}::text[])`}
    order by money_account.code`.execute(db)
  return new Map(
    rows.map((row) => {
      const held = row.currency === 'PHP' ? row.balance : row.held
      return [row.code, { ...row, held, lowestHeld: row.currency === 'PHP' ? row.lowest : row.lowestHeld }]
    }),
  )
}

/** The open items of documents, by account; those of voided documents are left out. */
export async function itemFacts(db: Db, documents: readonly string[]): Promise<ReadonlyMap<string, OpenItem>> {
  if (documents.length === 0) return new Map()
  const items = await openItems(db, sql`document.id = any(${[...documents]}::uuid[])`)
  return new Map(items.map((item) => [itemKey(item.documentId, item.account), item]))
}

/**
 * Open items that fit a condition over `document`, `item`, its row of item_balance, and `began`, oldest first; settled
 * ones too unless the condition says otherwise.
 */
export async function openItems(db: Db, condition: ReturnType<typeof sql>, limit = 2000): Promise<OpenItem[]> {
  const { rows } = await sql<Omit<OpenItem, 'kind' | 'changedBy'> & { kind: string; changedBy: string[] | null }>`
    select document.id as "documentId", item.account, document.kind, document.number, document.external_no as "externalNo",
      greatest(document.day, wanted.began) as day, document.due_day as "dueDay", item.party_id as "partyId", item.opened, item.open,
      taxes.net, taxes.vat, taxes.withheld, changes.numbers as "changedBy"
    from (
      -- Which ones first: what is looked up of each is looked up of no others.
      select document.id, item.account, began.day as began
      from document join item_balance as item on item.document_id = document.id
      -- A post-dated cheque is in the till from the day that is written on it.
      cross join lateral (
        select min(day) as day from open_item
        where open_item.document_id = document.id and settles = document.id and open_item.account = item.account
      ) as began
      where not exists (select from document_void where document_void.document_id = document.id) and ${condition}
      order by coalesce(document.due_day, document.day), document.number, item.account
      limit ${limit}
    ) as wanted
    join document on document.id = wanted.id
    join item_balance as item on item.document_id = wanted.id and item.account = wanted.account
    cross join lateral (
      select coalesce(sum(tax_base), 0)::bigint as net, coalesce(sum(vat), 0)::bigint as vat,
        coalesce(sum(ewt), 0)::bigint as withheld
      from line join entry on entry.no = line.entry_no where entry.document_id = document.id and entry.reverses is null
    ) as taxes
    cross join lateral (
      select array_agg(number order by recorded_at desc) as numbers from (
        select other.number, other.recorded_at from open_item join document as other on other.id = open_item.document_id
        where settles = document.id and open_item.account = item.account and open_item.document_id <> document.id
        group by other.id, other.number, other.recorded_at having sum(amount) <> 0
        order by other.recorded_at desc limit 5
      ) as changed
    ) as changes
    order by coalesce(document.due_day, document.day), document.number, item.account`.execute(db)
  return rows.map((row) => ({ ...row, kind: row.kind as KindName, changedBy: row.changedBy ?? [] }))
}

/** The leaves of cheque books, with what became of them. */
export async function leafFacts(
  db: Db,
  leaves: readonly { account: string; no: string }[],
): Promise<ReadonlyMap<string, LeafFact>> {
  if (leaves.length === 0) return new Map()
  const { rows } = await sql<LeafRow>`
    select asked.account, asked.no, ${leafState} as state, document.number as "usedBy", document.id as "documentId",
      document.party_id as "partyId", cheque.payee, cheque.day, cheque.amount
    from unnest(${leaves.map(({ account }) => account)}::text[], ${leaves.map(({ no }) => no)}::text[]) as asked (account, no)
    join cheque_book on cheque_book.account = asked.account and length(asked.no) = digits
      and asked.no::bigint between first_no and last_no
    left join cheque on cheque.account = asked.account and cheque.no = asked.no
    left join document on document.id = cheque.document_id`.execute(db)
  return new Map(
    rows.map(({ account, no, state, usedBy, documentId, partyId, payee, day, amount }) => [
      leafKey(account, no),
      {
        account,
        no,
        state,
        usedBy,
        ...(documentId !== null && { written: { documentId, partyId, payee, day, amount } }),
      },
    ]),
  )
}

type LeafRow = Pick<LeafFact, 'account' | 'no' | 'state'> &
  (
    | { usedBy: null; documentId: null; partyId: null; payee: null; day: null; amount: null }
    | ({ usedBy: string } & NonNullable<LeafFact['written']>)
  )

/** The state of a leaf of `asked` (account, no), to which `cheque` is joined: the last event says it. */
export const leafState = sql<LeafFact['state']>`coalesce(
  (select state from cheque_event where cheque_event.account = asked.account and cheque_event.no = asked.no
    order by id desc limit 1),
  case when cheque.document_id is null then 'unused' else 'issued' end)`

/** The leaves of the books that fit a condition over `cheque_book`, and over `leaf`, its number. */
export async function leavesOf(db: Db, condition: ReturnType<typeof sql>): Promise<ChequeLeaf[]> {
  const { rows } = await sql<{
    account: string
    no: string
    state: LeafFact['state']
    since: Day | null
    reason: string | null
    documentId: string | null
    kind: KindName
    number: string
    partyId: string | null
    isVoid: boolean
    payee: string
    day: Day
    amount: bigint
    staleId: string | null
    staleNumber: string
  }>`
    select asked.account, asked.no, coalesce(last.state, case when cheque.document_id is null then 'unused' else 'issued' end) as state,
      coalesce(last.day, document.day) as since, last.reason, document.id as "documentId", document.kind, document.number,
      document.party_id as "partyId", document_void.document_id is not null as "isVoid", cheque.payee, cheque.day, cheque.amount,
      stale.id as "staleId", stale.number as "staleNumber"
    from (
      select account, lpad(leaf::text, digits, '0') as no
      from cheque_book cross join lateral generate_series(first_no, last_no) as leaf
      where ${condition}
    ) as asked
    left join lateral (
      select state, day, reason, document_id from cheque_event
      where cheque_event.account = asked.account and cheque_event.no = asked.no order by id desc limit 1
    ) as last on true
    left join cheque on cheque.account = asked.account and cheque.no = asked.no
    left join document on document.id = cheque.document_id
    left join document_void on document_void.document_id = document.id
    left join document as stale on stale.id = last.document_id and last.state = 'stale'
    order by asked.no`.execute(db)
  return rows.map(({ account, no, state, since, reason, documentId, staleId, staleNumber, ...written }) => {
    const { kind, number, partyId, isVoid, payee, day, amount } = written
    const document = documentId && { id: documentId, kind, number, isVoid, partyId, payee, day, amount }
    return {
      ...{ account, no, state, since, reason: reason ?? '' },
      document: document || null,
      staleBy: staleId === null ? null : { id: staleId, number: staleNumber },
    }
  })
}
