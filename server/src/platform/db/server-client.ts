// A connection to a PostgreSQL server that may have a standby. It notices whether the server accepts changes, doesn't wait
// forever, and never reports a commit that the standby may not have.
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { isConnectionLost } from './lost.ts'
import { PreparingClient } from './preparing-client.ts'

/** Above the server's own limit for a statement, so only a server that has gone or waits for a standby reaches it. */
const limitMs = 75_000
/** No limit of the server ends the wait of a commit for its standby. */
const commitLimitMs = 15_000

type Wire = EventEmitter & { stream: Socket }

type Place = {
  address: string
  /** Called when the server or its standby did not answer: another server may have taken over. */
  onSilence: () => void
}

export class ServerClient extends PreparingClient {
  /** Known as soon as it is connected. */
  acceptsChanges = true
  /** For statements without a limit on the server, such as migrations. */
  isPatient = false
  /** The server ended the connection; its socket closes a moment later. */
  isLost = false
  /** The open transaction, such as that of verify, sets its own limit on the server. */
  #setsLimit = false
  readonly address: string
  #onSilence: () => void
  #warnings = 0

  constructor(config: pg.ClientConfig, { address, onSilence }: Place) {
    super(config)
    this.address = address
    this.#onSilence = onSilence
    this.#wire.on('parameterStatus', ({ parameterName: name, parameterValue: value }: Record<string, string>) => {
      if (name === 'in_hot_standby' || name === 'default_transaction_read_only') this.acceptsChanges &&= value !== 'on'
    })
    this.on('notice', ({ code }) => {
      if (code === '01000') this.#warnings += 1
    })
  }

  get #wire(): Wire {
    return (this as unknown as { connection: Wire }).connection
  }

  /** At once: a server that does not answer would not end the connection either. */
  disconnect(): void {
    this.#wire.stream.destroy()
  }

  override query(...asked: never[]): never {
    const [question] = asked as unknown[]
    const answer: unknown = super.query(...asked)
    if (!(answer instanceof Promise)) return answer as never
    const text = typeof question === 'string' ? question : ''
    if (/^set local statement_timeout\b/.test(text)) this.#setsLimit = true
    if (/^(commit|rollback)$/.test(text)) this.#setsLimit = false
    const isCommit = waitsForStandby.test(text)
    return this.#certain(answer, isCommit ? commitLimitMs : limitMs) as never
  }

  async #certain(answer: Promise<unknown>, ms: number): Promise<unknown> {
    const warnings = this.#warnings
    const giveUp = () => {
      this.#onSilence()
      this.#wire.stream.destroy(noAnswer())
    }
    const timer = this.isPatient || this.#setsLimit ? undefined : setTimeout(giveUp, ms)
    try {
      const result = await answer
      // The wait for the standby was cancelled: the server reports success, with a warning in its own language.
      if (this.#warnings === warnings) return result
      this.#onSilence()
      throw inDoubt()
    } catch (error) {
      this.isLost ||= isConnectionLost(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

const waitsForStandby = /^commit$|pg_logical_emit_message/

const noAnswer = () => Object.assign(new Error('The database did not respond in time.'), { code: 'ETIMEDOUT' })
/** Transaction resolution unknown. */
const inDoubt = () => Object.assign(new Error('The standby might not have this commit.'), { code: '08007' })
