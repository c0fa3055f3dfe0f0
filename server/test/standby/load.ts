// Clients that record documents without a pause. Each repeats a call whose outcome it does not know, and nothing else.
import { dashboard } from '@talaan/contract/session.ts'
import { expect } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { anInvoice, call, record, Refused, review, signIn } from '../crash/people.ts'
import type { Draft, Person } from '../crash/people.ts'

export type Office = { people: [Person, Person]; partyId: string }
export type Recorded = Draft & { document?: { documentId: string; number: string } }

const clients = 6
let externalNo = 0

export type Load = {
  drafts: Recorded[]
  /** Calls without an answer, or with one that says to try again. */
  failures: string[]
  acknowledged(): number
  /** Resolves when this many more documents were acknowledged. */
  more(count: number): Promise<void>
  /** Each client ends with its document recorded. */
  end(): Promise<void>
  /** Each client ends at its next failure or success. */
  giveUp(): Promise<void>
}

type Events = { sent?: () => void; acknowledged?: (draft: Recorded) => void }

export function keepRecording(url: string, { people, partyId }: Office, events: Events = {}): Load {
  const drafts: Recorded[] = []
  const failures: string[] = []
  const waiting = new Set<{ left: number; resolve: () => void; reject: (error: unknown) => void }>()
  let [isOver, givesUp, acknowledged] = [false, false, 0]

  const insist = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    while (!givesUp)
      try {
        return await work()
      } catch (error) {
        if (error instanceof Refused && ![502, 503, 504].includes(error.status)) throw error
        failures.push(String(error))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    return undefined
  }
  const one = async (person: Person) => {
    while (!isOver && !givesUp) {
      const invoice = anInvoice(partyId, `S-${(externalNo += 1)}`)
      const draft: Recorded | undefined = await insist(() => review(url, person, invoice))
      if (draft === undefined) return
      drafts.push(draft)
      const answer = await insist(() => {
        const recording = record(url, person, draft)
        events.sent?.()
        return recording
      })
      if (answer === undefined) return
      draft.document = { documentId: answer.documentId, number: answer.number }
      acknowledged += 1
      events.acknowledged?.(draft)
      for (const each of waiting) if (--each.left === 0) each.resolve()
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, at) => one(people[at % 2 === 0 ? 0 : 1])))
  all.catch((error: unknown) => {
    for (const each of waiting) each.reject(error)
  })
  return {
    drafts,
    failures,
    acknowledged: () => acknowledged,
    more: (left) => new Promise<void>((resolve, reject) => waiting.add({ left, resolve, reject })),
    async end() {
      isOver = true
      await all
    },
    async giveUp() {
      givesUp = true
      await all
    },
  }
}

export type StoredDocument = { draftId: string; documentId: string; number: string; serial: number }

export const storedIn = (db: Database): Promise<StoredDocument[]> =>
  db.kysely
    .selectFrom('document')
    .select(['draft_id as draftId', 'id as documentId', 'number', 'serial'])
    .orderBy('serial')
    .execute()

/** Everything acknowledged is stored once, under the number that was acknowledged, and nothing else is. */
export async function expectSound(db: Database, drafts: Recorded[], circumstances: string): Promise<void> {
  const { checks, sound } = await verify(db.kysely)
  expect(
    checks.flatMap(({ problems }) => problems),
    circumstances,
  ).toEqual([])
  expect(sound, circumstances).toBe(true)
  const stored = await storedIn(db)
  const byDraft = new Map(stored.map(({ draftId, documentId, number }) => [draftId, { documentId, number }]))
  const lost = drafts.filter(
    ({ draftId, document }) => document !== undefined && byDraft.get(draftId)?.documentId !== document.documentId,
  )
  expect(lost, circumstances).toEqual([])
  expect(
    drafts.filter(({ draftId, document }) => document && byDraft.get(draftId)?.number !== document.number),
    circumstances,
  ).toEqual([])
  expect(byDraft.size, circumstances).toBe(stored.length)
  expect(
    stored.map(({ serial }) => serial),
    circumstances,
  ).toEqual(stored.map((_, at) => at + 1))
  const known = new Set(drafts.map(({ draftId }) => draftId))
  expect(
    stored.filter(({ draftId }) => !known.has(draftId)),
    circumstances,
  ).toEqual([])
}

/** The sessions from before still work. */
export async function expectSignedIn(url: string, { people }: Office): Promise<void> {
  for (const person of people) await call(url, person, dashboard)
}

/** Signs in again before the sessions' tokens expire. */
export function renewing(office: Office): (url: string) => Promise<void> {
  let signedInAt = performance.now()
  return async (url) => {
    if (performance.now() - signedInAt < 20 * 60_000) return
    const [admin, ben] = office.people
    office.people = [await signIn(url, admin.clientId), await signIn(url, ben.clientId)]
    signedInAt = performance.now()
  }
}
