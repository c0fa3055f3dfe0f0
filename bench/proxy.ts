// The proxy with HTTPS and HTTP/2 that the instructions for operation ask for: pages are measured as a phone loads them.
import { Agent, request } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { certificate } from '../server/test/certificate.ts'

type Server = { url: string } & AsyncDisposable

/** Headers of a connection, which HTTP/2 does not have. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding']

/** Passes everything to the portal behind this socket. */
export async function openProxy(socketPath: string): Promise<Server> {
  const agent = new Agent({ keepAlive: true })
  const server = await serveSecurely((asked, answer) => {
    const { method, url: path, authority: host } = asked
    const headers = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'))
    const passed = request(
      { socketPath, agent, method, path, headers: { ...Object.fromEntries(headers), host } },
      (given) => {
        const kept = Object.entries(given.headers).filter(([name]) => !ofConnection.includes(name))
        answer.writeHead(given.statusCode ?? 502, Object.fromEntries(kept))
        given.pipe(answer)
      },
    )
    // The page shows what it did not get.
    passed.on('error', () => answer.stream.destroy())
    asked.pipe(passed)
  })
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Listens on https://localhost; this process trusts its certificate from then on, and browsers must ignore it. */
export async function serveSecurely(
  handle: (asked: Http2ServerRequest, answer: Http2ServerResponse) => void,
): Promise<Server> {
  setDefaultCACertificates([...getCACertificates(), certificate.cert])
  const server = createSecureServer(certificate, handle)
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
