// A suggestion for a bank line: its match or recording, with the reasons.
import type { DocumentTypeName } from '../../documents/words.ts'
import type { Recording } from './lines.ts'
import type { Certainty, Reason } from './reasons.ts'
import type { RuleFields } from './rule.ts'

export type Suggestion = {
  /** Bank lines by id: the one it is suggested for, and further lines of the match. */
  lines: readonly string[]
  /** Book lines by key. */
  books: readonly string[]
  /** The document to record first. */
  record: Recording | null
  reasons: readonly Reason[]
  score: number
  certainty: Certainty
  /** The first choice over all lines; an alternative otherwise. */
  best: boolean
  /** The document types of the book lines. */
  kinds: readonly (DocumentTypeName | null)[]
  /** The rule behind it, if any. */
  by: RuleFields | null
}
