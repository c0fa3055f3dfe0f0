// What a line of the bank may be, as it is suggested: what it goes with or is recorded as, and why.
import type { DocumentTypeName } from '../../documents/words.ts'
import type { Recording } from './lines.ts'
import type { Certainty, Reason } from './reasons.ts'
import type { RuleFields } from './rule.ts'

export type Suggestion = {
  /** Bank lines by id: the one it is suggested for, and those that go with it. */
  lines: readonly string[]
  /** Lines of our books by key. */
  books: readonly string[]
  /** What has to be recorded first. */
  record: Recording | null
  reasons: readonly Reason[]
  score: number
  certainty: Certainty
  /** The first choice when all lines are looked at together; an alternative otherwise. */
  best: boolean
  /** Of the books their documents' kinds. */
  kinds: readonly (DocumentTypeName | null)[]
  /** The rule that says so, where one does. */
  by: RuleFields | null
}
