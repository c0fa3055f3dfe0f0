// Receipts through a mail server and a network that fail in many ways.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { registerParty } from '@talaan/contract/parties.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { receiptMailOf, retryReceipt } from '../../src/books/mail.ts'
import { sendsMail } from '../../src/features/mail/send.ts'
import { timestamp } from '../../src/platform/clock.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { randomFrom, rounds, seed } from '../extent.ts'
import { anInvoice } from '../crash/people.ts'
import { openPortal } from '../portal.ts'
import { headersOf, openPostOffice } from '../post-office.ts'
import type { Fate } from '../post-office.ts'
import { recordedBy, reviewsOf, viewerOf } from '../race.ts'
import { openBadNetwork } from './bad-network.ts'

const recipients = ['juana@example.com', 'pedro@example.com', 'maria@example.com', 'uncommitted@example.com']
const each = 25
/** Long enough for every message on a busy computer. */
const limitMs = 5_000

test('each receipt is delivered under one Message-ID, and none without its document', async ({ task }) => {
  await using portal = await openPortal({ env: { MAIL_FROM: 'Kubo Books <books@kubo.example>' }, atRandom: true })
  const { db, clock, context } = portal
  const random = randomFrom(seed)
  const office = await openPostOffice()
  const faults = new Map<string, number>()
  const count = (name: string) => void faults.set(name, (faults.get(name) ?? 0) + 1)

  let isCalm = false
  const fates = new Map<number, Fate>()
  office.fate = (visit) => {
    if (isCalm) return 'accept'
    if (!fates.has(visit)) {
      const fate = fateAt(random(100))
      fates.set(visit, fate)
      if (fate !== 'accept') count(fate)
    }
    return fates.get(visit) ?? 'accept'
  }
  const { hostname: host, port } = new URL(office.url)
  await using network = await openBadNetwork({ host, port: Number(port) }, () => {
    if (isCalm || random(3) > 0) return undefined
    const fault = (['cut', 'reset', 'delay', 'repeat'] as const)[random(4)] ?? 'cut'
    count(`network: ${fault}`)
    // Half of the requests fail within the commands, the others within the message.
    if (random(2) === 0) return { in: 'answer', byte: random(400), fault }
    return { in: 'request', byte: random(random(2) === 0 ? 200 : 60_000), fault: fault === 'repeat' ? 'delay' : fault }
  })

  const ana = await portal.signIn('ana')
  const fields = { kind: 'non_individual', tin: '123-456-788', registeredName: 'Lakbay Trading', vatStatus: 'vat' }
  const registering = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  const { party } = (await ana.call(registerParty, { body: registering })).answer
  const viewer = await viewerOf(portal, 'ana')
  // Recordings with this recipient fail at their commit.
  await db.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused at commit'; end $$;
    create constraint trigger refuses after insert on outbox deferrable initially deferred for each row
      when (new.recipient = 'uncommitted@example.com') execute function refuse()`)

  const env = { ...context.env, smtpUrl: `smtp://127.0.0.1:${network.port}` }
  const outbox = startWorker(context, sendsMail({ ...context, db, env }, { limitMs }), { pollMs: 1_000_000 })
  const due = () =>
    db.pool.query(`select from job where name = 'mail.send' and ended_at is null and run_at <= $1`, [
      timestamp(clock.now()),
    ])
  const idle = async () => expect.poll(async () => (await due()).rowCount, { interval: 20 }).toBe(0)

  const findings: string[] = []
  let externalNo = 0
  const total = { documents: 0, uncommitted: 0, copies: 0, again: 0 }
  try {
    for (const round of rounds({ short: 1, soak: 1 })) {
      const committed = new Map<string, string>()
      for (const to of recipients) {
        const ends = await Promise.allSettled(
          Array.from({ length: each }, async () => {
            const invoice = anInvoice(party.id, `M-${(externalNo += 1)}`)
            const [yes] = await reviewsOf(portal, viewer, ['invoice', { ...invoice, email: to }])
            return recordedBy(portal, viewer, yes!)
          }),
        )
        for (const end of ends)
          if (end.status === 'fulfilled') committed.set(end.value.documentId, to)
          else if (String(end.reason).includes('refused at commit')) total.uncommitted += 1
          else throw end.reason
      }
      expect([...committed.values()].filter((to) => to.startsWith('uncommitted'))).toEqual([])
      expect(committed.size).toBe(each * 3)

      isCalm = false
      for (let hour = 0; ; hour += 1) {
        isCalm = hour >= 6
        outbox.wake()
        await idle()
        const waiting: string[] = []
        for (const documentId of committed.keys()) {
          const mail = await receiptMailOf(db.kysely, documentId)
          if (mail?.status !== 'sent') waiting.push(documentId)
          // Refused for good: someone presses "Send again".
          if (mail?.status !== 'failed') continue
          total.again += 1
          await db.kysely.transaction().execute((trx) => retryReceipt(trx, documentId, clock.now()))
        }
        if (waiting.length === 0) break
        clock.forward(3_700)
        if (hour > 30) {
          findings.push(`round ${round}: ${waiting.length} receipts are still waiting`)
          break
        }
      }

      const delivered = new Map<string, { to: string; digest: string; copies: number }>()
      for (const { to, bytes, text } of office.received.splice(0)) {
        const id = headersOf(text)['message-id'] ?? ''
        const digest = createHash('sha256').update(bytes).digest('hex')
        const before = delivered.get(id)
        if (before !== undefined && (before.digest !== digest || before.to !== to.join()))
          findings.push(`${id} was delivered with two contents`)
        delivered.set(id, { to: to.join(), digest, copies: (before?.copies ?? 0) + 1 })
      }
      for (const [documentId, to] of committed) {
        const id = `<receipt.${documentId}@kubo.example>`
        const found = delivered.get(id)
        delivered.delete(id)
        if (found === undefined) findings.push(`${id} is marked as sent and was not delivered`)
        else if (found.to !== to) findings.push(`${id} for ${to} went to ${found.to}`)
        total.copies += (found?.copies ?? 1) - 1
      }
      for (const [id, { to }] of delivered) findings.push(`${id} to ${to} belongs to no document`)
      total.documents += committed.size
      expect(findings).toEqual([])
    }
  } finally {
    await outbox.stop()
    await network[Symbol.asyncDispose]()
    await office.close()
  }

  expect(faults.size).toBeGreaterThan(5)
  expect((await db.pool.query('select from outbox')).rowCount).toBe(total.documents)
  expect((await verify(db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
  const failures = [...faults].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, times]) => `${times} × ${name}`)
  const sent = `${total.documents} receipts delivered, each under one Message-ID, ${total.copies} copies after a lost confirmation, ${total.again} sent again by hand after a refusal`
  task.meta.figures = `${sent}; ${total.uncommitted} recordings failed at their commit and sent nothing; faults: ${failures.join(', ')}`
})

function fateAt(percent: number): Fate {
  if (percent < 50) return 'accept'
  if (percent < 65) return 'defer'
  if (percent < 75) return 'cut'
  if (percent < 82) return 'refuse'
  if (percent < 90) return 'refuse-sender'
  return percent < 99 ? 'refuse-message' : 'never-answer'
}
