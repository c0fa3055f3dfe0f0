// The connections of a document, seen from either side, and its history.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { printVoucher, recordDocument, reviewDraft, saveDraft, voidDocument } from '@talaan/contract/documents.ts'
import { commentOnDocument, getRelated } from '@talaan/contract/related.ts'
import { getPartyOverview, registerParty } from '@talaan/contract/parties.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let customer: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '123-456-789', registeredName: 'Lakbay Trading Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true } as const
  customer = (await ana.call(registerParty, { body })).answer.party.id
})

test('an invoice names its receipt, credit memo and balance, and each of them names the invoice', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const paid = await recorded('collection', {
    ...receipt,
    rows: [{ documentId: sold.documentId, pay: '5000000' }],
    advance: '100000',
  })
  expect((await relatedOf(paid.documentId)).undeposited).toBe(5_100_000n)
  const { documentId: deposited } = await recorded('deposit', {
    email: 'ana@bahaykubo.example',
    day: '2026-03-16',
    account: '1031',
    receipts: [paid.documentId],
  })
  portal.clock.forward(1)
  const credit = await recorded('creditmemo', {
    ...invoice('C-1'),
    creditOf: sold.documentId,
    day: '2026-03-16',
    reason: 'Goods returned',
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4080' }],
  })
  expect(await linksOf(sold.documentId)).toEqual([
    `settledBy ${paid.number} 5000000 open 100000`,
    `creditedBy ${credit.number} 1120000 open null`,
  ])
  expect(await linksOf(credit.documentId)).toEqual([`credits ${sold.number} 1120000 open 5080000`])
  expect(await linksOf(paid.documentId)).toEqual([
    'depositedBy DS-2026-000001 5100000 open null',
    `settles ${sold.number} 5000000 open 5080000`,
  ])
  expect((await relatedOf(paid.documentId)).undeposited).toBe(0n)
  expect(await linksOf(deposited)).toEqual([`deposits ${paid.number} 5100000 open 100000`])

  // The advance is used on the next invoice.
  const next = await recorded('invoice', invoice('1002'))
  const used = await recorded('collection', {
    ...receipt,
    account: null,
    rows: [{ documentId: next.documentId, pay: '100000' }],
    credits: [{ documentId: paid.documentId, amount: '100000' }],
  })
  expect(await linksOf(paid.documentId)).toContain(`creditUsedBy ${used.number} 100000 open null`)
  expect(await linksOf(used.documentId)).toContain(`usesCredit ${paid.number} 100000 open 0`)
})

test('a copy names the document it was copied from, and that document its copies', async () => {
  const first = await recorded('invoice', invoice('1001'))
  const copied = async (copyOf: string, fields: object) => {
    const params = { draftId: crypto.randomUUID() }
    await ana.call(saveDraft, { params, body: { kind: 'invoice', fields: { typed: {}, copyOf } } })
    const body = { kind: 'invoice', fields } as { kind: 'invoice'; fields: Record<string, unknown> }
    const { digest } = (await ana.call(reviewDraft, { params, body })).answer
    return (await ana.call(recordDocument, { body: { ...params, digest } })).answer
  }
  const copy = await copied(first.documentId, invoice('1002'))
  expect(await linksOf(copy.documentId)).toEqual([`copyOf ${first.number} 11200000 open 11200000`])
  expect(await linksOf(first.documentId)).toEqual([`copies ${copy.number} 11200000 open 11200000`])
  // A copy does not prevent the void, and a document of another type is no source.
  const params = { documentId: first.documentId }
  const body = { day: '2026-03-16', reason: 'Typed twice' }
  expect((await ben.call(voidDocument, { params, body })).status).toBe(200)
  const paid = await recorded('collection', { ...receipt, advance: '100000' })
  expect(await linksOf((await copied(paid.documentId, invoice('1003'))).documentId)).toEqual([])
})

test('a void receipt stays listed with what it had paid, and the history says who did what and why', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const paid = await recorded('collection', { ...receipt, rows: [{ documentId: sold.documentId, pay: '5000000' }] })
  portal.clock.forward(60)
  const body = { day: '2026-03-16', reason: 'The cheque was returned' }
  expect((await ben.call(voidDocument, { params: { documentId: paid.documentId }, body })).status).toBe(200)
  const { documents } = await relatedOf(sold.documentId)
  expect(documents).toMatchObject([{ number: paid.number, amount: 5_000_000n, status: 'void' }])
  const { history } = await relatedOf(paid.documentId)
  expect(history.map(({ by, action, detail }) => [by, action, detail])).toEqual([
    ['ben', 'documents.void', 'The cheque was returned'],
    ['ana', 'documents.record', ''],
  ])
})

test('comments and saved vouchers are in the history, and a comment cannot be empty', async () => {
  const { documentId } = await recorded('invoice', invoice('1001'))
  const params = { documentId }
  expect((await portal.nobody.call(commentOnDocument, { params, body: { text: 'Hello' } })).status).toBe(401)
  expect((await ana.call(commentOnDocument, { params, body: { text: '  ' } })).status).toBe(400)
  portal.clock.forward(1)
  await ana.call(commentOnDocument, { params, body: { text: 'Called the customer, pays on Friday' } })
  portal.clock.forward(1)
  await ben.call(printVoucher, { params })
  expect((await relatedOf(documentId)).history.map(({ by, action, detail }) => [by, action, detail])).toEqual([
    ['ben', 'documents.voucher', ''],
    ['ana', 'documents.comment', 'Called the customer, pays on Friday'],
    ['ana', 'documents.record', ''],
  ])
})

test('the page of a customer shows balance, overdue, age, credit and certificates to be received', async () => {
  const overview = async () => (await ana.call(getPartyOverview, { params: { partyId: customer } })).answer
  const due = (externalNo: string, dueDay: string) =>
    recorded('invoice', { ...invoice(externalNo), day: '2026-01-02', dueDay })
  const late = await due('1001', '2026-02-14')
  await due('1002', '2026-03-15')
  await due('1003', '2026-03-16')
  await recorded('collection', {
    ...receipt,
    rows: [{ documentId: late.documentId, pay: '5000000', withheld: '200000', atc: 'WC160' }],
    advance: '100000',
  })
  const { sides, certificates } = await overview()
  expect(sides[0]).toEqual({
    side: 'receivable',
    documents: 3,
    open: 28_400_000n,
    overdue: 17_200_000n,
    credit: 100_000n,
    // On 16 March, 14 February is 30 days ago, and 15 March one day.
    ages: [11_200_000n, 17_200_000n, 0n, 0n, 0n],
    oldestDue: '2026-02-14',
    // Five paid invoices would show how the customer pays.
    usualDaysLate: null,
  })
  expect(sides[1]).toMatchObject({ side: 'payable', documents: 0, open: 0n, oldestDue: null })
  expect(certificates).toBe(200_000n)
  portal.clock.forward(86_400)
  ana = await portal.signIn('ana', { force: true })
  expect((await overview()).sides[0]?.ages).toEqual([0n, 22_400_000n, 6_000_000n, 0n, 0n])

  // Five invoices, due on 1 March and paid on 16 March, show how the customer usually pays.
  const rows = []
  for (const externalNo of ['2001', '2002', '2003', '2004', '2005']) {
    const sold = await recorded('invoice', { ...invoice(externalNo), day: '2026-02-20', dueDay: '2026-03-01' })
    rows.push({ documentId: sold.documentId, pay: '11200000' })
  }
  await recorded('collection', { ...receipt, rows })
  expect((await overview()).sides.map(({ usualDaysLate }) => usualDaysLate)).toEqual([15, null])
})

test('the connections of a document need a session, and a document', async () => {
  const params = { documentId: crypto.randomUUID() }
  expect((await portal.nobody.call(getRelated, { params })).status).toBe(401)
  expect((await ana.call(getRelated, { params })).status).toBe(404)
})

// ── Helpers.

const invoice = (externalNo: string) => ({
  email: 'ap@lakbay.example',
  partyId: customer,
  externalNo,
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
})
let receipt: { partyId: string; day: string; account: string | null }
beforeEach(() => {
  receipt = { partyId: customer, day: '2026-03-16', account: '1010' }
})

const recorded = async (kind: DocumentTypeName, fields: object) =>
  recordNow(portal, await viewerOf(portal, 'ana'), [kind, fields])

const relatedOf = async (documentId: string) => (await ben.call(getRelated, { params: { documentId } })).answer

const linksOf = async (documentId: string) =>
  (await relatedOf(documentId)).documents.map(
    ({ relation, number, amount, open }) => `${relation} ${number} ${amount} open ${open}`,
  )
