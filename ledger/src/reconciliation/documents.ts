// What the bank settled before the books know of it: open invoices and bills, whole, several of a party together, and net
// of the tax that a customer withholds from them.
import { compare, formatDay } from '../day.ts'
import { settledTo } from '../documents/settling.ts'
import { formatMoney, sum } from '../money.ts'
import type { Money } from '../money.ts'
import { dayNumber } from './book-index.ts'
import type { IndexedBank } from './book-index.ts'
import { candidate, confirmations } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import type { Memory, OpenDocument } from './lines.ts'
import { because } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { names, plainNumber, wordsOf } from './text.ts'

/** What customers withhold from a company, with the code of their certificate (RR 2-98 as amended by RR 11-2018). */
const likelyRates: readonly (readonly [rate: string, code: string, percent: string])[] = [
  ['0.01', 'WC158', '1 %'],
  ['0.02', 'WC160', '2 %'],
  ['0.05', 'WC100', '5 %'],
  ['0.10', 'WC010', '10 %'],
  ['0.15', 'WC011', '15 %'],
]
/** Government offices withhold VAT besides, and income tax by codes of their own (NIRC section 114(C), RR 2-98). */
const governmentRates: readonly (readonly [rate: string, code: string, percent: string])[] = [
  ['0.01', 'WC640', '1 %'],
  ['0.02', 'WC157', '2 %'],
]
const vatWithheldRate = '0.05'

/** The oldest documents of a party are paid together up to so many. */
const mostTogether = 12

type Way = {
  documents: readonly OpenDocument[]
  rate: string | null
  atc: string | null
  percent: string
  vatRate: string | null
}

/** By the money that would move: in is positive, out negative. */
export type Payable = ReadonlyMap<Money, readonly Way[]>

/** All ways in which open documents may be paid, by amount. */
export function waysToPay(open: readonly OpenDocument[]): Payable {
  const ways = new Map<Money, Way[]>()
  const add = (way: Way) => {
    const paid = sum(way.documents.map((document) => settledTo(document, document.open, way).pay))
    const amount = way.documents[0]?.side === 'payable' ? -paid : paid
    const same = ways.get(amount)
    if (same === undefined) ways.set(amount, [way])
    else same.push(way)
  }
  for (const documents of Map.groupBy(open, ({ side, partyId }) => `${side} ${partyId}`).values()) {
    const oldest = documents.toSorted((a, b) => compare(a.day, b.day))
    for (const document of oldest) for (const how of howPaid(document)) add({ documents: [document], ...how })
    for (let count = 2; count <= Math.min(oldest.length, mostTogether); count += 1) {
      const [first] = oldest
      if (first === undefined) break
      for (const how of howPaid(first)) add({ documents: oldest.slice(0, count), ...how })
    }
  }
  return ways
}

/** Whole, or less each tax that is likely; we have withheld from bills when they were recorded (RR 4-2024). */
function howPaid({ side, government }: OpenDocument): Omit<Way, 'documents'>[] {
  const whole = { rate: null, atc: null, percent: '', vatRate: null }
  if (side === 'payable') return [whole]
  const rates = government ? governmentRates : likelyRates
  return [
    whole,
    ...rates.map(([rate, atc, percent]) => ({ rate, atc, percent, vatRate: government ? vatWithheldRate : null })),
  ]
}

export function settlings(line: IndexedBank, payable: Payable, memory: Memory, account: string): Candidate[] {
  const ways = (payable.get(line.line.amount) ?? []).filter(({ documents }) =>
    documents.every(({ day }) => dayNumber(day) <= line.day + 3),
  )
  return ways.slice(0, 12).map((way) => {
    const reasons = reasonsOf(line, way, memory)
    if (ways.length === 1) reasons.push(because('only', 'The only one of this amount'))
    return candidate({
      lines: [line],
      books: [],
      takes: way.documents.map(({ documentId }) => documentId),
      reasons,
      record: recordingOf(line, way, account),
    })
  })
}

function reasonsOf(line: IndexedBank, { documents, rate, percent, vatRate }: Way, memory: Memory): Reason[] {
  const [first] = documents
  if (first === undefined) return []
  const noun = first.side === 'receivable' ? 'invoice' : 'bill'
  const what = documents.length === 1 ? first.number : `the ${documents.length} oldest ${noun}s`
  const reasons: Reason[] =
    rate === null
      ? [because('document', `Equal to ${what}, not recorded as paid`)]
      : [
          because(
            'withheld',
            `Equal to ${what} less ${percent} withheld${vatRate === null ? '' : ' and 5 % of VAT withheld'}`,
          ),
        ]
  if (names(line.words, wordsOf(first.party))) reasons.push(because('party', `Names ${first.party}`))
  if (documents.some((document) => line.numbers.includes(plainNumber(document.number))))
    reasons.push(because('reference', `Number ${first.number} equal`))
  const due = first.dueDay ?? first.day
  if (Math.abs(dayNumber(due) - line.day) <= 10) reasons.push(because('oldest', `Due ${formatDay(due)}`))
  const times = confirmations(memory, line.line.description, `party:${first.party}`)
  if (times >= 2) reasons.push(because('usual', `Confirmed ${times} times before`))
  return reasons
}

function recordingOf(line: IndexedBank, { documents, rate, atc, vatRate }: Way, account: string) {
  const [first] = documents
  const isReceivable = first?.side === 'receivable'
  const rows = documents.map((document) => {
    const { pay, withheld, vatWithheld } = settledTo(document, document.open, { rate, vatRate })
    const taxes = {
      withheld: withheld.toString(),
      atc: withheld === 0n ? null : atc,
      vatWithheld: vatWithheld.toString(),
    }
    return { documentId: document.documentId, pay: pay.toString(), ...(isReceivable && taxes) }
  })
  const { reference, day, amount } = line.line
  return {
    kind: isReceivable ? ('collection' as const) : ('payment' as const),
    what: documents.map(({ number }) => number).join(', '),
    fields: {
      ...{ partyId: first?.partyId, day, account, method: 'transfer', rows },
      reference: reference ?? line.numbers[0] ?? `Bank, ${formatMoney(amount)}`,
    },
  }
}
