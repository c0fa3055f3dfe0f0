// What a sheet keeps of the document that its proposals come from.
import { text } from './typed.ts'

/** To spread into the schema of what is typed: whom something was proposed for, and the document it came from. */
export const proposedTyped = { proposedFor: text, proposedFrom: text }
export const nothingProposed = { proposedFor: '', proposedFrom: '' }

export type Last = { number: string; fields: unknown }
