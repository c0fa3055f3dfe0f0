// Changes the critical modules one small mutant at a time and runs their tests, which should fail: `npm run soak --
// --only=mutation`. The work is done in a copy of the repository.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { randomFrom } from '../server/test/extent.ts'
import { criticalParts, sourcesOf } from './critical.ts'
import type { CriticalPart } from './critical.ts'
import { root } from './install.mjs'
import { mutantsIn, mutated, sentenceOf } from './mutants.ts'
import type { Mutant } from './mutants.ts'
import { programOf, withPostgres } from './steps.ts'
import type { Outcome } from './steps.ts'

const copy = join(root, '.cache', 'mutation')
/** The mutants that no test noticed. */
const list = join(root, '.cache', 'reports', 'mutants.txt')

type Place = Mutant & { path: string }
type Score = {
  part: CriticalPart
  waiting: Place[]
  total: number
  found: number
  late: number
  seconds: number
  survivors: string[]
}
type Run = (part: CriticalPart, filter: string[], limitSeconds?: number) => Promise<'passed' | 'failed' | 'late'>

/** At least this many mutants of each part. */
const leastMutants = 5

export async function mutationScore({ seconds, seed }: { seconds: number; seed: number }): Promise<Outcome> {
  copyRepository()
  const scores = criticalParts.map((part): Score => ({
    part,
    ...shuffledMutants(part, seed),
    found: 0,
    late: 0,
    seconds: 0,
    survivors: [],
  }))
  const failures: string[] = []
  await withPostgres(async (postgres) => {
    const run: Run = async ({ project }, filter, limitSeconds = 600) => {
      const ended = await programOf(
        'vitest/vitest.mjs',
        [...filter, '--run', `--project=${project}`, '--bail=1', '--reporter=dot'],
        {
          quiet: true,
          cwd: copy,
          env: { ...postgres, CI: '' },
          limitSeconds,
        },
      )
      if (ended.isLate) return 'late'
      if (ended.complaint === undefined) return 'passed'
      // Otherwise a broken installation would look like tests that notice everything.
      if (!/ FAIL /.test(stripVTControlCharacters(ended.output)))
        throw new Error(`The tests did not run:\n${ended.output}`)
      return 'failed'
    }
    const limits = new Map<Score, number>()
    for (const score of scores) {
      const begun = performance.now()
      const unchanged = await run(score.part, ['run', ...score.part.tests])
      if (unchanged !== 'passed') failures.push(`the tests of ${score.part.name} ${unchanged} without a mutant`)
      limits.set(score, 15 + (performance.now() - begun) / 500)
    }
    if (failures.length > 0) return
    const end = performance.now() + seconds * 1000
    for (;;) {
      const next = nextPart(scores, performance.now() < end)
      const mutant = next?.waiting.pop()
      if (next === undefined || mutant === undefined) break
      const begun = performance.now()
      await tryMutant(next, mutant, (part, filter) => run(part, filter, limits.get(next)))
      next.seconds += (performance.now() - begun) / 1000
      writeFileSync(list, scores.flatMap(({ survivors }) => survivors).join('\n'))
    }
  })
  const found = sum(scores, ({ found }) => found)
  const tried = found + sum(scores, ({ survivors }) => survivors.length)
  return {
    passed: failures.length > 0 ? 0 : 1,
    failures,
    figures: [
      `${found} of ${tried} changes of the code were noticed (${percent(found, tried)}), ${sum(scores, ({ late }) => late)} of them by a time limit, in a sample of ${sum(scores, ({ total }) => total).toLocaleString('en')} possible ones: ${scores
        .map(
          ({ part, found, survivors }) =>
            `${part.name} ${found} of ${found + survivors.length} (${percent(found, found + survivors.length)})`,
        )
        .join(', ')}`,
    ],
  }
}

const percent = (part: number, all: number): string => `${Math.floor((100 * part) / Math.max(1, all))}%`
const sum = (scores: readonly Score[], of: (score: Score) => number): number =>
  scores.reduce((total, score) => total + of(score), 0)

/** The part that has had the least time; undefined when each has had enough. */
function nextPart(scores: readonly Score[], timeIsLeft: boolean): Score | undefined {
  return scores
    .filter(
      ({ waiting, found, survivors }) => waiting.length > 0 && (timeIsLeft || found + survivors.length < leastMutants),
    )
    .toSorted((a, b) => a.seconds - b.seconds)[0]
}

async function tryMutant(score: Score, { path, ...mutant }: Place, run: Run): Promise<void> {
  const { part } = score
  const file = join(copy, path)
  const source = readFileSync(file, 'utf8')
  const sentence = sentenceOf(path, source, mutant)
  try {
    rmSync(file)
    writeFileSync(file, mutated(source, mutant))
    let outcome: Awaited<ReturnType<Run>> = 'passed'
    for (const filter of filtersOf(part, path)) {
      outcome = await run(part, filter)
      if (outcome !== 'passed') break
    }
    if (outcome === 'passed') score.survivors.push(sentence)
    else score.found += 1
    if (outcome === 'late') score.late += 1
    console.log(`${outcome === 'passed' ? 'not noticed' : outcome === 'late' ? 'time limit' : 'noticed'}: ${sentence}`)
  } finally {
    writeFileSync(file, source)
  }
}

/** The tests next to a file notice most mutants; only what they don't notice is left to all tests of its part. */
function filtersOf({ project, tests }: CriticalPart, path: string): string[][] {
  const folder = dirname(path)
  if (project === 'rules') {
    const near = globSync(`${folder}/**/*.test.ts`, { cwd: root })
    return [...(near.length > 0 ? [['run', `${folder}/`]] : []), ['related', path]]
  }
  // The tests of contract are in another project.
  const near = path.startsWith('server/') ? globSync(`${folder}/*.test.ts`, { cwd: root }) : []
  const own = near.filter((test) => test === path.replace(/\.ts$/, '.test.ts'))
  const nearest = own.length > 0 ? own : near
  return [...(nearest.length > 0 ? [['run', ...nearest]] : []), ['run', ...tests]]
}

function shuffledMutants(part: CriticalPart, seed: number): { waiting: Place[]; total: number } {
  const waiting = sourcesOf(part).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return mutantsIn(path, source).map((mutant) => ({ ...mutant, path }))
  })
  const random = randomFrom(seed)
  for (let at = waiting.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    ;[waiting[at], waiting[other]] = [waiting[other]!, waiting[at]!]
  }
  return { waiting, total: waiting.length }
}

/** The files of the working tree are copied, and those of the packages linked. */
function copyRepository(): void {
  rmSync(copy, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of files.split('\0').filter((path) => path !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    copyFileSync(join(root, path), join(copy, path))
  }
  // Packages of one workspace are in its own folder, and some tests read the built pages.
  for (const folder of globSync(['node_modules', '*/node_modules', 'web/dist'], { cwd: root }))
    linkTree(join(root, folder), join(copy, folder))
}

function linkTree(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // Caches.
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}
