// /mcp: the MCP server over HTTP with an API key. Each request is answered on its own; there are no sessions.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance } from 'fastify'
import { callMcp } from '@talaan/contract/api/resources.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import type { HttpContext } from '../../http/context.ts'
import { wireOf } from './call.ts'
import type { CallApi } from './call.ts'

export function mcpRoute(app: FastifyInstance, { version, log }: HttpContext): Route {
  // Loaded with the first request: most portals have no assistant, and the library is a twentieth of the code at start.
  const load = async () => {
    const [{ createMcpHandler }, { talaanMcp }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ])
    return createMcpHandler(
      ({ authInfo }) => {
        const address = authInfo?.extra?.['address']
        return talaanMcp(apiFor(app, authInfo?.token ?? '', typeof address === 'string' ? address : ''), version)
      },
      // Nothing changes while a client is connected, so nobody needs to listen.
      {
        maxSubscriptions: 0,
        onerror: (error) => log.debug({ err: error }, 'An MCP request failed.'),
      },
    )
  }
  let loaded: ReturnType<typeof load> | undefined
  return answers(callMcp, async ({ request, reply, body, viewer, address }) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && /^(accept|mcp-.+)$/.test(name)) headers.set(name, value)
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const handler = await (loaded ??= load())
    const response = await handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) }),
      {
        parsedBody: body,
        authInfo: { token, clientId: viewer.apiKey?.id ?? '', scopes: [], extra: { address } },
      },
    )
    void reply.status(response.status)
    for (const name of ['content-type', 'mcp-protocol-version']) {
      const value = response.headers.get(name)
      if (value !== null) void reply.header(name, value)
    }
    return reply.send(response.body === null ? '' : Readable.fromWeb(response.body as ReadableStream)) as never
  })
}

/** A call of the public API from inside, with all of its checks. */
const apiFor =
  (app: FastifyInstance, token: string, address: string): CallApi =>
  async (request) => {
    const { url, headers, payload } = wireOf(request, token)
    const reply = await app.inject({
      method: request.method,
      url,
      headers,
      remoteAddress: address,
      ...(payload && { payload }),
    })
    const isJson = String(reply.headers['content-type']).includes('json')
    return { status: reply.statusCode, body: isJson ? reply.json() : undefined }
  }
