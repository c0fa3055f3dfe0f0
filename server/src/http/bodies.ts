// Bodies that are being received take memory before anybody has looked at them: all of them together have a bound, and each has
// to arrive at a pace that a slow office line keeps and a socket that dribbles does not.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { common, Refusal } from '@talaan/contract/problem.ts'

/** A dozen of the largest uploads at once, and room for everything small beside them. */
export const bodyBudgetBytes = 128 * 1024 * 1024

/** An open call is a password or a report, so nobody without a session makes the portal hold more than this. */
export const openBodyLimit = 16 * 1024

export type BodyBudget = {
  /** Reserves what the request says that it sends, or all that it may send; refuses when that is too much at present. */
  reserve: (request: FastifyRequest, bodyLimit: number) => void
  release: (request: FastifyRequest) => void
}

export function bodyBudget(bytes = bodyBudgetBytes): BodyBudget {
  const reserved = new WeakMap<FastifyRequest, number>()
  let left = bytes
  return {
    reserve(request, bodyLimit) {
      const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
      const most = chunked === undefined ? Math.min(Number(length ?? 0), bodyLimit) : bodyLimit
      if (most > left) throw new Refusal(common.busy)
      left -= most
      reserved.set(request, most)
    },
    release(request) {
      left += reserved.get(request) ?? 0
      reserved.delete(request)
    },
  }
}

export type Pace = {
  minimumBytes: number
  /** Calls at the end of each window; the answer stops it. */
  everyWindow: (look: () => void) => () => void
}

/** Eight kilobytes a second, averaged over ten seconds. */
export const officePace: Pace = {
  minimumBytes: 80_000,
  everyWindow(look) {
    const timer = setInterval(look, 10_000).unref()
    return () => clearInterval(timer)
  },
}

/** However steadily it comes, by then a body has to be here. */
export const longestBodyMs = 15 * 60_000

/** Tells when less than the minimum arrived in a window. The first window is for the line to get going. */
export function watchPace({ raw }: FastifyRequest, { minimumBytes, everyWindow }: Pace, tooSlow: () => void): void {
  const { socket } = raw
  let before: number | undefined
  const stop = everyWindow(() => {
    const isSlow = before !== undefined && socket.bytesRead - before < minimumBytes
    before = socket.bytesRead
    if (!isSlow) return
    stop()
    tooSlow()
  })
  raw.once('end', stop).once('close', stop)
}

/** What is refused before its body is read is not read either: the connection ends with the answer. */
export function endWithAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (hasBody(request)) void reply.header('connection', 'close')
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
