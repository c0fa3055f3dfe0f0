// Whether the amounts on a paper include VAT.
import { choiceField } from '../runtime/field.ts'

export const priceMode = (label: string) =>
  choiceField({ inclusive: 'VAT inclusive', exclusive: 'VAT exclusive' }, { label, carriedOver: true })
