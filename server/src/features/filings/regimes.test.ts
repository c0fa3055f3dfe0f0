// Special VAT on the real server: sales to senior citizens and to export enterprises, and purchases from them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { getDocument, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import {
  changeTaxProfile,
  enterBox,
  viewCalendar,
  viewFiling,
  viewRules,
  viewTaxReconciliation,
} from '@talaan/contract/filings.ts'
import { registerParty, searchParties } from '@talaan/contract/parties.ts'
import { viewTaxList } from '@talaan/contract/tax-lists.ts'
import { sql } from 'kysely'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
beforeAll(async () => {
  portal = await openPortal()
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely.updateTable('company').set({ tin9: '123456789', rdo_code: '033' }).execute()
})
afterAll(() => portal.close())

const customer = (more: Record<string, unknown>) => registered('customer', more)
async function registered(role: 'customer' | 'supplier', more: Record<string, unknown>): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'non_vat', ...more }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const common = { email: 'ap@lakbay.example', day: '2025-11-15' }
const item = { description: 'Item', quantity: '1' }

function invoice(partyId: string, externalNo: string, more: Record<string, unknown>, vatClass: string) {
  const lines = [{ ...item, unitPrice: '11200000', vatClass, account: '4010' }]
  return recorded('invoice', { ...common, partyId, externalNo, priceMode: 'inclusive', lines, ...more })
}

async function recorded(kind: string, fields: Record<string, unknown>) {
  const draftId = crypto.randomUUID()
  const review = { kind, fields } as never
  const { body } = await ana.call(reviewDraft, { params: { draftId }, body: review })
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

async function linesOf(documentId: string) {
  const { rows } = await sql<{ account: string; amount: bigint }>`
    select account, (debit - credit)::bigint as amount from line join entry on entry.no = entry_no
    where document_id = ${documentId}::uuid order by position`.execute(portal.db.kysely)
  return rows
}

test('sales to seniors and to export enterprises are in their boxes, lists and books', async () => {
  const { profile } = (await ben.call(viewRules)).answer
  const now = { ...profile, givesStatutoryDiscounts: true }
  expect((await ben.call(changeTaxProfile, { body: { was: { ...profile }, now } })).status).toBe(200)
  expect((await ana.call(listAccounts)).answer.givesStatutoryDiscounts).toBe(true)
  const nena = await customer({ kind: 'individual', tin: '444-555-666', lastName: 'Ramos', firstName: 'Nena' })
  const enterprise = { registeredEnterprise: true, zeroRatingCertificate: 'PEZA-1' }
  const named = { tin: '111-222-333', registeredName: 'Export Zone Corp.', vatStatus: 'vat' }
  const exporter = await customer({ ...named, ...enterprise })
  const { parties } = (await ana.call(searchParties, { query: { search: 'Export Zone', role: 'customer' } })).answer
  expect(parties).toMatchObject([enterprise])

  const lola = { discountFor: 'senior', beneficiary: 'Ramos, Nena', beneficiaryId: '1234567' }
  const { documentId } = await invoice(nena, '1', lola, 'exempt')
  await invoice(exporter, '2', { zeroRating: 'export_enterprise', zeroRatingCertificate: 'PEZA-1' }, 'zero_rated')
  await invoice(nena, '3', {}, 'vatable')

  // 112,000 with VAT is 100,000 without; the senior pays 80,000, and the export enterprise the whole price.
  const { worksheet } = (await ben.call(viewFiling, { params: { duty: '2550Q', period: '2025-12-31' } })).answer
  const box = (no: string) => worksheet?.boxes.find((one) => one.no === no)
  expect([box('31')?.base, box('32')?.base, box('33')?.base]).toEqual([100_000_00n, 112_000_00n, 100_000_00n])
  expect(box('34')?.tax).toBe(12_000_00n)
  const list = (await ben.call(viewTaxList, { params: { list: 'sales' }, query: { period: '2025-11' } })).answer
  expect(list.table.rows.map(({ cells }) => [cells[1], ...cells.slice(3)])).toEqual([
    ['Export Zone Corp.', 0n, 112_000_00n, 0n, 0n],
    ['Ramos, Nena', 100_000_00n, 0n, 100_000_00n, 12_000_00n],
    ['Total', 100_000_00n, 112_000_00n, 100_000_00n, 12_000_00n],
  ])
  expect(await linesOf(documentId)).toEqual([
    { account: '1110', amount: 80_000_00n },
    { account: '6115', amount: 20_000_00n },
    { account: '4010', amount: -100_000_00n },
  ])
  // A quarter of it is returned: also a quarter of the discount is credited.
  const returned = {
    ...common,
    creditOf: documentId,
    externalNo: '1',
    partyId: nena,
    priceMode: 'inclusive',
    reason: 'Returned',
  }
  const back = await recorded('creditmemo', {
    ...returned,
    lines: [{ ...item, unitPrice: '2800000', vatClass: 'exempt', account: '4080' }],
  })
  expect(await linesOf(back.documentId)).toEqual([
    { account: '1110', amount: -20_000_00n },
    { account: '6115', amount: -5_000_00n },
    { account: '4080', amount: 25_000_00n },
  ])
  const { document } = (await ana.call(getDocument, { params: { documentId } })).answer
  expect(JSON.stringify(document.receipt.facts)).toContain('Ramos, Nena, ID no. 1234567')
  expect((await ben.call(viewTaxReconciliation, { params: { period: '2025-12-31' } })).answer.sound).toBe(true)
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('VAT on purchases from an export enterprise is owed to the tax office, claimed as input tax, and remitted', async () => {
  const ecozone = await registered('supplier', { tin: '222-333-444', registeredName: 'Ecozone Parts Corp.' })
  const buy = (externalNo: string, day: string, amount: string, more: Record<string, string>) =>
    recorded('bill', {
      ...common,
      partyId: ecozone,
      externalNo,
      day,
      priceMode: 'exclusive',
      lines: [{ description: 'Item', amount, vatClass: 'vatable', atc: 'WV110', ...more }],
    })
  const service = await buy('S1', '2025-08-05', '10000000', { category: 'services', account: '6080' })
  await buy('G1', '2025-08-20', '5000000', { category: 'goods', account: '1210' })
  expect(await linesOf(service.documentId)).toEqual([
    { account: '6080', amount: 100_000_00n },
    { account: '1310', amount: 12_000_00n },
    { account: '2147', amount: -12_000_00n },
    { account: '2010', amount: -100_000_00n },
  ])

  // The VAT of the goods, 6,000, was paid before their release.
  const now = { base: '-5000000', tax: '-600000', reason: 'Form 0605 of 19 August 2025' }
  const row = { duty: '1600-VT', period: '2025-08-31', box: 'WV110' }
  expect((await ben.call(enterBox, { params: row, body: { was: null, now } })).status).toBe(200)
  const boxes = async (duty: string, period: string, ...wanted: string[]) => {
    const { worksheet } = (await ben.call(viewFiling, { params: { duty, period } })).answer
    return wanted.map((no) => worksheet?.boxes.find((one) => one.no === no)).map((one) => [one?.base, one?.tax])
  }
  expect(await boxes('1600-VT', '2025-08-31', 'WV110', 'A')).toEqual([
    [100_000_00n, 12_000_00n],
    [100_000_00n, 12_000_00n],
  ])
  expect(await boxes('2550Q', '2025-09-30', '44', '45')).toEqual([
    [150_000_00n, 18_000_00n],
    [0n, 0n],
  ])
  const list = (await ben.call(viewTaxList, { params: { list: 'purchases' }, query: { period: '2025-08' } })).answer
  expect(list.table.rows.at(-1)?.cells.slice(3)).toEqual([0n, 100_000_00n, 0n, 50_000_00n, 18_000_00n])

  const { sound, reconciliation } = (await ben.call(viewTaxReconciliation, { params: { period: '2025-09-30' } })).answer
  expect(sound).toBe(true)
  const at = reconciliation.rows.findIndex(({ cells }) => cells[0] === 'VAT withheld from suppliers')
  expect(reconciliation.rows.slice(at + 1, at + 4).map(({ cells }) => [cells[0], cells[2], cells[3]])).toEqual([
    ['1600-VT row A', 12_000_00n, null],
    ['Account 2147, credits less debits', 18_000_00n, 6_000_00n],
    ['of which:  Manual entry in the return', null, 6_000_00n],
  ])
  // The registrations don't say that the company withholds VAT, but the bills do.
  const { rows } = (await ben.call(viewCalendar, { query: { year: '2025' } })).answer
  const dues = rows.filter(({ duty }) => duty === '1600-VT' || duty === '2306').map(({ period }) => period.to)
  expect(dues).toEqual(['2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30', '2025-12-31', '2025-12-31'])
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})
