// A proxy to a PostgreSQL server that can cut a connection: before a query arrives, or before its response.
import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

type Cut = 'before the question' | 'before the answer'

export type CutLine = AsyncDisposable & {
  /** The address of the proxy. */
  through: (url: string) => string
  /** Cuts the connection of the next query that matches the pattern, once. */
  cutAt: (question: RegExp, when: Cut) => void
  /** The number of cuts so far. */
  cuts: () => number
}

export async function openCutLine(to: string, listenOn = 0): Promise<CutLine> {
  const { hostname, port } = new URL(to)
  let next: { question: RegExp; when: Cut } | undefined
  let cuts = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const postgres = connect(Number(port), hostname)
    let isDeaf = false
    const end = () => {
      client.destroy()
      postgres.destroy()
    }
    for (const socket of [client, postgres]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.on('data', (bytes) => {
      if (next?.question.test(bytes.toString('latin1'))) {
        const { when } = next
        next = undefined
        cuts += 1
        if (when === 'before the question') return end()
        isDeaf = true
      }
      postgres.write(bytes)
    })
    postgres.on('data', (bytes) => {
      // The server has answered, so the query was executed.
      if (isDeaf) end()
      else client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    through: (url) => {
      const led = new URL(url)
      led.hostname = '127.0.0.1'
      led.port = String(own)
      return led.href
    },
    cutAt: (question, when) => {
      next = { question, when }
    },
    cuts: () => cuts,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
