import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditEvents } from '@talaan/contract/audit-trail.ts'
import { getSettings } from '@talaan/contract/settings.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import { runOnce } from '../../../test/jobs.ts'
import { openMailbox } from '../../../test/mailbox-server.ts'
import type { Mailbox } from '../../../test/mailbox-server.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'
import { receiptOf, recordDocument } from '../../../test/recorded.ts'
import { receiptMailOf, receiptMessage, retryReceipt } from '../../books/mail.ts'
import { timestamp } from '../../platform/clock.ts'
import { maxReportBytes } from '../../platform/mailbox.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { readsReturnedMail } from './returned.ts'

let here: Portal
let mailbox: Mailbox
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  mailbox = await openMailbox()
})
afterEach(() => mailbox.close())
afterAll(() => here.close())

const lines = (...of: string[]) => of.join('\r\n')

type Report = { id?: string; action?: string; status?: string; answer?: string; original: string[] }

/** As a mail server writes it (RFC 3464). */
const report = ({
  id = '<r1@mx.example>',
  action = 'failed',
  status = '5.1.1',
  answer = 'smtp; 550 5.1.1\r\n    No such user',
  original,
}: Report) =>
  lines(
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: books@bahaykubo.example',
    ...(id === '' ? [] : [`Message-ID: ${id}`]),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_1"',
    '',
    '--=_1',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--=_1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; juana@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    ...(answer === '' ? [] : [`Diagnostic-Code: ${answer}`]),
    '',
    '--=_1',
    ...original,
    '--=_1--',
    '',
  )

const headersOnly = (messageId: string) => ['Content-Type: text/rfc822-headers', '', `Message-ID: ${messageId}`, '']
const wholeMessage = (messageId: string, body: string) => [
  'Content-Type: message/rfc822',
  '',
  'Subject: Receipt',
  `Message-ID:`,
  ` ${messageId}`,
  'Content-Type: application/pdf',
  'Content-Transfer-Encoding: base64',
  '',
  body,
]

/** A recorded document whose receipt was sent; returns its Message-ID. */
async function sentReceipt(number: string): Promise<{ documentId: string; messageId: string }> {
  const receipt = receiptOf({ number })
  const documentId = await recordDocument(here, { number, receipt })
  const { mailFrom } = here.context.env
  const message = receiptMessage({ documentId, to: 'juana@example.com', receipt, mailFrom, now: here.clock.now() })
  await here.db.kysely.transaction().execute((trx) => queueMessage(trx, message))
  await delivered(documentId)
  return { documentId, messageId: message.message_id }
}

const delivered = (documentId: string) =>
  here.db.pool.query(
    `update job set state = 'done', attempts = 1, ended_at = $1, last_error = null
     from outbox where outbox.id = job.id and document_id = $2`,
    [timestamp(here.clock.now()), documentId],
  )

const read = (url = mailbox.url) => runOnce(readsReturnedMail(contextWith(url)))
const contextWith = (returnsImapUrl: string | null) => ({
  ...here.context,
  env: { ...here.context.env, returnsImapUrl },
})

const mailOf = (documentId: string) => receiptMailOf(here.db.kysely, documentId)

test('a returned receipt becomes a failed e-mail with its reason, a task and an audit event, once', async () => {
  const { documentId, messageId } = await sentReceipt('SI-2026-000001')
  const other = await sentReceipt('SI-2026-000002')
  mailbox.messages.set(1, lines('Subject: Hello', 'Content-Type: text/plain', '', `About ${messageId}`))
  mailbox.messages.set(4, report({ original: headersOnly(messageId) }))
  await read()

  expect(await mailOf(documentId)).toMatchObject({
    status: 'failed',
    lastError: 'Returned by the mail server of the recipient: 550 5.1.1 No such user',
  })
  expect(await mailOf(other.documentId)).toMatchObject({ status: 'sent' })
  const ben = await here.signIn('ben')
  const mailTasks = async () => (await ben.call(viewTask, { params: { kind: 'mail' } })).answer.rows
  expect(await mailTasks()).toMatchObject([
    { title: 'juana@example.com', detail: expect.stringContaining('550 5.1.1 No such user') },
  ])
  const { events } = (await ben.call(listAuditEvents, { query: { record: `document:${documentId}` } })).answer
  expect(events).toMatchObject([
    { who: 'portal', words: 'noted that the e-mail to juana@example.com was returned: 550 5.1.1 No such user' },
  ])

  // The mailbox was only read, and the same report doesn't count again, even with other UIDs.
  expect(mailbox.commands.filter((one) => /STORE|SELECT|EXPUNGE|MOVE|COPY|APPEND|BODY\[/.test(one))).toEqual([])
  expect(mailbox.commands.filter((one) => one.includes('BODY.PEEK[]'))).toHaveLength(1)
  await here.db.kysely.transaction().execute((trx) => retryReceipt(trx, documentId, here.clock.now()))
  expect(await mailTasks()).toEqual([])
  await delivered(documentId)
  mailbox.uidValidity = 8
  mailbox.messages = new Map([[2, report({ original: headersOnly(messageId) })]])
  await read()
  expect(await mailOf(documentId)).toMatchObject({ status: 'sent' })

  // A report of the second try does.
  mailbox.messages.set(3, report({ id: '<r2@mx.example>', original: headersOnly(messageId) }))
  await read()
  expect(await mailOf(documentId)).toMatchObject({ status: 'failed' })
})

test.for<[string, (messageId: string) => string, string | null]>([
  ['with the whole e-mail', (id) => report({ original: wholeMessage(id, 'JVBERi0x') }), '550 5.1.1 No such user'],
  [
    'larger than what is read',
    (id) => report({ original: wholeMessage(id, 'JVBERi0x\r\n'.repeat(maxReportBytes / 8)) }),
    '550 5.1.1 No such user',
  ],
  [
    'of the e-mail of a voided document',
    (id) => report({ original: headersOnly(id.replace('<', '<void.')) }),
    '550 5.1.1 No such user',
  ],
  ['without an answer', (id) => report({ answer: '', original: headersOnly(id) }), 'Status 5.1.1'],
  ['without a Message-ID of its own', (id) => report({ id: '', original: headersOnly(id) }), '550 5.1.1 No such user'],
  [
    'with control characters',
    (id) => report({ answer: `smtp; 550 \u0007${'x'.repeat(5000)}`, original: headersOnly(id) }),
    `550 ${'x'.repeat(296)}`,
  ],
  ['of a delay', (id) => report({ action: 'delayed', original: headersOnly(id) }), null],
  ['of a delivery', (id) => report({ action: 'delivered', original: headersOnly(id) }), null],
  ['of an unknown e-mail', (id) => report({ original: headersOnly(id.replace('<', '<x')) }), null],
  ['without the e-mail', () => report({ original: ['Content-Type: text/plain', '', 'Nothing'] }), null],
  ['cut in its middle', (id) => report({ original: headersOnly(id) }).slice(0, 400), null],
  [
    'that is a receipt of reading',
    (id) => report({ original: headersOnly(id) }).replaceAll('delivery-status', 'disposition-notification'),
    null,
  ],
])('a report %s', async ([, write, reason]) => {
  const { documentId, messageId } = await sentReceipt('SI-2026-000003')
  mailbox.messages.set(9, write(messageId))
  await read()
  expect(await mailOf(documentId)).toMatchObject(
    reason === null
      ? { status: 'sent', lastError: null }
      : { status: 'failed', lastError: `Returned by the mail server of the recipient: ${reason}` },
  )
})

test('reading continues where it stopped, and says what the mail server answers', async () => {
  const carla = await here.signIn('carla')
  expect((await carla.call(getSettings)).answer.mail.returns).toBe(null)
  expect(readsReturnedMail(contextWith(null))).toEqual([])
  await read()
  for (let uid = 1; uid <= 700; uid++) mailbox.messages.set(uid, 'Subject: Hello\r\n\r\nHello')
  await read()
  const { documentId, messageId } = await sentReceipt('SI-2026-000004')
  mailbox.messages.set(701, report({ original: headersOnly(messageId) }))
  mailbox.commands = []
  await read()
  expect(await mailOf(documentId)).toMatchObject({ status: 'failed' })
  expect(mailbox.commands.filter((one) => one.startsWith('UID FETCH')).every((one) => one.includes(' 701 '))).toBe(true)
  const positions = await here.db.pool.query('select mailbox, uid from mailbox_position')
  expect(positions.rows).toEqual([{ mailbox: expect.stringMatching(/^books on 127\.0\.0\.1:\d+\/INBOX$/), uid: 701n }])

  mailbox.password = 'changed'
  await expect(read()).rejects.toThrow(/The mailbox can't be read: .*Wrong password/)
})
