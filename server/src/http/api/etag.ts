// The version of an answer of the public API, so that a program that has it already need not load it again (RFC 9110).
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets the ETag of an answer, unless its call has one of its own. True if the caller already has this version. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  if (!reply.hasHeader('etag'))
    void reply.header('etag', `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`)
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const own = plain(String(reply.getHeader('etag')))
  return known.trim() === '*' || known.split(',').some((tag) => plain(tag) === own)
}

/** Tags are compared weakly, as for every If-None-Match. */
const plain = (tag: string): string => tag.trim().replace(/^W\//, '')
