// Form 2307, the certificate of creditable tax withheld at source (January 2018 ENCS): one for each payee and quarter,
// from posted lines, and printed as frozen when it was issued.
import { addMonths, endOfMonth, monthOf, startOfMonth } from '../../core/date.ts'
import type { Day, Month } from '../../core/date.ts'
import type { WithholdingCode } from '../../documents/facts.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { addressLine, displayName, formatTin } from '../../core/party.ts'
import { withholdingOn } from '../withholding.ts'
import { deadlineOf } from '../calendar/deadlines.ts'
import type { DeadlineFacts } from '../calendar/deadlines.ts'
import { byName, listed, quarterEnd } from '../lists/taxpayer.ts'
import type { Filer, Listed, Taxpayer } from '../lists/taxpayer.ts'
import { isWithheldByUs } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'

/**
 * One row: the payments in each month of the quarter, without VAT, and the tax withheld for the quarter. In centavos.
 */
export type Form2307Row = {
  description: string
  atc: string
  months: [Money, Money, Money]
  total: Money
  tax: Money
}

/** Payee (boxes 2 to 5) or payor (boxes 6 to 8). */
export type Form2307Person = {
  /** '123-456-789-00000' */
  tin: string
  /** Last, first and middle name of an individual, else the registered name. */
  name: string
  address: string
  zip: string
  foreignAddress: string
}

export type Form2307 = {
  /** Box 1. */
  from: Day
  to: Day
  payee: Form2307Person
  payor: Form2307Person
  /** Part III, A: income payments subject to expanded withholding tax. */
  income: Form2307Row[]
  /** Part III, B: money payments subject to withholding of business tax. */
  business: Form2307Row[]
}

export type Certificate = { payee: Listed; form: Form2307; tax: Money }

type Dated = Pick<DeadlineFacts, 'rules'>
const everybody = { closed: [], moved: [], efpsGroup: '' } as const

/**
 * When the certificate of a quarter, by its first month, is due to the payee, by the dated deadline of form 2307: the 20th
 * of the month after it (RR 2-98, section 2.58). Null where no deadline is in force.
 */
export function certificateDue(quarter: Month, { rules }: Dated): Day | null {
  const period = { from: startOfMonth(quarter), to: endOfMonth(quarterEnd(quarter)) }
  return deadlineOf('2307', period, { ...everybody, rules })?.raw ?? null
}

/**
 * When one of VAT or percentage tax is due: with what is remitted for the month, by the dated deadline of form 1600-VT.
 * `day` is that of the payment.
 */
export function businessCertificateDue(day: Day, { rules }: Dated): Day | null {
  const month = monthOf(day)
  return (
    deadlineOf('1600-VT', { from: startOfMonth(month), to: endOfMonth(month) }, { ...everybody, rules })?.raw ?? null
  )
}

/** The totals of all rows of a form. */
export const form2307Totals = (rows: readonly Form2307Row[]): Omit<Form2307Row, 'description' | 'atc'> => ({
  months: [0, 1, 2].map((at) => sum(rows.map(({ months }) => months[at] ?? 0n))) as [Money, Money, Money],
  total: sum(rows.map(({ total }) => total)),
  tax: sum(rows.map(({ tax }) => tax)),
})

/** The tax of both parts. */
export const form2307Tax = ({ income, business }: Form2307): Money =>
  sum([...income, ...business].map(({ tax }) => tax))

type CertificateInput = {
  /** The first month of the quarter. */
  quarter: Month
  filer: Filer
  /** Lines of the quarter; other dates and accounts are ignored. */
  lines: readonly TaxLine[]
  codes: readonly WithholdingCode[]
}

/**
 * The certificates of a quarter, by payee. A payee without remaining withheld tax gets none: a reversal in a later
 * quarter reduces the certificate of that quarter.
 */
export function certificatesOf({ quarter, filer, lines, codes }: CertificateInput): Certificate[] {
  const months = [quarter, addMonths(quarter, 1), quarterEnd(quarter)]
  const withheld = lines.flatMap(({ day, party, withheld: frozen, ...line }) => {
    const payee = listed(party)
    const month = months.indexOf(monthOf(day))
    if (payee === null || frozen === null || month < 0 || !isWithheldByUs({ ...line, withheld: frozen })) return []
    return [{ payee, month, ...frozen }]
  })
  const to = endOfMonth(quarterEnd(quarter))
  const groups = [...Map.groupBy(withheld, ({ payee }) => payee.id).values()]
  return groups
    .flatMap((own): Certificate[] => {
      const [first] = own
      if (first === undefined) return []
      const { payee } = first
      const documentTypeOf = (atc: string) =>
        withholdingOn(to, payee.kind, atc, codes) ?? codes.find(({ code }) => code === atc)
      const rows = [...Map.groupBy(own, ({ atc }) => atc)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([atc, same]) => ({
          atc,
          tax: documentTypeOf(atc)?.tax ?? 'ewt',
          row: rowOf(atc, same, documentTypeOf(atc)),
        }))
        .filter(({ row }) => row.total !== 0n || row.tax !== 0n)
      const form: Form2307 = {
        from: startOfMonth(quarter),
        to,
        payee: person(payee),
        payor: person(filer),
        income: rows.filter(({ tax }) => tax === 'ewt').map(({ row }) => row),
        business: rows.filter(({ tax }) => tax !== 'ewt').map(({ row }) => row),
      }
      return [{ payee, form, tax: form2307Tax(form) }]
    })
    .filter(({ tax }) => tax > 0n)
    .toSorted((a, b) => byName(a.payee, b.payee))
}

type Frozen = { month: number; base: Money; tax: Money }

function rowOf(atc: string, own: readonly Frozen[], code: WithholdingCode | undefined): Form2307Row {
  const of = (month: number) => sum(own.filter((line) => line.month === month).map(({ base }) => base))
  return {
    description: code?.description ?? '',
    atc,
    months: [of(0), of(1), of(2)],
    total: sum(own.map(({ base }) => base)),
    tax: sum(own.map(({ tax }) => tax)),
  }
}

/** The ZIP code has a box of its own. */
export const person = (taxpayer: Taxpayer): Form2307Person => ({
  tin: formatTin(taxpayer.tin9, taxpayer.branchCode),
  name: displayName(taxpayer),
  address: addressLine({ address: { ...taxpayer.address, zip: '' } }),
  zip: taxpayer.address.zip,
  foreignAddress: '',
})
