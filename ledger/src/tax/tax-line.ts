// A tax line is a posted journal line for returns, lists and certificates: everything they need was frozen when it was
// posted, so that they sum and never recompute.
import { accounts } from '../accounts/chart.ts'
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import type { JournalCode, LineTax, Withheld } from '../accounts/journal.ts'
import type { Money } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import { bearsVat } from './vat.ts'
import { isWithheldVat } from './withholding.ts'

/** The party of a line, from the register; also a party removed since. */
export type TaxParty = Pick<
  Party,
  | 'id'
  | 'kind'
  | 'tin9'
  | 'noTin'
  | 'country'
  | 'foreignTaxNo'
  | 'branchCode'
  | 'registeredName'
  | 'lastName'
  | 'firstName'
  | 'middleName'
  | 'tradeName'
  | 'address'
  | 'vatStatus'
  | 'government'
  | 'email'
>

export type TaxLine = {
  /** Entry number and position: the permanent place of the line in the books. */
  entryNo: bigint
  position: number
  /** The entry date, which determines the period. */
  day: Day
  journal: JournalCode
  account: string
  /** Debit less credit, in centavos. */
  moved: Money
  /** The entry is a reversal; its frozen taxes are negative. */
  reverses: boolean
  document: { id: string; kind: DocumentTypeName; number: string; externalNo: string | null; day: Day }
  party: TaxParty | null
  /** VAT class, base and VAT; for a purchase also its category. Negative for a reversal. */
  tax: LineTax | null
  /** Code, rate, base and tax withheld at source. Negative for a reversal. */
  withheld: Withheld | null
}

/** The accounts read besides the lines with a tax: those the returns are reconciled with. */
export const taxAccounts: readonly string[] = [
  accounts.inputVat,
  accounts.inputVatCarryOver,
  accounts.withheldWithCertificate,
  accounts.withheldAwaitingCertificate,
  accounts.vatWithheld,
  accounts.outputVat,
  accounts.outputVatUncollected,
  accounts.vatPayable,
  accounts.percentageTaxPayable,
  accounts.ewtPayable,
  accounts.compensationTaxPayable,
  accounts.finalTaxPayable,
  accounts.vatWithheldPayable,
]

type Taxed = Pick<TaxLine, 'tax'>

/** A sale line: it has a VAT class and no purchase category. */
export function isSale({ tax }: Taxed): boolean {
  return tax !== null && tax.category === undefined
}

/** The bucket of a sale on the VAT return and in the summary list of sales; null is on neither. */
export type SaleBucket = 'taxable' | 'zero_rated' | 'exempt'

/** Sales not subject to VAT are outside the return (form 2550Q has no box for them). */
export function saleBucket(line: Taxed): SaleBucket | null {
  if (line.tax === null || !isSale(line) || line.tax.vatClass === 'not_subject') return null
  return bearsVat(line.tax.vatClass) ? 'taxable' : line.tax.vatClass === 'zero_rated' ? 'zero_rated' : 'exempt'
}

/**
 * The bucket of a purchase on the VAT return and in the summary lists; null is on none of them. `services`,
 * `capital_goods` and `goods` have input tax that is claimed; `importation` is taxed by customs.
 */
export type PurchaseBucket =
  | 'exempt'
  | 'zero_rated'
  | 'services'
  | 'capital_goods'
  | 'goods'
  | 'importation'
  | 'exempt_importation'

/**
 * The bucket of a purchase line. Purchases from suppliers without VAT count as exempt (2550Q box 48: exempt,
 * zero-rated, non-VAT suppliers), and so do purchases with non-creditable VAT, with the VAT in their base. Lines that
 * are not purchases, such as salaries and taxes, are in no bucket: not subject to VAT, and not creditable.
 */
export function purchaseBucket({ tax }: Taxed): PurchaseBucket | null {
  if (tax?.category === undefined) return null
  const { vatClass, category } = tax
  if (category === 'importation') return bearsVat(vatClass) ? 'importation' : 'exempt_importation'
  if (category === 'not_creditable') return vatClass === 'not_subject' ? null : 'exempt'
  if (vatClass === 'zero_rated') return 'zero_rated'
  return bearsVat(vatClass) ? category : 'exempt'
}

/**
 * The amounts a purchase adds to its bucket: the price, and the claimed input tax. Non-creditable VAT is part of the
 * price, as it is part of the cost in the books.
 */
export function purchaseFigures(line: Taxed): { base: Money; tax: Money } {
  const { tax } = line
  if (tax === null) return { base: 0n, tax: 0n }
  return tax.category === 'not_creditable' ? { base: tax.base + tax.vat, tax: 0n } : { base: tax.base, tax: tax.vat }
}

/** Tax we withheld from a supplier. */
export const isWithheldByUs = ({ account, withheld }: Pick<TaxLine, 'account' | 'withheld'>): boolean =>
  withheld !== null && account === accounts.ewtPayable

/** Final tax we withheld from a payee, remitted with forms 0619-F and 1601-FQ. */
export const isFinalTaxByUs = ({ account, withheld }: Pick<TaxLine, 'account' | 'withheld'>): boolean =>
  withheld !== null && account === accounts.finalTaxPayable && !isWithheldVat(withheld.atc)

/** VAT we withheld from a supplier, remitted with form 1600-VT. It was on account 2145 before it had an account. */
export const isVatWithheldByUs = ({ account, withheld }: Pick<TaxLine, 'account' | 'withheld'>): boolean =>
  withheld !== null &&
  (account === accounts.vatWithheldPayable || account === accounts.finalTaxPayable) &&
  isWithheldVat(withheld.atc)

/** Payments to an exempt supplier: the code is on the purchase line, and nothing was withheld. */
export const isExemptPayment = ({
  account,
  withheld,
  document,
}: Pick<TaxLine, 'account' | 'withheld' | 'document'>): boolean =>
  withheld !== null && Number(withheld.rate) === 0 && account !== accounts.ewtPayable && document.kind !== 'certificate'

/** Income tax withheld by a customer, as posted by the collection; the certificate may come later. */
export const isWithheldFromUs = ({ account, withheld }: Pick<TaxLine, 'account' | 'withheld'>): boolean =>
  withheld !== null && account === accounts.withheldAwaitingCertificate

/** VAT or percentage tax withheld by a government office, as posted by the collection or taken out of it again. */
export const isVatWithheldFromUs = ({ account, document }: Pick<TaxLine, 'account' | 'document'>): boolean =>
  account === accounts.vatWithheld && (document.kind === 'collection' || document.kind === 'unapply')

/** A line of a received certificate: income tax, or VAT and percentage tax. */
export const isProved = ({ document, withheld }: Pick<TaxLine, 'document' | 'withheld'>): boolean =>
  withheld !== null && document.kind === 'certificate'

/** The returns whose tax credits need certificates: income tax on account 1320, VAT and percentage tax on 1325. */
export const isBusinessTaxForm = (form: string): boolean => form === '2550Q' || form === '2551Q'

/** The lines of the certificates claimed in a return, by the tax of the return. */
export const provedFor = (form: string, claims: readonly TaxLine[]): TaxLine[] =>
  claims.filter((line) => isProved(line) && (line.account === accounts.vatWithheld) === isBusinessTaxForm(form))

/** The lines of a period, in the order of posting. */
export const within = (lines: readonly TaxLine[], from: Day, to: Day): TaxLine[] =>
  lines.filter(({ day }) => from <= day && day <= to)

export const lineKey = ({ entryNo, position }: Pick<TaxLine, 'entryNo' | 'position'>): string =>
  `${entryNo}.${position}`
