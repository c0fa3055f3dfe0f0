// Limits the connections of one address, so that it cannot block the others.
import type { Server } from 'node:http'

/** An office of five users with a dozen tabs each stays far below it. */
export const maxConnectionsPerAddress = 128

/** Closes connections above the limit. Behind a proxy all connections come from its address, so the proxy must limit them. */
export function limitConnections(server: Server, max = maxConnectionsPerAddress): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    if (count > max) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
