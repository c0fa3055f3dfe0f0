// Limits for request bodies while they are received: a limit for their total memory, and a minimum speed for each, which a slow
// office line reaches and a slowloris attack does not.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { common, Refusal } from '@talaan/contract/problem.ts'

/** A dozen of the largest uploads at once, and many small requests. */
export const bodyBudgetBytes = 128 * 1024 * 1024

/** Enough for most open calls, which send a password or a report. */
export const openBodyLimit = 16 * 1024

export type BodyBudget = {
  /** Reserves the announced length of the request, or its limit; refuses if that is too much now. */
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
  /** Calls back at the end of each window. Returns a function that stops it. */
  everyWindow: (look: () => void) => () => void
}

/** 8 kB per second, averaged over ten seconds. */
export const officePace: Pace = {
  minimumBytes: 80_000,
  everyWindow(look) {
    const timer = setInterval(look, 10_000).unref()
    return () => clearInterval(timer)
  },
}

/** The longest time that a body may take at any speed. */
export const longestBodyMs = 15 * 60_000

/** Calls back when less than the minimum arrived in a window. The first window is free, for connections that start slowly. */
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

/** Ends the connection after a refusal, so that the rest of the body is not read. */
export function endWithAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (hasBody(request)) void reply.header('connection', 'close')
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
