// The fields of a year-end entry, sent by the month end and validated by the server.
import type { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo } from '../../core/fields.ts'

export const yearEndFields = fieldSet({
  /** The last day of the fiscal year. */
  day,
  memo,
})

export type YearEndFields = z.output<typeof yearEndFields>

/** The key that detects a second closing of a year. */
export const yearEndReference = (of: string): string => `YEAR TO ${of}`
