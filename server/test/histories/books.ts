// What several clients saw of the books at the same time, and whether one order of their calls explains it: for the numbers of the
// series together, and for each document alone.
import { orderOf } from './linearizable.ts'
import type { Model, Operation } from './linearizable.ts'

/** A record call answers whether the document was recorded before, and its serial; the newest one is the last serial of the list. */
export type BooksCall =
  | { what: 'record'; draft: string; answer: { serial: number; already: boolean } | undefined }
  | { what: 'void'; draft: string }
  | { what: 'look'; draft: string; status: 'recorded' | 'void' }
  | { what: 'newest'; serial: number }

export type BooksHistory = Operation<BooksCall>[]

/** The first problem found, or undefined. `first` is the last serial before the history. */
export function problemIn(history: BooksHistory, first = 0): string | undefined {
  for (const [draft, calls] of Map.groupBy(
    history.filter(({ call }) => call.what !== 'newest'),
    ({ call }) => (call.what === 'newest' ? '' : call.draft),
  )) {
    if (orderOf(withFirstUnknown(calls), document) === undefined) return `No order explains the calls for ${draft}.`
  }
  if (orderOf(numbersIn(history), { ...series, start: first }) === undefined)
    return 'No order explains the numbers of the series.'
  return undefined
}

/**
 * A recording or a void without an answer, made again, changes nothing more: the earliest could have taken effect whenever a later
 * one could. Without this the search would try all subsets of them.
 */
function withFirstUnknown(calls: BooksHistory): BooksHistory {
  const first = new Map<string, Operation<BooksCall>>()
  for (const one of calls) {
    const { what } = one.call
    if (one.to === undefined && one.from < (first.get(what)?.from ?? Infinity)) first.set(what, one)
  }
  return calls.filter((one) => one.to !== undefined || first.get(one.call.what) === one)
}

// ── One document: it is recorded once, under one serial, and stays void.

type Document = { serial: number; status: 'recorded' | 'void' }

const document: Model<Document | undefined, BooksCall> = {
  start: undefined,
  text: (state) => (state === undefined ? '' : `${state.serial} ${state.status}`),
  apply(state, call) {
    if (call.what === 'newest') return undefined
    if (call.what === 'look') return state?.status === call.status ? state : undefined
    // Nobody can void a document whose recording is unknown.
    if (call.what === 'void') return state && { ...state, status: 'void' }
    const { answer } = call
    // Without an answer the serial is any; a later call says which.
    if (answer === undefined) return state ?? { serial: 0, status: 'recorded' }
    if (answer.already !== (state !== undefined)) return undefined
    if (state !== undefined && state.serial !== 0 && state.serial !== answer.serial) return undefined
    return { serial: answer.serial, status: state?.status ?? 'recorded' }
  },
}

// ── The series: each new document takes the next serial, and the list shows the last one.

type Number = { what: 'take' | 'newest'; serial: number }

const series: Model<number, Number> = {
  start: 0,
  text: String,
  apply(last, { what, serial }) {
    if (what === 'newest') return serial === last ? last : undefined
    return serial === last + 1 ? serial : undefined
  },
}

/** All record calls of a draft take one number, between the first start and the first answer. */
function numbersIn(history: BooksHistory): Operation<Number>[] {
  const read = history.flatMap(({ from, to, call }): Operation<Number>[] =>
    call.what === 'newest' ? [{ from, to, call: { what: 'newest', serial: call.serial } }] : [],
  )
  const records = history.flatMap(({ from, to, call }) => (call.what === 'record' ? [{ from, to, ...call }] : []))
  const taken = [...Map.groupBy(records, ({ draft }) => draft).values()].flatMap((calls): Operation<Number>[] => {
    const serial = calls.find(({ answer }) => answer !== undefined)?.answer?.serial
    if (serial === undefined) return []
    const [from, to] = [calls.map((each) => each.from), calls.flatMap((each) => each.to ?? [])]
    return [{ from: Math.min(...from), to: Math.min(...to), call: { what: 'take', serial } }]
  })
  return [...read, ...taken]
}

// ── Faults for the checker to find.

type Fault = { name: string; plant: (history: BooksHistory) => BooksHistory | undefined }

const recorded = (history: BooksHistory) =>
  history.filter(({ call }) => call.what === 'record' && call.answer?.already === false)

/** The same history with one call changed. */
const changed = (history: BooksHistory, one: Operation<BooksCall> | undefined, call: (was: BooksCall) => BooksCall) =>
  one && history.map((each) => (each === one ? { ...each, call: call(each.call) } : each))

/** Adds a call after all the others. */
const then = (history: BooksHistory, call: BooksCall): BooksHistory => {
  const end = Math.max(...history.map(({ from, to }) => to ?? from))
  return [...history, { from: end + 1, to: end + 2, call }]
}

const serialBy = (difference: number) => (was: BooksCall) =>
  was.what === 'record' && was.answer
    ? { ...was, answer: { ...was.answer, serial: was.answer.serial + difference } }
    : was

/** Each makes a history that no order explains. The history must have a document recorded and answered. */
export const faults: Fault[] = [
  { name: 'a number is used twice', plant: (history) => changed(history, recorded(history).at(-1), serialBy(-1)) },
  { name: 'a number is skipped', plant: (history) => changed(history, recorded(history).at(-1), serialBy(1)) },
  {
    name: 'a confirmed document is lost',
    plant: (history) => {
      const last = Math.max(...history.map(({ call }) => (call.what === 'record' ? (call.answer?.serial ?? 0) : 0)))
      return then(history, { what: 'newest', serial: last - 1 })
    },
  },
  {
    name: 'a draft is recorded twice',
    plant: (history) => {
      const one = recorded(history)[0]?.call
      if (one?.what !== 'record' || one.answer === undefined) return undefined
      return then(history, { ...one, answer: { ...one.answer, already: false } })
    },
  },
  {
    name: 'a repeat answers with another number',
    plant: (history) => {
      const one = recorded(history)[0]?.call
      if (one?.what !== 'record' || one.answer === undefined) return undefined
      return then(history, { ...one, answer: { serial: one.answer.serial + 1, already: true } })
    },
  },
  {
    name: 'two documents swap their numbers',
    plant: (history) => {
      const all = recorded(history)
      const first = all.toSorted((a, b) => a.to! - b.to!)[0]
      // An earlier attempt without an answer may have recorded it, which could have been before the first one.
      const beganAt = (draft: string) =>
        Math.min(...history.flatMap(({ from, call }) => (call.what === 'record' && call.draft === draft ? from : [])))
      const later = all.find(
        ({ call }) => call.what === 'record' && first !== undefined && beganAt(call.draft) > first.to!,
      )
      if (first?.call.what !== 'record' || later?.call.what !== 'record') return undefined
      const [one, other] = [first.call.answer, later.call.answer]
      const swapped = changed(history, first, (was) => (was.what === 'record' ? { ...was, answer: other } : was))
      const place = history.indexOf(later)
      return (
        swapped && changed(swapped, swapped[place], (was) => (was.what === 'record' ? { ...was, answer: one } : was))
      )
    },
  },
  {
    name: 'a void is forgotten',
    plant: (history) => {
      const one = history.find(({ call, to }) => call.what === 'void' && to !== undefined)?.call
      return one?.what === 'void' ? then(history, { what: 'look', draft: one.draft, status: 'recorded' }) : undefined
    },
  },
  {
    name: 'a document is void that nobody voided',
    plant: (history) => {
      const voided = new Set(history.flatMap(({ call }) => (call.what === 'void' ? [call.draft] : [])))
      const one = recorded(history).find(({ call }) => call.what === 'record' && !voided.has(call.draft))?.call
      return one?.what === 'record' ? then(history, { what: 'look', draft: one.draft, status: 'void' }) : undefined
    },
  },
]
