// An inquiry is kept and mailed to the portal's own address.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendInquiry } from '@talaan/contract/contact.ts'
import { portal } from '../test/portal.ts'
import type { Caller } from '../test/portal.ts'

const p = await portal({ env: { MAIL_FROM: 'Bahay Kubo <books@bahaykubo.example>' } })
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
const letters = () => p.db.kysely.selectFrom('outbox').select(['topic', 'recipient', 'subject', 'body']).execute()

test("an inquiry is kept with who sent it, and put into the outbox for the portal's own address", async () => {
  const ana = await p.signIn('ana')
  expect((await send(ana, inquiry)).body).toEqual({ success: true })
  const kept = await p.db.kysely
    .selectFrom('inquiry')
    .innerJoin('users', 'users.id', 'inquiry.user_id')
    .select(['client_id', 'fields'])
    .execute()
  expect(kept).toEqual([{ client_id: 'ana', fields: inquiry }])
  expect(await letters()).toEqual([
    {
      topic: 'inquiry',
      recipient: 'Bahay Kubo <books@bahaykubo.example>',
      subject: 'Inquiry (general) from Ana Reyes, Bahay Kubo',
      body: expect.stringContaining('Where is the voucher?'),
    },
  ])
  expect((await letters())[0]?.body).toContain('Answer to: ana@bahaykubo.example\nAccount: ana\n')
  expect(p.mails.due).toBe(1)
})

test('a bug comes with what, when and on which day', async () => {
  await send(await p.signIn('ana'), bug)
  expect((await letters())[0]?.body).toContain('Bug: The page stays white\nEncountered: 2026-03-15 14:30')
})

test.for([
  ['a bug without its description', { ...bug, bugDescription: undefined }, 'bugDescription'],
  ['a bug without its time', { ...bug, timeEncountered: '' }, 'timeEncountered'],
  ['a time that is none', { ...bug, timeEncountered: '25:00' }, 'timeEncountered'],
  ['a day that is none', { ...bug, dateEncountered: '2026-02-30' }, 'dateEncountered'],
  ['a second recipient in the address', { ...inquiry, email: 'ana@x.example\r\nBcc: all@x.example' }, 'email'],
  ['a header in the name', { ...inquiry, name: 'Ana\r\nBcc: all@x.example' }, 'name'],
  ['a message that is empty', { ...inquiry, message: ' ' }, 'message'],
  ['a message that is endless', { ...inquiry, message: 'x'.repeat(5001) }, 'message'],
] as const)('%s is a mistake at its field', async ([, body, field]) => {
  const reply = await send(await p.signIn('ana'), body)
  expect(reply.status).toBe(400)
  expect(reply.body.fields).toContainEqual(expect.objectContaining({ path: [field] }))
  expect(await letters()).toEqual([])
})

test('five inquiries an hour are taken from a person', async () => {
  const ana = await p.signIn('ana')
  for (let sent = 0; sent < 5; sent++) expect((await send(ana, inquiry)).status).toBe(200)
  const { status, headers } = await send(ana, inquiry)
  expect([status, headers['retry-after']]).toEqual([429, '60'])
  expect(await letters()).toHaveLength(5)
  expect((await send(await p.signIn('ben'), inquiry)).status).toBe(200)
})

test('without a session nothing is sent', async () => {
  expect((await send(p.nobody, inquiry)).status).toBe(401)
})
