// The demo's certificates of tax withheld: from its customers, and to its suppliers.
import type { Kysely, Transaction } from 'kysely'
import type { ExpectedCertificate } from '@talaan/contract/certificates.ts'
import { handOver, issue, owedOf } from '../../features/certificates/issued.ts'
import { expectedByCustomer } from '../../features/certificates/received.ts'
import { addMonths, dayInManila, endOfMonth, formatMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { maximumCertificateRows } from '@talaan/ledger/documents/certificate/fields.ts'
import { quarterEnd, quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * The certificates of customers received on a date, as document fields: in the month after each quarter for that
 * quarter, except the last customer, whose certificate comes ten days before the end, if at all. Without that date, all
 * customers are in time.
 */
export async function certificatesOn(
  db: Kysely<Tables>,
  { day, lastCall }: { day: Day; lastCall: Day | null },
): Promise<Record<string, unknown>[]> {
  const before = addMonths(quarterStart(monthOf(day)), -3)
  if (day !== lastCall && !isCourierDay(day)) return []
  const due = (await expectedByCustomer(db)).flatMap(({ partyId, items }) =>
    [...Map.groupBy(items, ({ account, quarter }) => `${quarter} ${account}`)]
      .map(([, own]) => ({ partyId, quarter: own[0]?.quarter ?? '', items: own.slice(0, maximumCertificateRows) }))
      .filter(({ quarter }) => day === lastCall || quarter <= before),
  )
  const oldest = due.toSorted((a, b) => (a.quarter < b.quarter ? -1 : 1))
  const last = lastCall === null ? undefined : oldest.findLast(({ quarter }) => quarter === before)?.partyId
  const come = day === lastCall ? oldest.slice(0, 1) : oldest.filter(({ partyId }) => partyId !== last)
  return come.map(({ partyId, quarter, items }) => certificateOf({ partyId, quarter, items }, day))
}

/** The 18th after a quarter; late customers send theirs on the 18th of the following month. */
export const isCourierDay = (day: Day): boolean => {
  const working = isSunday(`${day.slice(0, 8)}18`) ? '19' : '18'
  return ['01', '02', '04', '05', '07', '08', '10', '11'].includes(day.slice(5, 7)) && day.slice(8) === working
}

const isSunday = (day: Day): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

type DueCertificate = { partyId: string; quarter: string; items: ExpectedCertificate[] }

function certificateOf({ partyId, quarter, items }: DueCertificate, day: Day): Record<string, unknown> {
  const lines = Map.groupBy(
    items.flatMap(({ taxes }) => taxes),
    ({ atc }) => atc,
  )
  const end = endOfMonth(quarterEnd(quarter))
  return {
    partyId,
    day,
    from: startOfMonth(quarter),
    to: end < day ? end : day,
    rows: items.map(({ documentId, account, open }) => ({ documentId, account, amount: `${open}` })),
    taxes: [...lines].map(([atc, own]) => ({
      atc,
      base: `${sum(own.map(({ base }) => base))}`,
      tax: `${sum(own.map(({ tax }) => tax))}`,
    })),
    memo: `Received by courier for ${formatMonth(quarter)} to ${formatMonth(quarterEnd(quarter))}`,
  }
}

/** Issues those of past quarters; the first one of the last quarter was signed for. */
export async function issueDemoCertificates(
  trx: Transaction<Tables>,
  { first, today, now, by }: { first: Day; today: Day; now: number; by: string },
): Promise<void> {
  const at = timestamp(now)
  const day = dayInManila(now)
  const last = addMonths(quarterStart(monthOf(today)), -3)
  for (let quarter = quarterStart(monthOf(first)); quarter < last; quarter = addMonths(quarter, 3)) {
    const owed = await owedOf(trx, quarter)
    if (owed.length > 0) await issue(trx, { quarter, partyIds: owed.map(({ partyId }) => partyId), by, at })
  }
  const owed = await owedOf(trx, last)
  if (owed.length < 2) return
  // One is left unissued as an open task.
  const partyIds = owed.slice(0, -1).map(({ partyId }) => partyId)
  const [signed] = await issue(trx, { quarter: last, partyIds, by, at })
  if (signed !== undefined)
    await handOver(trx, { certificateId: signed.id, day, note: 'Received by the security guard', today: day, by, at })
}
