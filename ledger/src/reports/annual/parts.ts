// A document of several parts, each on pages of its own: titled sections with text, tables or both.
import type { Table } from '../table.ts'

export type Section = {
  /** '' for a part that is one table or one text. */
  title: string
  /** Paragraphs above the table. */
  text: string[]
  table: Table | null
}

export type Part = { name: PartName; title: string; period: string; sections: Section[] }

/** In the order in which they are bound. */
export const partNames = [
  'responsibility',
  'balance-sheet',
  'income-statement',
  'changes-in-equity',
  'cash-flow',
  'notes',
] as const
export type PartName = (typeof partNames)[number]

export const partWords = {
  responsibility: "Statement of Management's Responsibility",
  'balance-sheet': 'Statement of Financial Position',
  'income-statement': 'Statement of Comprehensive Income',
  'changes-in-equity': 'Statement of Changes in Equity',
  'cash-flow': 'Statement of Cash Flows',
  notes: 'Notes to Financial Statements',
} as const satisfies Record<PartName, string>

/** The names of the sheets of a workbook. */
export const sheetWords = {
  responsibility: 'Responsibility',
  'balance-sheet': 'Financial position',
  'income-statement': 'Comprehensive income',
  'changes-in-equity': 'Changes in equity',
  'cash-flow': 'Cash flows',
  notes: 'Notes',
} as const satisfies Record<PartName, string>

/** Begins the title of a section that belongs to the note above it. */
export const continued = '…'

/** What a person completes before the statements are issued. */
export const toComplete = (what: string): string => `[to complete: ${what}]`
