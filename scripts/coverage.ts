// Which share of the branches of the critical modules their tests run: `npm run soak -- --only=coverage`.
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { criticalParts, sourcesOf } from './critical.ts'
import { root } from './install.mjs'
import { vitest } from './steps.ts'
import type { Outcome } from './steps.ts'

type Summary = Record<string, { branches: { total: number; covered: number } }>

const folder = join(root, '.cache', 'reports', 'coverage')

export async function coverage(env: NodeJS.ProcessEnv): Promise<Outcome> {
  rmSync(folder, { recursive: true, force: true })
  const options = {
    enabled: 'true',
    provider: 'v8',
    include: criticalParts.flatMap(({ files }) => files),
    exclude: '**/*.test.ts',
    reporter: ['json-summary', 'json'],
    reportsDirectory: folder,
    reportOnFailure: 'true',
  }
  const flags = Object.entries(options).flatMap(([name, values]) =>
    [values].flat().map((value) => `--coverage.${name}=${value}`),
  )
  const outcome = await vitest(
    'features',
    ['--project=rules', ...criticalParts.flatMap(({ tests }) => tests), ...flags],
    env,
  )
  const summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Summary
  return { ...outcome, figures: [figureOf(summary)] }
}

function figureOf(summary: Summary): string {
  const branches = Object.entries(summary)
    .filter(([path]) => path !== 'total')
    .map(([path, { branches }]) => ({ path: relative(root, path).replaceAll('\\', '/'), ...branches }))
  const share = (name: string, isCounted: (path: string) => boolean) => {
    const counted = branches.filter(({ path }) => isCounted(path))
    const [covered, total] = [sum(counted, 'covered'), sum(counted, 'total')]
    return `${name} ${((100 * covered) / Math.max(1, total)).toFixed(1)}% of ${total.toLocaleString('en')}`
  }
  const parts = criticalParts.map((part) => ({ name: part.name, paths: new Set(sourcesOf(part)) }))
  const shares = parts.map(({ name, paths }) => share(name, (path) => paths.has(path)))
  return `share of branches that the tests run: ${shares.join(', ')}`
}

const sum = (counts: readonly { covered: number; total: number }[], key: 'covered' | 'total'): number =>
  counts.reduce((total, each) => total + each[key], 0)
