// Cash and bank accounts, receivables and payables: the data for the forms of payments, deposits and transfers.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { listItemsOn, listOpenItems, listOpenParties, listUndeposited } from '@talaan/contract/open-items.ts'
import type { OpenItemAnswer, OpenParty, OpenSide } from '@talaan/contract/open-items.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { OpenItem } from '@talaan/ledger/documents/facts.ts'
import { collecting, paying } from '@talaan/ledger/documents/settling/figures.ts'
import type { Side } from '@talaan/ledger/documents/settling/figures.ts'
import { tinText } from '@talaan/ledger/core/party.ts'
import { today } from '../../platform/clock.ts'
import { moneyFacts } from '../../books/facts/money.ts'
import { openItems } from '../../books/open-items.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** The control account of a side, its advance account, and its refundable advances. */
const sides = { receivable: collecting, payable: paying } as const satisfies Record<OpenSide, Side>

/** Without a party, the list has pages. */
const itemsOfAPage = 100

export const money: Feature = ({ db, clock }) => [
  answers(listMoneyAccounts, async ({ query }) => {
    const found = await moneyFacts(db.kysely, 'all', query.day ?? today(clock))
    return { accounts: [...found.values()].filter(({ active }) => active) }
  }),

  answers(listOpenParties, async ({ query }) => ({ parties: await openParties(db.kysely, query, today(clock)) })),

  answers(listOpenItems, async ({ query: { side, partyId, after } }) => {
    const { owed, credit, refunded } = sides[side]
    const ofParty = partyId === undefined ? sql`item.party_id is not null` : sql`item.party_id = ${partyId}::uuid`
    const [, due, account, number] = /^(\S+) (\S+) (.+)$/.exec(after ?? '') ?? []
    const rest =
      number === undefined
        ? sql``
        : sql`and (coalesce(document.due_day, document.day), document.number, item.account) > (${due}::date, ${number}, ${account})`
    const found = await openItems(
      db.kysely,
      sql`${ofParty} and item.account in (${owed}, ${credit}, ${refunded}) and item.open > 0 ${rest}`,
      partyId === undefined ? itemsOfAPage + 1 : undefined,
    )
    const page = partyId === undefined ? found.slice(0, itemsOfAPage) : found
    const last = found.length > page.length ? page.at(-1) : undefined
    const named = await withNames(db.kysely, page)
    const on = (code: string) => named.filter((item) => item.account === code)
    return {
      items: on(owed),
      credits: on(credit),
      refundable: on(refunded),
      next: last === undefined ? null : `${last.dueDay ?? last.day} ${last.account} ${last.number}`,
    }
  }),

  answers(listUndeposited, async () => {
    const found = await openItems(
      db.kysely,
      sql`item.account in (${accounts.undeposited}, ${accounts.inTransit}) and item.open > 0`,
    )
    return { items: await withNames(db.kysely, found) }
  }),

  answers(listItemsOn, async ({ params: { account } }) => {
    const found = await openItems(db.kysely, sql`item.account = ${account} and item.open > 0`)
    return { items: await withNames(db.kysely, found) }
  }),
]

async function openParties(
  db: Db,
  { side, search }: { side: OpenSide; search?: string | undefined },
  day: Day,
): Promise<OpenParty[]> {
  const { owed, credit, refunded } = sides[side]
  const pattern = `%${(search ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const digits = `%${(search ?? '').replace(/\D/g, '')}%`
  const { rows } = await sql<{
    id: string
    name: string
    tin9: string | null
    branch_code: string
    documents: number
    open: bigint
    credit: bigint
    refundable: bigint
    current: bigint
    days30: bigint
    days60: bigint
    days90: bigint
    older: bigint
    oldest_due: string | null
  }>`
    select party.id, party.name, tin9, branch_code,
      count(*) filter (where owing)::int as documents,
      coalesce(sum(open) filter (where owing), 0)::bigint as open,
      coalesce(sum(open) filter (where account = ${credit}), 0)::bigint as credit,
      coalesce(sum(open) filter (where account = ${refunded}), 0)::bigint as refundable,
      coalesce(sum(open) filter (where owing and late <= 0), 0)::bigint as current,
      coalesce(sum(open) filter (where owing and late between 1 and 30), 0)::bigint as days30,
      coalesce(sum(open) filter (where owing and late between 31 and 60), 0)::bigint as days60,
      coalesce(sum(open) filter (where owing and late between 61 and 90), 0)::bigint as days90,
      coalesce(sum(open) filter (where owing and late > 90), 0)::bigint as older,
      min(due) filter (where owing) as oldest_due
    from (
      select item_balance.party_id, account, account = ${owed} as owing, open,
        coalesce(due_day, day) as due, ${day}::date - coalesce(due_day, day) as late
      from item_balance join document on document.id = document_id
      where account in (${owed}, ${credit}, ${refunded}) and open > 0
    ) as item
    join party on party.id = item.party_id
    where lower(party.name) like ${pattern} or (${digits} <> '%%' and tin9 || branch_code like ${digits})
    group by party.id having count(*) filter (where owing or account = ${refunded}) > 0
    order by min(due) filter (where owing) nulls last, party.name
    limit 200`.execute(db)
  return rows.map((row) => ({
    partyId: row.id,
    name: row.name,
    tin: tinText({ tin9: row.tin9, branchCode: row.branch_code }),
    documents: row.documents,
    open: row.open,
    credit: row.credit,
    refundable: row.refundable,
    ages: [row.current, row.days30, row.days60, row.days90, row.older],
    oldestDue: row.oldest_due,
  }))
}

async function withNames(db: Db, items: readonly OpenItem[]): Promise<OpenItemAnswer[]> {
  const ids = [...new Set(items.flatMap(({ partyId }) => (partyId === null ? [] : [partyId])))]
  const names = new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('party').select(['id', 'name']).where('id', 'in', ids).execute()).map(({ id, name }) => [
          id,
          name,
        ]),
  )
  const { rows: services } = await sql<{ id: string }>`
    select document_id as id from line join entry on entry.no = line.entry_no
    where document_id = any(${items.map(({ documentId }) => documentId)}::uuid[])
    group by document_id
    having sum(abs(tax_base)) filter (where account = ${accounts.serviceRevenue} or purchase_category = 'services') * 2 > sum(abs(tax_base))`.execute(
    db,
  )
  const ofServices = new Set(services.map(({ id }) => id))
  return items.map(({ changedBy: _, ...item }) => ({
    ...item,
    partyName: item.partyId === null ? null : (names.get(item.partyId) ?? null),
    services: ofServices.has(item.documentId),
  }))
}
