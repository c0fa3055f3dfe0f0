// The frame's only way out: it asks over a port, the portal makes the call, and what comes back is judged by the endpoint.
import { fromFrame, hello, toFrame, welcome } from '@talaan/contract/channel.ts'
import type { FrameContext, FromFrame, ToFrame } from '@talaan/contract/channel.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@talaan/contract/endpoint.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { z } from '@talaan/ledger/core/zod.ts'

/* eslint-disable-next-line typescript/no-explicit-any -- the schemas of an endpoint are told apart by inference */
type AnyEndpoint = Endpoint<any, any, any, any>

export type CallInput<E> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** The bytes, for endpoints that take bytes. */
  file?: File
}

type Navigate = Omit<Extract<FromFrame, { type: 'navigate' }>, 'type'>
type Refused = Extract<ToFrame, { type: 'answer'; ok: false }>
type Said = Exclude<FromFrame, { type: 'call' } | { type: 'navigate' }>

export type Channel = {
  context: FrameContext
  call<E extends AnyEndpoint>(endpoint: E, given?: CallInput<E>): Promise<AnswerOf<E>>
  /** For endpoints that answer bytes. */
  download<E extends AnyEndpoint>(endpoint: E, given?: CallInput<E>): Promise<Blob>
  navigate(where: Navigate): void
  say(message: Said): void
  /** The person switched the colour scheme in the portal. */
  onScheme(listener: (scheme: FrameContext['scheme']) => void): void
}

/** A call that did not succeed: the sentence to show, and the fields it is about. */
export class CallFailure extends Error {
  /** 0 when nobody answered. */
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldMistake[]
  constructor({
    status,
    code,
    sentence,
    fields = [],
  }: {
    status: number
    code: string
    sentence: string
    fields?: readonly FieldMistake[]
  }) {
    super(sentence)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Whether trying the same call again may succeed: nobody answered, or the server was not able to. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof CallFailure) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Says hello until the portal hands over a port; null when there is no portal around this page. */
export async function connect(): Promise<Channel | null> {
  if (window.parent === window) return null
  const { port, context } = await new Promise<{ port: MessagePort; context: FrameContext }>((resolve) => {
    const knock = () => window.parent.postMessage(z.encode(hello, { talaan: 'hello' }), '*')
    const knocking = setInterval(knock, 250)
    window.addEventListener('message', function listen(event) {
      const [port] = event.ports
      const greeting = welcome.safeParse(event.data)
      if (event.source !== window.parent || port === undefined || !greeting.success) return
      clearInterval(knocking)
      window.removeEventListener('message', listen)
      resolve({ port, context: greeting.data.context })
    })
    knock()
  })
  const channel = speakOver(port, context)
  reportActivity(() => channel.say({ type: 'activity' }))
  return channel
}

/** The conversation itself, over any port. */
export function speakOver(
  port: MessagePort,
  context: FrameContext,
  // The server receives a file for at most fifteen minutes.
  patienceMs = { call: 60_000, file: 960_000 },
): Channel {
  const waiting = new Map<number, { answer: (body: unknown) => void; fail: (said: Refused) => void }>()
  const schemeListeners: ((scheme: FrameContext['scheme']) => void)[] = []
  let lastId = 0

  port.onmessage = ({ data }) => {
    const heard = toFrame.safeParse(data)
    if (!heard.success) return
    const message = heard.data
    if (message.type === 'scheme') {
      for (const listener of schemeListeners) listener(message.scheme)
      return
    }
    const caller = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) caller?.answer(message.body)
    else caller?.fail(message)
  }

  async function ask<E extends AnyEndpoint>(endpoint: E, given: CallInput<E>): Promise<unknown> {
    const id = ++lastId
    const silent = new CallFailure({ status: 0, code: 'channel.silent', sentence: endpoint.failure })
    const answer = new Promise<unknown>((resolve, reject) => {
      const tired = setTimeout(
        () => waiting.delete(id) && reject(silent),
        given.file ? patienceMs.file : patienceMs.call,
      )
      waiting.set(id, {
        answer: (body) => (clearTimeout(tired), resolve(body)),
        // The portal says '' when no sentence came with the failure.
        fail: (said) => {
          clearTimeout(tired)
          reject(new CallFailure({ ...said, sentence: said.error || endpoint.failure }))
        },
      })
    })
    port.postMessage(encodeCall(id, endpoint, given))
    return answer
  }

  return {
    context,
    call: async (endpoint, given = {}) => decodeAnswer(endpoint, await ask(endpoint, given)),
    download: async (endpoint, given = {}) => bytesOf(endpoint, await ask(endpoint, given)),
    navigate: (where) => port.postMessage(fromFrame.parse({ type: 'navigate', ...where })),
    say: (message) => port.postMessage(fromFrame.parse(message)),
    onScheme: (listener) => void schemeListeners.push(listener),
  }
}

/** A call as it travels: everything in the shapes of the wire, money as text. */
export function encodeCall<E extends AnyEndpoint>(
  id: number,
  endpoint: E,
  { params, query, body, file }: CallInput<E>,
): FromFrame {
  return {
    type: 'call',
    id,
    endpoint: endpoint.name,
    params: texts(z.encode(endpoint.params as z.ZodMiniType, params ?? {})),
    query: texts(z.encode(endpoint.query as z.ZodMiniType, query ?? {})),
    body: endpoint.bytesIn ? undefined : z.encode(endpoint.body as z.ZodMiniType, body ?? {}),
    ...(file ? { file } : {}),
  }
}

/** The answer in the shapes we reckon with; one that is not what the endpoint promises is as good as none. */
export function decodeAnswer<E extends AnyEndpoint>(endpoint: E, body: unknown): AnswerOf<E> {
  const read = (endpoint.answer as z.ZodMiniType).safeParse(body)
  if (!read.success) throw new CallFailure({ status: 0, code: 'channel.unread', sentence: endpoint.failure })
  return read.data as AnswerOf<E>
}

function bytesOf(endpoint: AnyEndpoint, body: unknown): Blob {
  if (body instanceof Blob) return body
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new Blob([body as BlobPart])
  throw new CallFailure({ status: 0, code: 'channel.unread', sentence: endpoint.failure })
}

function texts(given: unknown): Record<string, string> {
  const pairs = Object.entries(given as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
}

/** Tells the portal that somebody is at work here, at most every five seconds. */
function reportActivity(tell: () => void): void {
  let last = -Infinity
  const noticed = () => {
    if (performance.now() - last < 5000) return
    last = performance.now()
    tell()
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'click', 'wheel', 'scroll', 'touchstart'] as const) {
    document.addEventListener(event, noticed, { capture: true, passive: true })
  }
}
