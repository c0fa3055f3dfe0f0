// What a sheet keeps of the document that its proposals come from.
import { hiddenField, type TypedOf } from './field.ts'

/** Whom something was proposed for, and the document it came from. */
export const proposedFields = { proposedFor: hiddenField(), proposedFrom: hiddenField() }
export type Proposed = TypedOf<typeof proposedFields>

export type Last = { number: string; fields: Record<string, unknown> }
