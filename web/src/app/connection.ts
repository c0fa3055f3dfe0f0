// Tracks whether the server can be reached. If a call gets no answer, the server's health is checked at growing
// intervals until it responds.
import { health } from '@talaan/contract/portal.ts'

export type Connection =
  | { up: true }
  /** `online` is the browser's view of its network; `triesAt` is the time of the next check. */
  | { up: false; online: boolean; trying: boolean; triesAt: number }

type Watch = {
  /** Whether the server answers. */
  ask: () => Promise<boolean>
  tell: (connection: Connection) => void
  isOnline: () => boolean
  waitsMs?: readonly number[]
}

export type Watcher = {
  /**
   * After a call without an answer, or when the network is down. One failed call shows no banner: the server is checked
   * first.
   */
  unanswered: () => void
  /** Checks immediately instead of waiting for the next check. */
  tryNow: () => Promise<void>
  /** Some call was answered. */
  answered: () => void
}

export function watchOver({ ask, tell, isOnline, waitsMs = [2000, 5000, 10_000, 20_000, 30_000] }: Watch): Watcher {
  let failures = 0
  let asking = false
  let triesAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const sayDown = (trying: boolean) => tell({ up: false, online: isOnline(), trying, triesAt })

  const answered = () => {
    if (failures === 0) return
    failures = 0
    clearTimeout(timer)
    tell({ up: true })
  }

  const tryNow = async () => {
    if (asking) return
    asking = true
    clearTimeout(timer)
    if (failures > 0) sayDown(true)
    const there = await ask()
    asking = false
    if (there) return answered()
    const waitMs = waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0
    failures += 1
    triesAt = Date.now() + waitMs
    timer = setTimeout(() => void tryNow(), waitMs)
    sayDown(false)
  }

  const unanswered = () => {
    if (failures === 0) void tryNow()
  }

  return { unanswered, tryNow, answered }
}

// ── The connection of this page.

let connection: Connection = { up: true }
const listeners = new Set<() => void>()

export const { unanswered, tryNow, answered } = watchOver({
  ask: isHealthy,
  tell: (next) => {
    connection = next
    for (const listener of listeners) listener()
  },
  isOnline: () => navigator.onLine,
})

const timeoutMs = 5000

async function isHealthy(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    return (await fetch(health.path, { cache: 'no-store', credentials: 'omit', signal })).ok
  } catch {
    return false
  }
}

export const currentConnection = (): Connection => connection

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A portal on the same machine can be reached without a network, so the browser's event only triggers a check. */
export function watchNetwork(): () => void {
  const retry = () => void tryNow()
  window.addEventListener('offline', unanswered)
  window.addEventListener('online', retry)
  return () => {
    window.removeEventListener('offline', unanswered)
    window.removeEventListener('online', retry)
  }
}

/** The statuses of a proxy without its server, and of a server without its database. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504
