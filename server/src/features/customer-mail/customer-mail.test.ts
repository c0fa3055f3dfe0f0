// Statements in a batch and reminders by schedule, on the real server with a real mail server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  chooseReminders,
  firstTemplate,
  getReminders,
  listCustomerMessages,
  listStatementCustomers,
  mailDocuments,
  mailStatements,
  previewDocumentMail,
  saveReminders,
} from '@talaan/contract/customer-mail.ts'
import { maxTogether, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { openPostOffice, partsOf } from '../../../test/post-office.ts'
import type { PostOffice } from '../../../test/post-office.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { sendsMail } from '../mail/send.ts'
import { remindCustomers, remindsCustomers } from './reminders.ts'

let portal: Portal
let office: PostOffice
let ana: Caller
let ben: Caller
let lakbay: string
let haligi: string

beforeAll(async () => {
  office = await openPostOffice()
  portal = await openPortal({ env: { SMTP_URL: office.url } })
})
afterAll(async () => {
  await portal.close()
  await office.close()
})
beforeEach(async () => {
  await portal.reset()
  office.received.length = 0
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  lakbay = await registered('Lakbay Trading Inc.', '123-456-789', 'ap@lakbay.example')
  haligi = await registered('Haligi Realty Inc.', '222-333-444', '')
})

test('each chosen customer gets one statement of account, and the list shows the result of each', async () => {
  await recorded('invoice', invoice(lakbay, '1001', '2026-02-15', '2026-03-10'))
  await recorded('invoice', invoice(haligi, '1002', '2026-03-15', '2026-04-15'))
  const batch = { batchId: crypto.randomUUID(), partyIds: [lakbay, haligi], from: '2026-01-01', to: '2026-03-16' }
  expect((await ana.call(listStatementCustomers)).status).toBe(403)
  expect((await ana.call(mailStatements, { body: batch })).status).toBe(403)
  expect((await ben.call(mailStatements, { body: { ...batch, from: '2026-03-17' } })).status).toBe(422)
  expect((await ben.call(listStatementCustomers)).answer.customers).toMatchObject([
    { name: 'Haligi Realty Inc.', email: null, open: 11_200_000n, overdue: 0n, last: null },
    { name: 'Lakbay Trading Inc.', open: 11_200_000n, overdue: 11_200_000n, last: null },
  ])
  const results = async () =>
    (await ben.call(mailStatements, { body: batch })).answer.results.map(({ result }) => result)
  expect(await results()).toEqual(['noAddress', 'queued'])
  expect(await results()).toEqual(['noAddress', 'already'])
  // Recorded later, it is not in the statement that waits.
  await recorded('invoice', invoice(lakbay, '1003', '2026-03-01', '2026-04-01'))
  await deliver()
  expect(office.received.map(({ to }) => to)).toEqual([['ap@lakbay.example']])
  const [text, pdf] = partsOf(office.received[0]?.text ?? '')
  expect(text?.content.toString()).toContain('Balance: PHP 112,000.00')
  expect((await pagesOf(pdf?.content ?? Buffer.from(''))).join(' ')).toContain('Statement of Account, Lakbay')
  const { customers } = (await ben.call(listStatementCustomers)).answer
  expect(customers.map(({ last }) => last?.status)).toEqual([undefined, 'sent'])
  expect((await ana.call(listCustomerMessages, { query: { party: lakbay } })).answer.messages).toMatchObject([
    { kind: 'statement', by: 'ben', to: 'ap@lakbay.example', status: 'sent', document: null },
  ])
})

test('reminders are off until they are set up, go out once per step, and stop with the payment or the opt-out', async () => {
  const sold = await recorded('invoice', invoice(lakbay, '1001', '2026-02-15', '2026-03-19'))
  await recorded('invoice', invoice(haligi, '1002', '2026-02-15', '2026-03-19'))
  expect(await remindCustomers(portal.context)).toBe(0)
  const settings = { active: true, ...firstTemplate, steps: [7, -3] }
  expect((await ana.call(saveReminders, { body: settings })).status).toBe(403)
  expect((await ben.call(saveReminders, { body: settings })).status).toBe(200)
  expect((await ben.call(getReminders)).answer).toMatchObject({
    settings: { active: true, steps: [-3, 7] },
    changed: { by: 'ben' },
  })
  // Three days before the due date; the other customer has no address.
  await deliver()
  expect(await remindCustomers(portal.context)).toBe(0)
  expect(office.received).toHaveLength(1)
  const [text, pdf] = partsOf(office.received[0]?.text ?? '')
  expect(text?.content.toString()).toContain('is due in 3 days (due date 19 Mar 2026)')
  expect((await pagesOf(pdf?.content ?? Buffer.from(''))).join(' ')).toContain(sold.number)
  const query = { document: sold.documentId }
  expect((await ana.call(listCustomerMessages, { query })).answer.messages).toMatchObject([
    { kind: 'reminder', by: null, status: 'sent', document: { number: sold.number } },
  ])

  const off = (choice: boolean, by = ben) =>
    by.call(chooseReminders, { params: { partyId: lakbay }, body: { off: choice } })
  expect((await off(true, ana)).status).toBe(403)
  expect((await off(true)).status).toBe(200)
  expect((await ana.call(listCustomerMessages, { query: { party: lakbay } })).answer.remindersOff).toBe(true)
  portal.clock.forward(10 * day)
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  expect(await remindCustomers(portal.context)).toBe(0)
  expect((await off(false)).status).toBe(200)
  await recorded('collection', {
    partyId: lakbay,
    day: '2026-03-26',
    account: '1010',
    rows: [{ documentId: sold.documentId, pay: '11200000' }],
  })
  expect(await remindCustomers(portal.context)).toBe(0)
  // Another invoice of the customer is reminded of its newest step only.
  await recorded('invoice', invoice(lakbay, '1003', '2026-02-20', '2026-03-19'))
  expect(await remindCustomers(portal.context)).toBe(1)
  expect(await remindCustomers(portal.context)).toBe(0)
})

test('selected documents are e-mailed once to their customers; those without an address, void or internal are not', async () => {
  const sold = await recorded('invoice', invoice(lakbay, '1001', '2026-02-15', '2026-03-19'))
  const wrong = await recorded('invoice', invoice(lakbay, '1002', '2026-02-15', '2026-03-19'))
  const other = await recorded('invoice', invoice(haligi, '1003', '2026-02-15', '2026-03-19'))
  const lines = [
    { account: '6010', debit: '10000' },
    { account: '1340', credit: '10000' },
  ]
  const journal = await recorded('journalvoucher', { day: '2026-03-01', memo: 'Correction', lines }, ben)
  const voided = { day: '2026-03-16', reason: 'Recorded twice' }
  expect((await ben.call(voidDocument, { params: { documentId: wrong.documentId }, body: voided })).status).toBe(200)
  const documentIds = [sold, wrong, other, journal].map(({ documentId }) => documentId)
  const body = { batchId: crypto.randomUUID(), documentIds }

  expect((await ana.call(previewDocumentMail, { body: { documentIds } })).status).toBe(403)
  expect((await ana.call(mailDocuments, { body })).status).toBe(403)
  const many = Array.from({ length: maxTogether + 1 }, () => crypto.randomUUID())
  for (const [ids, status] of [
    [[], 400],
    [many, 400],
    [[sold.documentId, sold.documentId], 400],
    [[sold.documentId, crypto.randomUUID()], 404],
  ] as const)
    expect((await ben.call(mailDocuments, { body: { ...body, documentIds: [...ids] } })).status).toBe(status)

  const refusals = [
    null,
    'It is void.',
    'Haligi Realty Inc. has no e-mail address. Add one on the page of the customer or supplier.',
    "Journal vouchers aren't sent to customers or suppliers.",
  ]
  const { documents, mailReady } = (await ben.call(previewDocumentMail, { body: { documentIds } })).answer
  expect(documents.map(({ refusal }) => refusal)).toEqual(refusals)
  expect([documents[0]?.to, documents[0]?.last, mailReady]).toEqual(['ap@lakbay.example', null, true])
  const results = async () => (await ben.call(mailDocuments, { body })).answer.results
  expect(await results()).toEqual([
    { id: sold.documentId, result: 'queued', detail: 'ap@lakbay.example' },
    ...documentIds.slice(1).map((id, at) => ({ id, result: 'refused', detail: refusals[at + 1] })),
  ])
  expect((await results()).map(({ result }) => result)).toEqual(['already', 'refused', 'refused', 'refused'])

  await deliver()
  expect(office.received.map(({ to }) => to)).toEqual([['ap@lakbay.example']])
  const [text, pdf] = partsOf(office.received[0]?.text ?? '')
  expect(text?.content.toString()).toMatch(new RegExp(`Attached is our .* ${sold.number} of 15 Feb`))
  expect((await pagesOf(pdf?.content ?? Buffer.from(''))).join(' ')).toContain(sold.number)
  const again = (await ben.call(previewDocumentMail, { body: { documentIds: [sold.documentId] } })).answer.documents
  expect(again[0]?.last?.status).toBe('sent')
  expect(
    (await ana.call(listCustomerMessages, { query: { document: sold.documentId } })).answer.messages,
  ).toMatchObject([
    { kind: 'document', by: 'ben', to: 'ap@lakbay.example', status: 'sent', document: { number: sold.number } },
  ])
})

// ── Helpers.

const day = 24 * 3600

async function registered(registeredName: string, tin: string, email: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', registeredName, tin, email }
  const body = { registrationId: crypto.randomUUID(), role: 'customer' as const, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const invoice = (partyId: string, externalNo: string, on: string, dueDay: string) => ({
  email: 'office@bahaykubo.example',
  partyId,
  externalNo,
  day: on,
  dueDay,
  priceMode: 'exclusive',
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
})

async function recorded(kind: string, fields: Record<string, unknown>, by = ana) {
  const draftId = crypto.randomUUID()
  const { body } = await by.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await by.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

/** Queues the reminders and sends what is due; the receipts of the documents go to the office. */
async function deliver(): Promise<void> {
  await workOff(portal.context, [remindsCustomers(portal.context), ...sendsMail(portal.context)])
  const toCustomers = office.received.filter(({ to }) => to[0] !== 'office@bahaykubo.example')
  office.received.splice(0, office.received.length, ...toCustomers)
}
