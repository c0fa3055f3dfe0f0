// What posting rules judge: facts that hold for every document, and those that a type asks for by key. Rules never fetch.
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import type { Day, Month } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import type { FilingRate } from '../tax/rates.ts'
import type { VatRate } from '../tax/vat.ts'
import type { DocumentTypeName } from './words.ts'

/** What every rule judges. */
export type CommonFacts = {
  company: CompanyFacts
  today: Day
  /** The party the fields name, or undefined when it is not there (deleted meanwhile, never was). */
  party: Party | undefined
  /** Active posting accounts by code. */
  accounts: ReadonlyMap<string, AccountFact>
  /** VAT rates, effective-dated; the rule picks the one of the document's day. */
  vatRates: readonly VatRate[]
  /** Months that are closed and refuse postings. */
  closedMonths: ReadonlySet<Month>
  /** Withholding codes, effective-dated; the rule picks the row of the document's day. */
  withholdingCodes: readonly WithholdingCode[]
  /** Rates that are neither VAT nor withheld by a code, effective-dated: final tax on interest among them. */
  rates: readonly FilingRate[]
  /** A recorded, not voided document with the same external number, of the same type and, where it says so, party. */
  sameExternalNo: { number: string; day: Day } | undefined
  /** Names of the attachments the draft carries, in order. */
  attachments: readonly { id: string; name: string; sha256: string; bytes: number }[]
}

/** What every type asks for, read from its fields. */
export type CommonRequest = {
  partyId: string | null
  externalNo: string | null
  /** Whether another party may use the same external number, as suppliers do with their own invoices. */
  externalNoPerParty?: boolean
  day: Day
}

/** Facts of the books by key: what a type asks for, and what it gets. Other documents change them all the time. */
export type BookFacts = {
  /** Money accounts by code, with their balances as of the document's day. */
  money: { request: readonly string[]; fact: ReadonlyMap<string, MoneyFact> }
  /** Open items of documents, by `itemKey`. What is not there was never recorded, or has been voided. */
  items: { request: readonly string[]; fact: ReadonlyMap<string, OpenItem> }
  /** Cheque leaves, by `leafKey`. A leaf that is not there is in no cheque book. */
  leaves: { request: readonly { account: string; no: string }[]; fact: ReadonlyMap<string, LeafFact> }
  /** What earlier documents credited of a document. */
  credited: { request: string | null; fact: Credited }
  /** What a fiscal year is closed with, as of a day. */
  yearEnd: { request: Day; fact: YearEnd }
}
export type FactKey = keyof BookFacts

export type Request<Key extends FactKey> = BookFacts[Key]['request']
export type Fact<Key extends FactKey> = BookFacts[Key]['fact']

/** The facts of some keys alone. */
export type FactsOf<Keys extends FactKey> = { [Key in Keys]: Fact<Key> }

/** What a rule judges that asks for some keys. */
export type Facts<Keys extends FactKey = never> = CommonFacts & FactsOf<Keys>

/** What the rule of some type judges: of the keys those that it asks for. */
export type AnyFacts = CommonFacts & Partial<FactsOf<FactKey>>

/** What a type looks up, read from its fields. */
export type FactRequest<Keys extends FactKey = never> = CommonRequest & { [Key in Keys]: Request<Key> }

/** What some type looks up: of the keys those that it has. */
export type AnyFactRequest = CommonRequest & { [Key in FactKey]?: Request<Key> }

export type CompanyFacts = {
  name: string
  tin: string | null
  branchCode: string
  address: string
  vatRegistered: boolean
  /** From this day the company withholds as a top withholding agent (RR 31-2020); null when it is none. */
  topAgentFrom: Day | null
  /** When expanded withholding tax is recognized: with the bill (RR 4-2024), or as a company chose, with the payment. */
  withholdAt: 'bill' | 'payment'
}

export type MoneyKind = 'cash' | 'petty_cash' | 'bank' | 'ewallet'

/** Where money is. Pesos in centavos; a foreign account also counts its own currency in minor units. */
export type MoneyFact = {
  code: string
  name: string
  kind: MoneyKind
  currency: string
  active: boolean
  /** In pesos at the end of the document's day, and the lowest it falls to on that day or any later one. */
  balance: Money
  lowest: Money
  /** The same in the account's currency; for a peso account the same figures. */
  held: Money
  lowestHeld: Money
  /** How far below zero the bank lets it go, in the account's currency. */
  overdraft: Money
  /** Of a petty cash fund: who keeps it, and what it should hold. */
  custodian: string
  float: Money
}

/** What a document left open on an account: amounts are positive on the account's normal side. */
export type OpenItem = {
  documentId: string
  account: string
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  day: Day
  dueDay: Day | null
  partyId: string | null
  /** What it opened with, and what is left of it after everything recorded so far. */
  opened: Money
  open: Money
  /** Of the document: net of VAT, VAT, and tax withheld already, as frozen on its lines. */
  net: Money
  vat: Money
  withheld: Money
  /** Documents that changed it after it was opened, newest first, for sentences that name them. */
  changedBy: readonly string[]
}

export const itemKey = (documentId: string, account: string): string => `${documentId} ${account}`

/** A leaf of a cheque book and what became of it. */
export type LeafFact = {
  account: string
  no: string
  state: 'unused' | 'issued' | 'spoiled' | 'cancelled' | 'released' | 'cleared' | 'stale' | 'stopped' | 'returned'
  /** The number of the document that used it. */
  usedBy: string | null
  /** What that document wrote on it; undefined for a leaf that no document used. */
  written?: { documentId: string; partyId: string | null; payee: string; day: Day; amount: Money }
}

export const leafKey = (account: string, no: string): string => `${account} ${no}`

export const withholders = ['anyone', 'top_agent', 'government'] as const
export const paidForWhat = ['goods', 'services', 'either'] as const

/** An expanded withholding tax code with its rate from one day to another; rates are fractions ('0.02'). */
export type WithholdingCode = {
  code: string
  payee: 'individual' | 'non_individual'
  description: string
  rate: string
  /** What is withheld: income tax, or VAT or percentage tax by government offices. */
  tax: 'ewt' | 'vat' | 'percentage'
  /** Who may withhold by it: a published top withholding agent alone (RR 31-2020), or a government office alone. */
  withheldBy: (typeof withholders)[number]
  /** What is paid for; VAT is withheld from goods and from services by codes of their own. */
  paidFor: (typeof paidForWhat)[number]
  /** Whether customers usually withhold by it from us: a line of the bank is tried less its tax. */
  likely: boolean
  validFrom: Day
  validTo: Day | null
  source: string
}

export type AccountFact = { code: string; name: string; type: AccountType; normal: NormalSide; control: boolean }

/** What documents credited of another one, in all and of its VAT, and their numbers. */
export type Credited = { total: Money; vat: Money; by: readonly string[] }

/** The month a year ends with, what is left on income and expense (debits less credits), and on opening balance equity. */
export type YearEnd = { endsWith: number; balances: ReadonlyMap<string, Money>; opening: Money }

/** Facts that tell of nothing, for a rule that is judged without books. */
export const emptyFacts: Pick<CommonFacts, 'withholdingCodes' | 'rates'> & FactsOf<FactKey> = {
  withholdingCodes: [],
  rates: [],
  money: new Map(),
  items: new Map(),
  leaves: new Map(),
  credited: { total: 0n, vat: 0n, by: [] },
  yearEnd: { endsWith: 12, balances: new Map(), opening: 0n },
}
