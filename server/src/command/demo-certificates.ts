// The demo's certificates of tax withheld: one that a customer sent and that is claimed, and those its suppliers got.
import type { Kysely, Transaction } from 'kysely'
import { handOver, issue, owedOf } from '../certificates/issued.ts'
import { expectedByCustomer } from '../certificates/received.ts'
import { addMonths, endOfMonth, formatMonth, monthOf, startOfMonth } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import { quarterEnd, quarterStart } from '@talaan/ledger/filings/lists/taxpayer.ts'
import { sum } from '@talaan/ledger/money.ts'
import { timestamp } from '../clock.ts'
import type { Tables } from '../tables.ts'

/** What the customer who owes the oldest certificate sends, as the fields of its document; undefined where none is owed. */
export async function certificateOf(db: Kysely<Tables>, day: Day): Promise<Record<string, unknown> | undefined> {
  const oldest = (await expectedByCustomer(db)).toSorted((a, b) => (quarterOf(a) < quarterOf(b) ? -1 : 1))[0]
  if (oldest === undefined) return undefined
  const quarter = quarterOf(oldest)
  const items = oldest.items.filter((item) => item.quarter === quarter)
  const lines = Map.groupBy(
    items.flatMap(({ taxes }) => taxes),
    ({ atc }) => atc,
  )
  const end = endOfMonth(quarterEnd(quarter))
  return {
    ...{ partyId: oldest.partyId, day, from: startOfMonth(quarter), to: end < day ? end : day },
    rows: items.map(({ documentId, open }) => ({ documentId, amount: `${open}` })),
    taxes: [...lines].map(([atc, own]) => ({
      ...{ atc, base: `${sum(own.map(({ base }) => base))}`, tax: `${sum(own.map(({ tax }) => tax))}` },
    })),
    memo: `Came by courier for ${formatMonth(quarter)} to ${formatMonth(quarterEnd(quarter))}`,
  }
}

const quarterOf = ({ items }: { items: readonly { quarter: string }[] }): string =>
  items.map(({ quarter }) => quarter).toSorted()[0] ?? ''

/** Issues those of the last quarter that is over; the first of them was signed for. */
export async function issueDemoCertificates(
  trx: Transaction<Tables>,
  { today, now, by }: { today: Day; now: number; by: string },
): Promise<void> {
  const quarter = addMonths(quarterStart(monthOf(today)), -3)
  const owed = await owedOf(trx, quarter)
  if (owed.length < 2) return
  // One is left to be issued, so that there is something to do.
  const partyIds = owed.slice(0, -1).map(({ partyId }) => partyId)
  const at = timestamp(now)
  const [first] = await issue(trx, { quarter, partyIds, by, at })
  if (first !== undefined)
    await handOver(trx, { certificateId: first, day: today, note: 'Signed for at the gate', today, by, at })
}
