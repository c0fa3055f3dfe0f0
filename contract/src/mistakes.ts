// The errors of a schema with their fields, in the server's answer and for calls that the browser does not send.
import type { z } from '@talaan/ledger/core/zod.ts'
import { common, saying } from './problem.ts'
import type { FieldMistake, Problem } from './problem.ts'

/** Errors with their fields, at most fifty. */
export const mistakesOf = (error: z.core.$ZodError): FieldMistake[] =>
  error.issues.slice(0, 50).map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'symbol' ? part.toString() : part)),
    message: issue.message,
  }))

/** A single error becomes the message of the problem; several errors get a general message. */
export const inputProblem = (mistakes: FieldMistake[]): Problem => {
  const [only, ...more] = mistakes
  return only !== undefined && more.length === 0 ? saying(common.badInput, only.message) : common.badInput
}
