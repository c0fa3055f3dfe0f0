// A debit memo on the real server: its amount is receivable, in the list of sales and in the VAT return.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDocument, listDocuments, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { viewFiling, viewTaxReconciliation } from '@talaan/contract/filings.ts'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { viewTaxList } from '@talaan/contract/tax-lists.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let customer: string

beforeAll(async () => {
  portal = await openPortal()
  await portal.reset()
  ana = await portal.signIn('ana')
  ben = await portal.signIn('ben')
  const address = { street: '1 Rizal Street', city: 'Manila' }
  const named = { tin: '123-456-789', registeredName: 'Lakbay Trading Inc.', address }
  const fields = { kind: 'non_individual', vatStatus: 'vat', ...named }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true }
  customer = (await ben.call(registerParty, { body })).answer.party.id
})
afterAll(() => portal.close())

const sale = (unitPrice: string) => ({
  ...{ description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4010' },
})
const head = (externalNo: string) => ({
  ...{ email: 'ana@bahaykubo.example', partyId: customer, externalNo, day: '2026-03-16', priceMode: 'exclusive' },
})

async function reviewed(kind: string, fields: object) {
  const draftId = crypto.randomUUID()
  const { status, body } = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields: { ...fields } } })
  return { status, body, yes: { draftId, digest: body.digest } }
}
async function recorded(kind: string, fields: object) {
  const { yes, status, body } = await reviewed(kind, fields)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (await ana.call(recordDocument, { body: yes })).answer
}
const voided = (documentId: string) =>
  ben.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Recorded twice' } })
const open = async () =>
  (await ana.call(listOpenItems, { query: { side: 'receivable', partyId: customer } })).answer.items.map(
    ({ number, open: left }) => [number, left],
  )
const sold = async () => {
  const period = '2026-03'
  const { table } = (await ben.call(viewTaxList, { params: { list: 'sales' }, query: { period } })).answer
  const { worksheet } = (await ben.call(viewFiling, { params: { duty: '2550Q', period: '2026-03-31' } })).answer
  const [box] = worksheet?.boxes.filter(({ no }) => no === '34') ?? []
  return { list: table.rows.at(-1)?.cells.slice(-2), declared: [box?.base, box?.tax] }
}
const broken = async () => (await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)

test('a debit memo charges more for an invoice, and its amount is owed, listed, declared and collected', async () => {
  const invoice = await recorded('invoice', { ...head('1001'), lines: [sale('10000000')] })
  const memo = { ...head('7'), debitOf: invoice.documentId, reason: 'Freight', dueDay: '2026-04-15' }
  const before = await sold()
  expect(before).toEqual({ list: [10_000_000n, 1_200_000n], declared: [10_000_000n, 1_200_000n] })

  const debit = await recorded('debitmemo', { ...memo, lines: [sale('1000000')] })
  expect(debit.number).toBe('DM-2026-000001')
  expect(await sold()).toEqual({ list: [11_000_000n, 1_320_000n], declared: [11_000_000n, 1_320_000n] })
  expect((await ben.call(viewTaxReconciliation, { params: { period: '2026-03-31' } })).answer.sound).toBe(true)
  expect(await open()).toEqual([
    [invoice.number, 11_200_000n],
    [debit.number, 1_120_000n],
  ])
  const { answer } = await ana.call(getDocument, { params: { documentId: debit.documentId } })
  expect(answer.document).toMatchObject({ dueDay: '2026-04-15', open: 1_120_000n, receipt: { title: 'Debit Memo' } })
  const found = (await ana.call(listDocuments, { query: { kind: 'debitmemo', search: invoice.number } })).answer
  expect(found.documents.map(({ number }) => number)).toEqual([debit.number])

  expect((await voided(invoice.documentId)).body.error).toBe(
    `${debit.number} depends on ${invoice.number}. Void that document first.`,
  )
  const paid = { documentId: debit.documentId, pay: '1120000' }
  const collection = { partyId: customer, day: '2026-03-16', account: '1010', rows: [paid], email: '' }
  const receipt = await recorded('collection', collection)
  expect(await open()).toEqual([[invoice.number, 11_200_000n]])
  expect(await broken()).toEqual([])

  for (const { documentId } of [receipt, debit, invoice]) expect((await voided(documentId)).status).toBe(200)
  expect(await open()).toEqual([])
  expect(await sold()).toEqual({ list: [0n, 0n], declared: [0n, 0n] })
  expect(await broken()).toEqual([])
})

test('a memo for a void or missing invoice is refused at its field', async () => {
  const invoice = await recorded('invoice', { ...head('1002'), lines: [sale('10000000')] })
  await voided(invoice.documentId)
  const lines = [sale('1000000')]
  const gone = await reviewed('debitmemo', { ...head('8'), debitOf: invoice.documentId, reason: 'Freight', lines })
  expect([gone.status, gone.body.fields]).toEqual([
    422,
    [{ path: ['debitOf'], message: 'This invoice is void or does not exist. Choose another one.' }],
  ])
  const none = await reviewed('debitmemo', { ...head('8'), reason: 'Freight', lines })
  expect([none.status, none.body.fields]).toEqual([
    422,
    [{ path: ['debitOf'], message: 'Choose the invoice from the list.' }],
  ])
})
