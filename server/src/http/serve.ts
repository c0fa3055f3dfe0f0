// Turns an endpoint into a route: checks access first, then validates the input, then calls the feature's handler.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from '@talaan/ledger/core/zod.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { inputProblem, mistakesOf } from '@talaan/contract/mistakes.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { bodyBudget, endWithAnswer, hasBody, officePace, openBodyLimit, watchPace } from './bodies.ts'
import type { BodyBudget, Pace } from './bodies.ts'
import { callCounter } from './calls.ts'
import type { CallCounter } from './calls.ts'
import type { HttpContext } from './context.ts'
import { mayBePacked, sendPacked } from './packing.ts'
import { authenticateKey } from './api/key.ts'
import { deprecationHeaders } from './api/deprecation.ts'
import { isUnchanged } from './api/etag.ts'
import { limitHeaders } from './api/limit-headers.ts'
import { isOfApi } from './api/problem-json.ts'
import { authenticate } from './session/session.ts'
import { newCommits, notingCommits } from '../platform/db/commits.ts'
import type { Commits } from '../platform/db/commits.ts'
import { waitForStandby } from '../platform/db/replicated.ts'
import { assertHarmless } from '../platform/malware.ts'
import { readEvents } from './read-events.ts'
import type { Call, Caller, Download, Route } from './route.ts'
import type { Viewer } from '../platform/viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const viewers = new WeakMap<FastifyRequest, Viewer>()
const committed = new WeakMap<FastifyRequest, Commits>()

/** The signed-in user who sent this request, even if their role does not allow it. */
export const viewerOf = (request: FastifyRequest): Viewer | undefined => viewers.get(request)

/** A proxy that connects over a Unix socket may not say who calls. */
const addressOfCaller = (request: FastifyRequest): string => (request.ip as string | undefined) ?? ''

/** Whether the handler committed anything before it failed. */
export const hasCommitted = (request: FastifyRequest): boolean => committed.get(request)?.any ?? false

/** Access is decided from the headers, so the body of an unknown caller is never read. */
export function serve(
  app: FastifyInstance,
  context: HttpContext,
  { endpoint, handle, admits, finish }: Route,
  ofAll: BodyBudget,
  {
    pace = officePace,
    calls = callCounter(context),
    logRead = readEvents(context),
  }: { pace?: Pace; calls?: CallCounter; logRead?: ReturnType<typeof readEvents> } = {},
): void {
  const isSmall = endpoint.access === 'open' && admits === undefined
  const bodyLimit = isSmall ? Math.min(endpoint.bodyLimit, openBodyLimit) : endpoint.bodyLimit
  // Files of people without an account take no room from those of the users.
  const bodies = admits === undefined ? ofAll : bodyBudget(2 * bodyLimit)
  app.route({
    method: endpoint.method,
    // Firebase's paths have a colon that does not start a parameter: accounts:signIn…
    url: endpoint.path.replace(/(?<=[a-z]):(?=[a-z])/g, '::'),
    bodyLimit,
    config: { endpoint },
    onRequest: async (request, reply) => {
      try {
        const caller = { request, reply, address: addressOfCaller(request) }
        const known = (viewer: Viewer) => void viewers.set(request, viewer)
        if (isOfApi(endpoint)) {
          if (endpoint.deprecated !== null) void reply.headers(deprecationHeaders(endpoint.deprecated))
          const { apiKey, userId } = await authenticateKey(context, caller, endpoint, known)
          const { isWithin, limit } = calls.count(apiKey?.id ?? userId)
          if (limit !== null) void reply.headers(limitHeaders(limit, isWithin))
          if (!isWithin) throw new Refusal(common.tooMany)
        } else {
          sameOriginOnly(endpoint, request, context)
          if (endpoint.access !== 'open') {
            const viewer = await authenticate(context, caller, endpoint, endpoint.access, known)
            if (!calls.count(viewer.userId).isWithin) throw new Refusal(common.tooMany)
          }
          await admits?.(caller)
        }
        if (hasBody(request)) {
          bodies.reserve(request, bodyLimit)
          // After the response, or when the client disconnects before it.
          reply.raw.once('close', () => bodies.release(request))
          watchPace(request, pace, () => {
            endWithAnswer(request, reply)
            void reply.send(new Refusal(common.tooSlow))
          })
        }
      } catch (error) {
        endWithAnswer(request, reply)
        throw error
      }
    },
    handler: async (request, reply) => {
      const caller = { request, reply, address: addressOfCaller(request) }
      const viewer = viewers.get(request)
      const input = validate(endpoint, request)
      if (endpoint.bytesIn && viewer !== undefined && context.env.clamd !== null)
        await assertHarmless(input.bytes, context.env.clamd)
      const call = {
        ...caller,
        ...input,
        get viewer(): Viewer {
          if (viewer === undefined) throw new Error(`${endpoint.name} is open to everyone and has no viewer.`)
          return viewer
        },
      } as Call<Endpoint>
      const commits = newCommits()
      committed.set(request, commits)
      const answer = await notingCommits(commits, () => handle(call))
      if (endpoint.logsRead && viewer !== undefined)
        await logRead({
          endpoint,
          viewer,
          address: caller.address,
          params: input.params as Record<string, unknown>,
          query: input.query as Record<string, unknown>,
        })
      // It was done before, perhaps by the same call, whose answer was lost.
      if (viewer !== undefined && endpoint.method !== 'GET' && !commits.any && context.db.engine === 'server')
        await waitForStandby(context.db.kysely)
      if (reply.sent) return reply
      if (isDownload(answer)) return download(reply, answer)
      const encoded = z.encode(endpoint.answer, answer)
      return answerJson(endpoint, caller, finish ? await finish(call, encoded as Record<string, unknown>) : encoded)
    },
  })
}

// The encoded response has no bigints, so JSON.stringify accepts it.
function answerJson(
  endpoint: Endpoint,
  { request, reply }: Caller,
  encoded: unknown,
): FastifyReply | Promise<FastifyReply> {
  const text = JSON.stringify(encoded)
  if (isOfApi(endpoint) && endpoint.method === 'GET' && isUnchanged(request, reply, text))
    return reply.status(304).send()
  void reply.header('content-type', 'application/json; charset=utf-8')
  return mayBePacked(endpoint) ? sendPacked(request, reply, text) : reply.send(text)
}

function isDownload(answer: unknown): answer is Download {
  return typeof answer === 'object' && answer !== null && 'bytes' in answer && 'type' in answer && 'name' in answer
}

function download(reply: FastifyReply, { bytes, type, name }: Download): FastifyReply {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`)
    .send(
      bytes instanceof Uint8Array
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Readable.from(bytes, { objectMode: false }),
    )
}

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Prevents cross-site request forgery. */
function sameOriginOnly(endpoint: Endpoint, request: FastifyRequest, { env }: HttpContext): void {
  if (endpoint.method === 'GET' || endpoint.crossOrigin) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal(common.notAllowed)
  const origin = request.headers.origin
  if (origin === undefined || site === 'same-origin') return
  const own = env.publicUrl === null ? request.headers.host : new URL(env.publicUrl).host
  if (URL.parse(origin)?.host !== own) throw new Refusal(common.notAllowed)
}

function validate(endpoint: Endpoint, request: FastifyRequest) {
  const mistakes: FieldMistake[] = []
  const part = (schema: z.ZodMiniType, given: unknown): unknown => {
    const unstorable = unstorableText(given)
    if (unstorable) {
      mistakes.push(unstorable)
      return undefined
    }
    const read = schema.safeParse(given)
    if (read.success) return read.data
    mistakes.push(...mistakesOf(read.error))
    return undefined
  }
  const params = part(endpoint.params, request.params)
  const query = part(endpoint.query, request.query)
  const bytes = endpoint.bytesIn && Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const body = endpoint.bytesIn ? {} : part(endpoint.body, request.body ?? {})
  if (mistakes.length > 0) throw new Refusal(inputProblem(mistakes), mistakes)
  return { params, query, body, bytes }
}

/** PostgreSQL cannot store NUL or half of a surrogate pair. Refusing them here avoids a crash later. */
export function unstorableText(value: unknown, path: (string | number)[] = [], depth = 0): FieldMistake | undefined {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return undefined
    return { path, message: 'This text contains characters that cannot be stored. Type it again.' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > 20) return { path, message: 'The request has too many nested levels.' }
  for (const [key, item] of Object.entries(value)) {
    const found =
      unstorableText(key, path, depth) ??
      unstorableText(item, [...path, Array.isArray(value) ? Number(key) : key], depth + 1)
    if (found) return found
  }
  return undefined
}
