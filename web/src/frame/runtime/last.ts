// The source of the suggestions in a form.
import { hiddenField, type TypedOf } from './field.ts'

/** The party for which values are suggested, and the document that they came from. */
export const suggestedFields = { suggestedFor: hiddenField(), suggestedFrom: hiddenField() }
export type Suggested = TypedOf<typeof suggestedFields>

export type Last = { number: string; fields: Record<string, unknown> }
