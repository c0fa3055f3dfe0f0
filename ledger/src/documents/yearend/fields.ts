// The fields of a year-end entry, as the month end sends them and the server checks them.
import type { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo } from '../../core/fields.ts'

export const yearEndFields = fieldSet({
  /** The last day of the fiscal year. */
  day,
  memo,
})

export type YearEndFields = z.output<typeof yearEndFields>

/** By this a second closing of a year is found. */
export const yearEndReference = (of: string): string => `YEAR TO ${of}`
