// What a group of rows of a file comes to: what there is to record of it, or why it can't be.
import type { ReadRows } from '@talaan/ledger/documents/import/mapping.ts'
import type { Money } from '@talaan/ledger/core/money.ts'

/** What recording needs of a document that was checked; it is stored with the batch. */
export type DueDocument = { draftId: string; digest: string; fields: unknown }

export type RowOutcome = {
  /** The number of a document, or the name of a party, that was recorded from these rows before. */
  number: string | null
  due: DueDocument | null
  total: Money | null
  mistakes: ReadRows['mistakes']
  warnings: string[]
}
