// Before a void: what else it moves, what has to be voided before, and who may see it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { voidDocument } from '@talaan/contract/documents.ts'
import { previewVoid } from '@talaan/contract/related.ts'
import { registerParty } from '@talaan/contract/parties.ts'
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

test('the preview lists what depends on a document in the order of the voids, and these voids then work', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const paid = await recorded('collection', {
    ...receipt,
    rows: [{ documentId: sold.documentId, pay: '5000000' }],
    advance: '100000',
  })
  const banked = await recorded('deposit', {
    email: 'office@example.com',
    day: '2026-03-16',
    account: '1031',
    receipts: [paid.documentId],
  })
  const { steps, refusal } = await previewOf(sold.documentId)
  expect(refusal).toBeNull()
  expect(steps.map(({ number }) => number)).toEqual([banked.number, paid.number])
  expect(await wordsOf(banked.documentId)).toEqual([`${paid.number} can be deposited again (51,000.00).`])
  expect(await wordsOf(paid.documentId)).toEqual([
    `${sold.number} is open again for 50,000.00.`,
    '51,000.00 is removed from undeposited funds.',
    'Its credit of 1,000.00 is removed.',
  ])
  for (const { id } of [...steps, { id: sold.documentId }]) {
    expect((await previewOf(id)).steps).toEqual([])
    const body = { day: '2026-03-16', reason: 'In this order' }
    expect((await ben.call(voidDocument, { params: { documentId: id }, body })).status).toBe(200)
  }
})

test('a date that the void refuses is refused in the preview, in the same words', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const params = { documentId: sold.documentId }
  for (const day of ['2026-03-14', '2026-03-17', '2026-03-16']) {
    const { answer } = await ben.call(previewVoid, { params, query: { day } })
    const { status, body } = await ben.call(voidDocument, { params, body: { day, reason: 'The same words' } })
    const [mistake] = ((body as { fields?: { message: string }[] }).fields ?? []).map(({ message }) => message)
    expect(answer.refusal).toBe(status === 200 ? null : mistake)
  }
})

test('a filed return and the months of both entries are named', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const { id: user } = await portal.db.kysely
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  const filing = {
    content: '{}',
    digest: '0'.repeat(64),
    filed_at: '2026-03-16T00:00:00Z',
    filed_by: user,
    filed_on: '2026-03-16',
  }
  await portal.db.kysely
    .insertInto('filing')
    .values({
      ...filing,
      id: crypto.randomUUID(),
      form: '2550Q',
      period: '2026-03-31',
      amendment: 0,
      last_entry: 1n,
      reference: 'R-1',
      revision: '1',
    })
    .execute()
  expect(await wordsOf(sold.documentId)).toEqual([
    'Its open balance of 112,000.00 is removed.',
    '2550Q (Quarterly VAT Return) for the period ended 31 Mar 2026 is filed and includes this document. The reversal is in the same period, so the return needs an amendment.',
  ])
  const earlier = await recorded('invoice', { ...invoice('1002'), day: '2025-12-15' })
  expect(await wordsOf(earlier.documentId)).toContain(
    'The reports of December 2025 stay as they are. The reversal is in March 2026.',
  )
})

test('a void on a date without VAT registration is in no VAT return, and the preview says what to do', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const since = { kind: 'vat' as const, source: 'BIR form 1905', entered_by: null, entered_at: null }
  const from = (value: string, valid_from: string) =>
    portal.db.kysely
      .insertInto('registration')
      .values({ ...since, value, valid_from })
      .execute()
  await from('no', '2026-03-16')
  expect(await wordsOf(sold.documentId)).toContain(
    "Your company is not VAT-registered on 16 Mar 2026, so no VAT return includes the reversal. Choose a void date on which your company is VAT-registered. If you can't, claim the tax back from the BIR, and clear the amount in the books with a journal voucher.",
  )
  const onItsDay = await previewOf(sold.documentId, '2026-03-15')
  expect(onItsDay.consequences.map(({ words }) => words)).toEqual(['Its open balance of 112,000.00 is removed.'])
  await from('no', '2026-03-15')
  await from('yes', '2026-03-16')
  const [line] = invoice('1002').lines
  const untaxed = await recorded('invoice', { ...invoice('1002'), lines: [{ ...line, vatClass: 'not_subject' }] })
  expect(await wordsOf(untaxed.documentId)).toContain(
    "Your company is VAT-registered on 16 Mar 2026, so no percentage tax return includes the reversal. Choose a void date on which your company is not VAT-registered. If you can't, claim the tax back from the BIR, and clear the amount in the books with a journal voucher.",
  )
})

test('only those who may void see the preview', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const call = { params: { documentId: sold.documentId }, query: { day: '2026-03-16' } }
  expect((await ana.call(previewVoid, call)).status).toBe(403)
  expect((await ben.call(previewVoid, { ...call, params: { documentId: crypto.randomUUID() } })).status).toBe(404)
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
let receipt: { partyId: string; day: string; account: string }
beforeEach(() => {
  receipt = { partyId: customer, day: '2026-03-16', account: '1010' }
})

const recorded = async (kind: DocumentTypeName, fields: object) =>
  recordNow(portal, await viewerOf(portal, 'ana'), [kind, fields])

const previewOf = async (documentId: string, day = '2026-03-16') =>
  (await ben.call(previewVoid, { params: { documentId }, query: { day } })).answer

const wordsOf = async (documentId: string) =>
  (await previewOf(documentId)).consequences.map(({ words, document }) =>
    document === null ? words : `${document.number} ${words}`,
  )
