// What a sheet keeps of the document that its suggestions come from.
import { hiddenField, type TypedOf } from './field.ts'

/** Whom something was suggested for, and the document it came from. */
export const suggestedFields = { suggestedFor: hiddenField(), suggestedFrom: hiddenField() }
export type Suggested = TypedOf<typeof suggestedFields>

export type Last = { number: string; fields: Record<string, unknown> }
