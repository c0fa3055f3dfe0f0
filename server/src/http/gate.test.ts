// The order in which waiting calls get their turn.
import { common, Refusal } from '@talaan/contract/problem.ts'
import { expect, test } from 'vitest'
import { openGate, type Caller } from './gate.ts'

test('however many strangers wait, a known caller is next; strangers beyond the limit are turned away', async () => {
  const gate = openGate({ atOnce: 2, mayWait: 100 })
  const started: string[] = []
  const ends: (() => void)[] = []
  const call = (caller: Caller, name: string) =>
    gate(caller, () => {
      started.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      return promise
    })
  const strangers = Array.from({ length: 110 }, (_, at) =>
    call('stranger', `stranger ${at}`).catch((error: unknown) => error),
  )
  const known = call('known', 'known')
  expect(started).toEqual(['stranger 0', 'stranger 1'])
  ends[0]?.()
  await strangers[0]
  expect(started).toEqual(['stranger 0', 'stranger 1', 'known'])

  for (let at = 1; at < ends.length; at += 1) {
    ends[at]?.()
    await new Promise(setImmediate)
  }
  await known
  expect(started).toHaveLength(103)
  const turnedAway = (await Promise.all(strangers)).filter((result) => result instanceof Refusal)
  expect(turnedAway.map(({ problem }) => problem)).toEqual(Array(8).fill(common.tooManyLogins))
})
