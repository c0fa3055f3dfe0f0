// Inside a transaction there is one handle, the transaction's own; a query that slips past it is refused at once.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type ControlledTransactionBuilder, type KyselyConfig, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'

/** Which transaction the running code is inside of, if any. */
export type Transactions = AsyncLocalStorage<{ isOpen(): boolean }>

export const newTransactions = (): Transactions => new AsyncLocalStorage()

/**
 * Refuses the outer handle inside a transaction. On the embedded database, with its one connection, such a query would
 * wait for the transaction that waits for it; on a server it would silently stand outside the transaction.
 */
export class GuardedPool extends pg.Pool {
  #transactions: Transactions

  constructor(transactions: Transactions, config: pg.PoolConfig) {
    super(config)
    this.#transactions = transactions
    // A lost connection rejects the queries on it; the event that comes on top would end the process if nobody listened.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (this.#transactions.getStore()?.isOpen()) {
      const error = new Error('The outer database handle was used inside a transaction; use the transaction (trx).')
      return callback ? callback(error, undefined, () => {}) : Promise.reject(error)
    }
    return callback ? super.connect(callback) : super.connect()
  }
}
type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** Keeps its one connection for ever, also after errors, and never hands on a transaction that somebody left open. */
export class OneConnectionPool extends GuardedPool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect().then(keptOnRelease)
    super.connect((error, client) => {
      if (!client) return callback(error, undefined, () => {})
      keptOnRelease(client)
      callback(undefined, client, () => client.release())
    })
  }

  override async query(...question: unknown[]): Promise<never> {
    const client = await this.connect()
    try {
      return await (client.query as (...question: unknown[]) => Promise<never>)(...question)
    } finally {
      client.release()
    }
  }
}

function keptOnRelease(client: pg.PoolClient): pg.PoolClient {
  const release = client.release
  client.release = () => {
    if (client.getTransactionStatus() === 'I') return release.call(client)
    client.query('rollback').then(
      () => release.call(client),
      () => release.call(client),
    )
  }
  return client
}

/** Remembers for the code inside a transaction that it is inside one, so that the pool can refuse a second handle. */
export class GuardedKysely<T> extends Kysely<T> {
  #transactions: Transactions

  constructor(transactions: Transactions, config: KyselyConfig) {
    super(config)
    this.#transactions = transactions
  }

  override transaction(): TransactionBuilder<T> {
    const execute = (builder: TransactionBuilder<T>) => async (work: (trx: Transaction<T>) => Promise<unknown>) => {
      let open = true
      try {
        return await builder.execute((trx) => this.#transactions.run({ isOpen: () => open }, work, trx))
      } finally {
        open = false
      }
    }
    return watched(super.transaction(), execute)
  }

  override startTransaction(): ControlledTransactionBuilder<T> {
    const execute = (builder: ControlledTransactionBuilder<T>) => () => {
      let isOpen = () => false
      // Entered before the first await, so that the caller goes on inside.
      this.#transactions.enterWith({ isOpen: () => isOpen() })
      return builder.execute().then((trx) => {
        isOpen = () => !trx.isCommitted && !trx.isRolledBack
        return trx
      })
    }
    return watched(super.startTransaction(), execute)
  }
}

/** The same builder with another `execute`, also after setIsolationLevel and setAccessMode, which answer with a new one. */
function watched<B extends object>(builder: B, execute: (builder: B) => unknown): B {
  return new Proxy(builder, {
    get(target, name) {
      if (name === 'execute') return execute(target)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (...is: unknown[]) => watched(value.apply(target, is), execute) : value
    },
  })
}
