// An office at work for as long as the soak lasts, with a fault every minute: nothing confirmed is lost, no call crashes,
// and the memory of the portal does not grow.
import { expect, test } from 'vitest'
import { getDocument, listDocuments, printVoucher } from '@talaan/contract/documents.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { dashboard } from '@talaan/contract/session.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { randomFrom, seed, soakSeconds } from '../extent.ts'
import { newBooks } from '../crash/books.ts'
import { anInvoice, ask, call, firstPassword, openOffice, record, Refused, review, signIn } from '../crash/people.ts'
import type { Draft, Person } from '../crash/people.ts'
import { pause, startPortal } from '../crash/portal.ts'
import { openPostOffice } from '../post-office.ts'
import { openBadNetwork } from './bad-network.ts'
import { slopeOf } from './statistics.ts'

const clients = 3
const faultSeconds = 60
const samplesPerFault = 6
/** The memory in use between two collections varies by this, so that only long runs find small leaks. */
const noiseMb = 2
const limitPerHour = 1
/** One user may log in over an existing session five times an hour. */
const sessionMs = 30 * 60_000

test('an office continues to work while something fails every minute, and the memory of the portal does not grow', async ({
  task,
}) => {
  await using books = await newBooks()
  const direct = new URL(books.environment.DATABASE_URL ?? '')
  const mail = await openPostOffice()
  await using toDatabase = await openBadNetwork({ host: direct.hostname, port: Number(direct.port) })
  const through = new URL(direct)
  through.hostname = '127.0.0.1'
  through.port = String(toDatabase.port)
  await using portal = await startPortal(
    {
      DATABASE_URL: through.href,
      ADMIN_PASSWORD: firstPassword,
      SMTP_URL: mail.url,
      LOG_LEVEL: 'error',
      UPLOAD_MB_PER_DAY: '100000',
    },
    { preload: new URL('./memory.ts', import.meta.url) },
  )
  const { people, partyId } = await openOffice(portal.url)
  const { hostname: host, port } = new URL(portal.url)
  await using toPortal = await openBadNetwork({ host, port: Number(port) })
  const url = `http://127.0.0.1:${toPortal.port}`
  await using db = await books.open()
  const random = randomFrom(seed)

  let isOver = false
  let calls = 0
  const findings: string[] = []
  const drafts: (Draft & { number?: string })[] = []
  const refusals = new Map<number, number>()

  const work = async (client: number) => {
    const [, person] = people
    let signedInAt = performance.now()
    let last: string | undefined
    const tasks = [
      async () => {
        const draft: Draft & { number?: string } = {
          ...(await review(url, person, anInvoice(partyId, `D-${client}-${drafts.length}-${calls}`))),
        }
        drafts.push(draft)
        const { number, documentId } = await record(url, person, draft)
        draft.number = number
        last = documentId
      },
      () => call(url, person, dashboard),
      () => call(url, person, listDocuments, { query: { kind: 'invoice' } }),
      () => call(url, person, viewReport, { params: { report: 'trial-balance' }, query: {} }),
      async () => {
        if (last === undefined) return
        await call(url, person, getDocument, { params: { documentId: last } })
        await printed(url, person, last)
      },
    ]
    for (let turn = client; !isOver; turn += 1) {
      try {
        if (client === 0 && performance.now() - signedInAt > sessionMs) {
          signedInAt = performance.now()
          // All clients share the session.
          Object.assign(person.headers, (await signIn(portal.url, 'ben')).headers)
        }
        await tasks[turn % tasks.length]?.()
        calls += 1
      } catch (error) {
        // A connection that was cut is expected; an answer must be a message.
        if (!(error instanceof Refused)) continue
        refusals.set(error.status, (refusals.get(error.status) ?? 0) + 1)
        if (error.status !== 503 && error.status !== 401) findings.push(error.message)
      }
      // The load of an office, not the most that the computer can do.
      await pause(20)
    }
  }

  const possibleFaults: Record<string, () => Promise<unknown> | void> = {
    'connections to the database cut': () => toDatabase.cutAll(),
    'database sessions ended': () =>
      db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    'connections of the users cut': () => toPortal.cutAll(),
    'portal frozen': async () => {
      portal.kill('SIGSTOP')
      await pause(2_000)
      portal.kill('SIGCONT')
    },
    'books locked by someone else': async () => {
      const client = await db.pool.connect()
      try {
        await client.query('begin; lock table entry in exclusive mode')
        await pause(2_000)
        await client.query('rollback')
      } finally {
        client.release()
      }
    },
    'mail server broken': () => {
      const fates = ['defer', 'cut', 'refuse-sender', 'accept'] as const
      mail.fate = fates[random(fates.length)] ?? 'accept'
    },
    'malformed requests': async () => {
      for (let i = 0; i < 50; i += 1) {
        const body = JSON.stringify({ draftId: random(1_000), digest: '\u0000'.repeat(random(300)) })
        const { status } = await ask(`${portal.url}/api/documents`, {
          method: 'POST',
          headers: people[0].headers,
          body,
        })
        if (status >= 500) findings.push(`a malformed request answered ${status}`)
      }
    },
  }

  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  const samples: { hours: number; heap: number; rss: number }[] = []
  const sample = async () => {
    portal.kill('SIGUSR2')
    const [, heap, rss] = await portal.says(new RegExp(`memory ${samples.length + 1}: (\\d+) (\\d+)`))
    const megabytes = (bytes: string | undefined) => Number(bytes) / 1_000_000
    samples.push({ hours: performance.now() / 3_600_000, heap: megabytes(heap), rss: megabytes(rss) })
  }
  const order: string[] = []
  let faults = 0
  const total = Math.max(60, soakSeconds)
  const interval = (Math.min(faultSeconds, total / 8) * 1000) / samplesPerFault
  const begun = performance.now()
  while (performance.now() - begun < total * 1000) {
    if (order.length === 0) order.push(...Object.keys(possibleFaults).toSorted(() => random(3) - 1))
    const name = order.pop() ?? ''
    await possibleFaults[name]?.()
    faults += 1
    for (let turn = 0; turn < samplesPerFault; turn += 1) {
      await pause(interval)
      await sample()
    }
  }
  isOver = true
  await working
  const hours = (performance.now() - begun) / 3_600_000

  mail.fate = 'accept'
  for (const draft of drafts) {
    const { number, already } = await record(portal.url, people[1], draft)
    if (draft.number !== undefined && (number !== draft.number || !already))
      findings.push(`${draft.number} was confirmed, then ${number}`)
  }
  const stored = await db.kysely.selectFrom('document').select('draft_id as draftId').execute()
  expect(findings).toEqual([])
  expect(stored.map(({ draftId }) => draftId).toSorted()).toEqual(drafts.map(({ draftId }) => draftId).toSorted())
  expect((await verify(db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
  expect(calls).toBeGreaterThan(total)

  // The first third of the time fills caches.
  const steady = samples.slice(Math.floor(samples.length / 3))
  const { slope, error } = slopeOf(steady.map(({ hours: x, heap: y }) => ({ x, y })))
  const [first, end] = [steady[0], steady.at(-1)]
  const memory = `memory in use ${first?.heap.toFixed(1)} MB at first and ${end?.heap.toFixed(1)} MB at the end: ${slope.toFixed(1)} ± ${(2 * error).toFixed(1)} MB per hour (${steady.length} measurements)`
  const refused = [...refusals].map(([status, count]) => `${count} × ${status}`).join(', ')
  const stated = `${(hours * 60).toFixed(0)} minutes, ${calls} calls, ${drafts.length} documents, ${faults} faults; calls refused during a fault: ${refused || 'none'}; ${memory}`
  console.log(stated, JSON.stringify(samples.map(({ heap, rss }) => [heap.toFixed(1), rss.toFixed(0)].join('/'))))
  const steadyHours = (end?.hours ?? 0) - (first?.hours ?? 0)
  expect(slope - 3 * error, stated).toBeLessThan(Math.max(limitPerHour, noiseMb / steadyHours))
  await mail.close()
  task.meta.figures = stated
})

async function printed(url: string, person: Person, documentId: string): Promise<void> {
  const { status, text } = await ask(url + addressOf(printVoucher, { documentId }), {
    method: 'GET',
    headers: person.headers,
  })
  if (status !== 200) throw new Refused(printVoucher.name, status, text)
}
