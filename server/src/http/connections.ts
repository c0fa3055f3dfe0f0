// One address cannot take all connections of the portal from the others.
import type { Server } from 'node:http'

/** An office of five with a dozen tabs each stays far below it. */
export const maxConnectionsPerAddress = 128

/** Ends what comes beyond so many open connections of an address. Behind a proxy all come from its address, and it has limits of its own. */
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
