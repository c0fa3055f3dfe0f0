// A route is an endpoint with its handler.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from '@talaan/ledger/core/zod.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@talaan/contract/endpoint.ts'
import type { Viewer } from '../platform/viewer.ts'

export type Caller = {
  /** The network address of the caller. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

export type Call<E> = Caller & {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The request body, for endpoints that take bytes. */
  bytes: Buffer
  /** The signed-in user. Throws for open endpoints. */
  viewer: Viewer
}

/**
 * Bytes to download, with a type from our own list and a name that is safe in a header. Long content is generated in
 * parts, each after the previous one is sent.
 */
export type Download = { bytes: Uint8Array | AsyncIterable<string | Uint8Array>; type: string; name: string }

export type Route = {
  endpoint: Endpoint
  handle: (call: Call<Endpoint>) => Promise<unknown>
  admits?: Admission
  /** Changes the answer after it was encoded by the endpoint's schema. */
  finish?: (call: Call<Endpoint>, answer: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** Refuses an open call by its headers, before its body is read. Only with it may the body of an open call be large. */
type Admission = (caller: Pick<Caller, 'address' | 'request'>) => Promise<void>

/** Binds an endpoint to its handler, typed by the endpoint. Handlers of download endpoints return a Download. */
export const answers = <
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(
  endpoint: Endpoint<P, Q, B, A>,
  handle: (call: Call<Endpoint<P, Q, B, A>>) => Promise<z.output<A> | Download>,
  admits?: Admission,
): Route => ({
  endpoint: endpoint as unknown as Endpoint,
  handle: handle as unknown as Route['handle'],
  ...(admits && { admits }),
})
