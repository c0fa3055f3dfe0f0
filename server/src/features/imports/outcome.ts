// The result for a group of rows of a file: the document to record, or why it can't be recorded.
import type { ReadRows } from '@talaan/ledger/documents/import/mapping.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import type { Money } from '@talaan/ledger/core/money.ts'

/** The part of a checked document that recording needs; it is stored with the batch. */
export type DueDocument = { draftId: string; digest: string; fields: unknown; tags?: ChosenTags }

export type RowOutcome = {
  /** The number of a document, or the name of a party, that was recorded from these rows before. */
  number: string | null
  due: DueDocument | null
  total: Money | null
  mistakes: ReadRows['mistakes']
  warnings: string[]
}
