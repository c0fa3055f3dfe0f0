import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { anyCharacter } from '../../../../ledger/test/characters.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'
import { headersOf, openPostOffice, partsOf } from '../../../test/post-office.ts'
import type { PostOffice } from '../../../test/post-office.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { receiptOf, recordDocument } from '../../../test/recorded.ts'
import { receiptEml, receiptMailOf, receiptMessage, retryReceipt } from '../../books/mail.ts'
import { timestamp } from '../../platform/clock.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import type { Worker } from '../../platform/jobs/worker.ts'
import { rawMessage, subjectLine } from '../../platform/mail.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { receiptToPdf } from '../../print/pdf.ts'
import { sendsMail } from './send.ts'

let here: Portal
let office: PostOffice
let open: Worker[] = []
beforeAll(
  async () => void (here = await openPortal({ env: { MAIL_FROM: 'Bahay Kubo Books <books@bahaykubo.example>' } })),
)
beforeEach(async () => {
  await here.reset()
  office = await openPostOffice()
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.stop()))
  open = []
  await office.close()
})
afterAll(() => here.close())

const minutes = (n: number) => n * 60

/** A worker that sends what is due now and when it is notified; it never polls. */
function worker(pace: { limitMs?: number; graceMs?: number; url?: string | null } = {}): Worker {
  const { url = office.url, limitMs, ...rest } = pace
  const context = { ...here.context, env: { ...here.context.env, smtpUrl: url } }
  const started = startWorker(context, sendsMail(context, { limitMs }), { pollMs: 1_000_000, ...rest })
  open.push(started)
  return started
}

/** Until nothing is due any more: everything sendable has been sent, and the rest waits. */
async function idle(): Promise<void> {
  const due = () =>
    here.db.pool.query('select from job where ended_at is null and run_at <= $1', [timestamp(here.clock.now())])
  await expect.poll(async () => (await due()).rowCount, { interval: 5 }).toBe(0)
}

/** Sends another due message, and with it everything that could be sent. */
async function meanwhile(outbox: Worker): Promise<void> {
  const messageId = await queuedEmail('meanwhile@example.com')
  const sent = () =>
    here.db.pool.query(
      'select from job join outbox on outbox.id = job.id where message_id = $1 and ended_at is not null',
      [messageId],
    )
  outbox.wake()
  await expect.poll(async () => (await sent()).rowCount, { interval: 5 }).toBe(1)
}

let serial = 0
async function recorded({
  to = 'juana@example.com',
  receipt,
}: { to?: string; receipt?: Receipt } = {}): Promise<string> {
  const number = `SI-2026-${String(++serial).padStart(6, '0')}`
  const paper = receipt ?? receiptOf({ number })
  const documentId = await recordDocument(here, { number, receipt: paper })
  await here.db.kysely.transaction().execute((trx) =>
    queueMessage(
      trx,
      receiptMessage({
        documentId,
        to,
        receipt: paper,
        mailFrom: here.context.env.mailFrom,
        now: here.clock.now(),
      }),
    ),
  )
  return documentId
}

/** A message without an attachment, like an inquiry; quick to make, for tests with many tries. */
async function queuedEmail(recipient = 'juana@example.com'): Promise<string> {
  const id = randomUUID()
  await queueMessage(here.db.kysely, {
    id,
    topic: 'inquiry',
    recipient,
    subject: 'Hello',
    body: 'Good day',
    message_id: `<${id}@x>`,
    now: here.clock.now(),
  })
  return `<${id}@x>`
}

const mailOf = (documentId: string) => receiptMailOf(here.db.kysely, documentId)
const emlOf = (documentId: string) => receiptEml(here.db.kysely, documentId, here.context.env)
const retry = (documentId: string) =>
  here.db.kysely.transaction().execute((trx) => retryReceipt(trx, documentId, here.clock.now()))
const receiptIds = () => messageIds().filter((id) => id.startsWith('<receipt.'))
const messageIds = () => office.received.map(({ text }) => headersOf(text)['message-id'] ?? '')

test('a receipt goes out once, to one address, with the document as a PDF, and is marked as sent', async () => {
  const documentId = await recorded({ receipt: receiptOf({ number: 'SI-2026-000777' }) })
  expect(await mailOf(documentId)).toMatchObject({
    to: 'juana@example.com',
    status: 'waiting',
    attempts: 0,
    sentAt: null,
  })
  const outbox = worker()
  await idle()
  for (let i = 0; i < 3; i++) outbox.wake()
  await idle()

  const [message, ...more] = office.received
  expect(more).toEqual([])
  expect(message).toMatchObject({ from: 'books@bahaykubo.example', to: ['juana@example.com'] })
  const text = message?.text ?? ''
  expect(headersOf(text)).toMatchObject({
    from: 'Bahay Kubo Books <books@bahaykubo.example>',
    to: 'juana@example.com',
    subject: 'Sales Invoice SI-2026-000777 - Bahay Kubo Trading',
    'message-id': `<receipt.${documentId}@bahaykubo.example>`,
    'auto-submitted': 'auto-generated',
  })
  const [words, pdf, ...others] = partsOf(text)
  expect(others).toEqual([])
  expect(words?.content.toString()).toContain(
    'Sales Invoice SI-2026-000777 of 15 March 2026 was recorded in the books of Bahay Kubo Trading.',
  )
  expect(words?.content.toString()).toContain('Total: PHP 112,000.00')
  expect(pdf?.headers).toMatchObject({
    'content-type': expect.stringContaining('application/pdf'),
    'content-disposition': expect.stringContaining('SI-2026-000777'),
  })
  const [page = ''] = await pagesOf(new Uint8Array(pdf?.content ?? []))
  for (const printed of ['SI-2026-000777', 'Lakbay Trading Inc.', 'Bamboo', '112,000.00'])
    expect(page).toContain(printed)
  expect(await mailOf(documentId)).toMatchObject({
    status: 'sent',
    attempts: 1,
    lastError: null,
    sentAt: expect.any(String),
  })
})

test('the message shown in the portal is the one that is sent, byte for byte, and its PDF is the voucher', async () => {
  const receipt = receiptOf({ number: 'SI-2026-000778' })
  const documentId = await recorded({ receipt })
  const before = await emlOf(documentId)
  worker()
  await idle()
  expect(office.received[0]?.bytes).toEqual(before)
  expect(await emlOf(documentId)).toEqual(before)
  const voucher = await receiptToPdf(receipt, { printedAt: here.clock.now() })
  expect(partsOf(before?.toString() ?? '')[1]?.content.equals(Buffer.from(voucher))).toBe(true)
})

test('without a mail server receipts stay queued unchanged, and can be read', async () => {
  const documentId = await recorded()
  const outbox = worker({ url: null })
  outbox.wake()
  await outbox.stop()
  expect(await mailOf(documentId)).toMatchObject({ status: 'waiting', attempts: 0, lastError: null })
  expect((await emlOf(documentId))?.toString()).toContain('Subject: Sales Invoice')
  expect((await here.db.pool.query('select locked_until, state from job')).rows).toEqual([
    { locked_until: null, state: 'queued' },
  ])
})

test('a rolled back recording sends nothing', async () => {
  const documentId = await recordDocument(here, { number: 'SI-2026-000900' })
  const rolledBack = here.db.kysely.transaction().execute(async (trx) => {
    await queueMessage(
      trx,
      receiptMessage({
        documentId,
        to: 'juana@example.com',
        receipt: receiptOf(),
        mailFrom: 'a@b.example',
        now: here.clock.now(),
      }),
    )
    throw new Error('the books said no')
  })
  await expect(rolledBack).rejects.toThrow('the books said no')
  await meanwhile(worker())
  expect(office.visits).toBe(1)
  expect([await mailOf(documentId), await emlOf(documentId)]).toEqual([null, undefined])
})

test('a temporary refusal is retried after a minute with the same message, and the server reply is shown', async () => {
  const documentId = await recorded()
  office.fate = 'defer'
  const outbox = worker()
  await idle()
  expect(await mailOf(documentId)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    lastError: expect.stringMatching(/451 Come later/),
  })
  const { lastError } = (await mailOf(documentId)) ?? {}
  expect(lastError).not.toMatch(/\p{Cc}/u)

  office.fate = 'accept'
  here.clock.forward(59)
  await meanwhile(outbox)
  expect(office.visits).toBe(2)
  here.clock.forward(10)
  outbox.wake()
  await idle()
  expect(receiptIds()).toEqual([`<receipt.${documentId}@bahaykubo.example>`])
  expect(await mailOf(documentId)).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
})

test('retries follow after 1, 2, 5, 15 and 60 minutes, then hourly, and end after three days', async () => {
  await queuedEmail()
  office.fate = 'defer'
  const outbox = worker()
  const waits: number[] = []
  // The hourly retries of two days and a half are left out.
  const [before, leftOut] = [8, 60]
  for (;;) {
    await idle()
    const { rows } = await here.db.pool.query('select run_at, state from job')
    if (rows[0].state === 'failed') break
    const wait = (Date.parse(rows[0].run_at) - here.clock.now()) / 60_000
    waits.push(wait)
    if (waits.length === before) await here.db.pool.query('update job set attempts = attempts + $1', [leftOut])
    here.clock.forward(wait * 60)
    outbox.wake()
  }
  const asked = [1, 2, 5, 15, 60, ...waits.slice(5).map(() => 60)]
  waits.forEach((wait, i) => {
    expect(wait).toBeGreaterThanOrEqual(asked[i] ?? 0)
    expect(wait).toBeLessThanOrEqual((asked[i] ?? 0) * 1.1)
  })
  expect(new Set(waits.slice(4)).size).toBeGreaterThan(1)
  const hours = asked.reduce((sum, minutes) => sum + minutes, 0) / 60 + leftOut
  expect(hours).toBeGreaterThanOrEqual(72)
  expect(hours).toBeLessThan(73)
  const { rows } = await here.db.pool.query('select attempts, last_error from job')
  expect(rows).toEqual([{ attempts: waits.length + 1 + leftOut, last_error: expect.stringContaining('451') }])
})

test.each([
  ['recipient', 'refuse', '550 No such mailbox'],
  ['message', 'refuse-message', '554 This looks like spam'],
] as const)(
  'a %s that is refused for good is not tried again by itself, but again when somebody asks',
  async (_, fate, said) => {
    const documentId = await recorded()
    office.fate = fate
    const outbox = worker()
    await idle()
    expect(await mailOf(documentId)).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining(said),
    })
    here.clock.forward(minutes(600))
    office.fate = 'accept'
    await meanwhile(outbox)
    expect(office.visits).toBe(2)

    await retry(documentId)
    expect(await mailOf(documentId)).toMatchObject({ status: 'waiting', attempts: 0 })
    outbox.wake()
    await idle()
    expect(await mailOf(documentId)).toMatchObject({ status: 'sent', lastError: null })
    expect(receiptIds()).toHaveLength(1)
  },
)

test('receipts stay queued if the mail server refuses the login or cannot be reached', async () => {
  const documentId = await recorded()
  office.fate = 'refuse-sender'
  const outbox = worker()
  await idle()
  expect(await mailOf(documentId)).toMatchObject({
    status: 'waiting',
    lastError: expect.stringContaining('550 We do not know you'),
  })
  await outbox.stop()

  const { url } = office
  await office.close()
  here.clock.forward(minutes(2))
  worker({ url })
  await idle()
  expect(await mailOf(documentId)).toMatchObject({
    status: 'waiting',
    attempts: 2,
    lastError: expect.stringContaining('ECONNREFUSED'),
  })
})

test('if the connection breaks after the message, it is sent again with the same Message-ID', async () => {
  const documentId = await recorded()
  office.fate = (visit) => (visit === 1 ? 'cut' : 'accept')
  const outbox = worker()
  await idle()
  expect(await mailOf(documentId)).toMatchObject({ status: 'waiting', attempts: 1 })
  here.clock.forward(minutes(2))
  outbox.wake()
  await idle()
  expect(messageIds()).toEqual(Array(2).fill(`<receipt.${documentId}@bahaykubo.example>`))
  expect(office.received[0]?.bytes).toEqual(office.received[1]?.bytes)
  expect(await mailOf(documentId)).toMatchObject({ status: 'sent' })
})

test('a process that dies between sending and marking leaves the same message to the next process', async () => {
  const documentId = await recorded()
  await here.db.pool.query(`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'the process is gone'; end $$;
    create trigger dies before update on job for each row when (new.locked_by is null) execute function die()`)
  const first = worker()
  await expect.poll(() => office.received.length).toBe(1)
  await first.stop()
  await here.db.pool.query('drop trigger dies on job; drop function die()')
  expect(await mailOf(documentId)).toMatchObject({ status: 'waiting' })

  const second = worker()
  await meanwhile(second)
  expect(receiptIds()).toHaveLength(1)
  here.clock.forward(minutes(6))
  second.wake()
  await idle()
  expect(receiptIds()).toEqual(Array(2).fill(`<receipt.${documentId}@bahaykubo.example>`))
  await meanwhile(second)
  expect(receiptIds()).toHaveLength(2)
  expect(await mailOf(documentId)).toMatchObject({ status: 'sent' })
})

test('a server that answers one byte at a time delays sending only up to the time limit', async () => {
  const dribbling = createServer((socket) => {
    const drip = setInterval(() => socket.write('2'), 20)
    socket.on('close', () => clearInterval(drip)).on('error', () => {})
  })
  await new Promise<void>((listening) => dribbling.listen(0, '127.0.0.1', listening))
  try {
    const documentId = await recorded()
    const begun = performance.now()
    worker({ url: `smtp://127.0.0.1:${(dribbling.address() as AddressInfo).port}`, limitMs: 300 })
    await idle()
    // Sooner than the usual minute.
    expect(performance.now() - begun).toBeLessThan(50_000)
    expect(await mailOf(documentId)).toMatchObject({
      status: 'waiting',
      attempts: 1,
      lastError: expect.stringMatching(/abort|timeout/i),
    })
  } finally {
    dribbling.close()
  }
})

test('stopping waits for the current message and takes no other', async () => {
  const ids = [await recorded(), await recorded(), await recorded(), await recorded(), await recorded()]
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  office.mayAnswer = promise
  const outbox = worker()
  await expect.poll(() => office.received.length).toBe(4)
  const stopped = outbox.stop()
  answer()
  await stopped
  expect(office.received).toHaveLength(4)
  const states = await Promise.all(ids.map(async (id) => (await mailOf(id))?.status ?? 'none'))
  expect(states.toSorted()).toEqual(['sent', 'sent', 'sent', 'sent', 'waiting'])
})

test('stopping does not wait forever for a server that never answers', async () => {
  const documentId = await recorded()
  office.fate = 'never-answer'
  const outbox = worker({ graceMs: 100 })
  await expect.poll(() => office.received.length).toBe(1)
  await outbox.stop()
  expect(await mailOf(documentId)).toMatchObject({ status: 'waiting', attempts: 1 })
})

test('two processes on one outbox send each receipt once', async () => {
  const ids = await Promise.all(Array.from({ length: 25 }, () => recorded()))
  worker()
  worker()
  await idle()
  expect(messageIds().toSorted()).toEqual(ids.map((id) => `<receipt.${id}@bahaykubo.example>`).toSorted())
})

test('after a day without a mail server every message is sent once', async () => {
  office.fate = 'defer'
  const ids = await Promise.all(Array.from({ length: 3 }, () => queuedEmail()))
  const outbox = worker()
  for (let hour = 0; hour < 24; hour += 3) {
    outbox.wake()
    await idle()
    here.clock.forward(minutes(180))
  }
  office.fate = 'accept'
  here.clock.forward(minutes(60))
  outbox.wake()
  await idle()
  expect(messageIds().toSorted()).toEqual(ids.toSorted())
})

test('a sent receipt is not sent again, and a receipt that was never requested cannot be', async () => {
  const sent = await recorded()
  const outbox = worker()
  await idle()
  await retry(sent)
  await meanwhile(outbox)
  expect(receiptIds()).toHaveLength(1)
  expect(await mailOf(sent)).toMatchObject({ status: 'sent' })
  await expect(retry(await recordDocument(here, { number: 'SI-2026-000901' }))).rejects.toThrow(Refusal)
})

test('a document has one receipt', async () => {
  const documentId = await recorded()
  const again = here.db.kysely.transaction().execute((trx) =>
    queueMessage(
      trx,
      receiptMessage({
        documentId,
        to: 'else@example.com',
        receipt: receiptOf(),
        mailFrom: 'a@b.example',
        now: here.clock.now(),
      }),
    ),
  )
  await expect(again).rejects.toMatchObject({ code: '23505' })
})

test('a certificate of an unknown issuer is not trusted, and required encryption stays required', async () => {
  const selfSigned = await openPostOffice({ disabledCommands: ['AUTH'] })
  try {
    const documentId = await recorded()
    worker({ url: selfSigned.url })
    await idle()
    expect(await mailOf(documentId)).toMatchObject({
      status: 'waiting',
      lastError: expect.stringMatching(/certificate|self.signed/i),
    })
    expect(selfSigned.received).toEqual([])

    here.clock.forward(minutes(2))
    worker({ url: `${office.url}?requireTLS=true` })
    await idle()
    expect(await mailOf(documentId)).toMatchObject({
      status: 'waiting',
      attempts: 2,
      lastError: expect.stringMatching(/TLS/),
    })
    expect(office.received).toEqual([])

    // Another address of this machine, which is treated like another machine.
    here.clock.forward(minutes(5))
    worker({ url: office.url.replace(/localhost|127\.0\.0\.1/, '0.0.0.0') })
    await idle()
    expect(await mailOf(documentId)).toMatchObject({ attempts: 3, lastError: expect.stringMatching(/TLS/) })
    expect(office.received).toEqual([])
  } finally {
    await selfSigned.close()
  }
})

const nasty = 'Tala\r\nBcc: spy@example.com\r\n\r\n.\r\nMAIL FROM:<x@example.com>\u0000\u202E{{7*7}}<b>'

test('a name cannot inject a header, a second recipient or a second message', async () => {
  // The database would refuse the NUL; the subject line consists of all of it.
  const storable = nasty.replace('\u0000', '')
  const company = { name: storable, tinLine: storable, address: storable }
  const party = { label: storable, name: storable, tinLine: '', address: '' }
  const row = await recorded({ receipt: receiptOf({ title: storable, number: storable, company, party }) })
  expect(subjectLine(nasty)).toBe('Tala Bcc: spy@example.com . MAIL FROM:<x@example.com> {{7*7}}<b>')
  worker()
  await idle()
  expect(await mailOf(row)).toMatchObject({ status: 'sent' })
  expect(office.received).toHaveLength(1)
  expect(office.received[0]?.to).toEqual(['juana@example.com'])
  expect(Object.keys(headersOf(office.received[0]?.text ?? '')).toSorted()).toEqual(usualHeaders)
})

const usualHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
]

test('an inquiry goes to the address of the portal, also if it includes a name or is on localhost', async () => {
  const own = ['Bahay Kubo Books <books@bahaykubo.example>', '"Kubo, Inc." <a.b+c@kubo.example>', 'talaan@localhost']
  for (const to of own) await queuedEmail(to)
  worker()
  await idle()
  expect(office.received.flatMap(({ to }) => to).toSorted()).toEqual([
    'a.b+c@kubo.example',
    'books@bahaykubo.example',
    'talaan@localhost',
  ])
})

test('an address that contains two addresses is refused for good, and neither gets a message', async () => {
  for (const to of [
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'a@example.com> b@example.com',
    '"a" <a@example.com>, b@example.com',
    'a@example.com <b@example.com>',
  ]) {
    await recorded({ to })
  }
  worker()
  await idle()
  expect(office.visits).toBe(0)
  const { rows } = await here.db.pool.query(`select state = 'failed' as failed, last_error from job`)
  expect(rows.map((row) => [row.failed, /is not a single valid e-mail address/.test(row.last_error)])).toEqual(
    Array(5).fill([true, true]),
  )
  await expect(recorded({ to: 'a@example.com\r\nBcc: b@example.com' })).rejects.toMatchObject({ code: '23514' })
})

test('for any texts, a message has each header once, on lines of its own, and no bare line break', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('\r', '\n', '\0', ':', '=?', '?=', ' ', 'B', '<', '@', ',') }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (subject, body) => {
      const made = await rawMessage({
        from: 'Books <books@bahaykubo.example>',
        to: 'juana@example.com',
        subject,
        text: body.toWellFormed(),
        messageId: '<receipt.1@bahaykubo.example>',
        writtenAt: 0,
      })
      const bytes = made.bytes.toString('utf8')
      expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const names = Object.keys(headersOf(bytes)).filter(
        (name) => !['content-transfer-encoding', 'subject'].includes(name),
      )
      expect(names.toSorted()).toEqual(usualHeaders.filter((name) => name !== 'subject'))
      expect(headersOf(bytes)).toMatchObject({ to: 'juana@example.com', from: 'Books <books@bahaykubo.example>' })
    }),
    { numRuns: 200 },
  )
})

test('a subject is one line of at most 120 characters, truncated if longer', () => {
  expect(subjectLine('  Sales\tInvoice \r\n SI-1 ')).toBe('Sales Invoice SI-1')
  expect([...subjectLine('₱'.repeat(500))]).toHaveLength(120)
  expect(subjectLine('x'.repeat(120))).toHaveLength(120)
  expect(subjectLine('😀'.repeat(121)).isWellFormed()).toBe(true)
})

test('if the document was voided before its message is sent again, the message has another Message-ID', async () => {
  const documentId = await recorded()
  office.fate = (visit) => (visit === 1 ? 'cut' : 'accept')
  const outbox = worker()
  await idle()
  await markVoid(documentId)
  here.clock.forward(minutes(2))
  outbox.wake()
  await idle()
  expect(messageIds()).toEqual([
    `<receipt.${documentId}@bahaykubo.example>`,
    `<void.receipt.${documentId}@bahaykubo.example>`,
  ])
})

async function markVoid(documentId: string): Promise<void> {
  await here.db.pool.query(
    `with unchecked as (select set_config('session_replication_role', 'replica', true))
    insert into document_void (document_id, reversal, reason, voided_by, voided_at)
      select $1, 99, 'wrong customer', id, now() from users, unchecked where client_id = 'ana'`,
    [documentId],
  )
}

test('the receipt of a document voided before sending says so in its PDF', async () => {
  const documentId = await recorded()
  await markVoid(documentId)
  const eml = await emlOf(documentId)
  const [page = ''] = await pagesOf(new Uint8Array(partsOf(eml?.toString() ?? '')[1]?.content ?? []))
  expect(page).toContain('VOID')
})
