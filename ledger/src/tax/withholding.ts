// Tax withheld at source: alphanumeric tax codes (ATC), their dated rates, and who may use them.
import type { Day } from '../core/date.ts'
import type { WithholdingCode } from '../documents/facts.ts'
import { multiplyRate } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { PartyKind } from '../core/party.ts'

/**
 * The row in force on a date for a kind of payee, or for any if that does not matter; undefined if there is none. Of
 * overlapping rows the later one applies.
 */
export function withholdingOn(
  day: Day,
  payee: PartyKind | 'either',
  code: string,
  codes: readonly WithholdingCode[],
): WithholdingCode | undefined {
  return codes.reduce<WithholdingCode | undefined>((latest, row) => {
    const isPayees = payee === 'either' || row.payee === payee
    if (row.code !== code || !isPayees || !inForce(row, day)) return latest
    return latest !== undefined && latest.validFrom >= row.validFrom ? latest : row
  }, undefined)
}

/** The income tax codes for a payee on a date, in the order of the codes. */
export function incomeTaxCodes(
  { day, payee, topAgentFrom }: { day: Day; payee: PartyKind; topAgentFrom: Day | null },
  codes: readonly WithholdingCode[],
): WithholdingCode[] {
  const names = new Set(codes.flatMap((row) => (row.tax === 'ewt' && row.payee === payee ? [row.code] : [])))
  return [...names]
    .toSorted()
    .flatMap((code) => withholdingOn(day, payee, code, codes) ?? [])
    .filter(
      ({ tax, withheldBy }) =>
        tax === 'ewt' && (withheldBy === 'anyone' || (withheldBy === 'top_agent' && isTopAgent(day, topAgentFrom))),
    )
}

/** Final codes of payees abroad, as on form 1601-FQ. */
const finalAtHome: readonly string[] = ['WI202', 'WI203', 'WI240', 'WI250', 'WC250', 'WI260', 'WI310', 'WC310', 'WI380']
const finalAbroad: readonly string[] = [
  ...['WI224', 'WI225', 'WI226', 'WI330', 'WI340', 'WI341'],
  ...['WC180', 'WC212', 'WC213', 'WC222', 'WC223', 'WC230', 'WC280', 'WC290', 'WC300', 'WC340'],
]

/** Whether a final code is for a payee abroad, or for one who resides here; an added code may be for both. */
export const suitsResidence = (code: string, isAbroad: boolean): boolean =>
  !(isAbroad ? finalAtHome : finalAbroad).includes(code)

/** The codes of final tax for a payee on a date. */
export const finalTaxCodes = (
  { day, payee, isAbroad }: { day: Day; payee: PartyKind; isAbroad: boolean },
  codes: readonly WithholdingCode[],
): WithholdingCode[] =>
  codes.filter(
    (row) =>
      row.tax === 'final' && suitsResidence(row.code, isAbroad) && withholdingOn(day, payee, row.code, codes) === row,
  )

/** VAT that a buyer withholds: it is owed to the BIR with form 1600-VT, and not to the supplier. */
export const isWithheldVat = (atc: string | null): boolean => atc !== null && atc.startsWith('WV')

/** Services of non-residents: their VAT is in box 45 of 2550Q, and their certificate is form 2306 (RMO 13-2025). */
export const nonResidentCodes: readonly string[] = ['WV080', 'WV090', 'WV100']

/** The codes for a purchase on a date: of income tax, and of VAT that a buyer withholds. */
export const purchaseCodes = (
  asked: { day: Day; payee: PartyKind; topAgentFrom: Day | null },
  codes: readonly WithholdingCode[],
): WithholdingCode[] => [
  ...incomeTaxCodes(asked, codes),
  ...codes.filter(
    (row) =>
      row.tax === 'vat' &&
      row.withheldBy !== 'government' &&
      withholdingOn(asked.day, asked.payee, row.code, codes) === row,
  ),
]

/**
 * The row under which a government office withholds VAT from us on a date: for goods or for services, as given by the
 * income tax code, and that of percentage tax for a seller not registered for VAT (NIRC section 114(C)). Undefined when
 * none is in force; the certificate decides.
 */
export function businessTaxCode(
  { day, vatRegistered, incomeAtc }: { day: Day; vatRegistered: boolean; incomeAtc: string | null },
  codes: readonly WithholdingCode[],
): WithholdingCode | undefined {
  const income = incomeAtc === null ? undefined : withholdingOn(day, 'either', incomeAtc, codes)
  const paidFor = incomeAtc === null || income?.paidFor === 'goods' ? 'goods' : 'services'
  const [first] = codes
    .filter(
      (row) =>
        row.tax === (vatRegistered ? 'vat' : 'percentage') &&
        row.withheldBy === 'government' &&
        (row.paidFor === paidFor || row.paidFor === 'either') &&
        inForce(row, day),
    )
    .map(({ code }) => code)
    .toSorted()
  return first === undefined ? undefined : withholdingOn(day, 'either', first, codes)
}

/** The rows by which a customer, or a government office, usually withholds income tax from us on a date. */
export const likelyCodes = (
  { day, government }: { day: Day; government: boolean },
  codes: readonly WithholdingCode[],
): WithholdingCode[] =>
  codes.filter(
    (row) =>
      row.likely &&
      row.tax === 'ewt' &&
      (row.withheldBy === 'government') === government &&
      withholdingOn(day, row.payee, row.code, codes) === row,
  )

export function isTopAgent(day: Day, topAgentFrom: Day | null): boolean {
  return topAgentFrom !== null && topAgentFrom <= day
}

/** The tax on a base, rounded half up. `rate` is '0.02'. */
export function taxWithheld(base: Money, rate: string): Money {
  return multiplyRate(base, rate)
}

const inForce = (row: WithholdingCode, day: Day): boolean =>
  row.validFrom <= day && (row.validTo === null || day <= row.validTo)
