// A slow TCP connection between two servers. On one computer a standby is never behind without it.
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type SlowLink = AsyncDisposable & {
  port: number
  /** From now on it is this slow, which must be slower than before. */
  slowDownTo(ms: number): void
  /** Loses what is on the way, and refuses new connections. */
  cut(): void
}

export async function slowLink(to: number, ms: number): Promise<SlowLink> {
  const open = new Set<Socket>()
  let isCut = false
  let delay = ms
  const carry = (from: Socket, into: Socket) => {
    // Timers of the same length fire in order.
    from.on('data', (bytes) => setTimeout(() => isCut || into.destroyed || into.write(bytes), delay))
    from.on('close', () => setTimeout(() => into.destroy(), delay))
    from.on('error', () => from.destroy())
    open.add(from.once('close', () => open.delete(from)))
  }
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    slowDownTo: (slower) => void (delay = slower),
    cut,
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
