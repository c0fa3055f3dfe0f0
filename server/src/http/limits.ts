// Limits for attempts. Counters are in the database and are increased before the work, so that a restart, a second server or
// simultaneous attempts cannot bypass them.
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { timestamp } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tables } from '../platform/db/tables.ts'
import { openGate } from './gate.ts'

/**
 * Attempts of strangers wait for each other at the row of their network. Only two of the ten connections to the database may
 * wait there, so that the others are left to the users.
 */
export const countStranger = openGate({ atOnce: 2, mayWait: 100 })

export type Limits = {
  /** Wrong passwords for one account, device or session. Unknown client ids are counted like known ones. */
  passwords: {
    windowSeconds: number
    /** From this failure on, the next attempt has to wait 1, 2, 4 … seconds. */
    delayFrom: number
    longestDelaySeconds: number
    /** At this failure the account is locked for some time. */
    lockAt: number
    lockSeconds: number
  }
  loginsPerNetwork: { perMinute: number; perHour: number }
  forcedLoginsPerHour: number
  inquiriesPerHour: number
  beaconsPerMinute: number
  /** Uses of links to questions by people without an account, from one network. */
  outsideAnswers: { perMinute: number; perHour: number }
}

export const defaultLimits: Limits = {
  passwords: { windowSeconds: 900, delayFrom: 5, longestDelaySeconds: 60, lockAt: 10, lockSeconds: 900 },
  loginsPerNetwork: { perMinute: 30, perHour: 300 },
  forcedLoginsPerHour: 5,
  inquiriesPerHour: 5,
  beaconsPerMinute: 30,
  outsideAnswers: { perMinute: 20, perHour: 100 },
}

/** Counts an attempt and returns whether it is within the limit. */
export async function within(
  trx: Transaction<Tables>,
  clock: Clock,
  { bucket, atMost, seconds }: { bucket: string; atMost: number; seconds: number },
): Promise<boolean> {
  const count = await countOne(trx, clock, bucket, seconds)
  return count !== undefined && count <= atMost
}

export async function mayLogInFrom(
  trx: Transaction<Tables>,
  clock: Clock,
  limits: Limits,
  address: string,
): Promise<boolean> {
  const { perMinute, perHour } = limits.loginsPerNetwork
  const network = networkOf(address)
  const minute = await within(trx, clock, { bucket: `login:minute:${network}`, atMost: perMinute, seconds: 60 })
  const hour = await within(trx, clock, { bucket: `login:hour:${network}`, atMost: perHour, seconds: 3600 })
  return minute && hour
}

/** Attempts are counted in separate buckets, so that a stranger's failures do not lock out a user. */
export const attempts = {
  /** Logins with this client id from unknown browsers. */
  ofStrangers: (clientId: string) => `login:account:${clientId.toLowerCase()}`,
  ofDevice: (device: string) => `login:device:${device}`,
  /** Password confirmations of a signed-in user. */
  inSession: (sessionId: string) => `session:${sessionId}`,
}

/** Counts an attempt as failed until `passwordWasRight` is called; returns false if the password must not be checked. */
export async function mayTryPassword(
  trx: Transaction<Tables>,
  clock: Clock,
  limits: Limits,
  bucket: string,
): Promise<boolean> {
  const { windowSeconds, delayFrom, longestDelaySeconds, lockAt, lockSeconds } = limits.passwords
  const failures = await countOne(trx, clock, bucket, windowSeconds)
  if (failures === undefined) return false
  if (failures < delayFrom) return true
  const pause = failures >= lockAt ? lockSeconds : Math.min(longestDelaySeconds, 2 ** (failures - delayFrom))
  await trx
    .updateTable('limiter')
    .set({ blocked_until: timestamp(clock.now() + pause * 1000) })
    .where('bucket', '=', bucket)
    .execute()
  return true
}

export async function passwordWasRight(trx: Transaction<Tables>, clock: Clock, bucket: string): Promise<void> {
  await trx.deleteFrom('limiter').where('bucket', '=', bucket).execute()
  // Also deletes expired counters, because right passwords are neither too frequent nor too rare. Locked rows are skipped, because
  // waiting for them could cause a deadlock.
  await trx
    .deleteFrom('limiter')
    .where('bucket', 'in', (stale) =>
      stale
        .selectFrom('limiter')
        .select('bucket')
        .where('window_start', '<', timestamp(clock.now() - 86_400_000))
        .where((is) => is.or([is('blocked_until', 'is', null), is('blocked_until', '<', timestamp(clock.now()))]))
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** The maximum difference between the clocks of two portals on one database. */
const clockToleranceMs = 60_000

/** The count in the current window including this attempt, or undefined while the bucket is blocked. */
async function countOne(
  trx: Transaction<Tables>,
  clock: Clock,
  bucket: string,
  seconds: number,
): Promise<number | undefined> {
  const now = timestamp(clock.now())
  // A window that starts in the future was started by a wrong clock.
  const isAhead = sql<boolean>`limiter.window_start > ${timestamp(clock.now() + clockToleranceMs)}::timestamptz`
  const isOver = sql<boolean>`(limiter.window_start <= ${timestamp(clock.now() - seconds * 1000)}::timestamptz or ${isAhead})`
  const row = await trx
    .insertInto('limiter')
    .values({ bucket, failures: 1, window_start: now, blocked_until: null })
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet({
          failures: sql`case when ${isOver} then 1 else limiter.failures + 1 end`,
          window_start: sql`case when ${isOver} then ${now}::timestamptz else limiter.window_start end`,
          blocked_until: null,
        })
        .where((is) =>
          is.or([is('limiter.blocked_until', 'is', null), is('limiter.blocked_until', '<=', now), isAhead]),
        ),
    )
    .returning('failures')
    .executeTakeFirst()
  return row?.failures
}

/** An IPv4 address, or the 64-bit prefix of an IPv6 address, which one household or office gets. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head.split(':').filter((part) => part !== '')
  const after = (tail ?? '').split(':').filter((part) => part !== '')
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
