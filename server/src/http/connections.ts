// Limits the connections of one address, so that it cannot block the others, and removes the socket of a killed portal.
import { once } from 'node:events'
import { lstatSync, unlinkSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'

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

/** The socket of a portal that was killed remains in its folder. */
export async function removeDeadSocket(path: string): Promise<void> {
  const probe = connect(path)
  const isAlive = await once(probe, 'connect').catch(() => false)
  probe.destroy()
  if (isAlive === false && lstatSync(path, { throwIfNoEntry: false })?.isSocket()) unlinkSync(path)
}
