// Inside a transaction only its own handle may be used; a query over another one is refused at once.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  Kysely,
  type ControlledTransactionBuilder,
  type KyselyConfig,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import pg from 'pg'
import { noteStatement } from './commits.ts'

/** The transaction of the running code, if any. */
export type Transactions = AsyncLocalStorage<{ isOpen(): boolean }>

export const newTransactions = (): Transactions => new AsyncLocalStorage()

/**
 * Refuses the outer handle inside a transaction. On the embedded database, with its one connection, such a query would
 * wait for the transaction that waits for it; on a server it would silently run outside the transaction.
 */
export class GuardedPool extends pg.Pool {
  #transactions: Transactions

  constructor(transactions: Transactions, config: pg.PoolConfig) {
    super(config)
    this.#transactions = transactions
    // A lost connection rejects its queries; the additional event would end the process without a listener.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) {
      this.connect().then(
        (client) => callback(undefined, client, client.release),
        (error) => callback(error, undefined, () => {}),
      )
      return
    }
    if (this.#transactions.getStore()?.isOpen()) return Promise.reject(new Error(outerHandle))
    return this.take().then((client) => {
      const release = client.release.bind(client)
      client.release = (error) => this.giveBack(client, release, error)
      return client
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

  protected take(): Promise<pg.PoolClient> {
    return super.connect()
  }

  /** A transaction left open ends with its connection. */
  protected giveBack(client: pg.PoolClient, release: pg.PoolClient['release'], error?: Error | boolean): void {
    release(error || client.getTransactionStatus() !== 'I')
  }
}

const outerHandle = 'The outer database handle was used inside a transaction; use the transaction (trx).'
type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** Keeps its one connection forever, also after errors, and rolls back a transaction that was left open. */
export class OneConnectionPool extends GuardedPool {
  protected override giveBack(client: pg.PoolClient, release: pg.PoolClient['release']): void {
    if (client.getTransactionStatus() === 'I') return release()
    client.query('rollback').then(
      () => release(),
      () => release(),
    )
  }
}

/** Marks the code inside a transaction, so that the pool can refuse a second handle. */
export class GuardedKysely<T> extends Kysely<T> {
  #transactions: Transactions

  constructor(transactions: Transactions, config: KyselyConfig) {
    super({
      ...config,
      log: ({ level, query }) => {
        if (level === 'query') noteStatement(query.sql, transactions.getStore()?.isOpen() ?? false)
      },
    })
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
      // Entered before the first await, so that the caller continues inside.
      this.#transactions.enterWith({ isOpen: () => isOpen() })
      return builder.execute().then((trx) => {
        isOpen = () => !trx.isCommitted && !trx.isRolledBack
        return trx
      })
    }
    return watched(super.startTransaction(), execute)
  }
}

/** The same builder with another `execute`, also after setIsolationLevel and setAccessMode, which return a new one. */
function watched<B extends object>(builder: B, execute: (builder: B) => unknown): B {
  return new Proxy(builder, {
    get(target, name) {
      if (name === 'execute') return execute(target)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (...is: unknown[]) => watched(value.apply(target, is), execute) : value
    },
  })
}
