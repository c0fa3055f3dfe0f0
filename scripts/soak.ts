// The long tests, run nightly and by hand: too slow for npm test, or more effective the longer they run. Open-ended tests share the
// given minutes; each does at least one short round.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildInto, buildWeb, digestsOf } from './build.mjs'
import { coverage } from './coverage.ts'
import { root } from './install.mjs'
import { mutationScore } from './mutation.ts'
import { setUpNewComputer } from './new-computer.ts'
import { installSoakPrograms } from './programs.ts'
import { storeProofs } from './reliability.ts'
import { singleCheck, browserTests, endWithStarter, inTurn, limitSteps, report, vitest, withPostgres } from './steps.ts'
import type { Outcome, Step } from './steps.ts'

const { minutes, seed, only } = options()
/** The open-ended parts and how many tests each has: kills and malformed requests run on two databases. */
const endless = {
  simulation: 1,
  rules: 1,
  kills: 2,
  postgres: 1,
  'postgres-cuts': 1,
  standby: 1,
  restarts: 1,
  tampering: 1,
  disks: 1,
  restore: 2,
  cuts: 1,
  requests: 2,
  files: 1,
  network: 1,
  history: 2,
  mutation: 1,
}
const sharing = Object.entries(endless).flatMap(([name, tests]) => (only?.includes(name) === false ? [] : tests))
const seconds = Math.round((minutes * 60) / Math.max(1, sum(sharing)))
const soaking = { TALAAN_SOAK: '1', TALAAN_SOAK_SECONDS: '0', TALAAN_SEED: String(seed) }
const longer = { ...soaking, TALAAN_SOAK_SECONDS: String(seconds) }
const embedded = { TALAAN_TEST_ENGINE: 'embedded' }

const raced = ['closing', 'cheques', 'documents/settling', 'money-accounts', 'parties']
/** How often each race is run: a thousand times in the usual half an hour. */
const raceRounds = Math.max(100, Math.round((minutes * 1_000) / 30))
const races = [...raced.map((name) => `server/src/features/${name}`), '-t', '\\d+ times']

const longTests: Record<string, Step[]> = {
  features: [
    {
      name: 'features on the embedded database',
      run: () => vitest('features', [], { TALAAN_SEED: String(seed), ...embedded }),
    },
  ],
  rights: [{ name: 'features with the rights of a second account, PostgreSQL', run: featuresWithFewerRights }],
  simulation: [onEmbedded('a simulated company', 'server/test/simulation.test.ts')],
  rules: [{ name: 'examples of the rules', run: manyExamples }],
  taxes: [onServer('random years of tax returns', 'server/test/tax-years.test.ts', soaking)],
  kills: [
    onServer('kills, PostgreSQL', 'server/test/crash.test.ts'),
    onEmbedded('kills, embedded database', 'server/test/crash.test.ts'),
  ],
  postgres: [onOwnServers('kills of PostgreSQL', 'server/test/soak/kill-postgres.test.ts')],
  'postgres-cuts': [onOwnServers('power cuts of PostgreSQL', 'server/test/soak/cut-postgres.test.ts')],
  standby: [onOwnServers('a standby that takes over', 'server/test/soak/standby.test.ts', ['-t', 'standby'])],
  restarts: [onOwnServers('restarts of two portals', 'server/test/soak/standby.test.ts', ['-t', 'restarted'])],
  tampering: [
    {
      name: 'tampering with every table',
      run: () =>
        withPostgres((postgres) =>
          vitest('features', ['server/src/books/verify/tamper.test.ts', '-t', 'random tampering'], {
            ...postgres,
            ...longer,
          }),
        ),
    },
  ],
  disks: [onEmbedded('loss of the first disk', 'server/src/features/backups/moments.test.ts')],
  restore: [
    onServer('a restore drill, PostgreSQL', 'server/test/soak/restore.test.ts'),
    onEmbedded('a restore drill, embedded database', 'server/test/soak/restore.test.ts'),
  ],
  cuts: [onEmbedded('power cuts', 'server/test/power-loss.test.ts')],
  requests: [
    onServer('malformed requests, PostgreSQL', 'server/test/fuzz.test.ts'),
    onEmbedded('malformed requests, embedded database', 'server/test/fuzz.test.ts'),
  ],
  programs: [
    onServer('malformed calls of programs', 'server/test/fuzz.test.ts', { ...soaking, TALAAN_ONLY_PROGRAMS: '1' }),
  ],
  network: [onServer('a bad network', 'server/test/soak/network.test.ts')],
  history: [
    onServer('histories of six clients, PostgreSQL', 'server/test/soak/histories.test.ts'),
    onEmbedded('histories of six clients, embedded database', 'server/test/soak/histories.test.ts'),
  ],
  mail: [onServer('a bad mail server', 'server/test/soak/mail.test.ts')],
  timing: [onServer('the time of a login', 'server/test/soak/timing.test.ts')],
  overload: [onServer('many requests from strangers', 'server/test/soak/overload.test.ts')],
  office: [onServer('an office with a fault every minute', 'server/test/soak/office.test.ts')],
  files: [onEmbedded('mutated files', 'server/test/file-fuzz.test.ts')],
  pooler: [onServer('a connection pooler', 'server/test/soak/pooler.test.ts')],
  malware: [onServer('files with malware', 'server/test/soak/malware.test.ts')],
  disk: [onEmbedded('a full and a read-only disk', 'server/test/soak/full-disk.test.ts')],
  fields: [onServer('wrong values in every field', 'server/test/every-field.test.ts', soaking)],
  races: [
    { name: 'races, PostgreSQL', run: () => withPostgres((env) => race({ ...env, ...soaking })) },
    { name: 'races, embedded database', run: () => race({ ...soaking, ...embedded }) },
  ],
  coverage: [
    {
      name: 'coverage of the code',
      run: () => withPostgres((env) => coverage({ ...env, TALAAN_SEED: String(seed) })),
    },
  ],
  mutation: [{ name: 'changes of the code', run: () => mutationScore({ seconds, seed }) }],
  setup: [{ name: 'a new computer', run: setUpNewComputer }],
  twice: [{ name: 'two builds of the pages', run: buildsAreEqual }],
  build: [{ name: 'web build', run: () => singleCheck(buildWeb(process.execPath)) }],
  // All browser tests, since only here axe checks each page on their way.
  details: [{ name: 'browser tests with details and axe', run: () => browserTests(['e2e/(?!soak/)'], soaking) }],
  screens: [{ name: 'every screen', run: () => browserTests(['soak/screens'], soaking) }],
  scripts: [{ name: 'scripts in stored texts', run: () => browserTests(['soak/scripts'], soaking) }],
  day: [{ name: 'the office day in the browser', run: () => browserTests(['soak/office-day'], soaking) }],
  year: [
    { name: 'a whole year', run: () => browserTests(['soak/year'], soaking) },
    { name: 'a large year', run: () => browserTests(['soak/year'], { ...soaking, LARGE: '1' }) },
  ],
}
/** Parts that need the built pages. */
const withPages = ['features', 'rights', 'coverage', 'mutation', 'details', 'screens', 'scripts', 'day', 'year']

console.log(`Seed ${seed}; npm run soak -- --seed=${seed} repeats this run. ${minutes} minutes.`)
endWithStarter()
limitSteps(240 + minutes)
const names = only ?? Object.keys(longTests)
const needsPages = names.some((name) => withPages.includes(name))
await installSoakPrograms(names)
// One after the other: an idle machine finds problems sooner.
await inTurn(
  Object.entries(longTests)
    .filter(([name]) => names.includes(name) || (name === 'build' && needsPages))
    .toSorted(([a], [b]) => Number(b === 'build') - Number(a === 'build'))
    .flatMap(([, steps]) => steps),
  // At once: a later step may hang, or be ended by hand.
  (result) => storeProofs(root, [result], { seed, minutes }),
)
process.exitCode = report()

function options(): { minutes: number; seed: number; only: string[] | undefined } {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      only: { type: 'string' },
    },
  })
  const [given, seedGiven] = [Number(values.minutes), Number(values.seed)]
  if (!(given >= 0)) leave(`--minutes takes a number, not ${values.minutes}.`)
  if (!Number.isSafeInteger(seedGiven)) leave(`--seed takes a whole number, not ${values.seed}.`)
  return { minutes: given, seed: seedGiven, only: values.only?.split(',') }
}

function leave(sentence: string): void {
  console.error(sentence)
  process.exit(1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function onServer(name: string, file: string, env: NodeJS.ProcessEnv = longer): Step {
  return { name, run: () => withPostgres((postgres) => vitest('features', [file], { ...postgres, ...env })) }
}

function onEmbedded(name: string, file: string): Step {
  return { name, run: () => vitest('features', [file], { ...longer, ...embedded }) }
}

/** The test starts, kills and replaces its servers itself. */
function onOwnServers(name: string, file: string, filter: string[] = []): Step {
  return { name, run: () => vitest('features', [file, ...filter], { ...longer, ...embedded }) }
}

async function featuresWithFewerRights(): Promise<Outcome> {
  const outcome = await withPostgres((env) =>
    vitest('features', ['server/src/features'], { ...env, TALAAN_TEST_LIMITED: '1', TALAAN_SEED: String(seed) }),
  )
  return { ...outcome, figures: [`${outcome.passed} tests of all features passed with this account`] }
}

async function race(env: NodeJS.ProcessEnv) {
  const outcome = await vitest('features', races, { ...env, TALAAN_RACES: String(raceRounds) })
  return { ...outcome, figures: [`${outcome.passed} kinds of races, each ${raceRounds.toLocaleString('en')} times`] }
}

/** Repeats the property tests, each time with another seed. */
async function manyExamples() {
  const end = performance.now() + seconds * 1000
  let [rounds, passed] = [0, 0]
  do {
    const outcome = await vitest('rules', ['ledger/'], { ...soaking, TALAAN_SEED: String(seed + rounds) })
    if (outcome.failures.length > 0)
      return { ...outcome, failures: outcome.failures.map((failure) => `seed ${seed + rounds}: ${failure}`) }
    rounds += 1
    passed += outcome.passed
  } while (performance.now() < end)
  return {
    passed,
    failures: [],
    figures: [`the rules held for the examples of ${rounds} seeds, starting with ${seed}`],
  }
}

/** Builds the pages twice: equal sources must give equal files, so that anyone can check a release. */
async function buildsAreEqual(): Promise<Outcome> {
  const folder = join(root, '.cache', 'two-builds')
  try {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    for (const each of [first, second]) await buildInto(process.execPath, each)
    const [one, other] = [digestsOf(first), digestsOf(second)]
    const failures = other.filter((line) => !one.includes(line)).map((line) => `differs: ${line.slice(66)}`)
    if (one.length !== other.length) failures.push(`${one.length} and ${other.length} files`)
    return { passed: failures.length ? 0 : 1, failures, figures: [`${one.length} files, identical in both builds`] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
