// A mail server that accepts everything and remembers the Message-IDs.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export async function startMailServer(): Promise<AsyncDisposable & { url: string; ids: string[] }> {
  const ids: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, accept) {
      let message = ''
      stream.setEncoding('utf8').on('data', (text: string) => (message += text))
      stream.on('end', () => {
        ids.push(/^Message-ID: *(\S+)/im.exec(message)?.[1] ?? 'none')
        accept()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    ids,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
