// A tax line is a posted journal line as returns, lists and certificates read it: everything they need was frozen on it
// when it was posted, so that they sum and never recompute.
import { accounts } from '../accounts/chart.ts'
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import type { JournalCode, LineTax, Withheld } from '../accounts/journal.ts'
import type { Money } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import { bearsVat } from './vat.ts'

/** Whom a line is about, as the register has it; also a party that was removed from it since. */
export type TaxParty = Pick<
  Party,
  | 'id'
  | 'kind'
  | 'tin9'
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
  /** Entry number and position: where the line stands in the books, for good. */
  entryNo: bigint
  position: number
  /** The day of the entry, which decides the period. */
  day: Day
  journal: JournalCode
  account: string
  /** Debit less credit, in centavos. */
  moved: Money
  /** The entry undoes another one; its frozen taxes are negative. */
  reverses: boolean
  document: { id: string; kind: DocumentTypeName; number: string; externalNo: string | null; day: Day }
  party: TaxParty | null
  /** VAT class, base and VAT; of a purchase also its category. Negative when it takes something back. */
  tax: LineTax | null
  /** Code, rate, base and tax withheld at source. Negative when it takes something back. */
  withheld: Withheld | null
}

/** The accounts whose movements are read besides the lines that carry a tax: what the returns are compared with. */
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
]

type Taxed = Pick<TaxLine, 'tax'>

/** A line of a sale: it carries a VAT class and no category of purchase. */
export function isSale({ tax }: Taxed): boolean {
  return tax !== null && tax.category === undefined
}

/** Where a sale stands on the VAT return and in the summary list of sales; null is on neither. */
export type SaleBucket = 'taxable' | 'zero_rated' | 'exempt'

/** Sales that are not subject to VAT are outside of the return (form 2550Q has no box for them). */
export function saleBucket(line: Taxed): SaleBucket | null {
  if (line.tax === null || !isSale(line) || line.tax.vatClass === 'not_subject') return null
  return bearsVat(line.tax.vatClass) ? 'taxable' : line.tax.vatClass === 'zero_rated' ? 'zero_rated' : 'exempt'
}

/**
 * Where a purchase stands on the VAT return and in the summary lists; null is on none of them.
 * `services`, `capital_goods` and `goods` bear input tax that is claimed; `importation` is taxed by customs.
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
 * The bucket of a purchase line. What is bought of somebody who charges no VAT counts as exempt (2550Q box 48: exempt,
 * zero-rated, non-VAT suppliers), and so does a purchase whose VAT cannot be credited, with the VAT in its base. What is
 * no purchase at all, such as salaries and taxes, is in no bucket: not subject to VAT, and not creditable.
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
 * What a purchase adds to its bucket: the price, and the input tax that is claimed. VAT that cannot be credited is part
 * of the price, as it is of the cost in the books.
 */
export function purchaseFigures(line: Taxed): { base: Money; tax: Money } {
  const { tax } = line
  if (tax === null) return { base: 0n, tax: 0n }
  return tax.category === 'not_creditable' ? { base: tax.base + tax.vat, tax: 0n } : { base: tax.base, tax: tax.vat }
}

/** Tax we withheld from a supplier. */
export const isWithheldByUs = ({ account, withheld }: Pick<TaxLine, 'account' | 'withheld'>): boolean =>
  withheld !== null && account === accounts.ewtPayable

/** What an exempt supplier was paid: the code stands on the line that was bought, and nothing was withheld. */
export const isExemptPayment = ({
  account,
  withheld,
  document,
}: Pick<TaxLine, 'account' | 'withheld' | 'document'>): boolean =>
  withheld !== null && Number(withheld.rate) === 0 && account !== accounts.ewtPayable && document.kind !== 'certificate'

/** Income tax a customer withheld from us, as the collection posted it; the certificate may come later. */
export const isWithheldFromUs = ({ account, withheld }: Pick<TaxLine, 'account' | 'withheld'>): boolean =>
  withheld !== null && account === accounts.withheldAwaitingCertificate

/** VAT or percentage tax a government office withheld from us, as the collection posted it. */
export const isVatWithheldFromUs = ({ account, document }: Pick<TaxLine, 'account' | 'document'>): boolean =>
  account === accounts.vatWithheld && document.kind === 'collection'

/** A line of a certificate in hand: income tax, or VAT and percentage tax. */
export const isProved = ({ document, withheld }: Pick<TaxLine, 'document' | 'withheld'>): boolean =>
  withheld !== null && document.kind === 'certificate'

/** The returns whose credits are proved by certificates: income tax on account 1320, VAT and percentage tax on 1325. */
export const isBusinessTaxForm = (form: string): boolean => form === '2550Q' || form === '2551Q'

/** The lines of the certificates that a return claims, by the tax the return is of. */
export const provedFor = (form: string, claims: readonly TaxLine[]): TaxLine[] =>
  claims.filter((line) => isProved(line) && (line.account === accounts.vatWithheld) === isBusinessTaxForm(form))

/** The lines of some days, in the order in which they were posted. */
export const within = (lines: readonly TaxLine[], from: Day, to: Day): TaxLine[] =>
  lines.filter(({ day }) => from <= day && day <= to)

export const lineKey = ({ entryNo, position }: Pick<TaxLine, 'entryNo' | 'position'>): string =>
  `${entryNo}.${position}`
