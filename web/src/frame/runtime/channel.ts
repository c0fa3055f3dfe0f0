// The connection of the frame. It makes requests over a port, the portal makes the calls, and the schemas of the
// endpoints check the answers.
import { fromFrame, hello, toFrame, welcome } from '@talaan/contract/channel.ts'
import type { FrameContext, FromFrame, ToFrame } from '@talaan/contract/channel.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@talaan/contract/endpoint.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { workBesideFile } from './besideFile.ts'

/* eslint-disable-next-line typescript/no-explicit-any -- the schemas of an endpoint are told apart by inference */
type AnyEndpoint = Endpoint<any, any, any, any>

export type CallInput<E> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** The bytes, for endpoints that accept bytes. */
  file?: File
}

type Navigate = Omit<Extract<FromFrame, { type: 'navigate' }>, 'type'>
type Refused = Extract<ToFrame, { type: 'answer'; ok: false }>
type FileMessage = Extract<ToFrame, { type: 'beside' | 'fill' }>
type FrameMessage = Exclude<FromFrame, { type: 'call' } | { type: 'navigate' }>

export type Channel = {
  context: FrameContext
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<AnswerOf<E>>
  /** For endpoints that return bytes. */
  download<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<Blob>
  navigate(where: Navigate): void
  say(message: FrameMessage): void
  /** The user changed the color scheme in the portal. */
  onScheme(listener: (scheme: FrameContext['scheme']) => void): void
  /** A file is shown next to the form, or the user took text from it for a field. */
  onFile(listener: (message: FileMessage) => void): void
}

/** A failed call: the message to show, and the fields that it concerns. */
export class CallFailure extends Error {
  /** 0 if the server did not answer. */
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

/** Whether a retry may succeed, because the server did not answer or was unavailable. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof CallFailure) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Says hello until the portal passes a port; null if there is no portal around this page. */
export async function connect(): Promise<Channel | null> {
  if (window.parent === window) return null
  const { port, context } = await new Promise<{ port: MessagePort; context: FrameContext }>((resolve) => {
    let waitMs = 125
    let helloTimer = 0
    // A frame that was loaded ahead waits for a long time.
    const sayHello = () => {
      window.parent.postMessage(z.encode(hello, { talaan: 'hello' }), '*')
      waitMs *= 2
      helloTimer = window.setTimeout(sayHello, waitMs)
    }
    window.addEventListener('message', function listen(event) {
      const [port] = event.ports
      const greeting = welcome.safeParse(event.data)
      if (event.source !== window.parent || port === undefined || !greeting.success) return
      clearTimeout(helloTimer)
      window.removeEventListener('message', listen)
      resolve({ port, context: greeting.data.context })
    })
    sayHello()
  })
  const channel = openChannel(port, context)
  reportActivity(() => channel.say({ type: 'activity' }))
  workBesideFile(channel)
  return channel
}

/** The exchange of messages over any port. */
export function openChannel(
  port: MessagePort,
  context: FrameContext,
  // The server accepts an upload for at most fifteen minutes.
  timeoutMs = { call: 60_000, file: 960_000 },
): Channel {
  const waiting = new Map<number, { answer: (body: unknown) => void; fail: (said: Refused) => void }>()
  const schemeListeners: ((scheme: FrameContext['scheme']) => void)[] = []
  const fileListeners: ((message: FileMessage) => void)[] = []
  let lastId = 0

  port.onmessage = ({ data }) => {
    const parsed = toFrame.safeParse(data)
    if (!parsed.success) return
    const message = parsed.data
    if (message.type === 'scheme') {
      for (const listener of schemeListeners) listener(message.scheme)
      return
    }
    if (message.type === 'beside' || message.type === 'fill') {
      for (const listener of fileListeners) listener(message)
      return
    }
    const caller = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) caller?.answer(message.body)
    else caller?.fail(message)
  }

  async function ask<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<unknown> {
    const id = ++lastId
    const silent = new CallFailure({ status: 0, code: 'channel.silent', sentence: endpoint.failure })
    const answer = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => waiting.delete(id) && reject(silent), input.file ? timeoutMs.file : timeoutMs.call)
      waiting.set(id, {
        answer: (body) => (clearTimeout(timer), resolve(body)),
        // The portal sends '' if the failure has no message.
        fail: (said) => {
          clearTimeout(timer)
          reject(new CallFailure({ ...said, sentence: said.error || endpoint.failure }))
        },
      })
    })
    port.postMessage(encodeCall(id, endpoint, input))
    return answer
  }

  return {
    context,
    call: async (endpoint, input = {}) => decodeAnswer(endpoint, await ask(endpoint, input)),
    download: async (endpoint, input = {}) => bytesOf(endpoint, await ask(endpoint, input)),
    navigate: (where) => port.postMessage(fromFrame.parse({ type: 'navigate', ...where })),
    say: (message) => port.postMessage(fromFrame.parse(message)),
    onScheme: (listener) => void schemeListeners.push(listener),
    onFile: (listener) => void fileListeners.push(listener),
  }
}

/** A call as it is sent, with everything in wire format and money as text. */
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

/** The decoded answer; an answer that does not match the endpoint's schema counts as a failure. */
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

function texts(input: unknown): Record<string, string> {
  const pairs = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
}

/** Reports activity to the portal, at most every five seconds. */
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
