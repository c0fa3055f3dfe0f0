// The messages between a form frame and the portal. A frame has no token, no storage and no network. It makes requests
// over a MessageChannel, and the portal makes the calls whose endpoints are on the list.
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { frameKeys, pictureActions } from './keys.ts'
import { fieldMistake } from './problem.ts'

/** The frame posts this message to its parent first; the portal answers with a port and the context. */
export const hello = z.strictObject({ talaan: z.literal('hello') })

/** The portal's answer to the hello, posted together with the port. */
export const welcome = z.strictObject({
  talaan: z.literal('welcome'),
  context: z.strictObject({
    form: z.string(),
    /** The draft of this form. The portal creates its id when the form opens and keeps it in the address. */
    draftId: z.uuid(),
    clientId: z.string(),
    company: z.string(),
    today: z.string(),
    scheme: z.enum(['light', 'dark']),
    /** The user types amounts without a decimal point: 125050 means 1,250.50. */
    impliedDecimals: z.optional(z.boolean()),
    /** What the form begins with: a newly registered party, a TIN to fill in, or a form to return to. */
    party: z.optional(z.uuid()),
    search: z.optional(z.string().check(z.maxLength(100))),
    returnTo: z.optional(z.string().check(z.maxLength(100))),
    /** The document to which this one refers, such as the credited invoice or the copied document. */
    about: z.optional(z.uuid()),
  }),
})
export type FrameContext = z.infer<typeof welcome>['context']

/**
 * The pages that a form may ask the portal to open. 'form' is this form with another draft, 'back' is the previous
 * form, and 'reconcile' is the month of a bank account, which `search` names as '1031/2026-03'.
 */
export const frameRoutes = [
  'form',
  'back',
  'customertin',
  'vendortin',
  'deposit',
  'invoice',
  'bills',
  'pettycash',
  'dashboard',
  'usermanual',
  'document',
  'approval',
  'category',
  'reconcile',
] as const

export const fromFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: z.int().check(z.positive()),
    endpoint: z.string().check(z.maxLength(64)),
    params: z._default(z.record(z.string(), z.string()), {}),
    query: z._default(z.record(z.string(), z.string()), {}),
    body: z.unknown(),
    /** For endpoints that accept bytes. */
    file: z.optional(z.custom<unknown>()),
  }),
  z.strictObject({
    type: z.literal('navigate'),
    to: z.enum(frameRoutes),
    /** A document to open, a draft to return to, a newly registered party, or a search text. */
    id: z.optional(z.uuid()),
    /** The type of the document to open. */
    kind: z.optional(z.enum(documentTypeNames)),
    party: z.optional(z.uuid()),
    search: z.optional(z.string().check(z.maxLength(100))),
  }),
  /** Opens a page in another tab: a party or document by its id, an account by its code. */
  z.strictObject({
    type: z.literal('open'),
    what: z.enum(['party', 'account', 'document']),
    id: z.string().check(z.regex(/^([0-9a-f-]{36}|\d{4})$/)),
    /** The type of the document. */
    kind: z.optional(z.enum(documentTypeNames)),
  }),
  z.strictObject({ type: z.literal('unsaved'), unsaved: z.boolean() }),
  z.strictObject({ type: z.literal('activity') }),
  z.strictObject({ type: z.literal('recorded'), number: z.string().check(z.maxLength(64)) }),
  /** The draft was sent for approval, or withdrawn. */
  z.strictObject({ type: z.literal('sent') }),
  z.strictObject({ type: z.literal('restart') }),
  /** The id of the field that received the focus. */
  z.strictObject({ type: z.literal('field'), id: z.string().check(z.maxLength(64)) }),
  /** Shortcuts of the portal that were pressed in the frame, outside its fields. */
  z.strictObject({ type: z.literal('keys'), keys: z.enum(frameKeys) }),
  /** A key for the file next to the form. */
  z.strictObject({ type: z.literal('picture'), does: z.enum(pictureActions) }),
])
export type FromFrame = z.infer<typeof fromFrame>

export const toFrame = z.discriminatedUnion('type', [
  z.discriminatedUnion('ok', [
    z.strictObject({ type: z.literal('answer'), id: z.number(), ok: z.literal(true), body: z.unknown() }),
    z.strictObject({
      type: z.literal('answer'),
      id: z.number(),
      ok: z.literal(false),
      status: z.number(),
      code: z.string(),
      error: z.string(),
      fields: z.optional(z.array(fieldMistake)),
    }),
  ]),
  z.strictObject({ type: z.literal('scheme'), scheme: z.enum(['light', 'dark']) }),
  /** Whether a file is next to the form; without a file, its keys belong to the form. */
  z.strictObject({ type: z.literal('beside'), isThere: z.boolean() }),
  /** The user took this text from the file for the field with this id. */
  z.strictObject({
    type: z.literal('fill'),
    id: z.string().check(z.maxLength(64)),
    text: z.string().check(z.maxLength(200)),
  }),
])
export type ToFrame = z.infer<typeof toFrame>

export const channelWords = {
  endpointRefused: 'This form cannot make this call.',
  frameSilent: 'The form is not responding. Reload the page.',
  retry: 'Reload form',
} as const
