// Whether the amounts on a paper include VAT.
import { choiceField } from '../runtime/field.ts'

export const priceMode = (label: string) =>
  choiceField({ inclusive: 'Include VAT', exclusive: 'Do not include VAT' }, { label, carriedOver: true })
