// Ctrl Z: the user's last change in this session, and how to undo it. Only changes with a reversal can be undone, with
// the same calls as on their pages. For the others, the answer gives the reason.
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const restorable = ['company', 'account', 'moneyAccount', 'expenseType'] as const

const undo = z.union([
  z.object({ by: z.literal('void'), documentId: z.uuid() }),
  z.object({ by: z.literal('unmatch'), account: z.string(), matches: z.array(z.uuid()) }),
  /** The previous values of these settings are saved again. */
  z.object({
    by: z.literal('settings'),
    of: z.enum(restorable),
    /** The code of the account, or the name of the type of expense. */
    key: z.string(),
    fields: z.record(z.string(), z.nullable(z.string())),
  }),
  z.object({
    by: z.literal('call'),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string(),
    body: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
    asksReason: z.boolean(),
    button: z.string(),
    effect: z.string(),
    /** A call that returns the other effects and the steps. */
    preview: z.nullable(z.string()),
  }),
  z.object({ by: z.literal('nothing'), why: z.string() }),
])
export type Undo = z.infer<typeof undo>

export const lastChange = endpoint({
  name: 'undo.last',
  method: 'GET',
  path: '/api/undo',
  access: everyone,
  answer: z.object({
    /** Null if nothing has changed since the login. */
    change: z.nullable(
      z.object({
        at: z.string(),
        /** Follows 'You': 'recorded SI-2026-000012'. */
        words: z.string(),
        document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })),
        /** The old and new values of a setting. */
        details: z.array(z.object({ label: z.string(), was: z.nullable(z.string()), now: z.nullable(z.string()) })),
        undo,
      }),
    ),
  }),
  failure: 'Your last change could not be loaded. Try again.',
})
