// Payments that are not recorded yet: open invoices and bills, in full, several of a party together, and net of the tax
// that a customer withholds.
import { compare, formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { WithholdingCode } from '../../documents/facts.ts'
import { isWithheldFrom, settledTo } from '../../documents/settling/figures.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { registeredOn } from '../../tax/registrations.ts'
import { formatRate } from '../../tax/vat.ts'
import { businessTaxCode, likelyCodes, withholdingOn } from '../../tax/withholding.ts'
import { dayNumber } from './book-index.ts'
import type { IndexedBank } from './book-index.ts'
import { candidate, confirmations } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import type { Memory, OpenDocument, WithheldFromUs } from './lines.ts'
import { because } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { names, plainNumber, wordsOf } from './text.ts'

/** The maximum number of a party's oldest documents paid together. */
const maxTogether = 12

/** Deductions from a payment to us: income tax by a code, and VAT or percentage tax by a government office. */
type WithheldTaxes = { income: WithholdingCode; business: WithholdingCode | undefined }

type Way = { documents: readonly OpenDocument[]; withheldTaxes: WithheldTaxes | null }

/** By amount moved: in is positive, out negative. */
export type Payable = ReadonlyMap<Money, readonly Way[]>

/** All possible payments of open documents, by amount. */
export function waysToPay(open: readonly OpenDocument[], taxes: WithheldFromUs): Payable {
  const usual = { government: usuallyWithheld(taxes, true), others: usuallyWithheld(taxes, false) }
  const howPaid = ({ side, government }: OpenDocument): (WithheldTaxes | null)[] =>
    // We withheld from bills when they were recorded (RR 4-2024).
    side === 'payable' ? [null] : [null, ...(government ? usual.government : usual.others)]
  const ways = new Map<Money, Way[]>()
  const add = (way: Way) => {
    const paid = sum(way.documents.map((document) => settledTo(document, document.open, ratesOf(way)).pay))
    const amount = way.documents[0]?.side === 'payable' ? -paid : paid
    const same = ways.get(amount)
    if (same === undefined) ways.set(amount, [way])
    else same.push(way)
  }
  for (const documents of Map.groupBy(open, ({ side, partyId }) => `${side} ${partyId}`).values()) {
    const oldest = documents.toSorted((a, b) => compare(a.day, b.day))
    for (const document of oldest)
      for (const withheldTaxes of howPaid(document)) add({ documents: [document], withheldTaxes })
    for (let count = 2; count <= Math.min(oldest.length, maxTogether); count += 1) {
      const [first] = oldest
      if (first === undefined) break
      for (const withheldTaxes of howPaid(first)) add({ documents: oldest.slice(0, count), withheldTaxes })
    }
  }
  return ways
}

/** All usual codes, each once: the one in force is known only with the date of the bank line. */
function usuallyWithheld({ codes, registrations }: WithheldFromUs, government: boolean): WithheldTaxes[] {
  const vat = new Set(registrations.flatMap(({ kind, value }) => (kind === 'vat' ? [value === 'yes'] : [])))
  const days = [...new Set(codes.map(({ validFrom }) => validFrom))]
  const found = days.flatMap((day) =>
    likelyCodes({ day, government }, codes).flatMap((income): WithheldTaxes[] => {
      if (!government) return [{ income, business: undefined }]
      const incomeAtc = income.code
      return [...vat].map((vatRegistered) => ({
        income,
        business: businessTaxCode({ day, vatRegistered, incomeAtc }, codes),
      }))
    }),
  )
  return found.filter(
    (one, at) => found.findIndex((other) => other.income === one.income && other.business === one.business) === at,
  )
}

function inForceOn(day: Day, { withheldTaxes }: Way, { codes, registrations }: WithheldFromUs): boolean {
  if (withheldTaxes === null) return true
  const { income, business } = withheldTaxes
  const { vatRegistered } = registeredOn(registrations, day)
  return (
    withholdingOn(day, income.payee, income.code, codes) === income &&
    (business === undefined || businessTaxCode({ day, vatRegistered, incomeAtc: income.code }, codes) === business)
  )
}

const ratesOf = ({ withheldTaxes }: Way) => ({
  rate: withheldTaxes?.income.rate ?? null,
  business: withheldTaxes?.business ?? null,
})

export function settlings(
  line: IndexedBank,
  payable: Payable,
  memory: Memory,
  { account, taxes }: { account: string; taxes: WithheldFromUs },
): Candidate[] {
  const ways = (payable.get(line.line.amount) ?? []).filter(
    (way) => way.documents.every(({ day }) => dayNumber(day) <= line.day + 3) && inForceOn(line.line.day, way, taxes),
  )
  return ways.slice(0, 12).map((way) => {
    const reasons = reasonsOf(line, way, memory)
    if (ways.length === 1) reasons.push(because('only', 'No other item has this amount'))
    return candidate({
      lines: [line],
      books: [],
      takes: way.documents.map(({ documentId }) => documentId),
      reasons,
      record: recordingOf(line, way, account),
    })
  })
}

function reasonsOf(line: IndexedBank, { documents, withheldTaxes }: Way, memory: Memory): Reason[] {
  const [first] = documents
  if (first === undefined) return []
  const noun = first.side === 'receivable' ? 'invoice' : 'bill'
  const what = documents.length === 1 ? first.number : `the ${documents.length} oldest ${noun}s`
  const reasons: Reason[] =
    withheldTaxes === null
      ? [because('document', `Same amount as ${what}, which is unpaid`)]
      : [because('withheld', `Same amount as ${what}, less ${withheldWords(documents, withheldTaxes)}`)]
  if (names(line.words, wordsOf(first.party))) reasons.push(because('party', `Names ${first.party}`))
  if (documents.some((document) => line.numbers.includes(plainNumber(document.number))))
    reasons.push(because('reference', `Same number ${first.number}`))
  const due = first.dueDay ?? first.day
  if (Math.abs(dayNumber(due) - line.day) <= 10) reasons.push(because('oldest', `Due ${formatDay(due)}`))
  const times = confirmations(memory, line.line.description, `party:${first.party}`)
  if (times >= 2) reasons.push(because('usual', `Confirmed ${times} times before`))
  return reasons
}

function withheldWords(documents: readonly OpenDocument[], { income, business }: WithheldTaxes): string {
  const besides = business?.tax === 'percentage' ? 'percentage tax' : 'VAT'
  const more =
    business === undefined || documents.every((document) => !isWithheldFrom(business, document))
      ? ''
      : ` and ${formatRate(business.rate)} ${besides}`
  return more === '' ? `${formatRate(income.rate)} withheld` : `${formatRate(income.rate)} income tax${more} withheld`
}

function recordingOf(line: IndexedBank, way: Way, account: string) {
  const { documents, withheldTaxes } = way
  const [first] = documents
  const isReceivable = first?.side === 'receivable'
  const rows = documents.map((document) => {
    const { pay, withheld, vatWithheld } = settledTo(document, document.open, ratesOf(way))
    const taxes = {
      withheld: withheld.toString(),
      atc: withheld === 0n ? null : (withheldTaxes?.income.code ?? null),
      vatWithheld: vatWithheld.toString(),
    }
    return { documentId: document.documentId, pay: pay.toString(), ...(isReceivable && taxes) }
  })
  const { reference, day, amount } = line.line
  return {
    kind: isReceivable ? ('collection' as const) : ('payment' as const),
    what: documents.map(({ number }) => number).join(', '),
    fields: {
      partyId: first?.partyId,
      day,
      account,
      method: 'transfer',
      rows,
      reference: reference ?? line.numbers[0] ?? `Bank, ${formatMoney(amount)}`,
    },
  }
}
