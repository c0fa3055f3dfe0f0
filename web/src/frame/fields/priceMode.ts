// Whether the amounts of a document include VAT.
import { choiceField } from '../runtime/field.ts'

export const priceMode = (label: string) =>
  choiceField({ inclusive: 'VAT inclusive', exclusive: 'VAT exclusive' }, { label, carriedOver: true, passed: true })
