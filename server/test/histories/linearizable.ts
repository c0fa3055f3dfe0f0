// Whether several clients' calls can be explained by one order in which each took effect at a moment between its start and its
// answer: the search of Wing and Gong, with Lowe's memory of the states that it has been in.

/** A call. Without an end its answer is unknown: it took effect at any moment after its start, or never. */
export type Operation<Call> = { from: number; to: number | undefined; call: Call }

export type Model<State, Call> = {
  start: State
  /** The state after the call, or undefined if the call can't have had its answer in this state. */
  apply: (state: State, call: Call, isKnown: boolean) => State | undefined
  /** Equal states have the same text. */
  text: (state: State) => string
}

/** The calls in an order that explains their answers, or undefined if there is none. */
export function orderOf<State, Call>(
  operations: readonly Operation<Call>[],
  { start, apply, text }: Model<State, Call>,
): Operation<Call>[] | undefined {
  const sorted = operations.toSorted((a, b) => a.from - b.from)
  const known = sorted.filter(({ to }) => to !== undefined).length
  const taken = sorted.map(() => false)
  const seen = new Set<string>()
  const path: { at: number; state: State }[] = []
  const choices: number[][] = [candidates()]
  let knownTaken = 0

  for (;;) {
    if (knownTaken === known) return path.map(({ at }) => sorted[at]!)
    const at = choices.at(-1)?.pop()
    if (at === undefined) {
      choices.pop()
      const last = path.pop()
      if (last === undefined) return undefined
      taken[last.at] = false
      if (sorted[last.at]!.to !== undefined) knownTaken -= 1
      continue
    }
    const { call, to } = sorted[at]!
    const next = apply(path.at(-1)?.state ?? start, call, to !== undefined)
    if (next === undefined) continue
    taken[at] = true
    const place = `${taken.flatMap((isTaken, each) => (isTaken ? [each] : [])).join(' ')}|${text(next)}`
    if (seen.has(place)) {
      taken[at] = false
      continue
    }
    seen.add(place)
    path.push({ at, state: next })
    if (to !== undefined) knownTaken += 1
    choices.push(candidates())
  }

  /** The calls that may come next: those that began before any other remaining call had ended. The last is tried first. */
  function candidates(): number[] {
    let firstEnd = Infinity
    const some: number[] = []
    for (const [at, { from, to }] of sorted.entries()) {
      if (from > firstEnd) break
      if (taken[at]) continue
      some.push(at)
      if (to !== undefined && to < firstEnd) firstEnd = to
    }
    return some.filter((at) => sorted[at]!.from <= firstEnd).toReversed()
  }
}
