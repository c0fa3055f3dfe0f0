import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchOver, type Connection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function watched(answers: boolean[]) {
  const states: Connection[] = []
  let calls = 0
  const watcher = watchOver({
    ask: async () => answers[calls++] ?? true,
    tell: (connection) => states.push(connection),
    isOnline: () => true,
    waitsMs: [2000, 5000],
  })
  return { ...watcher, states, calls: () => calls }
}

const down = (triesAt: number, trying = false): Connection => ({ up: false, online: true, trying, triesAt })

test('one failed call shows nothing while the server is healthy', async () => {
  const { unanswered, states, calls } = watched([true])
  unanswered()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls()).toBe(1)
  expect(states).toEqual([])
})

test('a server that does not answer is checked at growing intervals until it does', async () => {
  const { unanswered, states } = watched([false, false, false, true])
  unanswered()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(states).toEqual([
    down(2000),
    down(2000, true),
    down(7000),
    down(7000, true),
    down(12_000),
    down(12_000, true),
    { up: true },
  ])
})

test('many failing calls check once, and any answer ends the outage', async () => {
  const { unanswered, answered, states, calls } = watched([false])
  for (let i = 0; i < 20; i++) unanswered()
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 20; i++) unanswered()
  answered()
  answered()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls()).toBe(1)
  expect(states).toEqual([down(2000), { up: true }])
})

test('the check can be run now, and intervals start over after the next outage', async () => {
  const { unanswered, tryNow, states } = watched([false, true, false])
  unanswered()
  await vi.advanceTimersByTimeAsync(500)
  await tryNow()
  expect(states.at(-1)).toEqual({ up: true })
  unanswered()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toEqual(down(2500))
})
