// Logs one line for each completed request, at level debug.
import { LogController } from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'

export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const facts = { req: request, res: reply, ms: Math.round(reply.elapsedTime) }
    if (error) reply.log.warn({ ...facts, err: error }, 'The connection closed before a request was answered.')
    else reply.log.debug(facts, 'A request was answered.')
  }

  /** The client disconnected while the response was sent. */
  override streamError(error: Error, request: FastifyRequest): void {
    request.log.debug({ req: request, err: error }, 'The connection closed before a response was sent completely.')
  }
}
