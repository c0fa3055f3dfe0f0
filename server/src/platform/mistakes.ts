// The errors of a schema with their fields.
import type { z } from '@talaan/ledger/core/zod.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'

/** Errors with their fields, at most fifty. */
export const mistakesOf = (error: z.core.$ZodError): FieldMistake[] =>
  error.issues.slice(0, 50).map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'symbol' ? part.toString() : part)),
    message: issue.message,
  }))
