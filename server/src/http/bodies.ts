// Bodies that are being received take memory before anybody has looked at them: all of them together have a bound.
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

/** What is refused before its body is read is not read either: the connection ends with the answer. */
export function endWithAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (chunked !== undefined || Number(length ?? 0) > 0) void reply.header('connection', 'close')
}
