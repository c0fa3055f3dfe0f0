// An inquiry is stored and e-mailed to the company's contact address; the admin sees all of them and the state of each e-mail.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listInquiries, sendInquiry } from '@talaan/contract/contact.ts'
import type { PastInquiry } from '@talaan/contract/contact.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { headersOf, openPostOffice } from '../../../test/post-office.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/portal.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { sendsMail } from '../mail/send.ts'

const p = await openPortal({ env: { MAIL_FROM: 'Bahay Kubo <books@bahaykubo.example>' } })
afterAll(p.close)
beforeEach(p.reset)

const inquiry = {
  name: 'Ana Reyes',
  company: 'Bahay Kubo',
  email: 'ana@bahaykubo.example',
  topic: 'general',
  message: 'Where is the voucher?',
}
const bug = {
  ...inquiry,
  topic: 'bug',
  bugDescription: 'The page stays white',
  timeEncountered: '14:30',
  dateEncountered: '2026-03-15',
}
const send = (caller: Caller, body: object) => caller.call(sendInquiry, { body })
const emails = () =>
  p.db.kysely.selectFrom('outbox').select(['topic', 'recipient', 'reply_to', 'subject', 'body']).execute()

test('an inquiry is stored with its sender, and queued for the address of the portal', async () => {
  const ana = await p.signIn('ana')
  expect((await send(ana, inquiry)).body).toEqual({ success: true })
  const kept = await p.db.kysely
    .selectFrom('inquiry')
    .innerJoin('users', 'users.id', 'inquiry.user_id')
    .select(['client_id', 'fields'])
    .execute()
  expect(kept).toEqual([{ client_id: 'ana', fields: inquiry }])
  expect(await emails()).toEqual([
    {
      topic: 'inquiry',
      recipient: 'Bahay Kubo <books@bahaykubo.example>',
      reply_to: 'ana@bahaykubo.example',
      subject: 'Inquiry (general) from Ana Reyes, Bahay Kubo',
      body: expect.stringContaining('Where is the voucher?'),
    },
  ])
  expect((await emails())[0]?.body).toContain('Reply to: ana@bahaykubo.example\nAccount: ana\n')
  expect(p.jobs.due).toBe(1)
})

test('a bug report has a description, a time and a date', async () => {
  await send(await p.signIn('ana'), bug)
  expect((await emails())[0]?.body).toContain('Bug: The page stays white\nEncountered: 2026-03-15 14:30')
})

test.for([
  ['a bug without its description', { ...bug, bugDescription: undefined }, 'bugDescription'],
  ['a bug without its time', { ...bug, timeEncountered: '' }, 'timeEncountered'],
  ['a time that is none', { ...bug, timeEncountered: '25:00' }, 'timeEncountered'],
  ['a day that is none', { ...bug, dateEncountered: '2026-02-30' }, 'dateEncountered'],
  ['a second recipient in the address', { ...inquiry, email: 'ana@x.example\r\nBcc: all@x.example' }, 'email'],
  ['a header in the name', { ...inquiry, name: 'Ana\r\nBcc: all@x.example' }, 'name'],
  ['a mistyped address', { ...inquiry, email: 'ana at bahaykubo' }, 'email'],
  ['two addresses', { ...inquiry, email: 'ana@x.example, all@x.example' }, 'email'],
  ['a company that is missing', { ...inquiry, company: '' }, 'company'],
  ['a topic that is none', { ...inquiry, topic: 'praise' }, 'topic'],
  ['a message that is empty', { ...inquiry, message: ' ' }, 'message'],
  ['a message that is endless', { ...inquiry, message: 'x'.repeat(5001) }, 'message'],
] as const)('%s is an error at its field', async ([, body, field]) => {
  const reply = await send(await p.signIn('ana'), body)
  expect(reply.status).toBe(400)
  expect(reply.body.fields).toContainEqual(expect.objectContaining({ path: [field] }))
  expect(await emails()).toEqual([])
})

test('a sender without a name is called by the Client ID', async () => {
  const { name: _, ...nameless } = inquiry
  expect((await send(await p.signIn('ana'), nameless)).status).toBe(200)
  const [email] = await emails()
  expect(email?.subject).toBe('Inquiry (general) from ana, Bahay Kubo')
  expect(email?.body).toMatch(/^From: ana, Bahay Kubo\n/)
})

test('a missing field is reported as required, not as invalid', async () => {
  const nothing = { company: '', email: '', topic: 'bug', message: '' }
  const { body } = await send(await p.signIn('ana'), nothing)
  expect(body.fields).toEqual(
    ['company', 'email', 'message', 'bugDescription', 'timeEncountered', 'dateEncountered'].map((field) => ({
      path: [field],
      message: 'This field is required.',
    })),
  )
})

const numbered = (number: number) => ({ ...inquiry, message: `Question ${number}` })

test('a person may send five inquiries an hour', async () => {
  const ana = await p.signIn('ana')
  for (let sent = 1; sent <= 5; sent++) expect((await send(ana, numbered(sent))).status).toBe(200)
  const { status, headers, body } = await send(ana, numbered(6))
  expect([status, headers['retry-after']]).toEqual([429, '60'])
  expect(body.error).toBe('You can send at most 5 inquiries an hour. Try again later.')
  expect(await emails()).toHaveLength(5)
  expect((await send(await p.signIn('ben'), inquiry)).status).toBe(200)
  p.clock.forward(3601)
  expect((await send(await p.signIn('ana', { force: true }), numbered(6))).status).toBe(200)
})

test('the same inquiry sent again within ten minutes, or twice at once, is stored once', async () => {
  const ana = await p.signIn('ana')
  const replies = await Promise.all([send(ana, bug), send(ana, bug), send(ana, bug)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await emails()).toHaveLength(1)
  await send(await p.signIn('ben'), bug)
  expect(await emails()).toHaveLength(2)
  p.clock.forward(601)
  await send(ana, bug)
  expect(await emails()).toHaveLength(3)
})

test('an inquiry needs a session', async () => {
  expect((await send(p.nobody, inquiry)).status).toBe(401)
})

const list = (caller: Caller, query: Record<string, string> = {}) => caller.call(listInquiries, { query })

test('only the admin lists past inquiries', async () => {
  expect((await list(p.nobody)).status).toBe(401)
  for (const name of ['ana', 'ben']) expect((await list(await p.signIn(name))).status).toBe(403)
  expect((await list(await p.signIn('carla'))).body).toEqual({ inquiries: [], next: null })
})

test('an inquiry is listed with sender, time, text, and the state of its e-mail', async () => {
  await send(await p.signIn('ana'), bug)
  const { body } = await list(await p.signIn('carla'))
  expect(body.inquiries).toEqual([
    {
      ...bug,
      id: expect.any(String),
      clientId: 'ana',
      at: '2026-03-16T01:00:00.000Z',
      delivery: {
        to: 'Bahay Kubo <books@bahaykubo.example>',
        status: 'waiting',
        attempts: 0,
        lastError: null,
        sentAt: null,
      },
    },
  ])
})

test('the list shows the newest first, a page at a time, each once', async () => {
  const ana = await p.signIn('ana')
  const { inquiriesPerHour } = p.context.limits
  try {
    p.context.limits.inquiriesPerHour = 100
    for (let sent = 1; sent <= 45; sent++) {
      await send(ana, numbered(sent))
      // Some are sent at the same moment.
      if (sent % 2 === 0) p.clock.forward(1)
    }
  } finally {
    p.context.limits.inquiriesPerHour = inquiriesPerHour
  }
  const carla = await p.signIn('carla')
  const seen: string[] = []
  const lengths: number[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { body } = await list(carla, after === undefined ? {} : { after })
    lengths.push(body.inquiries.length)
    seen.push(...(body.inquiries as PastInquiry[]).map(({ at, message }) => `${at} ${message}`))
    after = body.next
  }
  expect(lengths).toEqual([20, 20, 5])
  for (const after of [
    'x',
    '-271821-04-20T00:00:00Z|00000000-0000-4000-8000-000000000000',
    '9999-99-99T99:99:99Z|00000000-0000-4000-8000-000000000000',
  ])
    expect((await list(carla, { after })).body.inquiries).toHaveLength(20)
  expect(new Set(seen).size).toBe(45)
  const times = seen.map((each) => each.split(' ')[0] ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
})

test('the e-mail goes to CONTACT_EMAIL, replies go to the sender, and it is marked as sent or failed', async () => {
  const office = await openPostOffice()
  await using here = await openPortal({
    env: {
      MAIL_FROM: 'Bahay Kubo <no-reply@bahaykubo.example>',
      CONTACT_EMAIL: 'help@bahaykubo.example',
      CONTACT_DETAILS: '12 Rizal Ave., Manila | (02) 8123 4567',
      SMTP_URL: office.url,
    },
  })
  const worker = startWorker(here.context, sendsMail(here.context), { pollMs: 20 })
  try {
    const carla = await here.signIn('carla')
    const fate = async () => (await list(carla)).body.inquiries[0]?.delivery
    const ana = await here.signIn('ana')
    const name = 'Ana \u202e<all@x.example>'
    await send(ana, { ...bug, name, message: 'Line one\n.\nBcc: all@x.example' })
    await expect.poll(fate).toMatchObject({ to: 'help@bahaykubo.example', status: 'sent', attempts: 1 })
    const [sent] = office.received
    expect([sent?.from, sent?.to]).toEqual(['no-reply@bahaykubo.example', ['help@bahaykubo.example']])
    const headers = headersOf(sent?.text ?? '')
    expect(headers).toMatchObject({
      from: 'Bahay Kubo <no-reply@bahaykubo.example>',
      to: 'help@bahaykubo.example',
      'reply-to': 'ana@bahaykubo.example',
      subject: 'Inquiry (bug) from Ana <all@x.example>, Bahay Kubo',
    })
    expect(headers).not.toHaveProperty('bcc')

    office.fate = 'refuse'
    here.clock.forward(1)
    await send(ana, inquiry)
    await expect
      .poll(fate)
      .toMatchObject({ status: 'failed', attempts: 1, lastError: expect.stringContaining('No such mailbox') })
    expect((await here.nobody.call(portalFacts)).body.contact).toEqual({
      email: 'help@bahaykubo.example',
      details: ['12 Rizal Ave., Manila', '(02) 8123 4567'],
    })
  } finally {
    await worker.stop()
    await office.close()
  }
})
