// An endpoint is a value. The server handles it, the browser calls it, the form channel lists it, and the permission
// test calls it.
import { z } from '@talaan/ledger/core/zod.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** 'open' needs no session; otherwise, the roles that may make the call. */
export type Access = 'open' | readonly Role[]

const nothing = z.strictObject({})

export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  /** The name as noun.verb, which is also the browser's query key. */
  name: string
  method: Method
  /** Fastify's path syntax: '/api/documents/:documentId'. */
  path: string
  access: Access
  /** Allowed even before the default password is changed. */
  beforePasswordChange: boolean
  /** Whether the call counts as user activity; polling calls do not. */
  activity: boolean
  /** Whether a form frame may request this call. */
  frame: boolean
  /** Each read is an event in the audit trail, which the server writes for all such endpoints. */
  logsRead: boolean
  params: Params
  query: Query
  body: Body
  answer: Answer
  /** The request or response body consists of bytes instead of JSON. */
  bytesIn: boolean
  bytesOut: boolean
  /** The response can contain a token, so it is never compressed, because its length would reveal information. */
  carriesToken: boolean
  /** Can be called from another origin: form frames have no origin when they report a policy violation. */
  crossOrigin: boolean
  /** The maximum size of the request body in bytes. */
  bodyLimit: number
  /** Shown when the call fails without a message of its own. */
  failure: string
}

type EndpointOptions<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
> = Pick<Endpoint, 'name' | 'method' | 'path' | 'access' | 'failure'> &
  Partial<
    Pick<
      Endpoint,
      | 'beforePasswordChange'
      | 'activity'
      | 'frame'
      | 'logsRead'
      | 'crossOrigin'
      | 'bytesIn'
      | 'bytesOut'
      | 'carriesToken'
      | 'bodyLimit'
    >
  > & {
    params?: P
    query?: Q
    body?: B
    answer?: A
  }

export const defaultBodyLimit = 256 * 1024

export const endpoint = <
  P extends z.ZodMiniType = typeof nothing,
  Q extends z.ZodMiniType = typeof nothing,
  B extends z.ZodMiniType = typeof nothing,
  A extends z.ZodMiniType = typeof nothing,
>(
  options: EndpointOptions<P, Q, B, A>,
): Endpoint<P, Q, B, A> => ({
  beforePasswordChange: false,
  activity: true,
  frame: false,
  logsRead: false,
  bytesIn: false,
  bytesOut: false,
  carriesToken: false,
  crossOrigin: false,
  bodyLimit: defaultBodyLimit,
  ...options,
  params: options.params ?? (nothing as unknown as P),
  query: options.query ?? (nothing as unknown as Q),
  body: options.body ?? (nothing as unknown as B),
  answer: options.answer ?? (nothing as unknown as A),
})

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer B, z.ZodMiniType> ? z.output<B> : never
export type AnswerOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer A> ? z.output<A> : never

/** The URL of a call, with path parameters and query filled in and escaped. */
export const addressOf = (
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): string => {
  const filled = path.replace(/(?<=\/):(\w+)/g, (_, name: string) => encodePart(params[name] ?? ''))
  const search = Object.entries(query)
    .filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '')
    .map(([key, value]) => `${encodePart(key)}=${encodePart(value)}`)
    .join('&')
  return search === '' ? filled : `${filled}?${search}`
}

// Exists at runtime in the browser and on the server, but is missing from the library types.
declare const encodeURIComponent: (text: string) => string
const encodePart = (text: string) => encodeURIComponent(text)
