// The checker of histories finds each kind of fault, and agrees with trying every order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom, seed } from './extent.ts'
import { faults, problemIn } from './histories/books.ts'
import type { BooksCall, BooksHistory } from './histories/books.ts'
import { orderOf } from './histories/linearizable.ts'
import type { Model, Operation } from './histories/linearizable.ts'

/** A register: it shows what was written last. */
type Register = { what: 'write' | 'read'; value: number }
const register: Model<number, Register> = {
  start: 0,
  text: String,
  apply: (state, { what, value }) => (what === 'write' ? value : value === state ? state : undefined),
}

const operation: fc.Arbitrary<Operation<Register>> = fc
  .tuple(
    fc.integer({ min: 0, max: 8 }),
    fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined, freq: 4 }),
    fc.constantFrom('write' as const, 'read' as const),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([from, lasts, what, value]) => ({
    from,
    to: lasts === undefined ? undefined : from + lasts,
    call: { what, value },
  }))

test('the search finds an order if and only if some order of the calls explains the responses', () => {
  const found = { yes: 0, no: 0 }
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 5 }), (operations) => {
      const isExplained = everyOrder(operations).some((order) => isPossible(order, operations))
      found[isExplained ? 'yes' : 'no'] += 1
      expect(orderOf(operations, register) !== undefined).toBe(isExplained)
    }),
    { numRuns: 1_000 },
  )
  expect(Math.min(found.yes, found.no)).toBeGreaterThan(100)
})

test('correct books have a history without a problem, and each fault planted in it is found', () => {
  for (let round = 0; round < 10; round += 1) {
    const history = historyOfSoundBooks(seed + round)
    expect(problemIn(history), `seed ${seed + round}`).toBeUndefined()
    for (const { name, plant } of faults) {
      const planted = plant(history)
      expect(planted, `${name}, seed ${seed + round}`).toBeDefined()
      expect(problemIn(planted ?? []), `${name}, seed ${seed + round}`).toBeDefined()
    }
  }
})

test('the numbers of documents that may have been recorded in either order are not swapped', () => {
  const record = (draft: string, serial: number): BooksCall => ({
    what: 'record',
    draft,
    answer: { serial, already: false },
  })
  const history: BooksHistory = [
    { from: 0, to: 10, call: record('a', 1) },
    { from: 5, to: undefined, call: { what: 'record', draft: 'b', answer: undefined } },
    { from: 20, to: 30, call: record('b', 2) },
  ]
  const swap = faults.find(({ name }) => name === 'two documents swap their numbers')
  expect(swap?.plant(history)).toBeUndefined()
  expect(swap?.plant(history.filter(({ to }) => to !== undefined))).toBeDefined()
})

/** All orders of all calls, and those without some of the calls whose answer is unknown. */
function everyOrder<T extends { to: number | undefined }>(operations: readonly T[]): T[][] {
  const permutations = (some: readonly T[]): T[][] =>
    some.length === 0
      ? [[]]
      : some.flatMap((one) => permutations(some.filter((each) => each !== one)).map((rest) => [one, ...rest]))
  const subsets = operations.reduce<T[][]>(
    (all, one) => [...all.map((some) => [...some, one]), ...(one.to === undefined ? all : [])],
    [[]],
  )
  return subsets.flatMap(permutations)
}

function isPossible(order: readonly Operation<Register>[], all: readonly Operation<Register>[]): boolean {
  const isInTime = order.every(({ from }, at) => order.slice(at + 1).every(({ to }) => to === undefined || to >= from))
  if (!isInTime || order.length > all.length) return false
  let state: number | undefined = register.start
  for (const { call } of order) if ((state = register.apply(state, call, true)) === undefined) return false
  return true
}

/** Six clients on books in memory: each call takes effect at a random moment between its start and its answer, which may be lost. */
function historyOfSoundBooks(from: number): BooksHistory {
  const random = randomFrom(from)
  const books = new Map<string, { serial: number; status: 'recorded' | 'void' }>()
  const history: BooksHistory = []
  const clients = Array.from({ length: 6 }, (_, client) => ({ client, free: random(20) }))
  const planned = Array.from({ length: 120 }, (_, step) => {
    const one = clients[random(clients.length)]!
    const start = one.free + 1 + random(5)
    const effect = start + 1 + random(20)
    one.free = effect + 1 + random(20)
    return { from: start, effect, to: one.free, draft: `draft ${random(1 + Math.floor(step / 3))}`, kind: random(5) }
  })
  for (const { from: start, to, draft, kind } of planned.toSorted((a, b) => a.effect - b.effect)) {
    const known = books.get(draft)
    const isLost = random(10) === 0
    const call = ((): BooksCall | undefined => {
      if (kind === 0) return { what: 'newest', serial: books.size }
      if (known === undefined || kind > 2) {
        const serial = known?.serial ?? books.size + 1
        // What was lost may be the answer, or the call itself.
        if (!isLost || random(2) === 0) books.set(draft, known ?? { serial, status: 'recorded' })
        return { what: 'record', draft, answer: isLost ? undefined : { serial, already: known !== undefined } }
      }
      if (kind === 1) return { what: 'look', draft, status: known.status }
      known.status = 'void'
      return { what: 'void', draft }
    })()
    if (call === undefined || (isLost && call.what !== 'record' && call.what !== 'void')) continue
    history.push({ from: start, to: isLost ? undefined : to, call })
  }
  // Clients repeat a lost call until they have an answer.
  const end = Math.max(...history.map(({ from: start, to }) => to ?? start)) + 100
  for (const [draft, { serial }] of books)
    history.push({ from: end, to: end + 1, call: { what: 'record', draft, answer: { serial, already: true } } })
  return history
}
