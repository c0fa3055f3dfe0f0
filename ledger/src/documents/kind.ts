// A document kind is a value: its fields, its words and its pure posting rule. The machinery that saves, reviews,
// records, numbers, mails, prints and voids is written once and asks the kind for nothing else.
import type { z } from 'zod'
import type { Day, Month } from '../day.ts'
import type { Entry, JournalCode } from '../journal.ts'
import type { Money } from '../money.ts'
import type { Party } from '../party.ts'
import type { Receipt } from '../receipt.ts'
import type { VatRate } from '../tax.ts'
import type { AccountType, NormalSide } from '../chart.ts'

export type KindName = 'invoice'

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
  /** A recorded, not voided document of the same kind with the same external number, if there is one. */
  sameExternalNo: { number: string; day: Day } | undefined
  /** Names of the attachments the draft carries, in order. */
  attachments: readonly { id: string; name: string; sha256: string; bytes: number }[]
}

export type CompanyFacts = {
  name: string
  tin: string | null
  branchCode: string
  address: string
  vatRegistered: boolean
}

export type AccountFact = { code: string; name: string; type: AccountType; normal: NormalSide; control: boolean }

/** A mistake that names its field by path, as zod does: ['lines', 0, 'quantity']. */
export type FieldMistake = { path: (string | number)[]; message: string }

export type Total = { label: string; amount: Money; emphasis?: 'grand' }

/** What a document does to the books and to its open items: everything that recording will store. */
export type Posting = {
  day: Day
  partyId: string | null
  externalNo: string | null
  dueDay: Day | null
  memo: string
  /** The document's grand total, and what it leaves open on its party (0 when nothing stays open). */
  total: Money
  openAmount: Money
  entry: Entry
  totals: Total[]
  /** Sentences that do not block but deserve a look. */
  warnings: string[]
  /** Where the receipt is mailed, or null when none is asked for. */
  receiptTo: string | null
}

export type Judgement = { ok: true; posting: Posting } | { ok: false; mistakes: FieldMistake[] }

export type DocumentKind<Schema extends z.ZodType = z.ZodType> = {
  kind: KindName
  /** Prefix of the gapless number: SI gives SI-2026-000001. */
  series: string
  journal: JournalCode
  /** What the paper is called, and what the portal says about it. */
  words: { title: string; plural: string; externalNo: string; party: string; recorded: string; printNote: string }
  fields: Schema
  /** Ids of the facts to gather, read from the parsed fields: the party and external number they name. */
  mentions(fields: z.output<Schema>): { partyId: string | null; externalNo: string | null; day: Day }
  /** Judges the fields against the facts and says what would be posted. Pure. */
  post(fields: z.output<Schema>, facts: Facts): Judgement
  /** The document as it is printed, mailed and shown; `number` is null before it is recorded. */
  receipt(fields: z.output<Schema>, facts: Facts, posting: Posting, number: string | null): Receipt
}
