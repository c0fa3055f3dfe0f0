// Collections and payments of the demo: each Friday, for items open for some weeks.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays, daysBetween } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { OpenItem } from '@talaan/ledger/documents/facts.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { settledTo } from '@talaan/ledger/documents/settling/figures.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { moneyFacts } from '../../books/facts/money.ts'
import { openItems } from '../../books/open-items.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Settling = {
  day: Day
  parties: readonly { id: string; fields: PartyFields }[]
  /** A random whole number below the given one. */
  chance: (below: number) => number
  /** How many of the oldest invoices are paid at once; only these are queried. */
  maxInvoices: number
  maxItems: number
  record: (kind: DocumentTypeName, fields: Record<string, unknown>) => Promise<unknown>
}

/** Collects and pays; returns the number of documents. */
export async function settleOpen(
  db: Kysely<Tables>,
  { day, parties, chance, maxInvoices, maxItems, record }: Settling,
): Promise<number> {
  let recorded = 0
  const old = ({ day: of }: OpenItem) => daysBetween(of, day) > 20
  const isDue = sql`(document.day < ${addDays(day, -20)}::date or item.account = ${accounts.customerAdvances})`
  for (const { id, fields } of parties) {
    const owed = await openItems(db, sql`item.party_id = ${id}::uuid and item.open > 0 and ${isDue}`, maxItems)
    const on = (account: string) => owed.filter((item) => item.account === account && old(item))
    const [invoices, bills] = [on(accounts.receivables).slice(0, maxInvoices), on(accounts.payables).slice(0, 4)]
    if (invoices.length > 0 && chance(5) < 3) {
      const credits = owed.filter((item) => item.account === accounts.customerAdvances)
      await record('collection', { partyId: id, day, ...collected({ invoices, credits, fields, chance }) })
      recorded += 1
    }
    if (bills.length > 0) {
      const total = sum(bills.map(({ open }) => open))
      const bank = (await moneyFacts(db, ['1031'], day)).get('1031')
      if (bank === undefined || bank.lowestHeld < total + charge) continue
      const rows = bills.map(({ documentId, open }) => ({ documentId, pay: `${open}` }))
      await record('payment', {
        partyId: id,
        day,
        account: '1031',
        method: 'transfer',
        reference: reference(chance),
        rows,
        charge: chance(3) === 0 ? `${charge}` : '0',
      })
      recorded += 1
    }
  }
  return recorded
}

/** The InstaPay fee. */
const charge = 2_500n

type Paid = { invoices: OpenItem[]; credits: OpenItem[]; fields: PartyFields; chance: Settling['chance'] }

function collected({ invoices, credits, fields, chance }: Paid): Record<string, unknown> {
  const suggesting = {
    rate: fields.government || fields.withholdingAgent ? '0.01' : null,
    business: fields.government ? ({ rate: '0.05', tax: 'vat' } as const) : null,
  }
  const inPart = invoices.length === 1 && chance(5) === 0
  const rows = invoices.map((item) => {
    const { pay, withheld, vatWithheld } = settledTo(item, inPart ? item.open / 2n : item.open, suggesting)
    const atc = withheld === 0n ? null : fields.government ? 'WC640' : 'WC158'
    return { documentId: item.documentId, pay: `${pay}`, withheld: `${withheld}`, atc, vatWithheld: `${vatWithheld}` }
  })
  const paid = sum(rows.map(({ pay }) => BigInt(pay)))
  // Earlier credits are applied first; some customers pay a round sum, and the excess becomes a credit.
  const [credit] = credits
  const used = credit === undefined || credit.open >= paid ? 0n : credit.open
  const rest = (paid - used) % 100_000n
  const over = used === 0n && !inPart && rest !== 0n && chance(6) === 0 ? 100_000n - rest : 0n
  const last = rows.at(-1)
  if (last !== undefined) last.pay = `${BigInt(last.pay) + over}`
  const ways = [
    { account: '1010', method: 'cheque', reference: `00${100_000 + chance(900_000)}`, chequeBank: 'Bank of Luzon' },
    { account: '1010', method: 'cash' },
    { account: '1031', method: 'transfer', reference: reference(chance) },
    { account: '1031', method: 'transfer', reference: reference(chance) },
    { account: '1045', method: 'ewallet', reference: reference(chance) },
  ]
  return {
    ...ways[chance(ways.length)],
    rows,
    credits: used === 0n ? [] : [{ documentId: credit?.documentId, amount: `${used}` }],
    email: fields.email,
  }
}

const reference = (chance: Settling['chance']) => `FT${100_000 + chance(900_000)}`
