// Time is a dependency, so that tests can control it.
import { dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'

/** Milliseconds since the epoch, UTC. */
export type Clock = { now(): number }

export const wallClock: Clock = { now: () => Date.now() }

/** The instant as the database stores it. */
export const timestamp = (ms: number): string => new Date(ms).toISOString()

/** Milliseconds of a timestamp as returned by the database. */
export const instant = (text: string): number =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).getTime()

/** The calendar day in Manila. */
export const today = (clock: Clock): Day => dayInManila(clock.now())
