// The names of what is read from an invoice or receipt.
import type { Evidence } from './rows.ts'

/** Raise it when a rule changes what is read. */
export const rulesVersion = 5

export const readFieldNames = [
  'sellerTin',
  'sellerName',
  'number',
  'day',
  'vatable',
  'vat',
  'exempt',
  'zeroRated',
  'total',
  'withheld',
  'due',
  'payorTin',
  'payorName',
  'periodFrom',
  'periodTo',
  'atc',
  'base',
  'tax',
] as const
export type ReadFieldName = (typeof readFieldNames)[number]

/** Proved: it adds up. Labelled: its label was found. Question: several readings are possible. */
export const grades = ['proved', 'labelled', 'question'] as const
export type Grade = (typeof grades)[number]

/** Money is in centavos, a date is a Day. Only the lines of a certificate repeat a name. */
export type ReadField = { name: ReadFieldName; value: string; grade: Grade; evidence: Evidence }

export const paperKinds = [
  'invoice',
  'receipt',
  'certificate',
  'statement',
  'bankStatement',
  'delivery',
  'order',
  'unknown',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** These have a place of their own, and are never recorded as an invoice. */
export const isNeverInvoice = (kind: PaperKind): boolean =>
  kind === 'certificate' || kind === 'statement' || kind === 'bankStatement'
