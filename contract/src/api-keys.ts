// API keys: what another program may do with the books, on behalf of which account, and until when.
import { day } from '@talaan/ledger/core/date.ts'
import { shortText } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants, admins, adminsAndAccountants } from './roles.ts'

/** A key can do only what its permissions name, and never more than its account. */
export const scopeWords = {
  'company:read': 'Read the company, accounts and document types',
  'parties:read': 'Read customers and suppliers',
  'parties:write': 'Register customers and suppliers',
  'documents:read': 'Read documents and open items',
  'drafts:write': 'Prepare drafts and attach files to them',
  'files:read': 'Read the files of documents and drafts',
  'files:write': 'Add files to recorded documents',
  'bank:read': 'Read bank statements',
  'reports:read': 'Read reports and export the journal',
  'taxes:read': 'Read tax returns',
  'events:read': 'Read the list of events',
  'webhooks:manage': 'Create, change, test and delete webhooks',
  'launches:prepare': 'Prepare documents in external forms, for the person who opened the form',
  'launches:record': 'Record documents in external forms, once the person who opened the form confirms them',
} as const
export type Scope = keyof typeof scopeWords
export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]]

export const maximumApiKeys = 50
export const longestKeyDays = 366

export const apiKeyProblems = {
  notThere: {
    code: 'apiKeys.notThere',
    status: 404,
    sentence: 'This API key does not exist. Reload the page and choose another one.',
  },
  shownBefore: {
    code: 'apiKeys.shownBefore',
    status: 409,
    sentence: 'This key was already created, and a key is shown only once. Revoke it and create another one.',
  },
  noSuchAccount: {
    code: 'apiKeys.noSuchAccount',
    status: 422,
    sentence: 'No active account has this Client ID. Choose another account.',
  },
  tooMany: {
    code: 'apiKeys.tooMany',
    status: 409,
    sentence: `There can be at most ${maximumApiKeys} active keys. Revoke a key that you no longer use.`,
  },
  expiry: {
    code: 'apiKeys.expiry',
    status: 422,
    sentence: 'Choose an expiry date after today and at most one year from now.',
  },
  nameTaken: {
    code: 'apiKeys.nameTaken',
    status: 409,
    sentence: 'Another active key has this name. Choose another name.',
  },
  network: {
    code: 'apiKeys.network',
    status: 422,
    sentence: 'Enter an IP address or a network, for example 203.0.113.7 or 192.168.1.0/24.',
  },
  revoked: {
    code: 'apiKeys.revoked',
    status: 409,
    sentence: 'This key has been revoked or has expired. Create a new one.',
  },
} satisfies Record<string, Problem>

/** A type of document that the key may record without a person, up to an amount. */
export const keyRecording = z.object({ kind: z.enum(documentTypeNames), upTo: money })

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the key, so that users recognize it. */
  start: z.string(),
  owner: z.string(),
  scopes: z.array(z.enum(scopes)),
  networks: z.array(z.string()),
  recording: z.array(z.extend(keyRecording, { by: z.string() })),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresOn: day,
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

const byKey = z.strictObject({ keyId: z.uuid() })

export const listApiKeys = endpoint({
  name: 'apiKeys.list',
  method: 'GET',
  path: '/api/api-keys',
  access: adminsAndAccountants,
  answer: z.object({ keys: z.array(apiKey) }),
  failure: 'The API keys could not be loaded. Try again.',
})

/** The only call that returns the key. */
export const createApiKey = endpoint({
  name: 'apiKeys.create',
  method: 'POST',
  path: '/api/api-keys/:keyId',
  access: admins,
  params: byKey,
  carriesToken: true,
  body: z.strictObject({
    name: shortText('name of the program', 60),
    owner: shortText('Client ID of the account', 100),
    scopes: z.array(z.enum(scopes)).check(z.minLength(1, 'Choose at least one permission.')),
    networks: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20, 'Enter at most 20 networks.')),
    expiresOn: day,
  }),
  answer: z.object({ key: apiKey, secret: z.string() }),
  failure: 'The key may not have been created. Check the list before you try again.',
})

export const revokeApiKey = endpoint({
  name: 'apiKeys.revoke',
  method: 'POST',
  path: '/api/api-keys/:keyId/revoke',
  access: adminsAndAccountants,
  params: byKey,
  answer: z.object({ key: apiKey }),
  failure: 'The key may not have been revoked. Try again.',
})

/** Replaces the list of types that the key may record without a person. */
export const allowRecording = endpoint({
  name: 'apiKeys.allowRecording',
  method: 'PUT',
  path: '/api/api-keys/:keyId/recording',
  access: accountants,
  params: byKey,
  body: z.strictObject({ recording: z.array(keyRecording).check(z.maxLength(documentTypeNames.length)) }),
  answer: z.object({ key: apiKey }),
  failure: 'The change may not have been saved. Reload the page and check.',
})
