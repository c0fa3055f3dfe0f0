// An endpoint of the public API: an endpoint with its permission and its texts in the reference.
import type { Day } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { scopeWords } from '../api-keys.ts'
import type { Scope } from '../api-keys.ts'
import { endpoint } from '../endpoint.ts'
import type { Endpoint, Method } from '../endpoint.ts'
import { saying } from '../problem.ts'
import type { Problem } from '../problem.ts'
import type { Role } from '../roles.ts'

export type ApiEndpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  A extends z.ZodMiniType = z.ZodMiniType,
> = Endpoint<P, Q, B, A> & {
  access: readonly Role[]
  /** Null if every key may make the call. */
  scope: Scope | null
  /** Further permissions that the key needs, if the answer also has other records. */
  alsoNeeds: readonly Scope[]
  /** The summary in the reference. */
  summary: string
  /** The group in the reference. */
  group: string
  /** What callers should know in addition to the schema. */
  notes: readonly string[]
  /** Whether a repeated call needs or may have an Idempotency-Key. Calls without one change nothing, or have an id of their own. */
  idempotencyKey: 'required' | 'accepted' | 'none'
  /** The members of the answer whose fields the caller can choose: a record, or a list of records. */
  records: readonly string[]
  /** What these records can be expanded with. */
  links: Readonly<Record<string, Link>>
  /** A list whose "next" is sent as "after"; the server binds it to the list and its filters. */
  pages: boolean
  /** Set if the call will be removed; null if it stays. */
  deprecated: Deprecation | null
}

/** A record that another one names by its id. */
export type Link = {
  /** The call that reads it; the key needs its permissions. */
  call: () => ApiEndpoint
  /** Its place in the answer of that call. */
  path: readonly string[]
  /** The id in the record that names it. */
  idIn: (record: Readonly<Record<string, unknown>>) => unknown
}

/** Days in UTC. */
export type Deprecation = { since: Day; until: Day; successor: string }

type Options<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType> = Pick<
  ApiEndpoint,
  'name' | 'method' | 'path' | 'access' | 'scope' | 'summary' | 'group'
> &
  Partial<
    Pick<
      ApiEndpoint,
      | 'bytesIn'
      | 'bytesOut'
      | 'bodyLimit'
      | 'carriesToken'
      | 'logsRead'
      | 'alsoNeeds'
      | 'notes'
      | 'idempotencyKey'
      | 'records'
      | 'links'
      | 'pages'
      | 'deprecated'
      | 'failure'
    >
  > & {
    params?: P
    query?: Q
    body?: B
    answer?: A
  }

const nothing = z.strictObject({})

const usualKey = {
  GET: 'none',
  POST: 'required',
  PUT: 'accepted',
  PATCH: 'accepted',
  DELETE: 'accepted',
} as const satisfies Record<Method, ApiEndpoint['idempotencyKey']>

export const apiEndpoint = <
  P extends z.ZodMiniType = typeof nothing,
  Q extends z.ZodMiniType = typeof nothing,
  B extends z.ZodMiniType = typeof nothing,
  A extends z.ZodMiniType = typeof nothing,
>({
  access,
  scope,
  alsoNeeds = [],
  summary,
  group,
  notes = [],
  records = [],
  links = {},
  pages = false,
  deprecated = null,
  failure = 'The call may not have taken effect. Send it again with the same Idempotency-Key; it takes effect only once.',
  ...options
}: Options<P, Q, B, A>): ApiEndpoint<P, Q, B, A> => {
  const { idempotencyKey = usualKey[options.method], ...rest } = options
  const { query, answer } = options
  const chosen = answer === undefined ? query : withChoice(query, answer, { records, links })
  return {
    ...endpoint({ ...rest, ...(chosen !== undefined && { query: chosen as Q }), access, failure }),
    access,
    scope,
    alsoNeeds,
    summary,
    group,
    notes,
    idempotencyKey,
    records,
    links,
    pages,
    deprecated,
  }
}

/** The query of a call with the parameters by which the caller chooses fields and expands linked records. */
function withChoice(
  query: z.ZodMiniType | undefined,
  answer: z.ZodMiniType,
  { records, links }: Pick<ApiEndpoint, 'records' | 'links'>,
): z.ZodMiniType | undefined {
  if (records.length === 0) return query
  const linked = Object.keys(links)
  const fields = [...new Set([...records.flatMap((record) => Object.keys(shapeOfRecord(answer, record))), ...linked])]
  return z.extend((query ?? nothing) as typeof nothing, {
    fields: z.optional(namesFrom(fields, (name) => `There is no field '${name}' here.`)),
    ...(linked.length > 0 && {
      expand: z.optional(
        namesFrom(linked, (name) => `'${name}' cannot be expanded here.`).check(
          z.refine(
            (text) => text.split(',').length <= mostExpanded,
            `Expand at most ${mostExpanded} records in a call.`,
          ),
        ),
      ),
    }),
  })
}

/** How many different links a call expands. */
const mostExpanded = 3
/** How many records a call reads to expand them. */
export const maximumExpandedRecords = 100

const namesFrom = (names: readonly string[], unknown: (name: string) => string) => {
  const unknownIn = (text: string) => text.split(',').find((name) => !names.includes(name))
  return z.string().check(
    z.maxLength(600),
    z.refine((text) => unknownIn(text) === undefined, {
      error: ({ input }) =>
        `${unknown((unknownIn(String(input)) ?? '').slice(0, 40))} Choose from: ${names.join(', ')}.`,
    }),
  )
}

/** The members of a record, or of the records of a list. */
function shapeOfRecord(answer: z.core.$ZodType, name: string): Readonly<Record<string, unknown>> {
  const { def } = (answer as z.core.$ZodTypes)._zod
  if (def.type === 'array') return shapeOfRecord(def.element, name)
  if (def.type !== 'object') return {}
  if (name === '') return def.shape
  const member = def.shape[name]
  return member === undefined ? {} : shapeOfRecord(member, '')
}

export const apiProblems = {
  noKey: {
    code: 'api.noKey',
    status: 401,
    sentence: 'Send your API key in the Authorization header: Bearer talaan_live_…',
  },
  badKey: {
    code: 'api.badKey',
    status: 401,
    sentence: 'This API key is not valid, is revoked or has expired. Create a new one in the company settings.',
  },
  practiceKey: {
    code: 'api.practiceKey',
    status: 401,
    sentence: 'This key belongs to a practice portal. Use a key from this portal; it begins with talaan_live_.',
  },
  liveKey: {
    code: 'api.liveKey',
    status: 401,
    sentence:
      'This is a practice portal, but this key belongs to the live portal. Create a key in this portal; it begins with talaan_test_.',
  },
  fromBrowser: {
    code: 'api.fromBrowser',
    status: 403,
    sentence:
      'API keys are for servers. A call with an Origin header or cookies is refused, because anyone can read a key in a web page.',
  },
  otherNetwork: {
    code: 'api.otherNetwork',
    status: 403,
    sentence: 'This API key cannot be used from this network address. Use it from an allowed network.',
  },
  noScope: {
    code: 'api.noScope',
    status: 403,
    sentence: 'This API key does not have the permission for this call. Use a key that has it.',
  },
  mayNotRecord: {
    code: 'api.mayNotRecord',
    status: 403,
    sentence:
      'This key can only prepare drafts. Ask a person to confirm the draft in Talaan, or ask an accountant to let the key record this type of document.',
  },
  aboveLimit: {
    code: 'api.aboveLimit',
    status: 403,
    sentence: 'The total is above the amount that this key may record. Ask a person to confirm the draft in Talaan.',
  },
  otherRequest: {
    code: 'api.otherRequest',
    status: 409,
    sentence: 'This Idempotency-Key was already used for a different request. Use a new one for each request.',
  },
  noIdempotencyKey: {
    code: 'api.noIdempotencyKey',
    status: 400,
    sentence:
      'Send an Idempotency-Key header with 8 to 128 letters, digits or hyphens, and use a new one for each request.',
  },
  badCode: {
    code: 'api.badCode',
    status: 404,
    sentence: 'This launch code is not valid or has expired. Ask the person to open the form again.',
  },
  codeUsed: {
    code: 'api.codeUsed',
    status: 409,
    sentence: 'This launch code was already used, so its launch has ended. Ask the person to open the form again.',
  },
  otherForm: {
    code: 'api.otherForm',
    status: 409,
    sentence: 'This launch code is for another form. Send the name of the form that was opened with this code.',
  },
  noLaunch: {
    code: 'api.noLaunch',
    status: 409,
    sentence: 'This call needs a launch token. Exchange the launch code of the form for a token first.',
  },
  needsKey: {
    code: 'api.needsKey',
    status: 403,
    sentence: 'This call does not accept launch tokens. Send the API key instead.',
  },
  otherDraft: {
    code: 'api.otherDraft',
    status: 403,
    sentence: 'A launch token is valid for one draft of one form. Use that draft, and a document type of that form.',
  },
  launchPrepares: {
    code: 'api.launchPrepares',
    status: 403,
    sentence: 'This form can only prepare drafts. Ask the person to confirm the draft in Talaan.',
  },
  badCursor: {
    code: 'api.badCursor',
    status: 400,
    sentence:
      'The value of "after" does not come from this list. Send the value of "next" from the previous page unchanged, or leave "after" out to start again.',
  },
  otherCursor: {
    code: 'api.otherCursor',
    status: 400,
    sentence:
      'This value of "after" belongs to a list with different filters. Send the same filters as for its first page, or leave "after" out to start again.',
  },
  tooManyExpanded: {
    code: 'api.tooManyExpanded',
    status: 400,
    sentence: `One call can expand at most ${maximumExpandedRecords} records. Choose a shorter list with the filters, or read the records one by one.`,
  },
  noSuchVersion: {
    code: 'api.noSuchVersion',
    status: 404,
    sentence: 'This version of the API does not exist. The only version is v1. Its calls begin with /api/v1.',
  },
  changed: {
    code: 'api.changed',
    status: 412,
    sentence: 'The draft has changed since you read it. Read it again, then repeat your change.',
  },
} satisfies Record<string, Problem>

/** All permissions that a key needs for a call. */
export const scopesOf = ({ scope, alsoNeeds }: Pick<ApiEndpoint, 'scope' | 'alsoNeeds'>): readonly Scope[] =>
  scope === null ? [] : [scope, ...alsoNeeds]

/** The message that names the missing permission. */
export const lacksScope = (scope: Scope): Problem =>
  saying(
    apiProblems.noScope,
    `This API key does not have the permission '${scopeWords[scope]}' (${scope}). Use a key that has it.`,
  )
