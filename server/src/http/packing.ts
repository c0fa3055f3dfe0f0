// Answers of the API are packed on their way out where that saves a journey: a list is a sixth of its length on a slow line.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@talaan/contract/endpoint.ts'

/** What fits into the first packet is as quick as it is. */
const leastBytes = 1_200

const brotli = promisify(brotliCompress)
const ways = {
  // The highest pressure is for files, which are packed once; this one costs a list less than a millisecond.
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<string, Buffer>(gzip),
}

/**
 * Whether the length of an answer may follow from what is in it (BREACH). Only questions of somebody signed in, which no
 * other site can have their browser ask, and none whose answer may carry a token.
 */
export const mayBePacked = ({ method, access, carriesToken }: Endpoint): boolean =>
  method === 'GET' && access !== 'open' && !carriesToken

/** Sends the text packed if the caller reads that, else as it is. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  void reply.header('vary', 'Origin, Accept-Encoding')
  const accepted = request.headers['accept-encoding']
  const way = accepted && text.length >= leastBytes ? negotiate(accepted, ['br', 'gzip']) : null
  return way === null ? reply.send(text) : reply.header('content-encoding', way).send(await ways[way](text))
}
