import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchOver, type Connection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function watched(answers: boolean[]) {
  const told: Connection[] = []
  let asked = 0
  const watcher = watchOver({
    ask: async () => answers[asked++] ?? true,
    tell: (connection) => told.push(connection),
    isOnline: () => true,
    waitsMs: [2000, 5000],
  })
  return { ...watcher, told, asked: () => asked }
}

const down = (triesAt: number, trying = false): Connection => ({ up: false, online: true, trying, triesAt })

test('one call without an answer is no news while the server is well', async () => {
  const { unanswered, told, asked } = watched([true])
  unanswered()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(1)
  expect(told).toEqual([])
})

test('a server that does not answer is asked with longer and longer pauses until it does', async () => {
  const { unanswered, told } = watched([false, false, false, true])
  unanswered()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(told).toEqual([
    down(2000),
    down(2000, true),
    down(7000),
    down(7000, true),
    down(12_000),
    down(12_000, true),
    { up: true },
  ])
})

test('many failing calls ask once, and any answer ends it', async () => {
  const { unanswered, answered, told, asked } = watched([false])
  for (let i = 0; i < 20; i++) unanswered()
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 20; i++) unanswered()
  answered()
  answered()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(1)
  expect(told).toEqual([down(2000), { up: true }])
})

test('it can be tried now, and the pauses begin again after the next loss', async () => {
  const { unanswered, tryNow, told } = watched([false, true, false])
  unanswered()
  await vi.advanceTimersByTimeAsync(500)
  await tryNow()
  expect(told.at(-1)).toEqual({ up: true })
  unanswered()
  await vi.advanceTimersByTimeAsync(0)
  expect(told.at(-1)).toEqual(down(2500))
})
