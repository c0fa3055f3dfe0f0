// Six clients record, void and read while connections fail and the portal is killed; one order of their calls must explain all
// answers: `npm run soak -- --only=history`.
import { expect, test } from 'vitest'
import { getDocument, listDocuments, voidDocument } from '@talaan/contract/documents.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { newBooks } from '../crash/books.ts'
import { anInvoice, call, firstPassword, openOffice, record, Refused, review } from '../crash/people.ts'
import type { Draft } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import { randomFrom, rounds, seed } from '../extent.ts'
import { faults, problemIn } from '../histories/books.ts'
import type { BooksCall, BooksHistory } from '../histories/books.ts'
import { renewing } from '../standby/load.ts'
import { openBadNetwork } from './bad-network.ts'

const clients = 6
/** Calls with an answer, between two kills. */
const callsPerRound = 60

test('one order of all calls explains the responses to six clients, despite kills and cut connections', async ({
  task,
}) => {
  await using books = await newBooks()
  const environment = { ...books.environment, ADMIN_PASSWORD: firstPassword }
  let portal = await startPortal(environment)
  const office = await openOffice(portal.url)
  const renew = renewing(office)
  const random = randomFrom(seed)
  const to = { host: '127.0.0.1', port: Number(new URL(portal.url).port) }
  // About every third connection fails somewhere.
  await using network = await openBadNetwork(to, () =>
    random(3) > 0
      ? undefined
      : {
          in: random(2) === 0 ? 'request' : 'answer',
          byte: random(6_000),
          fault: (['cut', 'reset', 'delay'] as const)[random(3)]!,
        },
  )
  const url = `http://127.0.0.1:${network.port}`
  const counts = { calls: 0, unknown: 0, kills: 0, planted: 0 }
  let [serials, externalNo] = [0, 0]

  for (const round of rounds({ short: 1, soak: 5 })) {
    await renew(portal.url)
    const history: BooksHistory = []
    const killAt = 1 + random(callsPerRound - 1)
    let [answered, isOver] = [0, false]
    const waiting = new Map<number, () => void>()
    const answers = (count: number) => new Promise<void>((resolve) => waiting.set(count, resolve))

    /** Makes a call and notes it with its answer. Without an answer, reads are forgotten and changes stay unknown. */
    const noted = async <T>(unknown: BooksCall | undefined, work: () => Promise<T>, seen: (answer: T) => BooksCall) => {
      const from = performance.now()
      try {
        const answer = await work()
        history.push({ from, to: performance.now(), call: seen(answer) })
        waiting.get((answered += 1))?.()
        return answer
      } catch (error) {
        if (error instanceof Refused && ![502, 503, 504].includes(error.status)) throw error
        if (unknown) history.push({ from, to: undefined, call: unknown })
        counts.unknown += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
        return undefined
      }
    }
    const recordOnce = (person: (typeof office.people)[0], { draftId: draft, digest }: Draft) =>
      noted(
        { what: 'record', draft, answer: undefined },
        () => record(url, person, { draftId: draft, digest }),
        ({ number, already }) => ({ what: 'record', draft, answer: { serial: serialOf(number), already } }),
      )
    const known: { draft: string; documentId: string }[] = []
    const client = async (at: number) => {
      const person = office.people[at % 2]!
      const until = async <T>(work: () => Promise<T | undefined>): Promise<T> => {
        for (;;) {
          const answer = await work()
          if (answer !== undefined) return answer
        }
      }
      while (!isOver) {
        const one = known[random(Math.max(1, known.length))]
        const kind = random(8)
        if (kind === 0) {
          await noted(
            undefined,
            () => call(url, person, listDocuments, { query: { kind: 'invoice', atMost: '1' } }),
            ({ documents: [newest] }) => ({ what: 'newest', serial: newest ? serialOf(newest.number) : 0 }),
          )
        } else if (kind < 3 && one) {
          const params = { documentId: one.documentId }
          await noted(
            undefined,
            () => call(url, person, getDocument, { params }),
            ({ document: { status } }) => ({ what: 'look', draft: one.draft, status }),
          )
        } else if (kind === 3 && one) {
          const params = { documentId: one.documentId }
          const body = { day: '2026-03-16', reason: 'Entered twice' }
          const what = { what: 'void', draft: one.draft } as const
          await noted(
            what,
            () => call(url, person, voidDocument, { params, body }),
            () => what,
          )
        } else {
          const invoice = anInvoice(office.partyId, `H-${(externalNo += 1)}`)
          const draft = await until(() => review(url, person, invoice).catch(unlessRefused))
          // Sometimes the same Yes is sent twice at once.
          const twin = random(4) === 0 ? recordOnce(person, draft) : undefined
          const { documentId } = await until(() => recordOnce(person, draft))
          await twin
          known.push({ draft: draft.draftId, documentId })
        }
      }
    }
    const killed = answers(killAt)
    const all = Promise.all(Array.from({ length: clients }, (_, at) => client(at)))
    await Promise.race([killed, all])
    portal.kill('SIGKILL')
    await portal.end()
    counts.kills += 1
    portal = await startPortal(environment)
    to.port = Number(new URL(portal.url).port)
    await Promise.race([all, answers(answered + callsPerRound)])
    isOver = true
    await all

    const { documents } = await call(portal.url, office.people[0], listDocuments, {
      query: { kind: 'invoice', atMost: '1' },
    })
    const last = documents[0] ? serialOf(documents[0].number) : 0
    const end = performance.now()
    history.push({ from: end, to: end + 1, call: { what: 'newest', serial: last } })
    const where = `seed ${seed}, round ${round}`
    expect(problemIn(history, serials), where).toBeUndefined()
    // The checker proves nothing unless it finds faults in this very history.
    for (const { name, plant } of faults) {
      const planted = plant(history)
      if (planted === undefined) continue
      expect(problemIn(planted, serials), `${name}, ${where}`).toBeDefined()
      counts.planted += 1
    }
    serials = last
    counts.calls += history.length
  }

  portal.kill('SIGTERM')
  await portal.end()
  await using db = await books.open()
  const { checks } = await verify(db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  expect(counts.unknown).toBeGreaterThan(0)
  task.meta.figures = `${counts.calls} calls of ${clients} clients with ${counts.kills} kills and ${counts.unknown} calls without a response: one order of calls explains all responses, for ${serials} numbers and each document; ${counts.planted} planted faults, all found`
})

const serialOf = (number: string): number => Number(number.slice(-6))

async function unlessRefused(error: unknown): Promise<undefined> {
  if (error instanceof Refused && ![502, 503, 504].includes(error.status)) throw error
  await new Promise((resolve) => setTimeout(resolve, 20))
  return undefined
}
