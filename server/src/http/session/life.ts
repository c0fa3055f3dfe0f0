// When a session is over, by the clock alone: idle, silent, too old, or closed and not come back.
import { absoluteLimitSeconds, closingSeconds, idleLogoutSeconds, pingLimitSeconds } from '@talaan/contract/session.ts'
import { instant } from '../../platform/clock.ts'

/** The browser logs out at the limit itself; the server waits a little longer, for slow lines. */
export const idleGraceSeconds = 120

export type SessionTimes = { createdAt: string; activeAt: string; pingedAt: string; closingAt: string | null }

export type EndReason = 'idle' | 'silent' | 'age' | 'closed'

/** Why a session is over, or undefined while it lives. */
export function endOf({ createdAt, activeAt, pingedAt, closingAt }: SessionTimes, now: number): EndReason | undefined {
  const since = (time: string) => (now - instant(time)) / 1000
  if (closingAt !== null && since(closingAt) >= closingSeconds) return 'closed'
  if (since(createdAt) >= absoluteLimitSeconds) return 'age'
  if (since(activeAt) >= idleLogoutSeconds + idleGraceSeconds) return 'idle'
  if (since(pingedAt) >= pingLimitSeconds) return 'silent'
  return undefined
}

type MaybeTimes = { [Time in keyof SessionTimes]: SessionTimes[Time] | null }

/** Whether an account's session, if it has one, lives: for lists that join the session to the account. */
export const isLive = ({ createdAt, activeAt, pingedAt, closingAt }: MaybeTimes, now: number): boolean =>
  createdAt !== null &&
  activeAt !== null &&
  pingedAt !== null &&
  endOf({ createdAt, activeAt, pingedAt, closingAt }, now) === undefined
