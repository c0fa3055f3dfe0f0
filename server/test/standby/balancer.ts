// HAProxy with the example configuration of the documentation. Only its addresses and its certificate are replaced.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../postgres-server.ts'

const example = new URL('../../../docs/examples/haproxy.cfg', import.meta.url)

export type Balancer = AsyncDisposable & {
  url: string
  /** When it stopped and began to use a portal, and why. */
  said(): string
  /** Whether it sends calls to this portal. */
  uses(portal: 'one' | 'two'): Promise<boolean>
}

export async function startBalancer(ports: [number, number]): Promise<Balancer> {
  const own = await freePort()
  const home = mkdtempSync(join(tmpdir(), 'talaan-haproxy-'))
  const file = join(home, 'haproxy.cfg')
  writeFileSync(
    file,
    replaced(readFileSync(example, 'utf8'), {
      'bind :443 ssl crt /etc/haproxy/books.example.com.pem alpn h2,http/1.1': `bind 127.0.0.1:${own}`,
      '/run/haproxy/admin.sock': join(home, 'admin.sock'),
      '10.0.0.11:3000': `127.0.0.1:${ports[0]}`,
      '10.0.0.12:3000': `127.0.0.1:${ports[1]}`,
    }),
  )
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  haproxy.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)))
  const ended = once(haproxy, 'exit').then(() => {
    if (haproxy.exitCode) throw new Error(`HAProxy ended: ${said}`)
  })
  ended.catch(() => {})
  const atExit = () => void haproxy.kill('SIGKILL')
  process.once('exit', atExit)
  return {
    url: `http://127.0.0.1:${own}`,
    said: () => said,
    async uses(portal) {
      const socket = connect(join(home, 'admin.sock'))
      socket.end('show stat\n')
      const lines = (await text(socket).catch(() => '')).split('\n')
      return lines.some((line) => line.startsWith(`portals,${portal},`) && line.split(',')[17] === 'UP')
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', atExit)
      haproxy.kill('SIGKILL')
      await ended.catch(() => {})
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function replaced(text: string, pairs: Record<string, string>): string {
  for (const [old, now] of Object.entries(pairs)) {
    if (!text.includes(old)) throw new Error(`docs/examples/haproxy.cfg does not contain ${old}.`)
    text = text.replaceAll(old, now)
  }
  return text
}
