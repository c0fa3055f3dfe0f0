// The facts for posting rules: common facts for every document, and those that a type requests by key. Rules never
// fetch.
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import type { Day, Month } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import type { Employee, PreviousEmployer } from '../payroll/employee.ts'
import type { PayrollFigures } from '../payroll/figures.ts'
import type { FilingRate } from '../tax/rates.ts'
import type { DiscountReason } from '../tax/statutory-discount.ts'
import type { PurchaseCategory, VatClass, VatRate } from '../tax/vat.ts'
import type { Receipt } from './receipt.ts'
import type { DocumentTypeName } from './words.ts'

/** The common facts. */
export type CommonFacts = {
  company: CompanyFacts
  today: Day
  /** The party named by the fields, or undefined if it does not exist. */
  party: Party | undefined
  /** Active posting accounts by code. */
  accounts: ReadonlyMap<string, AccountFact>
  /** VAT rates, effective-dated; the rule uses the one on the document date. */
  vatRates: readonly VatRate[]
  /** Closed months, which refuse postings. */
  closedMonths: ReadonlySet<Month>
  /** The date of the opening balances; null without any. Earlier documents are part of these balances. */
  booksBegin: Day | null
  /** Withholding codes, effective-dated; the rule uses the row on the document date. */
  withholdingCodes: readonly WithholdingCode[]
  /** The active types of expense. */
  expenseTypes: readonly ExpenseType[]
  /** Rates other than VAT and withholding codes, effective-dated, such as final tax on interest. */
  rates: readonly FilingRate[]
  /**
   * A recorded, not voided document with the same external number and type, and the same party if the type requires it.
   */
  sameExternalNo: { number: string; day: Day } | undefined
  /** Names of the draft's attachments, in order. */
  attachments: readonly { id: string; name: string; sha256: string; bytes: number }[]
}

/** The common requests of every type, from its fields. */
export type CommonRequest = {
  partyId: string | null
  externalNo: string | null
  /** Whether another party may use the same external number, as for supplier invoices. */
  externalNoPerParty?: boolean
  /** The last of several numbers recorded together; '' for one. Without it, numbers are never ranges. */
  externalNoTo?: string
  /** The serial number of a printed receipt, where the external number is another one. */
  receiptNo?: string
  day: Day
}

/** Facts of the books by key: the request of a type, and the result. Other documents change them all the time. */
export type BookFacts = {
  /** Cash and bank accounts by code, with their balances as of the document date. */
  money: { request: readonly string[]; fact: ReadonlyMap<string, MoneyFact> }
  /** Open items of documents, by `itemKey`. A missing item was never recorded, or has been voided. */
  items: { request: readonly string[]; fact: ReadonlyMap<string, OpenItem> }
  /** Cheque leaves, by `leafKey`. A missing leaf is not in a cheque book. */
  leaves: { request: readonly { account: string; no: string }[]; fact: ReadonlyMap<string, LeafFact> }
  /** The bank account of the payee. A missing one is not registered. */
  payeeAccount: { request: string | null; fact: PayeeAccount | null }
  /** The vouchers of a petty cash fund since its last replenishment. */
  fundVouchers: { request: string | null; fact: FundVouchers }
  /** Credits of earlier documents to a document. */
  credited: { request: string | null; fact: Credited }
  /** What is applied of a document to an item of another; null if nothing ever was, or if one of them is void. */
  allocation: { request: { documentId: string; itemId: string } | null; fact: AllocationFact | null }
  /** The figures for closing a fiscal year, as of a date. */
  yearEnd: { request: Day; fact: YearEnd }
  /** Employees by number, with their pay earlier in the year of the document. A missing one is not registered. */
  employees: { request: readonly string[]; fact: ReadonlyMap<string, EmployeeFact> }
}
export type FactKey = keyof BookFacts

export type Request<Key extends FactKey> = BookFacts[Key]['request']
export type Fact<Key extends FactKey> = BookFacts[Key]['fact']

/** The facts of some keys. */
export type FactsOf<Keys extends FactKey> = { [Key in Keys]: Fact<Key> }

/** The facts for a rule that requests some keys. */
export type Facts<Keys extends FactKey = never> = CommonFacts & FactsOf<Keys>

/** The facts for the rule of any type: all keys optional. */
export type AnyFacts = CommonFacts & Partial<FactsOf<FactKey>>

/** The requests of a type, from its fields. */
export type FactRequest<Keys extends FactKey = never> = CommonRequest & { [Key in Keys]: Request<Key> }

/** The requests of any type: all keys optional. */
export type AnyFactRequest = CommonRequest & { [Key in FactKey]?: Request<Key> }

export type CompanyFacts = {
  name: string
  tin: string | null
  branchCode: string
  address: string
  /** As of the document date, like the two below. */
  vatRegistered: boolean
  /** A later date from which the company is VAT-registered; null if there is none. */
  vatFrom?: Day | null
  /** The date from which the company is a top withholding agent (RR 31-2020); null if it is none. */
  topAgentFrom: Day | null
  /**
   * When expanded withholding tax is recognized: with the bill (RR 4-2024), or with the payment if the company chose
   * so.
   */
  withholdAt: 'bill' | 'payment'
  /** The names under the signature lines of its vouchers. */
  signatories?: NonNullable<Receipt['signatories']>
}

/** A type of expense for bills and petty cash, with its account and usual taxes. */
export type ExpenseType = {
  code: string
  name: string
  account: string
  vatClass: Exclude<VatClass, 'govt_vatable'>
  category: PurchaseCategory
  /** The usual code for individuals, and for other payees. */
  atcIndividual: string | null
  atcNonIndividual: string | null
  /** The codes above apply only to top withholding agents. */
  topAgentOnly: boolean
}

export type MoneyKind = 'cash' | 'petty_cash' | 'bank' | 'ewallet'

/** A money account. Pesos in centavos; a foreign account also has its own currency in minor units. */
export type MoneyFact = {
  code: string
  name: string
  kind: MoneyKind
  currency: string
  active: boolean
  /** In pesos at the end of the document date, and its lowest value on that date or later. */
  balance: Money
  lowest: Money
  /** The same in the account's currency; equal for a peso account. */
  held: Money
  lowestHeld: Money
  /** The overdraft limit, in the account's currency, and whether a document that exceeds it is refused. */
  overdraft: Money
  overLimit: 'refuse' | 'warn'
  /** Undeposited funds at the end of the document date, in pesos. */
  undeposited: Money
  /** For a petty cash fund: its custodian and target amount. */
  custodian: string
  float: Money
}

/** An open item of a document on an account: amounts are positive on the account's normal side. */
export type OpenItem = {
  documentId: string
  account: string
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  day: Day
  dueDay: Day | null
  partyId: string | null
  /** The opening amount, and the rest after everything recorded so far. */
  opened: Money
  open: Money
  /** Of the document: net of VAT, VAT, and tax already withheld, as frozen on its lines. */
  net: Money
  vat: Money
  withheld: Money
  /** Documents that changed it later, newest first, for messages that name them. */
  changedBy: readonly string[]
}

export const itemKey = (documentId: string, account: string): string => `${documentId} ${account}`

/** A leaf of a cheque book and its status. */
export type LeafFact = {
  account: string
  no: string
  state: 'unused' | 'issued' | 'spoiled' | 'cancelled' | 'released' | 'cleared' | 'stale' | 'stopped' | 'returned'
  /** The number of the document that used it. */
  usedBy: string | null
  /** The cheque data of that document; undefined for an unused leaf. */
  written?: { documentId: string; partyId: string | null; payee: string; day: Day; amount: Money }
}

/** Vouchers of a petty cash fund, oldest first, and what they were posted to besides the fund. */
export type FundVouchers = {
  vouchers: readonly { number: string; day: Day; paidTo: string; amount: Money }[]
  /** Credits, such as tax withheld, are negative. */
  accounts: readonly { account: string; name: string; amount: Money }[]
}

/** A bank account that a supplier or customer is paid into. */
export type PayeeAccount = {
  partyId: string
  bank: string
  accountName: string
  number: string
  currency: string
  active: boolean
  /** Whether it was changed after its registration, and the last date and person of either. */
  isChanged: boolean
  changedOn: Day
  changedBy: string
  /** Other customers and suppliers with the same number. */
  sameAs: readonly string[]
}

export const leafKey = (account: string, no: string): string => `${account} ${no}`

export const withholders = ['anyone', 'top_agent', 'government'] as const
export const paidForWhat = ['goods', 'services', 'either'] as const

/** An expanded withholding tax code with its rate and dates; rates are fractions ('0.02'). */
export type WithholdingCode = {
  code: string
  payee: 'individual' | 'non_individual'
  description: string
  rate: string
  /** The kind of tax: creditable or final income tax, or VAT or percentage tax. */
  tax: 'ewt' | 'final' | 'vat' | 'percentage'
  /** Who may use it: only a published top withholding agent (RR 31-2020), or only a government office. */
  withheldBy: (typeof withholders)[number]
  /** Goods or services; VAT withholding has separate codes for them. */
  paidFor: (typeof paidForWhat)[number]
  /** Whether customers usually withhold this from us: bank lines are also matched net of its tax. */
  likely: boolean
  validFrom: Day
  validTo: Day | null
  source: string
}

export type AccountFact = { code: string; name: string; type: AccountType; normal: NormalSide; control: boolean }

/** Credits of other documents to a document: total, VAT, statutory discount and numbers; and whose discount it has. */
export type Credited = {
  total: Money
  vat: Money
  statutory: Money
  by: readonly string[]
  discountFor: DiscountReason
}

/** The part of a receipt, payment or credit that is applied to a document. */
export type AllocationFact = {
  number: string
  /** Its posting date. */
  day: Day
  /** The account of the item. */
  account: string
  /** What is left of it, including the tax withheld and the discount given with it. */
  applied: Money
  /** Income tax, with its code, and VAT or percentage tax of government offices. */
  withheld: Money
  atc: string | null
  vatWithheld: Money
  discount: Money
  /** The codes and rates frozen on the tax lines of its entry. */
  frozen: readonly { account: string; atc: string; rate: string }[]
  /** The credits used by a document without money, less those returned, in the order of their use. */
  credits: readonly { documentId: string; number: string; amount: Money }[]
  /** The number of the document that removed it. */
  removedBy: string | null
}

/**
 * The last month of a fiscal year, the balances of income and expense (debits less credits), and opening balance
 * equity.
 */
export type YearEnd = { endsWith: number; balances: ReadonlyMap<string, Money>; opening: Money }

/** An employee, with what registers of the same year recorded up to the date of the document. */
export type EmployeeFact = Pick<
  Employee,
  | 'no'
  | 'lastName'
  | 'firstName'
  | 'middleName'
  | 'tin'
  | 'hiredOn'
  | 'separatedOn'
  | 'minimumWage'
  | 'minimumWageUntil'
> & {
  /** One row for each earlier register, by date. */
  paid: readonly { day: Day; figures: PayrollFigures }[]
  previous: PreviousEmployer | null
}

/** Empty facts, for a rule that runs without books. */
export const emptyFacts: Pick<CommonFacts, 'withholdingCodes' | 'expenseTypes' | 'rates'> & FactsOf<FactKey> = {
  withholdingCodes: [],
  expenseTypes: [],
  rates: [],
  money: new Map(),
  items: new Map(),
  leaves: new Map(),
  payeeAccount: null,
  fundVouchers: { vouchers: [], accounts: [] },
  credited: { total: 0n, vat: 0n, statutory: 0n, by: [], discountFor: '' },
  allocation: null,
  yearEnd: { endsWith: 12, balances: new Map(), opening: 0n },
  employees: new Map(),
}
