// All checks and tests that a change has to pass; the last line says how many passed and how many failed. The long
// tests are in soak.ts.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build.mjs'
import { root } from './install.mjs'
import { installPrograms } from './programs.ts'
import { seed } from './seed.ts'
import { singleCheck, browserTests, check, endWithStarter, inTurn, report, vitest, withPostgres } from './steps.ts'
import type { Step } from './steps.ts'
import { temporaryFilesInMemory } from './temporary.ts'
import { weighed } from './weights.ts'

const groups = ['check', 'build', 'rules', 'features', 'engine', 'e2e'] as const
type Group = (typeof groups)[number]
/** Requirements of the browser tests. */
const needed: readonly Group[] = ['build']

const { only, engine } = options()
console.log(`Seed ${seed}. To use a different seed, set TALAAN_SEED.`)
temporaryFilesInMemory()

/** One thread, since two checks run at a time: several threads would each check the types that the files share. */
const types = (name: string, project: string): Step =>
  check(name, 'typescript/bin/tsc', '--singleThreaded', '-p', project)

const steps: Record<Group, Step[]> = {
  check: [
    // The longest come first.
    check('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    // The bench imports most of the server, so both are checked together.
    types('types of server and bench', 'bench'),
    types('types of web', 'web'),
    // The shared packages are compiled twice: without any environment as they ship, and with Node for their tests.
    types('types of ledger', 'ledger'),
    types('types of ledger tests', 'ledger/tsconfig.test.json'),
    types('types of contract', 'contract'),
    types('types of contract tests', 'contract/tsconfig.test.json'),
    types('types of e2e', 'e2e'),
    types('types of scripts', 'scripts'),
    check('format', 'oxfmt/bin/oxfmt', '--check'),
    check('import rules', '../scripts/walls.ts'),
    check('requirements and their tests', '../scripts/requirements.ts'),
    check('exports that only tests use', '../scripts/exports.ts'),
    check('plain words', '../scripts/words.ts'),
  ],
  build: [
    { name: 'web build', run: () => singleCheck(buildWeb(process.execPath)) },
    { name: 'size of pages and frames', run: async () => weighed(join(root, 'web', 'dist')) },
  ],
  rules: [{ name: 'rules', run: () => vitest('rules', ['--project=pages'], {}) }],
  features: [
    engine === 'server'
      ? { name: 'features on PostgreSQL', run: () => withPostgres((env) => vitest('features', [], env)) }
      : {
          name: 'features on the embedded database',
          run: () => vitest('features', [], { TALAAN_TEST_ENGINE: 'embedded' }),
        },
  ],
  // Where all features run on the embedded database, its contract is among them.
  engine:
    engine === 'server'
      ? [{ name: 'engine contract, embedded', run: () => vitest('engine', ['--tags-filter=engine'], {}) }]
      : [],
  e2e: [{ name: 'browser tests', run: () => browserTests() }],
}

endWithStarter()
const stepsOf = (...lane: Group[]): Step[] =>
  lane.filter((group) => only.includes(group)).flatMap((group) => steps[group])
const checks = stepsOf('check')
const programs = only.includes('features') || only.includes('e2e') ? installPrograms() : undefined
// Two workers share the list of checks, since each check keeps one core busy, and then test the two databases in parallel, since
// these tests wait part of their time, for disks, mails and killed servers. The browsers come last: beside them the features took
// three times as long.
await Promise.all([
  inTurn(stepsOf('build'))
    .then(() => inTurn(checks))
    .then(() => programs)
    .then(() => inTurn(stepsOf('rules', 'features'))),
  inTurn(checks)
    .then(() => programs)
    .then(() => inTurn(stepsOf('engine'))),
  programs,
])
await inTurn(stepsOf('e2e'))
process.exitCode = report()

function options(): { only: readonly Group[]; engine: 'server' | 'embedded' } {
  const { values } = parseArgs({ options: { only: { type: 'string' }, engine: { type: 'string', default: 'server' } } })
  const names = values.only?.split(',') ?? groups
  const unknown = names.filter((name) => !groups.some((group) => group === name))
  if (unknown.length) leave(`--only takes ${groups.join(', ')}, not ${unknown.join(', ')}.`)
  if (values.engine !== 'server' && values.engine !== 'embedded')
    leave(`--engine takes server or embedded, not ${values.engine}.`)
  return {
    only: groups.filter((group) => names.includes(group) || (names.includes('e2e') && needed.includes(group))),
    engine: values.engine === 'embedded' ? 'embedded' : 'server',
  }
}

function leave(sentence: string): void {
  console.error(sentence)
  process.exit(1)
}
