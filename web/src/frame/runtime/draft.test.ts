// A draft is saved when the user pauses, with one save at a time, and a failed save is retried automatically.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailure } from './channel.ts'
import { keepSaved, type DraftState } from './draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const until = async (when: () => boolean) => {
  for (let ms = 0; ms < 1_000 && !when(); ms += 1) await vi.advanceTimersByTimeAsync(1)
  expect(when()).toBe(true)
}

function keeping(answers: (() => Promise<{ savedAt: string }>)[] = []) {
  const saved: string[] = []
  const states: DraftState[] = []
  const keeper = keepSaved<string>({
    save: (value) => {
      saved.push(value)
      return answers.shift()?.() ?? Promise.resolve({ savedAt: `after ${value}` })
    },
    tell: (state) => states.push(state),
    pauseMs: 5,
    retryMs: [5],
  })
  return { keeper, saved, states, last: () => states.at(-1) }
}

test('ten keystrokes make one save, of the last state', async () => {
  const { keeper, saved, last } = keeping()
  for (const key of 'abcdefghij') keeper.offer(key)
  await until(() => last()?.phase === 'saved')
  expect(saved).toEqual(['j'])
  expect(last()).toEqual({ phase: 'saved', savedAt: 'after j' })
})

test('input during a save is saved after it, not at the same time', async () => {
  let finish = (_: { savedAt: string }): void => undefined
  const { keeper, saved, last } = keeping([() => new Promise((resolve) => (finish = resolve))])
  keeper.offer('first')
  await until(() => saved.length === 1)
  keeper.offer('second')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual(['first'])
  finish({ savedAt: 'now' })
  await until(() => last()?.phase === 'saved')
  expect(saved).toEqual(['first', 'second'])
})

test('a failed save is reported and retried until it succeeds', async () => {
  const lost = () => Promise.reject(new CallFailure({ status: 0, code: 'network', sentence: 'Not saved yet.' }))
  const { keeper, saved, states, last } = keeping([lost, lost])
  keeper.offer('kept')
  await until(() => last()?.phase === 'saved')
  expect(saved).toEqual(['kept', 'kept', 'kept'])
  expect(states).toContainEqual({ phase: 'failing', sentence: 'Not saved yet.', again: true })
})

test('a draft that the server refuses is not sent again until it changes', async () => {
  const refused = () =>
    Promise.reject(new CallFailure({ status: 413, code: 'documents.textTooLong', sentence: 'Too long.' }))
  const { keeper, saved, last } = keeping([refused])
  keeper.offer('too long')
  await until(() => last()?.phase === 'failing')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual(['too long'])
  keeper.offer('shorter')
  await until(() => last()?.phase === 'saved')
  expect(saved).toEqual(['too long', 'shorter'])
})

test('leaving saves at once and reports whether it worked', async () => {
  const refused = () =>
    Promise.reject(new CallFailure({ status: 413, code: 'documents.textTooLong', sentence: 'Too long.' }))
  const { keeper, saved } = keeping([refused])
  keeper.offer('too long')
  expect(await keeper.flush()).toBe(false)
  keeper.offer('shorter')
  expect(await keeper.flush()).toBe(true)
  expect(await keeper.flush()).toBe(true)
  expect(saved).toEqual(['too long', 'shorter'])
  keeper.stop()
})
