// How much of a long proof runs: a short part in npm test; in npm run soak at least this much, and on until the time is
// over. Both use one seed, which is printed.

/** TALAAN_SEED repeats the same random choices. */
export const seed = Number(process.env.TALAAN_SEED)

/** How long each endless proof runs in a soak; zero in npm test. */
export const soakSeconds = Number(process.env.TALAAN_SOAK_SECONDS ?? 0)
export const isSoak = process.env.TALAAN_SOAK === '1'

type Extent = { short: number; soak: number }

export const extentOf = ({ short, soak }: Extent): number => (isSoak ? soak : short)

/** Counts rounds from 1. */
export function* rounds(extent: Extent): Generator<number> {
  const end = performance.now() + soakSeconds * 1000
  const least = extentOf(extent)
  for (let round = 1; round <= least || performance.now() < end; round += 1) yield round
}

const soakEnd = performance.now() + soakSeconds * 1000

/** Whether a soak may begin another round; the time runs from the start of the test file. */
export const timeIsLeft = (): boolean => performance.now() < soakEnd

export type Random = (below: number) => number

/** A whole number from 0 to below another one; the same seed gives the same numbers (mulberry32). */
export function randomFrom(start: number): Random {
  let state = start | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** The summary of the soak. */
    figures?: string
  }
}
