// Sales documents exported as signed JSON: verified with Node's own crypto, and compared with the sales book.
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { eInvoiceKey, exportEInvoices, viewEInvoices } from '@talaan/contract/einvoices.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { exportKey } from './key.ts'

let here: Portal
let ana: Caller
let ben: Caller
const period = { from: '2026-01-01', to: '2026-03-31' }
beforeAll(async () => {
  here = await openPortal()
  ;[ana, ben] = [await here.signIn('ana'), await here.signIn('ben')]
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '111-222-333', registeredName: 'Lakbay Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true }
  const partyId = (await ana.call(registerParty, { body })).answer.party.id
  const own = { partyId, email: 'ap@lakbay.example', priceMode: 'exclusive' }
  const lines = (unitPrice: string, account = '4010') => [
    { description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account },
  ]
  const first = await recorded('invoice', { ...own, day: '2026-02-10', externalNo: '101', lines: lines('1000000') })
  const second = await recorded('invoice', { ...own, day: '2026-02-11', externalNo: '102', lines: lines('500000') })
  await recorded('creditmemo', {
    ...own,
    day: '2026-03-01',
    externalNo: 'CM-1',
    creditOf: first,
    reason: 'Returned',
    lines: lines('200000', '4080'),
  })
  await recorded('debitmemo', {
    ...own,
    day: '2026-03-02',
    externalNo: 'DM-1',
    debitOf: first,
    reason: 'Freight',
    lines: lines('50000'),
  })
  const reason = 'Wrong customer'
  await ben.call(voidDocument, { params: { documentId: second }, body: { day: '2026-03-10', reason } })
})
afterAll(() => here.close())

async function recorded(kind: string, fields: Record<string, unknown>): Promise<string> {
  const draftId = crypto.randomUUID()
  const { body } = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer.documentId
}

/** The payload of a compact JWS, after its signature is verified without the library that made it. */
function opened(jws: string, pem: string): Record<string, unknown> {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'RS256' })
  const signed = Buffer.from(`${header}.${payload}`)
  expect(verify('sha256', signed, createPublicKey(pem), Buffer.from(signature, 'base64url'))).toBe(true)
  const changed = Buffer.from(`${header}.${payload}x`)
  expect(verify('sha256', changed, createPublicKey(pem), Buffer.from(signature, 'base64url'))).toBe(false)
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}

test('sales documents of a period are exported as signed JSON that agrees with the sales book', async () => {
  expect((await ben.call(viewEInvoices, { query: period })).status).toBe(422)
  await here.db.kysely.updateTable('company').set({ tin9: '001002003' }).execute()
  const { answer } = await ben.call(viewEInvoices, { query: period })
  expect(answer.difference).toEqual({ net: 0n, vat: 0n })
  // 10,000 and 5,000, less 2,000, with 500 more, and 5,000 void: 8,500 and 1,020 of VAT.
  expect(answer.table.rows.map(({ cells }) => cells.slice(1))).toEqual([
    [2n, 15_000_00n, 1_800_00n, 16_800_00n],
    [1n, 500_00n, 60_00n, 560_00n],
    [1n, -2_000_00n, -240_00n, -2_240_00n],
    [1n, -5_000_00n, -600_00n, -5_600_00n],
    [5n, 8_500_00n, 1_020_00n, 9_520_00n],
    [null, 8_500_00n, 1_020_00n, 9_520_00n],
    [null, 0n, 0n, 0n],
  ])

  const pem = Buffer.from((await ben.call(eInvoiceKey)).bytes).toString()
  const read = await ben.call(exportEInvoices, { query: period })
  const file = JSON.parse(Buffer.from(read.bytes).toString()) as { documents: string[]; summary: string }
  const documents = file.documents.map((jws) => opened(jws, pem))
  expect(documents.map((json) => [json['CompInvoiceId'], json['DocType'], json['CorrYN'], json['NetAmtPay']])).toEqual([
    ['101', '01', 'N', 11_200],
    ['102', '01', 'N', 5_600],
    ['CM-1', '03', 'N', 2_240],
    ['DM-1', '02', 'N', 560],
    ['102', '01', 'Y', 5_600],
  ])
  expect(documents[4]?.['PrevUniqueId']).toBe(documents[1]?.['EisUniqueId'])
  expect(opened(file.summary, pem)).toMatchObject({
    documents: 5,
    netSales: '8500.00',
    vat: '1020.00',
    sha256: createHash('sha256').update(file.documents.join('\n')).digest('hex'),
  })
  // The key is made once.
  expect(Buffer.from((await ben.call(eInvoiceKey)).bytes).toString()).toBe(pem)
})

test('the operator may give the key, a period is at most a quarter, and only accountants export', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const own = await exportKey({ ...here.context, env: { ...here.context.env, eInvoiceKey: privateKey } })
  expect(own.algorithm).toBe('ES256')
  const status = async (from: string, to: string, by = ben) =>
    (await by.call(exportEInvoices, { query: { from, to } })).status
  expect(await status('2026-03-31', '2026-01-01')).toBe(400)
  expect(await status('2025-01-01', '2026-01-01')).toBe(400)
  expect(await status(period.from, period.to, ana)).toBe(403)
})
