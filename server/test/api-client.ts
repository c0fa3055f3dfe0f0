// The client of the public API that the tests use: typed by the OpenAPI document, so a test that sends or expects anything else
// doesn't compile.
import type { FastifyInstance, InjectOptions } from 'fastify'
import createClient from 'openapi-fetch'
import type { Client } from 'openapi-fetch'
import type { paths } from './api.generated.ts'

export type ApiClient = Client<paths>

type From = { key?: string; address?: string }

/** Calls the server without a network, as another program at this address does. */
export function apiClient(app: FastifyInstance, { key, address = '203.0.113.7' }: From = {}): ApiClient {
  return createClient<paths>({
    baseUrl: 'http://talaan.test',
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const payload = Buffer.from(await request.arrayBuffer())
      const reply = await app.inject({
        method: request.method as NonNullable<InjectOptions['method']>,
        url: `${pathname}${search}`,
        remoteAddress: address,
        headers: Object.fromEntries(request.headers),
        ...(payload.length > 0 && { payload }),
      })
      const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
      return new Response(reply.rawPayload, { status: reply.statusCode, headers })
    },
  })
}

/** The answer of a call that is not refused. */
export function answered<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`)
  return data
}
