// Checks the size of each page and frame, compressed as it is sent, against its limit, so that pages don't grow unnoticed.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { filesOf, readBuilt, type First, type Manifest } from '../server/src/http/preloads.ts'

/** Bytes under brotli: goals 12 and 13 of docs/performance.md, without calls. */
const bounds = { signIn: 90_000, signInAndPortal: 199_000, furtherPage: 27_000, charts: 128_000, frame: 160_000 }

/** The charting library, fetched on pages with a chart once they are shown. */
const charts = 'src/ui/MoneyChartDrawing.tsx'

/** The result of the build (web/vite.config.ts): pages with their files, and parts that are loaded later, by the manifests. */
export type Built = {
  pages: Record<'index.html' | 'portal.html' | 'frame.html', readonly string[]>
  portal: Manifest
  frame: Manifest
  first: First
  size: (file: string) => number
}

/** The size of each page with its limit, and one sentence for each that exceeds it. */
export function checkSizes({ pages, portal, frame, first, size }: Built): { passed: number; failures: string[] } {
  const sum = (files: Iterable<string>) => [...new Set(files)].reduce((all, file) => all + size(file), 0)
  const signIn = ['index.html', ...pages['index.html']]
  const behind = [...signIn, 'portal.html', ...pages['portal.html'], ...filesOf(portal, ['portal', 'early'])]
  const sheet = ['frame.html', ...pages['frame.html']]
  const sizes = [
    ['the sign-in screen', sum(signIn), bounds.signIn],
    ['sign-in screen and dashboard together', sum(behind), bounds.signInAndPortal],
    ...later(portal).map(
      (module) =>
        [
          module,
          sum([...behind, ...filesOf(portal, [module])]) - sum(behind),
          module === charts ? bounds.charts : bounds.furtherPage,
        ] as const,
    ),
    ...later(frame).map(
      (module) => [`the frame with ${module}`, sum([...sheet, ...filesOf(frame, [module])]), bounds.frame] as const,
    ),
  ] as const
  const tooLarge = sizes
    .filter(([, weight, bound]) => weight > bound)
    .map(([what, weight, bound]) => `${what}: ${kB(weight)}, but at most ${kB(bound)} are allowed`)
  const named = [
    ...first.pages.flatMap(({ files }) => files.map((file) => [file, portal] as const)),
    ...Object.values(first.forms).map((file) => [file, frame] as const),
  ]
  const missing = named
    .filter(([file, manifest]) => manifest[`src/${file}`] === undefined)
    .map(([file]) => `web/src/app/first.ts names ${file}, for which the build made no separate file`)
  return { passed: sizes.length - tooLarge.length, failures: [...tooLarge, ...missing] }
}

/** The parts that are loaded later. */
const later = (manifest: Manifest): string[] =>
  Object.entries(manifest).flatMap(([module, { isDynamicEntry }]) => (isDynamicEntry ? [module] : []))

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

export function weighed(dist: string): { passed: number; failures: string[] } {
  const read = <T>(name: string): T => {
    const built = readBuilt<T>(dist, name)
    if (built === undefined) throw new Error(`The build made no ${name}.`)
    return built
  }
  const named = (page: string) =>
    [...readFileSync(join(dist, page), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
      ([, file = '']) => file,
    )
  return checkSizes({
    pages: {
      'index.html': named('index.html'),
      'portal.html': named('portal.html'),
      'frame.html': named('frame.html'),
    },
    portal: read('portal.json'),
    frame: read('frame.json'),
    first: read('first.json'),
    size: (file) => {
      const packed = join(dist, `${file}.br`)
      return existsSync(packed) ? statSync(packed).size : brotliCompressSync(readFileSync(join(dist, file))).length
    },
  })
}
