// How many calls a key has left, in the headers that most clients know (draft-ietf-httpapi-ratelimit-headers, before its version 07).
import type { CallLimit } from '../calls.ts'

export const limitHeaders = ({ calls, left, resetSeconds }: CallLimit, isWithin: boolean): Record<string, string> => ({
  'ratelimit-limit': String(calls),
  'ratelimit-remaining': String(left),
  'ratelimit-reset': String(resetSeconds),
  ...(!isWithin && { 'retry-after': String(resetSeconds) }),
})
