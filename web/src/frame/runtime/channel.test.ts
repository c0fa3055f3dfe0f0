// Everything crosses the port in wire format, and every failure arrives with its message.
import { afterEach, expect, test } from 'vitest'
import { discardDraft, getDocument, printVoucher, reviewDraft, saveDraft } from '@talaan/contract/documents.ts'
import { registerParty, searchParties } from '@talaan/contract/parties.ts'
import { fromFrame } from '@talaan/contract/channel.ts'
import type { FrameContext, FromFrame, ToFrame } from '@talaan/contract/channel.ts'
import { CallFailure, encodeCall, mayPass, openChannel } from './channel.ts'

const draftId = '7b0c4a3e-95a5-4f3a-8a57-0c9a2d3f6b11'
const context: FrameContext = {
  form: 'invoice',
  draftId,
  clientId: 'ana',
  company: 'Kapihan',
  today: '2026-03-15',
  scheme: 'light',
}
type Call = Extract<FromFrame, { type: 'call' }>

const opened: MessagePort[] = []
afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

/** A portal that returns the given answers. */
function portal(answer: (call: Call) => Omit<ToFrame, 'id'> | null, timeoutMs?: { call: number; file: number }) {
  const { port1, port2 } = new MessageChannel()
  opened.push(port1, port2)
  const messages: FromFrame[] = []
  port1.onmessage = ({ data }) => {
    const message = fromFrame.parse(data)
    messages.push(message)
    const said = message.type === 'call' ? answer(message) : null
    if (said && message.type === 'call') port1.postMessage({ ...said, id: message.id })
  }
  return { channel: openChannel(port2, context, timeoutMs), messages, port: port1 }
}

const ok = (body: unknown) => ({ type: 'answer', ok: true, body }) as const

test('a call names its endpoint and carries only the given parts', () => {
  expect(encodeCall(1, searchParties, { query: { search: '123-456', role: 'customer' } })).toEqual({
    type: 'call',
    id: 1,
    endpoint: 'parties.search',
    params: {},
    query: { search: '123-456', role: 'customer' },
    body: {},
  })
})

test('a request that the portal would refuse is not sent', () => {
  expect(() =>
    encodeCall(1, saveDraft, { params: { draftId: 'not an id' }, body: { kind: 'invoice', fields: {} } }),
  ).toThrow()
})

test('a registration is encoded with every field', () => {
  const address = { substreet: '', street: '', barangay: '', city: 'Makati', province: '', zip: '' }
  const names = { registeredName: 'Metro', lastName: '', firstName: '', middleName: '', tradeName: '' }
  const rest = {
    noTin: '',
    country: '',
    foreignTaxNo: '',
    rdoCode: '',
    vatStatus: 'vat',
    email: '',
    phone: '',
    lineOfBusiness: '',
    government: false,
    withholdingExempt: '',
    registeredEnterprise: false,
    zeroRatingCertificate: '',
    withholdingAgent: false,
  } as const
  const fields = { kind: 'non_individual', tin: '123-456-789-00000', ...names, address, ...rest } as const
  const body = { registrationId: draftId, role: 'customer', fields, lookAlikesSeen: true } as const
  expect(encodeCall(1, registerParty, { body })).toMatchObject({ body })
})

test('a failure without a message gets the message of the call', async () => {
  const said = { type: 'answer', ok: false, status: 0, code: 'network', error: '' } as const
  const { channel } = portal(() => said)
  await expect(channel.call(discardDraft, { params: { draftId } })).rejects.toThrow(discardDraft.failure)
})

test('amounts arrive as amounts', async () => {
  const receipt = {
    title: 'Sales Invoice',
    number: null,
    status: 'review',
    day: '2026-03-15',
    note: '',
    party: null,
    facts: [],
    lines: [],
    company: { name: 'Kapihan', tinLine: '', address: '' },
    amountInWords: '',
    memo: '',
    journal: [],
    attachments: [],
    totals: [{ label: 'Total', amount: '11200' }],
  }
  const { channel } = portal(() => ok({ digest: 'd', receipt, warnings: [], numberToBe: 'SI-2026-000001' }))
  const review = await channel.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields: {} } })
  expect(review.receipt.totals).toEqual([{ label: 'Total', amount: 11_200n }])
})

test('a refusal arrives with its message, code and fields', async () => {
  const fields = [{ path: ['lines', 0, 'account'], message: 'Choose an account.' }]
  const { channel } = portal(() => ({
    type: 'answer',
    ok: false,
    status: 422,
    code: 'documents.mistakes',
    error: 'Check these points.',
    fields,
  }))
  const failed = await channel.call(discardDraft, { params: { draftId } }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(CallFailure)
  expect(failed).toMatchObject({ message: 'Check these points.', code: 'documents.mistakes', status: 422, fields })
  expect(mayPass(failed)).toBe(false)
})

test("an answer that does not match the endpoint's schema is a failed call", async () => {
  const { channel } = portal(() => ok({ document: 'a surprise' }))
  const failed = await channel.call(getDocument, { params: { documentId: draftId } }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ message: getDocument.failure, status: 0 })
})

test('a portal that does not answer gives the message of the endpoint, and a retry may succeed', async () => {
  const { channel } = portal(() => null, { call: 20, file: 20 })
  const failed = await channel.call(discardDraft, { params: { draftId } }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ message: discardDraft.failure, code: 'channel.silent' })
  expect(mayPass(failed)).toBe(true)
})

test('answers are matched to their calls in any order', async () => {
  const { channel, port, messages } = portal(() => null)
  const calls = ['a', 'b'].map((search) => channel.call(searchParties, { query: { search } }))
  await expect.poll(() => messages.length).toBe(2)
  const row = (name: string) => ({ parties: [{ ...party, name, balance: null }] })
  port.postMessage({ type: 'answer', id: 2, ok: true, body: row('second') })
  port.postMessage({ type: 'answer', id: 1, ok: true, body: row('first') })
  const names = (await Promise.all(calls)).map(({ parties }) => parties[0]?.name)
  expect(names).toEqual(['first', 'second'])
})

test('bytes arrive as a file to save', async () => {
  const { channel } = portal(() => ok(new Uint8Array([37, 80, 68, 70])))
  const file = await channel.download(printVoucher, { params: { documentId: draftId } })
  expect(await file.text()).toBe('%PDF')
})

test('the frame may only navigate to places on the list', () => {
  const { channel } = portal(() => null)
  // @ts-expect-error a form does not send people to other addresses
  expect(() => channel.navigate({ to: 'https://example.com' })).toThrow()
})

const party = {
  id: draftId,
  tin: '',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  address: '',
  email: null,
  kind: 'non_individual',
  vatStatus: 'vat',
  government: false,
  withholdingExempt: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  customer: true,
  supplier: false,
}
