// A batch of documents. Its count and control total are entered first and compared as documents are recorded. The batch
// is closed when it agrees or the difference is explained.
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

export const maxInBatch = 500

export const batchProblems = {
  notThere: {
    code: 'bundles.notThere',
    status: 404,
    sentence: 'This batch does not exist or is already closed. Reload the page.',
  },
  differs: {
    code: 'bundles.differs',
    status: 422,
    sentence: 'The batch differs from its control total. Find the difference, or explain it.',
  },
} satisfies Record<string, Problem>

export const batch = z.object({
  batchId: z.uuid(),
  count: z.int(),
  /** The control total. */
  total: money,
  documents: z.array(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string(), total: money })),
})
export type Batch = z.infer<typeof batch>

const form = z.string().check(z.regex(/^[a-z]{1,30}$/, 'This form does not exist. Open a form from the menu.'))
const byBatch = z.strictObject({ batchId: z.uuid() })

/** The user's own open batch in a form. */
export const getOpenBatch = endpoint({
  name: 'bundles.open',
  method: 'GET',
  path: '/api/bundles',
  access: everyone,
  query: z.strictObject({ form }),
  answer: z.object({ batch: z.nullable(batch) }),
  failure: 'Talaan could not check for an open batch. Reload the page.',
})

/** The counted documents and total, and the numbers that the user has recorded so far. It is sent after each change. */
export const saveBatch = endpoint({
  name: 'bundles.keep',
  method: 'PUT',
  path: '/api/bundles/:batchId',
  access: everyone,
  params: byBatch,
  body: z.strictObject({
    form,
    count: z.int().check(z.minimum(1), z.maximum(maxInBatch)),
    total: money,
    numbers: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(maxInBatch)),
  }),
  answer: z.object({ batch }),
  failure: 'The batch may not have been saved. Documents already recorded are not affected. Try again.',
})

/** Closes the batch if it agrees, or if the difference is explained. */
export const closeBatch = endpoint({
  name: 'bundles.close',
  method: 'POST',
  path: '/api/bundles/:batchId/close',
  access: everyone,
  params: byBatch,
  body: z.strictObject({
    explanation: z._default(
      z.string().check(
        z.trim(),
        z.maxLength(500, 'The explanation can have at most 500 characters.'),
        z.refine((text) => text === '' || text.length >= 5, 'Explain the difference.'),
      ),
      '',
    ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The batch may not have been closed. Reload the page and check.',
})
