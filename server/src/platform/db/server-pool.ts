// The connections to the one server of several that accepts changes. After a failover the pool finds the promoted standby.
import type pg from 'pg'
import { isConnectionLost, isNotConnected, StandbyError } from './lost.ts'
import { GuardedPool } from './one-handle.ts'
import type { Transactions } from './one-handle.ts'
import { ServerClient } from './server-client.ts'

export class ServerPool extends GuardedPool {
  #servers: { addresses: string[]; at: number }

  constructor(transactions: Transactions, addresses: string[], config: pg.PoolConfig) {
    const servers = { addresses, at: 0 }
    class Client extends ServerClient {
      constructor(given: pg.ClientConfig = {}) {
        super({ ...given, connectionString: addresses[servers.at] })
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

  /** Tries each server once, beginning with the last that accepted changes. */
  protected override async take(): Promise<pg.PoolClient> {
    const { addresses } = this.#servers
    for (let tried = 1; ; tried += 1) {
      const { at } = this.#servers
      try {
        return await super.take()
      } catch (error) {
        if (tried === addresses.length || !isElsewhere(error)) throw error
        if (this.#servers.at === at) this.#servers.at = (at + 1) % addresses.length
      }
    }
  }
}

const isElsewhere = (error: unknown): boolean => isNotConnected(error) || isConnectionLost(error)
