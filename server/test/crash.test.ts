// A portal that is killed at any moment has lost nothing it acknowledged and has posted nothing by halves.
// @module-tag engine
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { downloadReceiptMail, getDocument } from '@talaan/contract/documents.ts'
import type { Database } from '../src/platform/db/db.ts'
import { verify } from '../src/books/verify/verify.ts'
import { testEngine } from './database.ts'
import { isSoak, randomFrom, rounds, seed } from './extent.ts'
import { newBooks } from './crash/books.ts'
import type { Books } from './crash/books.ts'
import { anInvoice, ask, call, firstPassword, openOffice, record, Refused, review } from './crash/people.ts'
import type { Draft, Person } from './crash/people.ts'
import { launch, startPortal } from './crash/portal.ts'

/** The database is queried directly after every fifth kill, before a portal uses it again. */
const directly = 5

// Creating books and signing users in takes longest, so it is done once, and each test gets a copy.
let begun: Books
let office: Office
beforeAll(async () => {
  begun = await newBooks()
  await using portal = await startPortal({ ...begun.environment, ADMIN_PASSWORD: firstPassword })
  office = await openOffice(portal.url)
  portal.kill('SIGTERM')
  expect(await portal.end()).toBe(0)
})
afterAll(() => begun[Symbol.asyncDispose]())

test('killed repeatedly under load, the portal has stored everything that it acknowledged exactly once, and its books pass verification', async ({
  task,
}) => {
  await using books = await begun.copy()
  const { environment } = books
  const random = randomFrom(seed)
  const drafts: Reviewed[] = []
  const moments: string[] = []
  let [kills, lost] = [0, 0]

  let portal = await startPortal(environment)
  for (kills of rounds({ short: 1, soak: 20 })) {
    const moment: Moment = { event: random(2) === 0 ? 'sent' : 'acknowledged', count: 1 + random(20) }
    moments.push(`${moment.count} ${moment.event}`)
    const load = recordInvoices(portal.url, drafts, { moment, kill: () => portal.kill('SIGKILL') })
    expect(await portal.end()).toBe('SIGKILL')
    await load.over
    lost += drafts.filter(({ document, round }) => document === undefined && round === undefined).length
    if (kills % directly === 1) {
      await using db = await books.open()
      await expectSound(db, drafts, `killed after ${moments.join(', ')}`)
    }

    portal = await startPortal(environment)
    for (const draft of drafts.filter((known) => known.round === undefined)) draft.round = kills
    await replay(
      portal.url,
      drafts.filter((draft) => draft.round === kills),
    )
  }

  portal.kill('SIGTERM')
  expect(await portal.end()).toBe(0)
  await using db = await books.open()
  await expectSound(db, drafts, `killed after ${moments.join(', ')}`)
  expect(await stored(db)).toHaveLength(drafts.length)
  const answers = `${drafts.length} documents recorded, ${lost} of them after their response was lost and the call was repeated`
  task.meta.figures = `${kills} rounds of kills with ${testEngine === 'server' ? 'a PostgreSQL server' : 'the embedded database'}: ${answers}, each stored once`
})

// One database is enough for the portal's own behaviour; the soak uses both.
if (testEngine === 'server' || isSoak) {
  test('if the portal is killed between the commit and the response, repeating Yes returns the document already recorded', async () => {
    await using books = await begun.copy()
    const { environment } = books
    await using portal = await startPortal(environment, {
      preload: new URL('./crash/crash-before-answering.ts', import.meta.url),
    })
    const { people, partyId } = office
    const draft: Reviewed = { ...(await review(portal.url, people[1], anInvoice(partyId, 'A-1'))), person: people[1] }
    await expect(record(portal.url, draft.person, draft)).rejects.toThrow('socket hang up')
    expect(await portal.end()).toBe('SIGKILL')

    await using later = await startPortal(environment)
    expect(await record(later.url, draft.person, draft)).toMatchObject({
      already: true,
      receiptTo: 'accounts@bahaykubo.example',
    })
    later.kill('SIGTERM')
    expect(await later.end()).toBe(0)
    await using db = await books.open()
    await expectSound(db, [draft], 'killed before the answer')
    expect(await stored(db)).toHaveLength(1)
  })

  test('when stopped under load, the portal finishes its running calls, refuses the rest and exits with 0', async () => {
    await using books = await begun.copy()
    const drafts: Reviewed[] = []
    await using portal = await startPortal(books.environment)
    const load = recordInvoices(portal.url, drafts, {
      moment: { event: 'acknowledged', count: 8 },
      kill: () => portal.kill('SIGTERM'),
    })
    // A portal that does not finish in time exits with 1.
    expect(await portal.end()).toBe(0)
    await load.over
    expect(drafts.filter(({ document }) => document !== undefined).length).toBeGreaterThan(0)
    await using db = await books.open()
    await expectSound(db, drafts, portal.said())
  })

  test('a receipt whose portal was killed while sending it is sent after the restart, under the same Message-ID', async () => {
    await using books = await begun.copy()
    const mail = await mailServer()
    const environment = { ...books.environment, SMTP_URL: mail.url }
    await using portal = await startPortal(environment)
    const { people, partyId } = office
    const [, ben] = people

    // The mail server has the whole e-mail but does not confirm it: Talaan cannot know whether it was delivered.
    mail.answers = false
    const { documentId } = await record(portal.url, ben, await review(portal.url, ben, anInvoice(partyId, 'M-1')))
    const mailOf = async (url: string) => (await call(url, ben, getDocument, { params: { documentId } })).document.mail
    const receipt = await ask(portal.url + downloadReceiptMail.path.replace(':documentId', documentId), {
      method: 'GET',
      headers: ben.headers,
    })
    await mail.gets(1)
    expect(await mailOf(portal.url)).toMatchObject({ status: 'waiting', attempts: 0 })
    portal.kill('SIGKILL')
    await portal.end()

    mail.answers = true
    await using later = await startPortal(environment, {
      preload: new URL('./crash/six-minutes-later.ts', import.meta.url),
    })
    await mail.gets(2)
    await expect.poll(() => mailOf(later.url)).toMatchObject({ status: 'sent', to: 'accounts@bahaykubo.example' })
    const [before, after] = mail.messages.map(messageId)
    expect(before).toBe(`<receipt.${documentId}@localhost>`)
    expect(after).toBe(before)
    expect(messageId(receipt.text)).toBe(before)
    expect(mail.messages).toHaveLength(2)
  })
}

if (testEngine === 'embedded') {
  test('a second portal on the same data directory is refused with a message, and the first one keeps running', async () => {
    await using books = await begun.copy()
    await using first = await startPortal(books.environment)
    await using second = launch(books.environment)
    expect(await second.end()).toBe(1)
    expect(second.said()).toMatch(
      new RegExp(
        `^The data directory \\S+ is in use by another Talaan process \\(pid ${first.pid}\\)\\. Stop that process first`,
      ),
    )
    expect((await ask(`${first.url}/healthz`, { method: 'GET' })).status).toBe(200)

    first.kill('SIGKILL')
    await first.end()
    await using third = await startPortal(books.environment)
    expect((await ask(`${third.url}/healthz`, { method: 'GET' })).status).toBe(200)
  })
}

// ── Load.

type Office = { people: [Person, Person]; partyId: string }
type Reviewed = Draft & { person: Person; document?: { documentId: string; number: string }; round?: number }

/** The number of requests sent, or acknowledged, since the load began. */
type Moment = { event: 'sent' | 'acknowledged'; count: number }

const clients = 4
let externalNo = 0

/**
 * Four clients review and record until the portal is gone, which happens at a certain moment. What a client saw acknowledged
 * it writes on its draft.
 */
function recordInvoices(
  url: string,
  drafts: Reviewed[],
  { moment, kill }: { moment: Moment; kill: () => void },
): { over: Promise<unknown> } {
  const { people, partyId } = office
  let left = moment.count
  const happens = (event: Moment['event']) => {
    if (event === moment.event && --left === 0) kill()
  }
  const untilGone = async (person: Person) => {
    for (;;) {
      try {
        externalNo += 1
        const draft: Reviewed = { ...(await review(url, person, anInvoice(partyId, `K-${externalNo}`))), person }
        drafts.push(draft)
        const recording = record(url, person, draft)
        happens('sent')
        const { documentId, number } = await recording
        draft.document = { documentId, number }
        happens('acknowledged')
      } catch (error) {
        // A portal that is stopping may refuse with this status; any other refusal is a fault.
        if (error instanceof Refused && error.status !== 503) throw error
        return
      }
    }
  }
  const over = Promise.all(Array.from({ length: clients }, (_, i) => untilGone(people[i % 2 === 0 ? 0 : 1])))
  over.catch(() => {})
  return { over }
}

/** Sends Yes again for every draft: acknowledged ones return the same document, the others are recorded now. */
async function replay(url: string, drafts: Reviewed[]): Promise<void> {
  const again = async (draft: Reviewed) => {
    const { documentId, number, already } = await record(url, draft.person, draft)
    if (draft.document !== undefined)
      expect({ documentId, number, already }).toEqual({ ...draft.document, already: true })
    draft.document = { documentId, number }
  }
  while (drafts.length > 0) await Promise.all(drafts.splice(0, clients).map(again))
}

// ── The stored books.

const stored = (db: Database) =>
  db.kysely
    .selectFrom('document')
    .select(['draft_id as draftId', 'id as documentId', 'number'])
    .orderBy('serial')
    .execute()

async function expectSound(db: Database, drafts: Reviewed[], circumstances: string): Promise<void> {
  const { checks, sound } = await verify(db.kysely)
  expect(
    checks.flatMap(({ problems }) => problems),
    circumstances,
  ).toEqual([])
  expect(sound).toBe(true)

  const documents = new Map((await stored(db)).map(({ draftId, ...document }) => [draftId, document]))
  const acknowledged = drafts.filter(({ document }) => document !== undefined)
  expect(
    acknowledged.filter(({ draftId, document }) => documents.get(draftId)?.number !== document?.number),
    circumstances,
  ).toEqual([])
  // A document that is stored but was not acknowledged must be from a draft whose answer was lost.
  const known = new Set(drafts.map(({ draftId }) => draftId))
  expect([...documents.keys()].filter((draftId) => !known.has(draftId))).toEqual([])
}

// ── A mail server that can delay its answers.

async function mailServer() {
  const messages: string[] = []
  const mail = { messages, answers: true, url: '', gets }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, accept) {
      let message = ''
      stream.setEncoding('utf8').on('data', (text: string) => (message += text))
      stream.on('end', () => {
        messages.push(message)
        if (mail.answers) accept()
      })
    },
  })
  // A sender that is killed leaves its connection behind.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  mail.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`

  async function gets(count: number): Promise<void> {
    await expect.poll(() => messages.length).toBeGreaterThanOrEqual(count)
  }
  return mail
}

const messageId = (message: string) => /^Message-ID: *(\S+)/im.exec(message)?.[1]
