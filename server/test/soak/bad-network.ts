// A proxy between a client and a server that spoils each connection as planned, at a certain byte.
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Random } from '../extent.ts'

/**
 * A connection is closed or reset, or its bytes are held back for a moment. Doubled, a request arrives at the server on
 * two connections, and the client gets the answer of the first; a repeated piece arrives twice on the same connection.
 */
export const faults = ['cut', 'reset', 'delay', 'double', 'repeat'] as const
export type Fault = (typeof faults)[number]

/** The fault happens before this byte of the request or of the answer; at a byte beyond the end, nothing happens. */
export type Plan = { in: 'request' | 'answer'; byte: number; fault: Fault }

export type BadNetwork = AsyncDisposable & {
  port: number
  /** The plan of the next connection, and what went through it. */
  next: (plan?: Plan) => Traffic
  /** Resets all connections now. */
  cutAll: () => void
}

/** The bytes that arrived at the proxy from either side. */
export type Traffic = { request: number; answer: number }

/** Connections without a plan of their own get any plan. */
export async function openBadNetwork(
  to: { host: string; port: number },
  anyPlan: () => Plan | undefined = () => undefined,
): Promise<BadNetwork> {
  const planned: { plan: Plan | undefined; traffic: Traffic }[] = []
  const open = new Set<Socket>()
  const known = (socket: Socket) => {
    open.add(socket)
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .on('close', () => open.delete(socket))
  }
  const toServer = () => known(connect(to.port, to.host))

  const server = createServer((client) => {
    const { plan, traffic } = planned.shift() ?? { plan: anyPlan(), traffic: { request: 0, answer: 0 } }
    const upstream = toServer()
    known(client)
    const end = (how: 'cut' | 'reset') => {
      for (const socket of [client, upstream])
        if (how === 'cut') socket.destroy()
        else socket.resetAndDestroy()
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.end())

    let requestSoFar: Buffer[] = []
    let copy: Socket | undefined
    pass(client, upstream, 'request')
    pass(upstream, client, 'answer')

    function pass(from: Socket, into: Socket, direction: Plan['in']): void {
      const at = plan?.in === direction ? plan.byte : Infinity
      let isSpoiled = false
      from.on('data', (bytes: Buffer) => {
        const before = traffic[direction]
        traffic[direction] += bytes.length
        if (direction === 'request' && plan?.fault === 'double')
          if (copy === undefined) requestSoFar.push(bytes)
          else copy.write(bytes)
        if (plan === undefined || isSpoiled || before + bytes.length < at) return void into.write(bytes)
        isSpoiled = true
        const [first, rest] = [bytes.subarray(0, at - before), bytes.subarray(at - before)]
        if (plan.fault === 'cut' || plan.fault === 'reset') {
          const { fault } = plan
          if (first.length === 0) return end(fault)
          // The bytes before the fault leave first.
          return void into.write(first, () => end(fault))
        }
        if (plan.fault === 'repeat') {
          into.write(bytes)
          into.write(bytes)
          return
        }
        if (first.length > 0) into.write(first)
        if (plan.fault === 'double') {
          copy = toServer().resume()
          for (const each of requestSoFar) copy.write(each)
          requestSoFar = []
          into.write(rest)
          return
        }
        from.pause()
        setTimeout(() => {
          into.write(rest)
          from.resume()
        }, 3)
      })
    }
  })
  const cutAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    next(plan) {
      const traffic = { request: 0, answer: 0 }
      planned.push({ plan, traffic })
      return traffic
    },
    cutAll,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Every byte of an exchange with every fault, in random order. */
export function plansFor({ request, answer }: Traffic, which: readonly Fault[], random: Random): Plan[] {
  const bytes = (length: number) => Array.from({ length: length + 1 }, (_, byte) => byte)
  const plans = which.flatMap((fault) => [
    ...bytes(request).map((byte): Plan => ({ in: 'request', byte, fault })),
    ...bytes(answer).map((byte): Plan => ({ in: 'answer', byte, fault })),
  ])
  for (let at = plans.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    ;[plans[at], plans[other]] = [plans[other]!, plans[at]!]
  }
  return plans
}
