// The source of a form's suggestions.
import { hiddenField, type TypedOf } from './field.ts'

/** The party of the suggestions, and the document they came from. */
export const suggestedFields = { suggestedFor: hiddenField(), suggestedFrom: hiddenField() }
export type Suggested = TypedOf<typeof suggestedFields>

export type Last = { number: string; fields: Record<string, unknown> }
