// Measures in turns on a machine that other people use too: A B A B …, and takes the median of the ratios of the pairs.

export type Turn = { perSecond: number; latencies: number[] }

/** Clients take the jobs one after another; a job that fails ends the measurement. */
export async function drive(clients: number, jobs: (() => Promise<unknown>)[]): Promise<Turn> {
  const latencies: number[] = []
  const waiting = jobs.values()
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const job of waiting) {
        const start = performance.now()
        await job()
        latencies.push(performance.now() - start)
      }
    }),
  )
  return { perSecond: (jobs.length / (performance.now() - begin)) * 1000, latencies }
}

export type Measured = { perSecond: number; p50: number; p99: number }
type Name<T> = Extract<keyof T, string>

/** Runs every contestant once per round, and returns the figures of each and functions to compare two of them. */
export async function inTurns<T extends Record<string, () => Promise<Turn>>>(rounds: number, contestants: T) {
  const names = Object.keys(contestants) as Name<T>[]
  const turns = new Map(names.map((name) => [name, [] as Turn[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) turns.get(name)?.push(await (contestants[name] as () => Promise<Turn>)())
  }
  const of = (name: Name<T>) => turns.get(name) ?? []
  const ratio = (a: Name<T>, b: Name<T>, figure: (turn: Turn) => number) =>
    median(of(a).map((turn, round) => figure(turn) / figure(of(b)[round] ?? turn)))
  return {
    measured: (name: Name<T>): Measured => {
      const latencies = of(name).flatMap((turn) => turn.latencies)
      return {
        perSecond: median(of(name).map(({ perSecond }) => perSecond)),
        p50: percentile(latencies, 50),
        p99: percentile(latencies, 99),
      }
    },
    rate: (a: Name<T>, b: Name<T>) => ratio(a, b, ({ perSecond }) => perSecond),
    p50: (a: Name<T>, b: Name<T>) => ratio(a, b, ({ latencies }) => percentile(latencies, 50)),
  }
}

export const median = (figures: number[]): number => percentile(figures, 50)

export function percentile(figures: number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** The same seed gives the same numbers. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
