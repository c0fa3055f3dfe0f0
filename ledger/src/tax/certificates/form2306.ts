// Form 2306, the certificate of final tax withheld at source (January 2018 ENCS): one for each payee and quarter, with the
// final income tax and the VAT withheld, from posted lines, and printed as frozen when it was issued.
import { endOfMonth, startOfMonth } from '../../core/date.ts'
import type { Day, Month } from '../../core/date.ts'
import type { WithholdingCode } from '../../documents/facts.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { addressLine } from '../../core/party.ts'
import { byName, listedPayee, quarterEnd } from '../lists/taxpayer.ts'
import type { Filer, Listed, Payee } from '../lists/taxpayer.ts'
import { isFinalTaxByUs, isVatWithheldByUs } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { withholdingOn } from '../withholding.ts'
import { person } from './form2307.ts'
import type { Form2307Person } from './form2307.ts'

/** Part III: the payment without VAT, and the tax withheld from it. In centavos. */
export type Form2306Row = { description: string; atc: string; total: Money; tax: Money }

export type Form2306 = {
  /** Box 1. */
  from: Day
  to: Day
  /** Boxes 2 to 5, and 6 to 8. A payee abroad has no TIN, and its address in box 5. */
  payee: Form2307Person
  payor: Form2307Person
  rows: Form2306Row[]
}

export type FinalCertificate = { payee: Listed; form: Form2306; tax: Money }

export const form2306Total = (rows: readonly Form2306Row[]): Pick<Form2306Row, 'total' | 'tax'> => ({
  total: sum(rows.map(({ total }) => total)),
  tax: sum(rows.map(({ tax }) => tax)),
})

type CertificateInput = {
  /** The first month of the quarter. */
  quarter: Month
  filer: Filer
  /** Lines of the quarter; other dates and accounts are ignored. */
  lines: readonly TaxLine[]
  codes: readonly WithholdingCode[]
}

/**
 * The certificates of a quarter, by payee (RR 2-98, section 2.58(B); RMO 13-2025 for the VAT on services of
 * non-residents). A payee without remaining tax gets none.
 */
export function finalCertificatesOf({ quarter, filer, lines, codes }: CertificateInput): FinalCertificate[] {
  const [from, to] = [startOfMonth(quarter), endOfMonth(quarterEnd(quarter))]
  const withheld = lines.flatMap(({ day, party, withheld: frozen, ...line }) => {
    const payee = listedPayee(party)
    const isOurs = isFinalTaxByUs({ ...line, withheld: frozen }) || isVatWithheldByUs({ ...line, withheld: frozen })
    return payee === null || frozen === null || !isOurs || day < from || day > to ? [] : [{ payee, ...frozen }]
  })
  return [...Map.groupBy(withheld, ({ payee }) => payee.id).values()]
    .flatMap((own): FinalCertificate[] => {
      const [first] = own
      if (first === undefined) return []
      const { payee } = first
      const rows = [...Map.groupBy(own, ({ atc }) => atc)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([atc, same]): Form2306Row => ({
          atc,
          description:
            (withholdingOn(to, payee.kind, atc, codes) ?? codes.find(({ code }) => code === atc))?.description ?? '',
          total: sum(same.map(({ base }) => base)),
          tax: sum(same.map(({ tax }) => tax)),
        }))
        .filter(({ total, tax }) => total !== 0n || tax !== 0n)
      const form = { from, to, payee: payeeOf(payee), payor: person(filer), rows }
      return [{ payee, form, tax: form2306Total(rows).tax }]
    })
    .filter(({ tax }) => tax > 0n)
    .toSorted((a, b) => byName(a.payee, b.payee))
}

const payeeOf = (payee: Payee): Form2307Person =>
  payee.tin9 === ''
    ? { ...person(payee), tin: '', address: '', zip: '', foreignAddress: addressLine(payee) }
    : person(payee)
