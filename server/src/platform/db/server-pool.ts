// The connections to the one server of several that accepts changes. After a failover the pool finds the promoted standby.
import type pg from 'pg'
import { isConnectionLost, isNotConnected, StandbyError } from './lost.ts'
import { GuardedPool } from './one-handle.ts'
import type { Transactions } from './one-handle.ts'
import { ServerClient } from './server-client.ts'

export class ServerPool extends GuardedPool {
  #servers: Servers

  constructor(transactions: Transactions, addresses: string[], config: pg.PoolConfig) {
    const servers = new Servers(addresses)
    class Client extends ServerClient {
      constructor(given: pg.ClientConfig = {}) {
        const { address } = servers
        super({ ...given, connectionString: address }, { address, onSilence: () => servers.leave(address) })
      }
    }
    super(transactions, {
      ...config,
      Client,
      onConnect: (client) => {
        if (!(client as ServerClient).acceptsChanges) throw new StandbyError()
      },
    })
    this.#servers = servers
  }

  /** Tries each server once, beginning with the last that accepted changes, and drops connections to the others. */
  protected override async take(): Promise<pg.PoolClient> {
    for (let tried = 1; ;) {
      const { address } = this.#servers
      try {
        const client = await super.take()
        const connected = client as pg.PoolClient & ServerClient
        if (connected.address === this.#servers.address) return client
        client.release(true)
        connected.disconnect()
      } catch (error) {
        if (tried === this.#servers.count || !isElsewhere(error)) throw error
        tried += 1
        this.#servers.leave(address)
      }
    }
  }

  /** The next query gets another connection. */
  protected override giveBack(client: pg.PoolClient, release: pg.PoolClient['release'], error?: Error | boolean): void {
    super.giveBack(client, release, error || (client as pg.PoolClient & ServerClient).isLost)
  }
}

class Servers {
  #addresses: string[]
  #at = 0

  constructor(addresses: string[]) {
    this.#addresses = addresses
  }

  get count(): number {
    return this.#addresses.length
  }

  get address(): string {
    return this.#addresses[this.#at] ?? ''
  }

  /** A failure of this server leads to the next one; several failures at the same time do not lead past it. */
  leave(address: string): void {
    if (address === this.address) this.#at = (this.#at + 1) % this.count
  }
}

const isElsewhere = (error: unknown): boolean => isNotConnected(error) || isConnectionLost(error)
