// Every check and every test, one after the other; the last line says how many passed and how many failed.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { installBookkeepers } from './bookkeepers.ts'
import { findOrInstallBrowser } from './browser.ts'
import { buildWeb } from './build.mjs'
import { root } from './install.mjs'
import { weighed } from './weights.ts'

/** What one step found. A step that ran no test, crashed or hung reports that as a failure of its own. */
type Outcome = { passed: number; failures: string[]; skipped?: string[]; shaky?: string[] }
type Result = { name: string; seconds: number; outcome: Outcome }
type Step = { name: string; run: () => Promise<Outcome> }

/** What the browser tests need. */
const needed: readonly string[] = ['build', 'demo']
const groups = ['check', 'build', 'unit', 'server', 'demo', 'e2e'] as const
type Group = (typeof groups)[number]

const steps: Record<Group, Step[]> = {
  check: [
    // The two truths are compiled twice: without any environment as they ship, and with Node for their tests.
    check('types of ledger', 'typescript/bin/tsc', '-p', 'ledger'),
    check('types of ledger tests', 'typescript/bin/tsc', '-p', 'ledger/tsconfig.test.json'),
    check('types of contract', 'typescript/bin/tsc', '-p', 'contract'),
    check('types of contract tests', 'typescript/bin/tsc', '-p', 'contract/tsconfig.test.json'),
    check('types of server', 'typescript/bin/tsc', '-p', 'server'),
    check('types of web', 'typescript/bin/tsc', '-p', 'web'),
    check('types of e2e', 'typescript/bin/tsc', '-p', 'e2e'),
    check('types of bench', 'typescript/bin/tsc', '-p', 'bench'),
    check('types of scripts', 'typescript/bin/tsc', '-p', 'scripts'),
    check('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    check('format', 'oxfmt/bin/oxfmt', '--check'),
    check('import walls', './walls.ts'),
    check('promises and their tests', './statements.ts'),
  ],
  build: [
    { name: 'web build', run: () => asOne(buildWeb(process.execPath)) },
    { name: 'weight of pages and frames', run: async () => weighed(join(root, 'web', 'dist')) },
  ],
  unit: [
    {
      name: 'tests on the embedded database',
      run: () => {
        installBookkeepers()
        // One more than there are cores: while a killed server comes back, another file goes on.
        return vitest('unit', ['--maxWorkers=3'], {})
      },
    },
  ],
  server: [{ name: 'server tests on a PostgreSQL server', run: serverTests }],
  demo: [{ name: 'demo company of the browser tests', run: () => asOne(makeDemo()) }],
  e2e: [{ name: 'browser tests', run: browserTests }],
}

/** Tests of the embedded database itself, and of what any database says alike: once is enough. */
const embeddedOnly = [
  'server/test/power-cut.test.ts',
  'server/src/platform/db/{durable-files,embedded,housekeeping,lock}.test.ts',
  'server/src/print/**',
  'server/src/platform/env/env.test.ts',
  'server/src/http/passwords.test.ts',
  'server/test/docs.test.ts',
  'server/test/bookkeepers.test.ts',
  'server/src/features/reconciliation/year.test.ts',
  'server/src/features/filings/year.test.ts',
  'server/src/features/backups/backups.test.ts',
  'server/test/every-field.test.ts',
]

const stepLimitMinutes = 22
const reports = join(root, '.cache', 'reports')
const running = new Set<ChildProcess>()
const atEnd: (() => Promise<void>)[] = []

// Whoever started us is gone or wants us gone: take along what we started.
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.once(event, () => void giveUp())
// Listening for the end of the channel must not be what keeps us here.
process.channel?.unref()

const began = performance.now()
const wanted = askedGroups()
mkdirSync(reports, { recursive: true })
const results: Result[] = []
const stepsOf = (...lane: Group[]): Step[] =>
  lane.filter((group) => wanted.includes(group)).flatMap((group) => steps[group])
// The checks are one list that two work off, for each of them keeps one core busy.
const checks = stepsOf('check')
await Promise.all([inTurn(stepsOf('build')).then(() => inTurn(checks)), inTurn(checks)])
// Of the rest each lane goes its way: much of the time of these tests is spent waiting, for disks, mails and killed servers.
await Promise.all([inTurn(stepsOf('unit')), inTurn(stepsOf('server', 'demo', 'e2e'))])
await Promise.allSettled(atEnd.splice(0).map((end) => end()))
process.exitCode = report()

/** Takes each step off the list, so that two may work off one. */
async function inTurn(lane: Step[]): Promise<void> {
  for (let step = lane.shift(); step !== undefined; step = lane.shift()) {
    const { name, run } = step
    const start = performance.now()
    const outcome = await run().catch((crash: unknown): Outcome => ({ passed: 0, failures: [sentence(crash)] }))
    if (outcome.passed + outcome.failures.length === 0) outcome.failures.push('ran no test')
    const seconds = (performance.now() - start) / 1000
    results.push({ name, seconds, outcome })
    console.log(row({ name, seconds, outcome }))
  }
}

function askedGroups(): Group[] {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  if (!values.only) return [...groups]
  const names = values.only.split(',')
  const unknown = names.filter((name) => !groups.some((group) => group === name))
  if (unknown.length) {
    console.error(`--only knows ${groups.join(', ')}; it does not know ${unknown.join(', ')}.`)
    process.exit(1)
  }
  return groups.filter((group) => names.includes(group) || (names.includes('e2e') && needed.includes(group)))
}

function report(): number {
  const failures = results.flatMap(({ name, outcome }) => outcome.failures.map((failure) => `${name}: ${failure}`))
  const skipped = results.flatMap(({ name, outcome }) => (outcome.skipped ?? []).map((title) => `${name}: ${title}`))
  const passed = results.reduce((sum, { outcome }) => sum + outcome.passed, 0)
  const seconds = (performance.now() - began) / 1000

  console.log(`\n${results.map(row).join('\n')}\nAll steps: ${seconds.toFixed(0)} s`)
  const shaky = results.flatMap(({ name, outcome }) => (outcome.shaky ?? []).map((title) => `${name}: ${title}`))
  if (shaky.length)
    console.log(`\nPassed only when tried again, to be mended:\n${shaky.map((title) => `  ~ ${title}`).join('\n')}`)
  if (skipped.length) console.log(`\nNot run:\n${skipped.map((title) => `  - ${title}`).join('\n')}`)
  if (failures.length) console.log(`\nFailed:\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length ? 1 : 0
}

function row({ name, seconds, outcome }: Result): string {
  const failed = outcome.failures.length
  const counts = `${String(outcome.passed).padStart(6)} passed ${String(failed).padStart(4)} failed`
  return `${failed ? '✗' : '✓'} ${name.padEnd(36)} ${counts} ${seconds.toFixed(1).padStart(7)} s`
}

/** A check is one program that says nothing worth reading while all is well. */
function check(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const ended = await programOf(program, args, { quiet: true })
      if (ended.complaint) console.log(ended.output)
      return ended.complaint ? { passed: 0, failures: [ended.complaint] } : { passed: 1, failures: [] }
    },
  }
}

async function asOne(work: Promise<void>): Promise<Outcome> {
  await work
  return { passed: 1, failures: [] }
}

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

async function vitest(name: string, filter: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const file = freshReport(`${name}.json`)
  const args = ['run', ...filter, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ended = await programOf('vitest/vitest.mjs', args, { env })
  const files = reportIn<VitestReport>(file)?.testResults ?? []

  const titled = files.flatMap((tested) =>
    tested.assertionResults.map((test) => ({ ...test, title: `${relative(root, tested.name)} › ${test.fullName}` })),
  )
  const failures = titled
    .filter((test) => test.status === 'failed')
    .map((test) => `${test.title}${firstLine(test.failureMessages?.[0])}`)
  // A file that cannot be loaded has no failed test in it, and would be nothing at all in a count of tests.
  const broken = files
    .filter((tested) => tested.status === 'failed' && !tested.assertionResults.some((test) => test.status === 'failed'))
    .map((tested) => `${relative(root, tested.name)}${firstLine(tested.message)}`)

  return {
    passed: titled.filter((test) => test.status === 'passed').length,
    failures: orComplaint([...failures, ...broken], ended.complaint),
    skipped: titled.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.title),
    // What passed at its second try still carries what was wrong at the first.
    shaky: titled
      .filter((test) => test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0)
      .map((test) => `${test.title}${firstLine(test.failureMessages?.[0])}`),
  }
}

/** The server's tests once more, on a PostgreSQL server that lives only for them. */
async function serverTests(): Promise<Outcome> {
  const module = join(root, 'server', 'test', 'postgres-server.mjs')
  const { startPostgres } = (await import(module)) as {
    startPostgres: () => Promise<{ url: string; stop: () => Promise<void> }>
  }
  const postgres = await within(3, startPostgres(), 'PostgreSQL did not start')
  atEnd.push(postgres.stop)
  try {
    const env = { TALAAN_TEST_ENGINE: 'server', TALAAN_TEST_DATABASE_URL: postgres.url }
    const elsewhere = embeddedOnly.map((pattern) => `--exclude=${pattern}`)
    return await vitest('server', [join(root, 'server') + '/', ...elsewhere], env)
  } finally {
    atEnd.pop()
    await within(1, postgres.stop(), 'PostgreSQL did not stop')
  }
}

/** Made while other tests still run, for the browsers would wait for it. */
async function makeDemo(): Promise<void> {
  const module = join(root, 'e2e', 'fixtures', 'demo.ts')
  type Made = () => Promise<() => Promise<void>>
  const { makeDemoCompany, makeYearCompany } = (await import(module)) as Record<
    'makeDemoCompany' | 'makeYearCompany',
    Made
  >
  for (const make of [makeDemoCompany, makeYearCompany]) atEnd.push(await make())
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] }

async function browserTests(): Promise<Outcome> {
  const browser = findOrInstallBrowser()
  const file = freshReport('e2e.json')
  const ended = await programOf(
    '@playwright/test/cli.js',
    ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(browser && { CHROMIUM_PATH: browser }) },
    },
  )
  const found = reportIn<PlaywrightReport>(file)
  const specs = (found?.suites ?? []).flatMap(specsIn)
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, title: `${spec.file} › ${spec.title}` })))
  const failures = tests
    .filter((test) => !['expected', 'flaky', 'skipped'].includes(test.status))
    .map((test) => `${test.title}${firstLine(test.results.at(-1)?.error?.message)}`)
  const errors = (found?.errors ?? []).map((error) => `the run itself${firstLine(error.message)}`)
  return {
    passed: tests.filter((test) => ['expected', 'flaky'].includes(test.status)).length,
    failures: orComplaint([...failures, ...errors], ended.complaint),
    skipped: tests.filter((test) => test.status === 'skipped').map((test) => test.title),
    shaky: tests
      .filter((test) => test.status === 'flaky')
      .map((test) => `${test.title}${firstLine(test.results[0]?.error?.message)}`),
  }
}

function specsIn(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
}

type Ended = { complaint?: string; output: string }

/** Runs a program of node_modules in a process group of its own, so that what hangs can be ended with all its children. */
function programOf(
  path: string,
  args: string[],
  options: { quiet?: boolean; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  let late = false
  const limit = setTimeout(() => {
    late = true
    endGroup(child)
  }, stepLimitMinutes * 60_000)

  return new Promise((resolve) => {
    const ended = (complaint?: string) => {
      clearTimeout(limit)
      endGroup(child)
      running.delete(child)
      resolve({ output, complaint: late ? `did not finish within ${stepLimitMinutes} minutes` : complaint })
    }
    child.once('error', (error) => ended(error.message))
    child.once('close', (code, signal) => ended(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`))
  })
}

/** Ends a program together with the servers and browsers it may have left behind. */
function endGroup(child: ChildProcess) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has ended already, which is the usual case.
  }
}

async function giveUp() {
  for (const child of running) endGroup(child)
  await Promise.allSettled(atEnd.map((end) => end()))
  process.exit(130)
}

function freshReport(name: string): string {
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

/** A runner that crashed or was ended wrote no report, or half of one. */
function reportIn<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/** Failures by name say more than an exit code; the code alone counts when nothing else explains it. */
function orComplaint(failures: string[], complaint: string | undefined): string[] {
  return failures.length === 0 && complaint ? [complaint] : failures
}

function firstLine(message: string | undefined): string {
  const line = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')[0]
  return line ? `: ${line}` : ''
}

function sentence(crash: unknown): string {
  return (crash instanceof Error ? crash.message : String(crash)).split('\n')[0] ?? ''
}

async function within<Value>(minutes: number, work: Promise<Value>, complaint: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} within ${minutes} minutes`)), minutes * 60_000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
