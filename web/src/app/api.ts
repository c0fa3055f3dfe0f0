// The browser calls an endpoint value: the input is encoded and the answer decoded by its schemas, and a
// failure is a thrown value with a message for people.
import type { AnswerOf, Endpoint } from '@talaan/contract/endpoint.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { inputProblem, mistakesOf } from '@talaan/contract/mistakes.ts'
import { failure, type FieldMistake } from '@talaan/contract/problem.ts'
import { idleHeader } from '@talaan/contract/session.ts'
import { keepPreviousData, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { z } from '@talaan/ledger/core/zod.ts'
import { answered, unanswered, isAway } from './connection.ts'
import { earlyAnswer } from './early.ts'
import { idleSeconds } from './session/activity.ts'
import { stored } from './session/stored.ts'

type Open = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>
type Words = Record<string, string>

/** The input of a call; parts that the endpoint doesn't have are optional. */
export type CallInput<E extends Open> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.output<E['body']>
  file?: Blob
  signal?: AbortSignal
  /** The call continues even if the user leaves the page. */
  keepalive?: boolean
}

/** A `status` of 0 means that the server did not answer. */
export class CallFailure extends Error {
  readonly status: number
  readonly code: string
  readonly sentence: string
  readonly fields: FieldMistake[]
  constructor({
    status,
    code,
    sentence,
    fields = [],
  }: {
    status: number
    code: string
    sentence: string
    fields?: FieldMistake[]
  }) {
    super(sentence)
    this.status = status
    this.code = code
    this.sentence = sentence
    this.fields = fields
  }
}

let whenRefused = (): void => {}

/** Set by the session: what to do when the server no longer knows the session (401). */
export function onSessionRefused(listener: () => void): void {
  whenRefused = listener
}

export async function call<E extends Open>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
  const encoded = input.body === undefined ? undefined : z.safeEncode(endpoint.body, input.body)
  if (encoded?.error) throw mistyped(encoded.error)
  const body = encoded?.data
  const answer = await callWire(endpoint, {
    params: input.params as Words | undefined,
    query: input.query as Words | undefined,
    body,
    file: input.file,
    signal: input.signal,
    keepalive: input.keepalive,
  })
  const read = endpoint.answer.safeParse(answer)
  if (!read.success) throw unreadable(endpoint)
  return read.data as AnswerOf<E>
}

/** Input that fails the endpoint's schema is not sent: the caller gets the refusal that the server would give. */
function mistyped(error: z.core.$ZodError): CallFailure {
  const fields = mistakesOf(error)
  const { status, code, sentence } = inputProblem(fields)
  return new CallFailure({ status, code, sentence, fields })
}

/** Sends a call to an endpoint unchanged. A form has its own failure message, so the portal needs none. */
type Reached = Pick<Open, 'method' | 'path' | 'activity' | 'bytesIn'> & Partial<Pick<Open, 'access' | 'failure'>>
type Wire = { params?: Words; query?: Words; body?: unknown; file?: Blob; signal?: AbortSignal; keepalive?: boolean }

/** The same call in wire format: the input and answers of form frames pass through without decoding. */
export async function callWire(endpoint: Reached, input: Wire): Promise<unknown> {
  const response = await send(endpoint, input)
  try {
    return await response.json()
  } catch {
    throw unreadable(endpoint)
  }
}

export type FileAnswer = { blob: Blob; name: string }

/** For endpoints that return bytes. */
export async function callBytes(
  endpoint: Reached,
  input: Wire,
  /** Called with each chunk of a long answer as it arrives. */
  onPiece?: (piece: Uint8Array) => void,
): Promise<FileAnswer> {
  const sent = await send(endpoint, input)
  const response = onPiece === undefined ? sent : new Response(sent.body?.pipeThrough(listening(onPiece)), sent)
  return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) ?? 'download' }
}

const listening = (onPiece: (piece: Uint8Array) => void) =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, next) {
      onPiece(piece)
      next.enqueue(piece)
    },
  })

async function send(endpoint: Reached, { params, query, body, file, signal, keepalive }: Wire): Promise<Response> {
  const headers: Record<string, string> = {}
  const token = stored('token')
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (!endpoint.activity && endpoint.access !== 'open') headers[idleHeader] = String(idleSeconds())
  if (endpoint.bytesIn) headers['content-type'] = 'application/octet-stream'
  else if (body !== undefined) headers['content-type'] = 'application/json'

  const address = addressOf(endpoint, params, query)
  const early = endpoint.method === 'GET' ? earlyAnswer(address) : undefined
  let response: Response
  try {
    response = await (early ??
      fetch(address, {
        method: endpoint.method,
        headers,
        body: endpoint.bytesIn ? file : body === undefined ? undefined : JSON.stringify(body),
        credentials: 'same-origin',
        signal,
        keepalive,
      }))
  } catch (error) {
    if (signal?.aborted) throw error
    unanswered()
    throw new CallFailure({ status: 0, code: 'network', sentence: endpoint.failure ?? '' })
  }
  if (isAway(response.status)) unanswered()
  else answered()
  if (response.ok) return response
  if (response.status === 401 && endpoint.access !== 'open') whenRefused()
  throw await refusal(endpoint, response)
}

async function refusal(endpoint: Reached, response: Response): Promise<CallFailure> {
  const parsed = failure.safeParse(await response.json().catch(() => undefined))
  return parsed.success
    ? new CallFailure({
        status: response.status,
        code: parsed.data.code,
        sentence: parsed.data.error,
        fields: parsed.data.fields,
      })
    : new CallFailure({ status: response.status, code: 'unknown', sentence: endpoint.failure ?? '' })
}

const unreadable = (endpoint: Reached) =>
  new CallFailure({ status: 200, code: 'unreadable', sentence: endpoint.failure ?? '' })

function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1]
}

/** An endpoint's name is its query key. */
export const keyOf = (endpoint: Open, input: { params?: unknown; query?: unknown } = {}): unknown[] => [
  endpoint.name,
  input.params ?? {},
  input.query ?? {},
]

type Options<Answer> = Pick<UseQueryOptions<Answer, Error>, 'refetchInterval'> & {
  enabled?: boolean
  keepPrevious?: boolean
}

/** The answer of an endpoint, refreshed when it is stale. */
export function useCall<E extends Open>(
  endpoint: E,
  input: CallInput<E> = {},
  options: Options<AnswerOf<E>> = {},
): UseQueryResult<AnswerOf<E>, Error> {
  return useQuery<AnswerOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    enabled: options.enabled,
    refetchInterval: options.refetchInterval,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  })
}

/** The message to show for a thrown value. */
export const sentenceOf = (thrown: unknown): string =>
  thrown instanceof CallFailure ? thrown.sentence : 'Something went wrong. Please try again.'

/** Offers a file for the user to save. */
export function saveFile({ blob, name }: FileAnswer): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
