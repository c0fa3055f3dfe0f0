// How often something may be tried. Counters live in the database and grow before the work is done, so that neither a
// restart, a second server nor a hundred tries at once get around them.
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { timestamp } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tables } from '../platform/db/tables.ts'

export type Limits = {
  /** Wrong passwords of one account, device or session; an unknown client id is counted like a known one. */
  passwords: {
    windowSeconds: number
    /** From this failure on the next try has to wait 1, 2, 4 … seconds. */
    delayFrom: number
    longestDelaySeconds: number
    /** At this failure the account takes no password for a while. */
    lockAt: number
    lockSeconds: number
  }
  loginsPerNetwork: { perMinute: number; perHour: number }
  forcedLoginsPerHour: number
  inquiriesPerHour: number
  beaconsPerMinute: number
}

export const defaultLimits: Limits = {
  passwords: { windowSeconds: 900, delayFrom: 5, longestDelaySeconds: 60, lockAt: 10, lockSeconds: 900 },
  loginsPerNetwork: { perMinute: 30, perHour: 300 },
  forcedLoginsPerHour: 5,
  inquiriesPerHour: 5,
  beaconsPerMinute: 30,
}

/** Counts one more and says whether that is still within the limit. */
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

/** Whose attempts at a password are counted together, so that a stranger's failures stop nobody who is known. */
export const attempts = {
  /** Of whoever signs in with this client id in a browser that is not known. */
  ofStrangers: (clientId: string) => `login:account:${clientId.toLowerCase()}`,
  ofDevice: (device: string) => `login:device:${device}`,
  /** Of a person who is signed in and is asked for their password once more. */
  inSession: (sessionId: string) => `session:${sessionId}`,
}

/** Counts an attempt as failed until `passwordWasRight` says otherwise; false when the password must not be tried. */
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
  // What is long over is swept here, because a right password is rare enough and often enough. A row that somebody
  // counts on at this moment is left for the next time: waiting for it could become waiting for each other.
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

/** Two portals on one database may differ by so much. */
const clockToleranceMs = 60_000

/** The count within the current window including this one, or undefined while the bucket is blocked. */
async function countOne(
  trx: Transaction<Tables>,
  clock: Clock,
  bucket: string,
  seconds: number,
): Promise<number | undefined> {
  const now = timestamp(clock.now())
  // A window that begins in the future was begun by a wrong clock, and must not outlive it.
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

/** One IPv4 address, or the 64 bits of an IPv6 network that one household or office gets. */
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
