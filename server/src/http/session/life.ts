// Decides by time when a session ends: idle, without pings, too old, or closed and not reopened.
import { absoluteLimitSeconds, closingSeconds, idleLogoutSeconds, pingLimitSeconds } from '@talaan/contract/session.ts'
import { instant } from '../../platform/clock.ts'

/** The browser logs out at the limit; the server waits a little longer for slow lines. */
export const idleGraceSeconds = 120

export type SessionTimes = { createdAt: string; activeAt: string; pingedAt: string; closingAt: string | null }

export type EndReason = 'idle' | 'silent' | 'age' | 'closed'

/** Why a session has ended, or undefined while it is active. */
export function endOf({ createdAt, activeAt, pingedAt, closingAt }: SessionTimes, now: number): EndReason | undefined {
  const since = (time: string) => (now - instant(time)) / 1000
  if (closingAt !== null && since(closingAt) >= closingSeconds) return 'closed'
  if (since(createdAt) >= absoluteLimitSeconds) return 'age'
  if (since(activeAt) >= idleLogoutSeconds + idleGraceSeconds) return 'idle'
  if (since(pingedAt) >= pingLimitSeconds) return 'silent'
  return undefined
}

type MaybeTimes = { [Time in keyof SessionTimes]: SessionTimes[Time] | null }

/** Whether the session joined to an account is active. */
export const isLive = ({ createdAt, activeAt, pingedAt, closingAt }: MaybeTimes, now: number): boolean =>
  createdAt !== null &&
  activeAt !== null &&
  pingedAt !== null &&
  endOf({ createdAt, activeAt, pingedAt, closingAt }, now) === undefined
