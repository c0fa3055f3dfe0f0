// Logs one line for each completed request, at level debug.
import { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../platform/log.ts'

/** The log of a request. Made when it is needed: nearly all requests are logged only at level debug. */
export const logOf = ({ log, id }: FastifyRequest): FastifyBaseLogger => log.child({ requestId: id })

export class RequestLog extends LogController {
  #isDetailed: boolean

  constructor(log: Log) {
    super()
    this.#isDetailed = log.isLevelEnabled('debug')
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!error && !this.#isDetailed) return
    const facts = { req: request, res: reply, ms: Math.round(reply.elapsedTime) }
    if (error) logOf(request).warn({ ...facts, err: error }, 'The connection closed before a request was answered.')
    else logOf(request).debug(facts, 'A request was answered.')
  }

  /** The client disconnected while the response was sent. */
  override streamError(error: Error, request: FastifyRequest): void {
    logOf(request).debug({ req: request, err: error }, 'The connection closed before a response was sent completely.')
  }
}
