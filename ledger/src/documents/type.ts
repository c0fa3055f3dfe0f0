// A document type is a value: its fields, its words and its pure posting rule. The machinery that saves, reviews,
// records, numbers, mails, prints and voids is written once and asks the type for nothing else.
import type { z } from '../core/zod.ts'
import type { Day, Month } from '../core/date.ts'
import type { FilingRate } from '../tax/rates.ts'
import type { Entry, JournalCode } from '../accounts/journal.ts'
import type { Money } from '../core/money.ts'
import type { Party } from '../core/party.ts'
import type { Receipt } from './receipt.ts'
import type { VatRate } from '../tax/vat.ts'
import type { AccountType, NormalSide } from '../accounts/chart.ts'

/** The types there are. A further type adds its name here, its words to words.ts and its rule to types.ts. */
export const kindNames = [
  'invoice',
  'creditmemo',
  'collection',
  'bill',
  'pettycash',
  'pettycashfund',
  'payment',
  'cheque',
  'stalecheque',
  'deposit',
  'withdrawal',
  'transfer',
  'journalvoucher',
  'yearend',
  'certificate',
  'bankadjustment',
  'opening',
] as const
export type KindName = (typeof kindNames)[number]

/** What the room has fetched for the rule to judge. Rules never fetch. */
export type Facts = {
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
  /** A recorded, not voided document with the same external number, of the same kind and, where it says so, party. */
  sameExternalNo: { number: string; day: Day } | undefined
  /** The money accounts the fields mention, by account code, with their balances as of the document's day. */
  money: ReadonlyMap<string, MoneyFact>
  /** The open items the fields mention, by `itemKey`. What is not there was never recorded, or has been voided. */
  items: ReadonlyMap<string, OpenItem>
  /** The cheque leaves the fields mention, by `leafKey`. A leaf that is not there is in no cheque book. */
  leaves: ReadonlyMap<string, LeafFact>
  /** When a year is closed: the month it ends with, what is left on income and expense, and on opening balance equity. */
  yearEnd?: { endsWith: number; balances: ReadonlyMap<string, Money>; opening: Money }
  /** What earlier credit memos took back of the invoice that the fields name, and their numbers. */
  credited?: { total: Money; vat: Money; by: readonly string[] }
  /** Names of the attachments the draft carries, in order. */
  attachments: readonly { id: string; name: string; sha256: string; bytes: number }[]
}

/** The facts of a document that mentions no money, items or cheques. */
export const nothingMentioned: Pick<Facts, 'withholdingCodes' | 'rates' | 'money' | 'items' | 'leaves'> = {
  withholdingCodes: [],
  rates: [],
  money: new Map(),
  items: new Map(),
  leaves: new Map(),
}

export type CompanyFacts = {
  name: string
  tin: string | null
  branchCode: string
  address: string
  vatRegistered: boolean
  /** From this day the company withholds as a top withholding agent (RR 31-2020); null when it is none. */
  topAgentFrom: Day | null
  /** When expanded withholding tax is recognised: with the bill (RR 4-2024), or as a company chose, with the payment. */
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
  /** Of a petty cash fund: who keeps it, and what it is filled up to. */
  custodian: string
  float: Money
}

/** What a document left open on an account: amounts are positive on the account's normal side. */
export type OpenItem = {
  documentId: string
  account: string
  kind: KindName
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

/** A mistake that names its field by path, as zod does: ['lines', 0, 'quantity']. */
export type FieldMistake = { path: (string | number)[]; message: string }

export type Total = { label: string; amount: Money; emphasis?: 'grand' }

/** What a document does to the books and to its open items: everything that recording will store. */
export type Posting = {
  day: Day
  partyId: string | null
  /** Whom it names in lists when it names no party of the register. */
  payee?: string
  externalNo: string | null
  dueDay: Day | null
  memo: string
  /** The document's grand total. */
  total: Money
  /** Its day may be later than the document's: a post-dated cheque is posted on the day of the cheque. */
  entry: Entry
  /** What it opens and what it settles; per item account these add up to what the entry moves there. */
  items: Movement[]
  /** The cheque it is paid with, if one of our own. */
  cheque: Cheque | null
  /** What becomes of a leaf that another document issued. */
  leaf?: { account: string; no: string; state: 'stale'; day: Day }
  /** What becomes of a petty cash fund: who keeps it and what it is filled up to. */
  fund?: FundChange
  totals: Total[]
  /** Sentences that do not block but deserve a look. */
  warnings: string[]
  /** Where the receipt is mailed, or null when none is asked for. */
  receiptTo: string | null
}

/** A change of an open item: of one this document opens itself, or of one that another document opened. */
export type Movement = {
  settles: 'itself' | (string & {})
  account: string
  partyId: string | null
  /** Positive opens, negative settles, on the account's normal side. Never zero. */
  amount: Money
}

/** A cheque of ours. `no` has the leading zeros of its book; `day` is the date written on it. */
export type Cheque = { account: string; no: string; payee: string; day: Day; amount: Money }

export type FundChange = { account: string; custodian: string; float: Money }

/** Which facts a rule needs, read from its fields. */
export type Mentions = {
  partyId: string | null
  externalNo: string | null
  /** Whether another party may use the same external number, as suppliers do with their own invoices. */
  externalNoPerParty?: boolean
  day: Day
  /** Money accounts by code. */
  money?: readonly string[]
  /** Documents whose open items are looked at. */
  documents?: readonly string[]
  leaves?: readonly { account: string; no: string }[]
  /** The invoice that is credited, of which other credit memos may have taken back a part. */
  creditOf?: string
  /** Whether the balances of income and expense are looked at, as of the day. */
  closesYear?: boolean
}

export type Judgement = { ok: true; posting: Posting } | { ok: false; mistakes: FieldMistake[] }

/** What lists and forms of the browser say about a type of document. */
export type DocumentWords = {
  kind: KindName
  /** Prefix of the gapless number: SI gives SI-2026-000001. */
  series: string
  journal: JournalCode
  /** What the paper is called, and what the portal says about it. `yes` and `no` where the answers are not Yes and No. */
  words: {
    title: string
    plural: string
    externalNo: string
    party: string
    recorded: string
    printNote: string
    yes?: string
    no?: string
  }
}

export type DocumentKind<Schema extends z.ZodMiniType = z.ZodMiniType> = DocumentWords & {
  fields: Schema
  /** The facts to gather, read from the parsed fields. */
  mentions(fields: z.output<Schema>): Mentions
  /** Judges the fields against the facts and says what would be posted. Pure. */
  post(fields: z.output<Schema>, facts: Facts): Judgement
  /** The document as it is printed, mailed and shown; `number` is null before it is recorded. */
  receipt(fields: z.output<Schema>, facts: Facts, posting: Posting, number: string | null): Receipt
  /** The fields of a further document of the type that is recorded in the same transaction; null where there is none. */
  follow?(fields: z.output<Schema>, number: string): z.input<Schema> | null
}
