// What a form frame and the portal say to each other. A frame is a sheet of paper: no token, no storage, no network; it
// asks over a MessageChannel and the portal makes the call, if the endpoint is on the list.
import { kindNames } from '@talaan/ledger/documents/names.ts'
import { z } from 'zod'
import {
  attachFile,
  detachFile,
  discardDraft,
  getDocument,
  getDraft,
  listDrafts,
  printVoucher,
  recordDocument,
  reviewDraft,
  saveDraft,
} from './documents.ts'
import { bookChoices, cancelBookJob, getBookFile, getBookJob, startBooks } from './books.ts'
import { checkParty, correctParty, getParty, registerParty, searchParties } from './parties.ts'
import { listAccounts } from './accounts.ts'
import { listStaleCheques, nextLeaf } from './cheques.ts'
import type { Endpoint } from './endpoint.ts'
import { frameKeys } from './keys.ts'
import { listMoneyAccounts } from './money-accounts.ts'
import { listItemsOn, listOpenItems, listOpenParties, listUndeposited } from './open-items.ts'
import { getPettyCashFund, keepCount } from './petty-cash.ts'
import { fieldMistake } from './problem.ts'
import { getLastDocument, listAlike, listExpenseTypes } from './purchases.ts'
import { listStatements, previewStatement, storeStatement } from './statements.ts'

/** The endpoints a form may ask for. Everything else is refused. */
export const frameEndpoints: readonly Endpoint[] = [
  saveDraft,
  getDraft,
  listDrafts,
  discardDraft,
  reviewDraft,
  recordDocument,
  getDocument,
  printVoucher,
  attachFile,
  detachFile,
  searchParties,
  getParty,
  checkParty,
  registerParty,
  correctParty,
  listAccounts,
  listMoneyAccounts,
  listOpenParties,
  listOpenItems,
  listUndeposited,
  listItemsOn,
  nextLeaf,
  listStaleCheques,
  listExpenseTypes,
  listAlike,
  getLastDocument,
  getPettyCashFund,
  keepCount,
  previewStatement,
  storeStatement,
  listStatements,
  bookChoices,
  startBooks,
  getBookJob,
  cancelBookJob,
  getBookFile,
] as unknown as readonly Endpoint[]

/** The frame's first word, posted to its parent; the portal answers with a port and the context. */
export const hello = z.strictObject({ talaan: z.literal('hello') })

/** The portal's answer to hello, posted with the port. */
export const welcome = z.strictObject({
  talaan: z.literal('welcome'),
  context: z.strictObject({
    form: z.string(),
    /** The draft this form works on, made by the portal when the form opened and kept in its address. */
    draftId: z.uuid(),
    clientId: z.string(),
    company: z.string(),
    today: z.string(),
    scheme: z.enum(['light', 'dark']),
    /** What the person came for: a party registered meanwhile, a TIN to start from, a form to go back to. */
    party: z.uuid().optional(),
    search: z.string().max(100).optional(),
    returnTo: z.string().max(100).optional(),
    /** The document that this one is about, such as the invoice that is credited, or the one that is copied. */
    about: z.uuid().optional(),
  }),
})
export type FrameContext = z.infer<typeof welcome>['context']

/** Routes a form may ask the portal to open: 'form' is this form with another draft, 'back' the form one came from. */
export const frameRoutes = [
  'form',
  'back',
  'customertin',
  'vendortin',
  'invoice',
  'bills',
  'pettycash',
  'dashboard',
  'usermanual',
  'document',
  'category',
] as const

export const fromFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: z.number().int().positive(),
    endpoint: z.string().max(64),
    params: z.record(z.string(), z.string()).default({}),
    query: z.record(z.string(), z.string()).default({}),
    body: z.unknown(),
    /** For endpoints that take bytes. */
    file: z.custom<unknown>().optional(),
  }),
  z.strictObject({
    type: z.literal('navigate'),
    to: z.enum(frameRoutes),
    /** A document to open, a draft to come back to, a party just registered, what was searched. */
    id: z.uuid().optional(),
    /** The kind of the document to open. */
    kind: z.enum(kindNames).optional(),
    party: z.uuid().optional(),
    search: z.string().max(100).optional(),
  }),
  z.strictObject({ type: z.literal('unsaved'), unsaved: z.boolean() }),
  z.strictObject({ type: z.literal('activity') }),
  z.strictObject({ type: z.literal('recorded'), number: z.string().max(64) }),
  z.strictObject({ type: z.literal('restart') }),
  /** Keys of the portal that were pressed in the frame, outside its fields. */
  z.strictObject({ type: z.literal('keys'), keys: z.enum(frameKeys) }),
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
      fields: z.array(fieldMistake).optional(),
    }),
  ]),
  z.strictObject({ type: z.literal('scheme'), scheme: z.enum(['light', 'dark']) }),
])
export type ToFrame = z.infer<typeof toFrame>

export const channelWords = {
  endpointRefused: 'A form may not make this call.',
  frameSilent: 'The form does not answer.',
  retry: 'Load the form again',
} as const
