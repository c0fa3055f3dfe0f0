// The steps of suite and soak: each runs a program, counts what passed, and ends together with its child processes.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { startPostgres } from '../server/test/postgres-server.ts'
import { findOrInstallBrowser } from './browser.ts'
import { root } from './install.mjs'

/** The result of one step. A step that ran no test, crashed or hung reports that as a failure. */
export type Outcome = {
  passed: number
  failures: string[]
  skipped?: string[]
  shaky?: string[]
  timed?: TimedTest[]
  /** The counts of a long test. */
  figures?: string[]
}
export type Step = { name: string; run: () => Promise<Outcome> }
type TimedTest = { title: string; seconds: number }
export type Result = { name: string; seconds: number; outcome: Outcome }

const reports = join(root, '.cache', 'reports')
const running = new Set<ChildProcess>()
export const results: Result[] = []
const began = performance.now()
let stepLimitMinutes = 22
/** Ends servers that a step started outside its own programs; called when we have to end. */
export const atEnd: (() => Promise<void>)[] = []

/** The parent process has ended or wants us to end: ends what we started. */
export function endWithStarter(): void {
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.once(event, () => void stopAll())
  // Listening for the end of the channel must not keep the process running.
  process.channel?.unref()
  mkdirSync(reports, { recursive: true })
}

export function limitSteps(minutes: number): void {
  stepLimitMinutes = minutes
}

/** Takes steps off the list, so that two workers can share it. */
export async function inTurn(lane: Step[], ended: (result: Result) => void = () => {}): Promise<void> {
  for (let step = lane.shift(); step !== undefined; step = lane.shift()) {
    const { name, run } = step
    const start = performance.now()
    const outcome = await run().catch((crash: unknown): Outcome => ({ passed: 0, failures: [sentence(crash)] }))
    if (outcome.passed + outcome.failures.length === 0) outcome.failures.push('ran no test')
    const seconds = (performance.now() - start) / 1000
    results.push({ name, seconds, outcome })
    console.log(row({ name, seconds, outcome }))
    ended({ name, seconds, outcome })
  }
}

/** Prints the results of all steps and returns the exit code. The last line says how many passed and how many failed. */
export function report(): number {
  const each = (of: (outcome: Outcome) => string[] | undefined) =>
    results.flatMap(({ name, outcome }) => (of(outcome) ?? []).map((title) => `${name}: ${title}`))
  const failures = each(({ failures }) => failures)
  const passed = results.reduce((sum, { outcome }) => sum + outcome.passed, 0)
  const seconds = (performance.now() - began) / 1000

  console.log(`\n${results.map(row).join('\n')}\nAll steps: ${seconds.toFixed(0)} s`)
  list('The slowest tests, in seconds', slowest(), ' ')
  list(
    'Work done',
    each(({ figures }) => figures),
    '·',
  )
  list(
    'Passed only at the second try; fix these',
    each(({ shaky }) => shaky),
    '~',
  )
  list(
    'Not run',
    each(({ skipped }) => skipped),
    '-',
  )
  list('Failed', failures, '✗')
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length ? 1 : 0
}

function list(title: string, lines: string[], mark: string): void {
  if (lines.length) console.log(`\n${title}:\n${lines.map((line) => `  ${mark} ${line}`).join('\n')}`)
}

function slowest(): string[] {
  return results
    .flatMap(({ outcome }) => outcome.timed ?? [])
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 15)
    .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(6)}  ${title}`)
}

function row({ name, seconds, outcome }: Result): string {
  const failed = outcome.failures.length
  const counts = `${String(outcome.passed).padStart(6)} passed ${String(failed).padStart(4)} failed`
  return `${failed ? '✗' : '✓'} ${name.padEnd(44)} ${counts} ${seconds.toFixed(1).padStart(7)} s`
}

/** A check is one program whose output matters only if it fails. */
export function check(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const ended = await programOf(program, args, { quiet: true })
      if (ended.complaint) console.log(ended.output)
      return ended.complaint ? { passed: 0, failures: [ended.complaint] } : { passed: 1, failures: [] }
    },
  }
}

export async function singleCheck(work: Promise<unknown>): Promise<Outcome> {
  await work
  return { passed: 1, failures: [] }
}

// ── The tests without a browser.

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      status: string
      fullName: string
      duration?: number | null
      failureMessages: string[] | null
      meta?: { figures?: string }
    }[]
  }[]
}

/** Runs tests of a project of vitest.config.ts. */
export async function vitest(project: string, filter: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const file = freshReport(`${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ended = await programOf('vitest/vitest.mjs', ['run', `--project=${project}`, ...filter, ...reporters], { env })
  const files = reportIn<VitestReport>(file)?.testResults ?? []

  const titled = files.flatMap((tested) =>
    tested.assertionResults.map((test) => ({ ...test, title: `${relative(root, tested.name)} › ${test.fullName}` })),
  )
  const failures = titled
    .filter((test) => test.status === 'failed')
    .map((test) => `${test.title}${firstLine(test.failureMessages?.[0])}`)
  // A file that can't be loaded has no failed test, so it would be missing in a count of tests.
  const broken = files
    .filter((tested) => tested.status === 'failed' && !tested.assertionResults.some((test) => test.status === 'failed'))
    .map((tested) => `${relative(root, tested.name)}${firstLine(tested.message)}`)

  return {
    passed: titled.filter((test) => test.status === 'passed').length,
    failures: orComplaint([...failures, ...broken], ended.complaint),
    // A filter by name or tag skips the others, which needs no mention.
    skipped: filter.some((part) => part === '-t' || part.startsWith('--tags-filter='))
      ? []
      : titled.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.title),
    // A test that passed at its second try still has the error of the first.
    shaky: titled
      .filter((test) => test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0)
      .map((test) => `${test.title}${firstLine(test.failureMessages?.[0])}`),
    timed: titled.map(({ title, duration }) => ({ title: `${project}: ${title}`, seconds: (duration ?? 0) / 1000 })),
    figures: titled.flatMap(({ meta }) => meta?.figures ?? []),
  }
}

// ── The tests in a browser.

type PlaywrightTest = {
  status: string
  annotations: { type: string; description?: string }[]
  results: { duration: number; error?: { message?: string } }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] }

export async function browserTests(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const browser = findOrInstallBrowser()
  const file = freshReport('e2e.json')
  const ended = await programOf(
    '@playwright/test/cli.js',
    ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(browser && { CHROMIUM_PATH: browser }) } },
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
    timed: tests.map(({ title, results }) => ({
      title: `e2e: ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
    figures: tests.flatMap(({ annotations }) =>
      annotations.filter(({ type }) => type === 'figures').map(({ description = '' }) => description),
    ),
  }
}

function specsIn(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
}

// ── Programs and their output.

type Ended = { complaint?: string; output: string; isLate?: boolean }

/** Runs a program of node_modules in a process group of its own, so that it can be ended with all its children if it hangs. */
export function programOf(
  path: string,
  args: string[],
  options: { quiet?: boolean; cwd?: string; env?: NodeJS.ProcessEnv; limitSeconds?: number },
): Promise<Ended> {
  const { cwd = root, limitSeconds = stepLimitMinutes * 60 } = options
  const child = spawn(process.execPath, [join(cwd, 'node_modules', path), ...args], {
    cwd,
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
  }, limitSeconds * 1000)

  return new Promise((resolve) => {
    const ended = (complaint?: string) => {
      clearTimeout(limit)
      endGroup(child)
      running.delete(child)
      const tooLong = `did not finish within ${Math.round(limitSeconds / 60)} minutes`
      resolve({ output, isLate: late, complaint: late ? tooLong : complaint })
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
    // Usually the whole group has ended already.
  }
}

async function stopAll() {
  for (const child of running) endGroup(child)
  await Promise.allSettled(atEnd.map((end) => end()))
  process.exit(130)
}

function freshReport(name: string): string {
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

/** A runner that crashed or was ended wrote no report, or an incomplete one. */
function reportIn<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/** Names of failures say more than an exit code, which is only used if there are none. */
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

// ── The PostgreSQL and the demo company of the tests.

/** Runs a PostgreSQL server for the duration of this work. */
export async function withPostgres<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const postgres = await within(3, startPostgres(), 'PostgreSQL did not start')
  atEnd.push(postgres.stop)
  try {
    return await work({ TALAAN_TEST_DATABASE_URL: postgres.url })
  } finally {
    atEnd.splice(atEnd.indexOf(postgres.stop), 1)
    await within(1, postgres.stop(), 'PostgreSQL did not stop')
  }
}

async function within<Value>(minutes: number, work: Promise<Value>, complaint: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} within ${minutes} minutes`)), minutes * 60_000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
