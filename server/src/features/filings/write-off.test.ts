// Uncollected receivables and unpaid payables on the real server, from documents to the boxes of the VAT return.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { viewFiling, viewTaxReconciliation, viewWriteOff } from '@talaan/contract/filings.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { registerChequeBook } from '@talaan/contract/cheques.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recomputed } from '../../../test/recomputed.ts'
import { verify } from '../../books/verify/verify.ts'
import { readRules } from './rules.ts'

let portal: Portal
let ana: Caller
let ben: Caller
beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely.updateTable('company').set({ tin9: '123456789' }).execute()
  const from = '2025-01-01'
  await portal.db.kysely.updateTable('tax_profile').set({ uncollected_from: from, unpaid_from: from }).execute()
})

async function recorded(kind: string, fields: Record<string, unknown>, by = ana) {
  const draftId = crypto.randomUUID()
  const { body } = await by.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await by.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

async function registered(role: 'customer' | 'supplier', tin: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName: `The ${role} Corp.` }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const boxes = async (period: string, ...nos: string[]) => {
  const { worksheet } = (await ben.call(viewFiling, { params: { duty: '2550Q', period } })).answer
  return nos.map((no) => worksheet?.boxes.find((box) => box.no === no)?.tax)
}
const due = { day: '2025-08-15', dueDay: '2025-09-14', priceMode: 'exclusive' }

test('an overdue invoice is written off by the prepared voucher, and its VAT stays deducted', async () => {
  const customer = await registered('customer', '111-222-333')
  const invoice = (externalNo: string) =>
    recorded('invoice', {
      ...due,
      externalNo,
      email: 'ap@lakbay.example',
      partyId: customer,
      lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
    })
  const [bad, discounted] = [await invoice('1'), await invoice('2')]
  expect(await boxes('2025-12-31', '35', '36')).toEqual([24_000_00n, 0n])

  const params = { documentId: bad.documentId }
  expect((await ana.call(viewWriteOff, { params })).status).toBe(403)
  const { answer } = await ben.call(viewWriteOff, { params })
  expect(answer.consequences.vat).toContain('12,000.00 was deducted in box 35 and stays deducted')
  const { day, memo } = answer
  const lines = answer.lines.map((line) => ({ ...line, debit: `${line.debit}`, credit: `${line.credit}` }))
  const voucher = await recorded('journalvoucher', { day, memo, lines }, ben)
  expect((await ben.call(viewWriteOff, { params })).status).toBe(404)

  // Paid with a discount of 11,200.00: only the 100,800.00 are collected.
  const row = { documentId: discounted.documentId, pay: '10080000', discount: '1120000' }
  await portal.db.kysely.updateTable('account').set({ active: true }).where('code', '=', '4090').execute()
  const paid = await recorded('collection', { partyId: customer, day: '2026-03-16', account: '1010', rows: [row] })
  expect(await boxes('2026-03-31', '36')).toEqual([10_800_00n])
  // Taken out again, with its discount, nothing is collected.
  const allocation = { partyId: customer, documentId: paid.documentId, itemId: discounted.documentId }
  const removal = { ...allocation, day: '2026-03-16', memo: 'Paid another invoice' }
  const removed = await recorded('unapply', removal, ben)
  expect(await boxes('2026-03-31', '36')).toEqual([0n])
  await ben.call(voidDocument, {
    params: { documentId: removed.documentId },
    body: { day: '2026-03-16', reason: 'It was this invoice' },
  })
  await ben.call(voidDocument, {
    params: { documentId: voucher.documentId },
    body: { day: '2026-03-16', reason: 'The customer pays after all' },
  })
  expect(await boxes('2026-03-31', '36')).toEqual([10_800_00n])
  expect((await verify(portal.db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
})

test('input VAT of an overdue bill is deducted until the bill is paid', async () => {
  const supplier = await registered('supplier', '444-555-666')
  const line = { description: 'Guards', amount: '10000000', vatClass: 'vatable', category: 'services' }
  const { documentId } = await recorded('bill', {
    ...due,
    externalNo: '7',
    email: 'books@bantay.example',
    partyId: supplier,
    lines: [{ ...line, atc: 'WC120', account: '6130' }],
  })
  expect(await boxes('2025-09-30', '55', '58')).toEqual([0n, 0n])
  expect(await boxes('2025-12-31', '55', '58')).toEqual([12_000_00n, 0n])
  // Half of it is paid, and the rest is forgiven, which is no payment.
  await portal.db.kysely
    .updateTable('money_account')
    .set({ overdraft: 100_000_00n })
    .where('code', '=', '1031')
    .execute()
  const [row, method] = [
    { documentId, pay: '5500000' },
    { method: 'transfer', reference: 'T-1' },
  ]
  await recorded('payment', { partyId: supplier, day: '2026-03-16', account: '1031', ...method, rows: [row] })
  const forgiven = [
    { account: '2010', debit: '5500000', credit: '0', memo: '', settles: documentId },
    { account: '4020', debit: '0', credit: '5500000', memo: '' },
  ]
  await recorded('journalvoucher', { day: '2026-03-16', lines: forgiven, memo: 'The rest is forgiven' }, ben)
  expect(await boxes('2026-03-31', '55', '58')).toEqual([0n, -6_000_00n])
})

test('a discount on a bill paid by cheque is no payment, exactly as with a bills payment', async () => {
  const supplier = await registered('supplier', '444-555-666')
  const line = { description: 'Guards', amount: '10000000', vatClass: 'vatable', category: 'services', account: '6130' }
  const bill = (externalNo: string) =>
    recorded('bill', {
      ...due,
      externalNo,
      email: 'books@bantay.example',
      partyId: supplier,
      lines: [{ ...line, atc: null }],
    })
  const [first, second] = [await bill('7'), await bill('8')]
  expect(await boxes('2025-12-31', '55', '58')).toEqual([24_000_00n, 0n])
  await portal.db.kysely
    .updateTable('money_account')
    .set({ overdraft: 1_000_000_00n })
    .where('code', '=', '1031')
    .execute()
  const book = { account: '1031', firstNo: '0000101', lastNo: '0000110', receivedOn: '2026-03-16' }
  const params = { bookId: crypto.randomUUID() }
  expect((await ben.call(registerChequeBook, { params, body: book })).status).toBe(200)
  // Each bill of 112,000.00 is paid with 100,800.00 and a discount of 11,200.00.
  const paid = { partyId: supplier, day: '2026-03-16', account: '1031', pay: '10080000', discount: '1120000' }
  const row = ({ documentId }: { documentId: string }) => ({ documentId, pay: paid.pay, discount: paid.discount })
  const { partyId, day, account } = paid
  await recorded('payment', { partyId, day, account, method: 'transfer', reference: 'T-1', rows: [row(first)] })
  expect(await boxes('2026-03-31', '58')).toEqual([-10_800_00n])
  const cheque = { partyId, day, account, payee: 'The supplier Corp.', chequeNo: '0000101', rows: [row(second)] }
  const { documentId } = await recorded('cheque', cheque)
  expect(await boxes('2026-03-31', '58')).toEqual([-21_600_00n])
  const rules = await readRules(portal.db.kysely)
  const { differences } = await recomputed(portal.db.kysely, { rules, forms: ['2550Q'], year: '2026' })
  expect(differences).toEqual([])
  await ben.call(voidDocument, { params: { documentId }, body: { day, reason: 'The cheque was lost' } })
  expect(await boxes('2026-03-31', '58')).toEqual([-10_800_00n])
})

test('in a quarter without VAT registration nothing is deducted, and an excess is carried over it', async () => {
  const registration = { kind: 'vat' as const, source: 'COR', entered_by: null, entered_at: null }
  await portal.db.kysely
    .insertInto('registration')
    .values([
      { ...registration, value: 'no', valid_from: '2025-10-01' },
      { ...registration, value: 'yes', valid_from: '2026-01-01' },
    ])
    .execute()
  const [customer, supplier] = [
    await registered('customer', '111-222-333'),
    await registered('supplier', '444-555-666'),
  ]
  const bought = { description: 'Guards', amount: '20000000', vatClass: 'vatable', category: 'services' }
  await recorded('bill', {
    ...due,
    externalNo: '7',
    email: 'books@bantay.example',
    partyId: supplier,
    lines: [{ ...bought, atc: null, account: '6130' }],
  })
  const { documentId } = await recorded('invoice', {
    ...due,
    externalNo: '1',
    email: 'ap@lakbay.example',
    partyId: customer,
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
  })
  const row = { documentId, pay: '11200000' }
  await recorded('collection', { partyId: customer, day: '2026-03-16', account: '1010', rows: [row] })
  // Both fell due in September: no return deducted their VAT in the fourth quarter, so that nothing is added back.
  expect(await boxes('2026-03-31', '36', '38', '58')).toEqual([0n, 12_000_00n, 0n])

  // Withheld from a non-resident in that quarter, the VAT is part of the cost and not carried over.
  const withheld = { form: '1600-VT', period: '2025-11-30', box: 'WV080', base: 50_000_00n, tax: 6_000_00n }
  const by = await portal.db.kysely
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  await portal.db.kysely
    .insertInto('filing_entry')
    .values({ ...withheld, reason: 'Streaming', entered_by: by.id, entered_at: '2025-12-01T00:00:00Z' })
    .execute()
  expect(await boxes('2026-03-31', '38')).toEqual([12_000_00n])
})

test('a closing entry that is missing or late explains what the accounts carry over', async () => {
  const supplier = await registered('supplier', '444-555-666')
  const bill = { ...due, externalNo: '7', email: 'books@bantay.example', partyId: supplier, dueDay: null }
  const guards = { description: 'Guards', amount: '10000000', vatClass: 'vatable', category: 'services', atc: null }
  await recorded('bill', { ...bill, lines: [{ ...guards, account: '6130' }] })
  const close = async (period: string, day = period) => {
    const { closing } = (await ben.call(viewFiling, { params: { duty: '2550Q', period } })).answer
    const lines = (closing?.lines ?? []).map((line) => ({ ...line, debit: `${line.debit}`, credit: `${line.credit}` }))
    await recorded('journalvoucher', { day, lines, memo: 'Closing', reference: closing?.reference }, ben)
  }
  const carried = async () => {
    const { sound, reconciliation } = (await ben.call(viewTaxReconciliation, { params: { period: '2026-03-31' } }))
      .answer
    const { rows } = reconciliation
    const at = rows.findIndex(({ cells }) => cells[0] === 'Input tax carried over')
    return [
      sound,
      ...rows.slice(at + 1, at + 4).map(({ cells: [what, , amount, difference] }) => [what, amount ?? difference]),
    ]
  }
  // Excess input tax of 12,000.00 in the third quarter, unchanged in the fourth.
  await close('2025-12-31')
  const [box, account] = [
    ['2550Q box 38', 12_000_00n],
    ['Account 1315 at the start of the quarter', 0n],
  ]
  expect(await carried()).toEqual([
    true,
    box,
    account,
    ['of which:  The closing entry of 2550Q for July to September 2025 is not recorded', -12_000_00n],
  ])
  await close('2025-09-30', '2026-03-16')
  expect((await carried()).slice(0, 3)).toEqual([true, box, ['Account 1315 at the start of the quarter', 12_000_00n]])
})
