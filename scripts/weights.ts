// What the browser fetches may not grow unseen: the bytes of each page and frame, packed as they are sent, against their bounds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Sizes = Record<string, number>
/** What the build found (web/vite.config.ts): its pages, what they begin with, and what is fetched later, each with all it needs. */
export type Weights = { pages: Sizes; begin: Sizes; later: Record<string, Sizes> }

/** Bytes under brotli: goals 12 and 13 of docs/performance.md, less what calls bring. */
const bounds = { signIn: 90_000, signInAndPortal: 188_000, furtherPage: 25_000, frame: 150_000 }

/** What each of the bounds is about, and those that are broken as sentences. */
export function judge(portal: Weights, frame: Weights): { passed: number; failures: string[] } {
  const signIn = { ...portal.begin, 'index.html': portal.pages['index.html'] ?? 0 }
  const behind = {
    ...signIn,
    ...portal.later['routes.tsx'],
    ...portal.later['app/session/signIn.ts'],
    'portal.html': portal.pages['portal.html'] ?? 0,
  }
  const sheet = { ...frame.begin, 'frame.html': frame.pages['frame.html'] ?? 0 }
  const weighed = [
    ['the sign-in screen', sum(signIn), bounds.signIn],
    ['sign-in screen and dashboard together', sum(behind), bounds.signInAndPortal],
    ...Object.entries(portal.later).map(
      ([name, files]) => [name, sum({ ...behind, ...files }) - sum(behind), bounds.furtherPage] as const,
    ),
    ...Object.entries(frame.later).map(
      ([name, files]) => [`the frame with ${name}`, sum({ ...sheet, ...files }), bounds.frame] as const,
    ),
  ] as const
  const failures = weighed
    .filter(([, weight, bound]) => weight > bound)
    .map(([what, weight, bound]) => `${what}: ${kB(weight)} on the wire, and ${kB(bound)} are allowed`)
  return { passed: weighed.length - failures.length, failures }
}

export function weighed(dist: string): { passed: number; failures: string[] } {
  const read = (name: string) => JSON.parse(readFileSync(join(dist, name), 'utf8')) as Weights
  return judge(read('weights-client.json'), read('weights-frame.json'))
}

const sum = (sizes: Sizes): number => Object.values(sizes).reduce((all, size) => all + size, 0)
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
