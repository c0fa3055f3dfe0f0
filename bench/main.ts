// npm run bench: measures the portal and its floors, prints one table for each part, and writes them to docs/performance.md.
// With --quick it makes a short run for developers, which is not saved.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { verify } from '../server/src/books/verify/verify.ts'
import { createApiKey } from '@talaan/contract/api-keys.ts'
import { call, firstPassword, openOffice } from '../server/test/crash/people.ts'
import { startPortal } from '../server/test/crash/portal.ts'
import { atWork } from './goals/at-work.ts'
import { calling } from './goals/calling.ts'
import { books as printing } from './goals/books.ts'
import { openingDashboard } from './goals/dashboard.ts'
import { exporting } from './goals/exporting.ts'
import { forms } from './goals/forms.ts'
import { importing } from './goals/importing.ts'
import { listing } from './goals/listing.ts'
import { memory } from './goals/memory.ts'
import { matching } from './goals/matching.ts'
import { posting } from './goals/posting.ts'
import { reading } from './goals/reading.ts'
import type { Sized } from './goals/reading.ts'
import { reconciling } from './goals/reconciling.ts'
import { restart } from './goals/restart.ts'
import { screen } from './goals/screen.ts'
import { settling } from './goals/settling.ts'
import { web } from './goals/web.ts'
import { load, emptyBooks } from './load.ts'
import { openPlace } from './place.ts'
import type { Books, Engine, Place } from './place.ts'
import { asMarkdown, asText } from './result.ts'
import type { Result } from './result.ts'

const { quick, only } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
}).values
const parts = ['web', 'forms', 'books'] as const
type Part = (typeof parts)[number]
const wanted = parts.filter((part) => only === undefined || part === only)
if (wanted.length === 0) {
  console.error(`--only takes ${parts.join(', ')}, not ${only}.`)
  process.exit(1)
}

const size = quick
  ? {
      few: 1_000,
      many: 10_000,
      posting: { rounds: 3, documents: 60 },
      reading: { rounds: 3, requests: 40 },
      restarts: 2,
      seconds: 1,
      day: 60,
      work: 10,
      imports: 1,
    }
  : {
      few: 10_000,
      many: 250_000,
      posting: { rounds: 5, documents: 120 },
      reading: { rounds: 7, requests: 80 },
      restarts: 3,
      seconds: 2,
      day: 150,
      work: 30,
      imports: 10,
    }
const engines: Engine[] = ['PostgreSQL', 'embedded']

// The parent process has ended or asks us to stop: stop our own child processes as well, as every exit does.
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.once(event, () => process.exit(1))
process.channel?.unref()

const loadBefore = loadavg()[0] ?? 0
const place = await openPlace()
const results: Result[] = []
const measured = new Map<Part, string>()
const measure: Record<Part, (place: Place) => Promise<void>> = {
  web: measureWeb,
  forms: measureForms,
  books: measureBooks,
}
let isSound = true
try {
  for (const part of wanted) {
    results.length = 0
    await measure[part](place)
    measured.set(
      part,
      `Measured on ${new Date().toISOString().slice(0, 10)} on ${machine()}.\n\n${asMarkdown(results)}`,
    )
    isSound &&= !results.some(({ mustHold, met }) => mustHold && !met)
    console.log(`\n${asText(results)}\n`)
  }
} finally {
  await place[Symbol.asyncDispose]()
  console.log(machine())
}
if (!quick) keep()
process.exitCode = isSound ? 0 : 1

async function measureWeb(place: Place): Promise<void> {
  await step('the sign-in screen', () => screen(place))
  await step('the browser side', () => web({ rounds: quick ? 1 : 3 }))
  await step('a long bank month', () => reconciling(quick ? 10 : 50))
}

async function measureForms(): Promise<void> {
  await step('opening the forms', () => forms({ rounds: quick ? 1 : 3 }))
}

async function measureBooks(place: Place): Promise<void> {
  await step('matching bank lines', () => matching(quick ? 2 : 5))
  const books = await loadedBooks(place)
  await step('recording on PostgreSQL', () => posting(place, 'PostgreSQL', [1, 4, 16], size.posting))
  await step('recording on the embedded database', () => posting(place, 'embedded', [1, 4], size.posting))
  for (const engine of engines)
    await step(`recording collections on ${engine}`, () => settling(place, engine, size.posting))
  for (const engine of engines) await step(`importing on ${engine}`, () => importing(place, engine, size.imports))
  for (const { engine, small, large, forFloors } of books) {
    await step(`reading on ${engine}`, () => reading(small, large, forFloors, size.reading))
    await step(`listing and searching on ${engine}`, () => listing(large, size.reading))
    const tenThousand = size.many === 10_000 ? large : small
    await step(`the dashboard on ${engine}`, () => openingDashboard(tenThousand, quick ? 9 : 25))
    await step(`exporting on ${engine}`, () => exporting(large, forFloors, size.reading.rounds))
    await step(`calling on ${engine}`, () => calling(large, 3, size.seconds))
    await step(`printing the books on ${engine}`, () => printing(large))
    await step(`five people at work on ${engine}`, () => atWork(large, size.work))
    await step(`restarting on ${engine}`, () => restart(small, large, size.restarts))
    if (engine === 'embedded') await step('memory', () => memory(place, large, size.day))
    await step(`verifying the books on ${engine}`, () => verified(large))
  }
}

/** Prints the figures at once. A part that fails gets a row of its own, and the others are still measured. */
async function step(what: string, work: () => Promise<Result[]>): Promise<void> {
  const start = performance.now()
  const found = await work().catch((error: unknown) => {
    console.error(error)
    return [broken(what, error)]
  })
  results.push(...found)
  console.log(`\n${asText(found)}\n${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

function broken(what: string, error: unknown): Result {
  return {
    goal: '',
    what,
    engine: '',
    floor: '',
    portal: '',
    outcome: `failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    bound: '',
    met: false,
    mustHold: true,
  }
}

// ── Small and large books on both engines, loaded together so that they are equal.

type Loaded = { engine: Engine; small: Sized; large: Sized; forFloors: Books }

async function loadedBooks(place: Place): Promise<Loaded[]> {
  const start = performance.now()
  const offices = await Promise.all(engines.map(async (engine) => opened(await place.newBooks(engine, 'large'))))
  const fill = async (from: typeof emptyBooks, upTo: number) => {
    const databases = await Promise.all(offices.map(({ books }) => books.open()))
    try {
      return await load(databases, from, upTo)
    } finally {
      await Promise.all(databases.map((db) => db.close()))
    }
  }
  const begun = await fill(emptyBooks, size.few)
  const small = await Promise.all(offices.map(({ books }) => place.copyOf(books, 'small')))
  await fill(begun, size.many)
  console.error(
    `loading ${size.many} documents into both databases: ${((performance.now() - start) / 1000).toFixed(0)} s`,
  )

  return Promise.all(
    offices.map(async ({ books, accountant, apiKey }, at) => {
      const smallBooks = small[at]
      if (smallBooks === undefined) throw new RangeError('Each engine has small books.')
      return {
        engine: books.engine,
        small: { books: smallBooks, documents: size.few, accountant, apiKey },
        large: { books, documents: size.many, accountant, apiKey },
        // A data directory opens once, so the embedded floors get a copy.
        forFloors: books.engine === 'PostgreSQL' ? books : await place.copyOf(books, 'floors'),
      }
    }),
  )
}

/** Books with a signed-in accountant and an API key, which are valid in every copy. */
async function opened(books: Books) {
  await using portal = await startPortal({
    ...books.environment,
    ADMIN_PASSWORD: firstPassword,
    COMPANY_NAME: 'Bahay Kubo Trading',
  })
  const [admin, accountant] = (await openOffice(portal.url)).people
  const { secret: apiKey } = await call(portal.url, admin, createApiKey, {
    params: { keyId: crypto.randomUUID() },
    body: {
      name: 'Bench',
      owner: accountant.clientId,
      scopes: ['documents:read'],
      networks: [],
      expiresOn: '2027-06-30',
    },
  })
  portal.kill('SIGTERM')
  await portal.end()
  return { books, accountant, apiKey }
}

async function verified({ books, documents }: Sized): Promise<Result[]> {
  await using db = await books.open()
  const start = performance.now()
  const { checks, sound } = await verify(db.kysely)
  const wrong = checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name)
  return [
    {
      goal: '',
      what: `verify, ${documents.toLocaleString('en')} documents and those recorded since`,
      engine: books.engine,
      floor: '',
      portal: `${((performance.now() - start) / 1000).toFixed(0)} s`,
      outcome: sound ? 'verified' : wrong.join('; '),
      bound: 'sound',
      met: sound,
      mustHold: true,
    },
  ]
}

// ── Output.

function machine(): string {
  const what = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`
  const load = [loadBefore, loadavg()[0] ?? 0].map((average) => average.toFixed(1)).join(' before and ')
  return `${what}, Node ${process.versions.node}, PostgreSQL ${place.postgresVersion}; load average ${load} after`
}

/** Updates the page. Its notes stay, and so do parts that were not measured this time. */
function keep(): void {
  const page = new URL('../docs/performance.md', import.meta.url)
  const before = readFileSync(page, 'utf8')
  const storedBlock = (name: string): string => {
    const block = new RegExp(`<!-- ${name} -->.*<!-- end of ${name} -->`, 's').exec(before)?.[0]
    if (block === undefined) throw new Error(`docs/performance.md has no marks around its ${name}.`)
    return block
  }
  let words = readFileSync(new URL('./performance.md', import.meta.url), 'utf8')
  for (const name of ['notes', ...parts]) {
    const fresh = measured.get(name as Part)
    const block = fresh === undefined ? storedBlock(name) : `<!-- ${name} -->\n${fresh}\n<!-- end of ${name} -->`
    words = words.replace(`<!-- ${name} -->`, () => block)
  }
  writeFileSync(page, words)
}
