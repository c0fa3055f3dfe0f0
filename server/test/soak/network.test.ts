// Recording over a network that cuts, resets, delays and doubles connections at every byte.
import { request } from 'node:http'
import type { RequestOptions } from 'node:http'
import { expect, test } from 'vitest'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { randomFrom, seed, timeIsLeft } from '../extent.ts'
import { newBooks } from '../crash/books.ts'
import { anInvoice, call, firstPassword, openOffice, record, review, signIn } from '../crash/people.ts'
import type { Draft, Person } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import { openBadNetwork, plansFor } from './bad-network.ts'
import type { BadNetwork, Plan, Traffic } from './bad-network.ts'

/** Clients that record at the same time, each over a network of its own. */
const clients = 4
/** At least so many other faults. */
const othersPerClient = 50
/** A piece that arrives twice on one connection would be an error of TCP itself. */
const kinds = ['cut', 'reset', 'delay', 'double'] as const
/** One user may log in over an existing session five times an hour. */
const sessionMs = 20 * 60_000

test('over a network that fails at any byte, each confirmed recording gives exactly one document', async ({ task }) => {
  await using books = await newBooks()
  const environment = { ...books.environment, ADMIN_PASSWORD: firstPassword, UPLOAD_MB_PER_DAY: '100000' }
  await using portal = await startPortal(environment)
  const { people, partyId } = await openOffice(portal.url)
  let [person, signedInAt] = [people[1], performance.now()]
  const { hostname: host, port } = new URL(portal.url)
  const networks = await Promise.all(
    Array.from({ length: clients }, () => openBadNetwork({ host, port: Number(port) })),
  )
  await using db = await books.open()
  const random = randomFrom(seed)
  const findings: string[] = []
  const recorded = new Map<string, string>()
  const counts = { lost: 0, acknowledged: 0, refused: 0, reviews: 0 }
  let externalNo = 0

  /** Records one document over a bad network, then repeats it over a good one until it is known. */
  const recordOver = async (network: BadNetwork, plan: Plan | undefined): Promise<Traffic> => {
    const draft = await review(portal.url, person, anInvoice(partyId, `N-${(externalNo += 1)}`))
    const [answer, traffic] = await sendOver(network, plan, recordingOf(person, draft))
    const where = `${plan?.fault ?? 'no fault'} at byte ${plan?.byte} of the ${plan?.in}`
    const first = answer?.status === 200 ? documentIn(answer.text) : undefined
    if (answer === undefined) counts.lost += 1
    else if (first === undefined) counts.refused += 1
    else counts.acknowledged += 1
    const after = await documentsOf(draft)
    if (first === undefined && /nothing was recorded/i.test(answer?.text ?? '') && after.length > 0)
      findings.push(`${where}: "Nothing was recorded", but ${after[0]} was`)

    const again = await record(portal.url, person, draft)
    const once = await record(portal.url, person, draft)
    if (first !== undefined && first.number !== again.number)
      findings.push(`${where}: confirmed as ${first.number}, then ${again.number}`)
    if ((first !== undefined && !again.already) || !once.already || once.number !== again.number)
      findings.push(`${where}: a repeat recorded again as ${once.number}`)
    const stored = await documentsOf(draft)
    if (stored.length !== 1 || stored[0] !== again.number)
      findings.push(`${where}: ${stored.join(', ') || 'nothing'} instead of ${again.number}`)
    recorded.set(draft.draftId, again.number)
    return traffic
  }

  /** The review of a long invoice fails anywhere, and is repeated; then its recording fails anywhere. */
  const recordLong = async (network: BadNetwork): Promise<void> => {
    const invoice = anInvoice(partyId, `N-${(externalNo += 1)}`)
    const [line] = invoice.lines
    const fields = { ...invoice, lines: Array.from({ length: 1 + random(100) }, () => line) }
    const draftId = crypto.randomUUID()
    const parts = { params: { draftId }, body: { kind: 'invoice' as const, fields } }
    const path = addressOf(reviewDraft, parts.params)
    const body = JSON.stringify(parts.body)
    await sendOver(network, anyPlan(Buffer.byteLength(body) + 1_500, 5_000), {
      options: { method: reviewDraft.method, path, headers: person.headers },
      body,
    })
    counts.reviews += 1
    const { digest } = await call(portal.url, person, reviewDraft, parts)
    const draft = { draftId, digest }
    const [answer] = await sendOver(network, anyPlan(exchange.request, exchange.answer), recordingOf(person, draft))
    const { number, already } = await record(portal.url, person, draft)
    if (answer?.status === 200 && (!already || documentIn(answer.text).number !== number))
      findings.push(`a long invoice was confirmed as ${documentIn(answer.text).number}, then ${number}`)
    recorded.set(draftId, number)
  }

  const anyPlan = (requestBytes: number, answerBytes: number): Plan => {
    const isRequest = random(2) === 0
    return {
      in: isRequest ? 'request' : 'answer',
      byte: random(isRequest ? requestBytes : answerBytes),
      fault: kinds[random(kinds.length)] ?? 'cut',
    }
  }

  const documentsOf = async ({ draftId }: Draft): Promise<string[]> => {
    const rows = await db.kysely.selectFrom('document').select('number').where('draft_id', '=', draftId).execute()
    return rows.map(({ number }) => number)
  }

  const [first] = networks
  if (first === undefined) throw new Error('There is no network.')
  const exchange = await recordOver(first, undefined)
  expect(counts).toEqual({ lost: 0, acknowledged: 1, refused: 0, reviews: 0 })
  // Each byte is cut in any case; more of the other faults and long invoices follow while there is time.
  const cuts = plansFor(exchange, ['cut'], random)
  const others = plansFor(exchange, ['reset', 'delay', 'double'], random)
  const [bytes, otherBytes] = [cuts.length, others.length]
  await Promise.all(
    networks.map(async (network) => {
      for (let plan = cuts.pop(); plan !== undefined; plan = cuts.pop()) await recordOver(network, plan)
      for (let turn = 1; turn <= othersPerClient || timeIsLeft(); turn += 1) {
        if (performance.now() - signedInAt > sessionMs) {
          signedInAt = performance.now()
          person = await signIn(portal.url, 'ben')
        }
        const plan = others.pop()
        if (plan !== undefined && turn % 5 > 0) await recordOver(network, plan)
        else await recordLong(network)
      }
    }),
  )
  await Promise.all(networks.map((network) => network[Symbol.asyncDispose]()))

  expect(findings).toEqual([])
  expect(counts.lost).toBeGreaterThan(bytes / 3)
  const stored = await db.kysely.selectFrom('document').select(['draft_id as draftId', 'number']).execute()
  expect(new Map(stored.map(({ draftId, number }) => [draftId, number]))).toEqual(recorded)
  const { checks, sound } = await verify(db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  expect(sound).toBe(true)
  const done = `${recorded.size} documents: the connection was cut at each of ${bytes} bytes of request and response, it was reset, delayed or duplicated ${otherBytes - others.length} of ${otherBytes} times, and ${counts.reviews} invoices were long`
  task.meta.figures = `${done}; ${counts.lost} responses lost, ${counts.refused} refused, ${counts.acknowledged} confirmed; each stored once and repeated with the same number`
})

type Sent = { options: RequestOptions; body: string }

const recordingOf = (person: Person, draft: Draft): Sent => ({
  options: { method: recordDocument.method, path: recordDocument.path, headers: person.headers },
  body: JSON.stringify({ draftId: draft.draftId, digest: draft.digest }),
})

const documentIn = (text: string) => JSON.parse(text) as AnswerOf<typeof recordDocument>

/** One request on a connection of its own; undefined if no complete answer came. */
async function sendOver(
  network: BadNetwork,
  plan: Plan | undefined,
  { options, body }: Sent,
): Promise<[{ status: number; text: string } | undefined, Traffic]> {
  const traffic = network.next(plan)
  const answer = await new Promise<{ status: number; text: string } | undefined>((resolve) => {
    const headers = {
      ...options.headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }
    const sent = request({ ...options, headers, host: '127.0.0.1', port: network.port, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve(answer.complete ? { status: answer.statusCode ?? 0, text } : undefined))
      answer.on('error', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
  return [answer, traffic]
}
