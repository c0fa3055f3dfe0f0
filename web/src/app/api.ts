// The browser calls an endpoint value: what goes in is encoded by its schemas, what comes out is decoded by them, and a
// failure is one thrown value with the sentence a person reads.
import type { AnswerOf, Endpoint } from '@talaan/contract/endpoint.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { failure, type FieldMistake } from '@talaan/contract/problem.ts'
import { idleHeader } from '@talaan/contract/session.ts'
import { keepPreviousData, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { z } from '@talaan/ledger/core/zod.ts'
import { answered, unanswered, isAway } from './connection.ts'
import { takeEarly } from './early.ts'
import { idleSeconds } from './session/activity.ts'
import { stored } from './session/stored.ts'

type Open = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>
type Words = Record<string, string>

/** What a call needs; parts that the endpoint leaves empty may be left out. */
export type CallInput<E extends Open> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.output<E['body']>
  file?: Blob
  signal?: AbortSignal
  /** Goes on when the page is left meanwhile. */
  keepalive?: boolean
}

/** `status` 0: no answer came at all. */
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

/** The session says what happens when the server no longer knows it (401). */
export function onSessionRefused(listener: () => void): void {
  whenRefused = listener
}

export async function call<E extends Open>(endpoint: E, given: CallInput<E> = {}): Promise<AnswerOf<E>> {
  const body = given.body === undefined ? undefined : z.encode(endpoint.body, given.body)
  const answer = await callWire(endpoint, {
    params: given.params as Words | undefined,
    query: given.query as Words | undefined,
    body,
    file: given.file,
    signal: given.signal,
    keepalive: given.keepalive,
  })
  const read = endpoint.answer.safeParse(answer)
  if (!read.success) throw unreadable(endpoint)
  return read.data as AnswerOf<E>
}

/** What reaches an endpoint. A form keeps the sentence for a failure itself, so the portal may not know it. */
type Reached = Pick<Open, 'method' | 'path' | 'activity' | 'bytesIn'> & Partial<Pick<Open, 'access' | 'failure'>>
type Wire = { params?: Words; query?: Words; body?: unknown; file?: Blob; signal?: AbortSignal; keepalive?: boolean }

/** The same call in the shapes of the wire: what form frames send and get is not decoded on its way through. */
export async function callWire(endpoint: Reached, given: Wire): Promise<unknown> {
  const response = await send(endpoint, given)
  try {
    return await response.json()
  } catch {
    throw unreadable(endpoint)
  }
}

export type FileAnswer = { blob: Blob; name: string }

/** For endpoints that answer bytes. */
export async function callBytes(
  endpoint: Reached,
  given: Wire,
  /** Hears each piece as it comes, of what is long in coming. */
  heard?: (piece: Uint8Array) => void,
): Promise<FileAnswer> {
  const sent = await send(endpoint, given)
  const response = heard === undefined ? sent : new Response(sent.body?.pipeThrough(listening(heard)), sent)
  return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) ?? 'download' }
}

const listening = (heard: (piece: Uint8Array) => void) =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, next) {
      heard(piece)
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
  const early = endpoint.method === 'GET' ? takeEarly(address) : undefined
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
  const said = failure.safeParse(await response.json().catch(() => undefined))
  return said.success
    ? new CallFailure({
        status: response.status,
        code: said.data.code,
        sentence: said.data.error,
        fields: said.data.fields,
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
export const keyOf = (endpoint: Open, given: { params?: unknown; query?: unknown } = {}): unknown[] => [
  endpoint.name,
  given.params ?? {},
  given.query ?? {},
]

type Options<Answer> = Pick<UseQueryOptions<Answer, Error>, 'refetchInterval'> & {
  enabled?: boolean
  keepPrevious?: boolean
}

/** The answer of an endpoint, refreshed when it is stale. */
export function useCall<E extends Open>(
  endpoint: E,
  given: CallInput<E> = {},
  options: Options<AnswerOf<E>> = {},
): UseQueryResult<AnswerOf<E>, Error> {
  return useQuery<AnswerOf<E>>({
    queryKey: keyOf(endpoint, given),
    queryFn: ({ signal }) => call(endpoint, { ...given, signal }),
    enabled: options.enabled,
    refetchInterval: options.refetchInterval,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  })
}

/** The sentence to show for whatever was thrown. */
export const sentenceOf = (thrown: unknown): string =>
  thrown instanceof CallFailure ? thrown.sentence : 'Something went wrong. Please try again.'

/** Hands the browser a file to keep. */
export function saveFile({ blob, name }: FileAnswer): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
