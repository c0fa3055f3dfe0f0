// A user types or scans the code of a printed document to see the document, and whether the books still agree with it.
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { day, month } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { paperSizes } from './books.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

export const proofProblems = {
  mistyped: {
    code: 'proof.mistyped',
    status: 422,
    sentence: 'This code is not valid. Compare it with the printed page.',
  },
  noSuchCode: {
    code: 'proof.noSuchCode',
    status: 404,
    sentence:
      "No document or page in these books has this code. It may be from another company's books. Compare the code with the printed page.",
  },
} satisfies Record<string, Problem>

const voucher = z.object({
  what: z.literal('voucher'),
  id: z.uuid(),
  kind: z.enum(documentTypeNames),
  /** 'Sales Invoice' */
  title: z.string(),
  number: z.string(),
  day,
  party: z.nullable(z.string()),
  total: money,
  recordedBy: z.string(),
  recordedAt: z.string(),
  /** Null unless void. */
  voided: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
  entryNo: z.int(),
  hash: z.string(),
})
const bookPage = z.object({
  what: z.literal('page'),
  book: z.enum(bookNames),
  paper: z.enum(paperSizes),
  firstMonth: month,
  lastMonth: month,
  version: z.int(),
  /** The page number; null for the cover, the index and the certificate. */
  page: z.nullable(z.int()),
  firstPage: z.int(),
  pages: z.int(),
  boundBy: z.string(),
  boundAt: z.string(),
  /** Whether a later version replaced it. */
  replaced: z.boolean(),
  /** What was recorded later in its months; null if nothing was. */
  since: z.nullable(z.object({ entries: z.int(), debit: money })),
})
export type Voucher = z.output<typeof voucher>
export type BookPage = z.output<typeof bookPage>

export const checkCode = endpoint({
  name: 'proof.check',
  method: 'GET',
  path: '/api/proof',
  access: everyone,
  query: z.strictObject({ code: z.string().check(z.maxLength(500)) }),
  answer: z.object({
    /** As printed. */
    code: z.string(),
    found: z.discriminatedUnion('what', [voucher, bookPage]),
    /** The problems, one sentence each; empty if it agrees with the books. */
    problems: z.array(z.string()),
  }),
  failure: 'The code could not be checked. Try again.',
})

export const proofWords = {
  title: 'Check a Document',
  about:
    'Every voucher and every page of a bound book has a code. Type it here or scan the QR code to check that the printed copy still matches the books.',
  label: 'Printed code',
  button: 'Check',
  agrees: 'This document matches the books.',
  disagrees: 'This document does not match the books.',
} as const
