// Collections and payments on the real server: permissions, behaviour, storage, and races.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDocument, listDocuments, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { getChecklist } from '@talaan/contract/closing.ts'
import { nextReceiptNo } from '@talaan/contract/purchases.ts'
import { listOpenItems, listOpenParties } from '@talaan/contract/open-items.ts'
import { listParties, registerParty, searchParties } from '@talaan/contract/parties.ts'
import { printStatement, viewReport, viewStatement } from '@talaan/contract/reports.ts'
import type { Refusal } from '@talaan/contract/problem.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { bothSayYes, recordedBy, recordNow, reviewsOf, rounds, viewerOf, voidNow } from '../../../test/race.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let customer: string
let supplier: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  customer = await registered('customer', { tin: '123-456-789', registeredName: 'Lakbay Trading Inc.' })
  supplier = await registered('supplier', { tin: '222-333-444', registeredName: 'Bantay Security Agency Inc.' })
})

test('open items and collections need a session and an active account', async () => {
  const query = { side: 'receivable', partyId: customer } as const
  expect((await portal.nobody.call(listOpenParties, { query: { side: 'receivable' } })).status).toBe(401)
  expect((await portal.nobody.call(listOpenItems, { query })).status).toBe(401)
  const body = { kind: 'collection', fields: {} }
  expect((await portal.nobody.call(reviewDraft, { params: { draftId: crypto.randomUUID() }, body })).status).toBe(401)
  expect((await ana.call(listOpenItems, { query })).status).toBe(200)
})

test('a collection settles the invoice, opens its cash and its certificate, and a void reverses all of it', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  expect(await openOf('receivable', customer)).toMatchObject({
    items: [{ number: sold.number, open: 11_200_000n, net: 10_000_000n, vat: 1_200_000n, services: false }],
    credits: [],
  })
  const { documentId, number } = await recorded('collection', {
    partyId: customer,
    day: '2026-03-16',
    account: '1010',
    rows: [{ documentId: sold.documentId, pay: '11000000', withheld: '200000', atc: 'WC160' }],
    email: 'cashier@lakbay.example',
  })
  expect(number).toBe('CR-2026-000001')
  expect(await balances()).toEqual({
    '1010': 11_000_000n,
    '1321': 200_000n,
    '4010': -10_000_000n,
    '2110': -1_200_000n,
  })
  expect(await kept()).toEqual([
    { account: '1010', party_id: customer, opened: 11_000_000n, open: 11_000_000n },
    { account: '1110', party_id: customer, opened: 11_200_000n, open: 0n },
    { account: '1321', party_id: customer, opened: 200_000n, open: 200_000n },
  ])
  const frozen = await portal.db.kysely
    .selectFrom('line')
    .select(['account', 'atc', 'ewt_rate', 'ewt_base', 'ewt'])
    .where('atc', 'is not', null)
    .execute()
  expect(frozen).toEqual([
    { account: '1321', atc: 'WC160', ewt_rate: '0.020000', ewt_base: 10_000_000n, ewt: 200_000n },
  ])
  const letters = await portal.db.kysely
    .selectFrom('outbox')
    .select('recipient')
    .where('document_id', '=', documentId)
    .execute()
  expect(letters).toEqual([{ recipient: 'cashier@lakbay.example' }])
  // The receipt is also found by the numbers of its settled invoices.
  const found = (await ana.call(listDocuments, { query: { kind: 'collection', search: sold.number } })).answer
  expect(found.documents).toMatchObject([{ number, open: 0n, total: 11_200_000n }])
  await soundBooks()

  expect(await voided(sold.documentId)).toMatchObject({
    status: 409,
    body: {
      code: 'documents.restedOn',
      error: `${number} depends on ${sold.number}. Void that document first.`,
    },
  })
  const reason = { body: { day: '2026-03-16', reason: 'The cheque was for another invoice' } }
  expect((await ana.call(voidDocument, { params: { documentId }, ...reason })).status).toBe(403)
  expect((await voided(documentId)).status).toBe(200)
  expect((await openOf('receivable', customer)).items).toMatchObject([{ number: sold.number, open: 11_200_000n }])
  expect(await balances()).toEqual({ '1110': 11_200_000n, '4010': -10_000_000n, '2110': -1_200_000n })
  expect((await voided(sold.documentId)).status).toBe(200)
  expect(await balances()).toEqual({})
  await soundBooks()
})

test('the printed number of a receipt is its own: it is suggested, unique, found by search, and missing ones are reported', async () => {
  const nextNo = async () => (await ana.call(nextReceiptNo)).answer.no
  const collected = (no: string, more = {}) => ({ ...into('1010'), advance: '100', receiptNo: no, ...more })
  const cheque = { method: 'cheque', reference: '150' }
  // Collections without a printed number, as before, and the numbers of customers' cheques are no receipts.
  await recorded('collection', collected('', { method: 'cheque', reference: '123' }))
  await recorded('collection', collected('', cheque))
  expect(await nextNo()).toBeNull()
  const first = await recorded('collection', collected('or-0098', cheque))
  expect(await nextNo()).toBe('OR-0099')
  await recorded('collection', collected('OR-0101'))
  const last = await recorded('collection', collected('OR-0099'))
  expect(await nextNo()).toBe('OR-0100')
  const again = await reviewed('collection', collected('OR-0098'))
  expect(again).toMatchObject({
    status: 422,
    body: {
      fields: [
        {
          path: ['receiptNo'],
          message: `Receipt no. OR-0098 is already recorded as ${first.number}. Void that document first, or correct the number.`,
        },
      ],
    },
  })
  const { documents } = (await ana.call(listDocuments, { query: { kind: 'collection', search: 'or-0098' } })).answer
  expect(documents).toMatchObject([{ number: first.number, externalNo: '150' }])
  const { findings } = (await ben.call(getChecklist, { params: { month: '2026-03' } })).answer
  expect(findings.find(({ item }) => item === 'numbers')?.sentences).toEqual([
    'Official/collection receipt no. OR-0100 is not recorded.',
  ])
  expect((await voided(last.documentId)).status).toBe(200)
  await recorded('collection', collected('OR-0099'))
  await soundBooks()
})

test('an overpayment is a named credit: the next invoice uses it, the rest is refunded, and never more', async () => {
  const first = await recorded('invoice', invoice('1001'))
  const over = await recorded('collection', {
    ...into('1031'),
    rows: [{ documentId: first.documentId, pay: '12000000' }],
  })
  const second = await recorded('invoice', invoice('1002', '500000'))
  const balanceOf = async (role: 'customer' | 'supplier' | undefined) =>
    (await ana.call(searchParties, { query: { search: 'lakbay', ...(role && { role }) } })).answer.parties[0]?.balance
  expect(await balanceOf('customer')).toEqual({ open: 560_000n, credit: 800_000n })
  expect(await balanceOf(undefined)).toBeNull()
  const listed = (await ana.call(listParties, { query: { order: 'receivable' } })).answer.parties
  expect(listed[0]).toMatchObject({ id: customer, receivable: 560_000n, payable: null })
  expect((await openOf('receivable', customer)).credits).toMatchObject([{ number: over.number, open: 800_000n }])
  const used = await recorded('collection', {
    partyId: customer,
    day: '2026-03-16',
    rows: [{ documentId: second.documentId, pay: '560000' }],
    credits: [{ documentId: over.documentId, amount: '560000' }],
  })
  expect(await balances()).toMatchObject({ '1031': 12_000_000n, '2060': -240_000n })
  expect((await openOf('payable', customer)).refundable).toMatchObject([{ number: over.number, open: 240_000n }])
  const waiting = (await ana.call(listOpenParties, { query: { side: 'payable' } })).answer.parties
  expect(waiting).toMatchObject([{ name: 'Lakbay Trading Inc.', documents: 0, open: 0n, refundable: 240_000n }])
  const refund = (amount: string) => ({
    ...from('1031'),
    partyId: customer,
    refunds: [{ documentId: over.documentId, amount }],
  })
  const tooMuch = await reviewed('payment', refund('240001'))
  expect(tooMuch.body.fields).toEqual([
    {
      path: ['refunds', 0, 'amount'],
      message: `${over.number} has only 2,400.00 of credit left after ${used.number}. Use at most that amount.`,
    },
  ])
  const back = await recorded('payment', refund('240000'))
  expect(back.number).toBe('PV-2026-000001')
  expect(await balances()).toMatchObject({ '1031': 11_760_000n })
  expect(await balances()).not.toHaveProperty('2060')
  expect((await voided(over.documentId)).body.error).toBe(
    `${used.number}, ${back.number} depend on ${over.number}. Void those first.`,
  )
  await soundBooks()
})

test('a credit memo reduces its invoice, leaves any excess as a credit, and prevents its void', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const memo = (externalNo: string, unitPrice: string) => ({
    ...invoice(externalNo, unitPrice),
    day: '2026-03-16',
    creditOf: sold.documentId,
    reason: 'Came back damaged',
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4080' }],
  })
  const first = await recorded('creditmemo', memo('17', '1000000'))
  expect(first.number).toBe('CM-2026-000001')
  expect((await openOf('receivable', customer)).items).toMatchObject([{ number: sold.number, open: 10_080_000n }])
  await recorded('collection', { ...into('1031'), rows: [{ documentId: sold.documentId, pay: '10080000' }] })
  const tooMuch = await reviewed('creditmemo', memo('18', '9000001'))
  expect(tooMuch.body.fields[0].message).toContain(`of which 11,200.00 was credited by ${first.number}`)

  const second = await recorded('creditmemo', memo('18', '500000'))
  expect((await openOf('receivable', customer)).credits).toMatchObject([{ number: second.number, open: 560_000n }])
  expect(await balances()).toMatchObject({ '2060': -560_000n, '2110': -1_020_000n, '4080': 1_500_000n })
  const sales = (await ben.call(viewReport, { params: { report: 'sales-by-customer' } })).answer.table.rows
  expect(sales[0]?.cells).toEqual(['Lakbay Trading Inc.', 8_500_000n])
  // The second one changed nothing on the settled invoice, but still depends on it.
  expect((await voided(sold.documentId)).body.error).toContain(second.number)
  expect((await voided(second.documentId)).status).toBe(200)
  expect(await balances()).not.toHaveProperty('2060')
  await soundBooks()
})

test('a government office withholds income tax and VAT, and the document shows both', async () => {
  const office = await registered('customer', {
    tin: '000-512-877',
    registeredName: 'Local Fisheries',
    government: true,
  })
  const sold = await recorded('invoice', { ...invoice('1001'), partyId: office })
  const { documentId } = await recorded('collection', {
    ...into('1031'),
    partyId: office,
    rows: [{ documentId: sold.documentId, pay: '10600000', withheld: '100000', atc: 'WC640', vatWithheld: '500000' }],
  })
  expect(await balances()).toMatchObject({ '1031': 10_600_000n, '1321': 100_000n, '1325': 500_000n })
  const { document } = (await ana.call(getDocument, { params: { documentId } })).answer
  expect(document.receipt.tables?.[0]?.rows).toEqual([
    [`${sold.number}, 1001, 15 Mar 2026`, '112,000.00', '106,000.00', '6,000.00', '0.00'],
  ])
  await soundBooks()
})

test('a bill is paid in part and then overpaid: the excess is an advance that the next payment uses', async () => {
  const sold = await recorded('invoice', invoice('1001', '100000000'))
  await recorded('collection', { ...into('1031'), rows: [{ documentId: sold.documentId, pay: '112000000' }] })
  const owed = await recorded('bill', bill('S-1'))
  const part = await recorded('payment', { ...from('1031'), rows: [{ documentId: owed.documentId, pay: '4000000' }] })
  expect((await openOf('payable', supplier)).items).toMatchObject([
    { number: owed.number, opened: 11_000_000n, open: 7_000_000n, services: true },
  ])
  const over = await recorded('payment', {
    ...from('1031', 'BT-2'),
    rows: [{ documentId: owed.documentId, pay: '7500000' }],
    charge: '1500',
  })
  expect(await balances()).toMatchObject({ '1031': 100_498_500n, '1140': 500_000n, '6250': 1_500n })
  const next = await recorded('bill', bill('S-2'))
  const used = await recorded('payment', {
    partyId: supplier,
    day: '2026-03-16',
    rows: [{ documentId: next.documentId, pay: '500000' }],
    credits: [{ documentId: over.documentId, amount: '500000' }],
  })
  expect((await openOf('payable', supplier)).items).toMatchObject([{ number: next.number, open: 10_500_000n }])
  expect((await voided(owed.documentId)).body.error).toBe(
    `${part.number}, ${over.number} depend on ${owed.number}. Void those first.`,
  )
  for (const { documentId } of [used, over, part]) expect((await voided(documentId)).status).toBe(200)
  expect(await balances()).toMatchObject({ '1031': 112_000_000n, '2010': -22_000_000n })
  await soundBooks()
})

test('a payment above the bank balance is refused and shows the balance', async () => {
  const owed = await recorded('bill', bill('S-1'))
  const refused = await reviewed('payment', {
    ...from('1031'),
    rows: [{ documentId: owed.documentId, pay: '11000000' }],
  })
  expect(refused.body.fields).toEqual([
    {
      path: ['account'],
      message: expect.stringContaining('The balance of Cash in bank - PHP account 1 is 0.00 on 16 Mar 2026'),
    },
  ])
})

test('a post-dated cheque settles its invoice at once and is posted on its date', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const { documentId } = await recorded('collection', {
    ...into('1010'),
    method: 'cheque',
    reference: '0012345',
    chequeDay: '2026-06-30',
    rows: [{ documentId: sold.documentId, pay: '11200000' }],
  })
  expect((await openOf('receivable', customer)).items).toEqual([])
  const days = await portal.db.kysely
    .selectFrom('open_item')
    .select(['account', 'day', 'amount'])
    .where('document_id', '=', documentId)
    .orderBy('account')
    .execute()
  expect(days).toEqual([
    { account: '1010', day: '2026-06-30', amount: 11_200_000n },
    { account: '1110', day: '2026-06-30', amount: -11_200_000n },
  ])
  expect((await voided(documentId, '2026-06-30')).status).toBe(200)
  await soundBooks()
})

test('the price of an asset is an investing flow when collected; VAT and the rest of the invoice are not', async () => {
  const viewer = await viewerOf(portal, 'ben')
  const sold = await recorded('invoice', {
    ...invoice('1001'),
    day: '2026-02-14',
    lines: [
      { description: 'Van', quantity: '1', unitPrice: '8800000', vatClass: 'vatable', account: '7040' },
      { description: 'Bamboo', quantity: '1', unitPrice: '1200000', vatClass: 'vatable', account: '4010' },
    ],
  })
  const off = [
    { account: '7040', debit: '9625000' },
    { account: '1550', credit: '9625000' },
  ]
  await recordNow(portal, viewer, ['journalvoucher', { day: '2026-02-14', memo: 'The van is sold', lines: off }])
  const flows = async (method: 'indirect' | 'direct') => {
    const query = { from: '2026-02-01', to: '2026-03-31', compare: 'months', method } as const
    const { table } = (await ben.call(viewReport, { params: { report: 'cash-flow' }, query })).answer
    expect(table.notes).toEqual([])
    return Object.fromEntries(table.rows.map(({ cells }) => [cells[1], cells.slice(2)]))
  }
  const proceeds = 'Proceeds from disposal of assets'
  // Written off without payment: no cash flow in either method.
  for (const method of ['indirect', 'direct'] as const) {
    const owed = await flows(method)
    expect(owed['Net change in cash']).toEqual([0n, 0n, 0n])
    expect(owed).not.toHaveProperty(proceeds)
  }

  const row = (more: object) => ({ rows: [{ documentId: sold.documentId, ...more }] })
  const paid = { ...into('1031'), day: '2026-02-20', ...row({ pay: '3333333' }) }
  await recorded('collection', paid)
  await recorded('creditmemo', {
    ...invoice('C-1'),
    creditOf: sold.documentId,
    day: '2026-03-02',
    reason: 'Bamboo came back',
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4080' }],
  })
  const rest = await recorded('collection', {
    ...into('1031'),
    day: '2026-03-10',
    ...row({ pay: '6546667', withheld: '200000', atc: 'WC160' }),
  })
  // 88,000.00 of 112,000.00: of 33,333.33, then of the 11,200.00 that no money came for, then of the 67,466.67.
  const [first, last] = [2_619_047n, 5_300_953n]
  for (const method of ['indirect', 'direct'] as const) {
    const both = await flows(method)
    expect(both[proceeds]).toEqual([first, last, first + last])
    const operating = [3_333_333n - first, 6_546_667n - last, 9_880_000n - first - last]
    expect(both['Net cash from operating activities']).toEqual(operating)
    expect(both['Net change in cash']).toEqual([3_333_333n, 6_546_667n, 9_880_000n])
    if (method === 'indirect') expect(both['Gain or loss on disposal of assets']).toEqual([825_000n, 0n, 825_000n])
  }
  expect((await voided(rest.documentId)).status).toBe(200)
  expect((await flows('direct'))[proceeds]).toEqual([first, 0n, first])
  await soundBooks()
})

test('the cost of an asset bought on account is an investing flow when the bill is paid; its VAT is not', async () => {
  const money = { ...into('1031'), day: '2026-02-02' }
  const before = await recorded('invoice', { ...invoice('1001'), day: '2026-02-01' })
  await recorded('collection', { ...money, rows: [{ documentId: before.documentId, pay: '11200000' }] })
  const line = { ...bill('S-9').lines[0], atc: null }
  const owed = await recorded('bill', {
    ...bill('S-9'),
    day: '2026-02-14',
    lines: [
      {
        ...line,
        expenseType: 'equipment',
        account: '1540',
        description: 'Printer',
        amount: '6000000',
        category: 'capital_goods',
      },
      { ...line, amount: '2000000' },
    ],
  })
  const pay = (day: string, reference: string, amount: string) =>
    recorded('payment', { ...from('1031', reference), day, rows: [{ documentId: owed.documentId, pay: amount }] })
  await pay('2026-02-20', 'BT-1', '3000000')
  const rest = await pay('2026-03-10', 'BT-2', '5960000')
  const flows = async (method: 'indirect' | 'direct') => {
    const query = { from: '2026-02-01', to: '2026-03-31', compare: 'months', method } as const
    const { table } = (await ben.call(viewReport, { params: { report: 'cash-flow' }, query })).answer
    expect(table.notes).toEqual([])
    return Object.fromEntries(table.rows.map(({ cells }) => [cells[1], cells.slice(2)]))
  }
  // 60,000.00 of 89,600.00: of the 30,000.00, and of the 59,600.00.
  const [first, last] = [-2_008_929n, -3_991_071n]
  for (const method of ['indirect', 'direct'] as const) {
    const both = await flows(method)
    expect(both['Net cash from investing activities']).toEqual([first, last, first + last])
    expect(both['Net change in cash']).toEqual([8_200_000n, -5_960_000n, 2_240_000n])
  }
  expect((await voided(rest.documentId)).status).toBe(200)
  expect((await flows('direct'))['Net cash from investing activities']).toEqual([first, 0n, first])
  await soundBooks()
})

test('aging and statements are as of their date, and agree with the control accounts', async () => {
  const sold = await recorded('invoice', { ...invoice('1001'), day: '2026-01-10', dueDay: '2026-01-31' })
  await recorded('invoice', invoice('1002', '500000'))
  const over = await recorded('collection', {
    ...into('1031'),
    rows: [{ documentId: sold.documentId, pay: '12000000' }],
  })
  const rowsOf = async (report: 'receivable-ageing', query: Record<string, string>) =>
    (await ben.call(viewReport, { params: { report }, query })).answer.table.rows.map(({ cells }) => cells)
  expect(await rowsOf('receivable-ageing', { asOf: '2026-03-15' })).toEqual([
    ['Lakbay Trading Inc.', 560_000n, 0n, 11_200_000n, 0n, 0n, 0n, 0n, 11_760_000n],
    ['Total', 560_000n, 0n, 11_200_000n, 0n, 0n, 0n, 0n, 11_760_000n],
  ])
  // The customer paid 8,000.00 too much the day after.
  expect((await rowsOf('receivable-ageing', { asOf: '2026-03-16' }))[0]).toEqual([
    ...['Lakbay Trading Inc.', 0n, 560_000n, 0n, 0n, 0n, 0n, -800_000n, -240_000n],
  ])
  expect((await balances())['1110'] ?? 0n).toBe(560_000n)
  // All users who collect send it out, so every role is allowed.
  const params = { side: 'receivable', partyId: customer } as const
  const query = { from: '2026-02-01', to: '2026-03-16' }
  const { table } = (await ana.call(viewStatement, { params, query })).answer
  expect(table.rows.map(({ cells }) => [cells[1], ...cells.slice(4)])).toEqual([
    ['Balance brought forward', null, null, 11_200_000n],
    ['SI-2026-000002', 560_000n, null, 11_760_000n],
    [over.number, null, 12_000_000n, -240_000n],
    ['Total and balance', 560_000n, 12_000_000n, -240_000n],
  ])
  const printed = await ana.call(printStatement, { params: { ...params, format: 'csv' }, query })
  expect(printed.bytes.toString()).toContain('Balance brought forward')
  expect((await portal.nobody.call(viewStatement, { params })).status).toBe(401)
  expect((await ben.call(viewStatement, { params: { ...params, partyId: crypto.randomUUID() } })).status).toBe(404)
  expect((await ben.call(viewStatement, { params, query: { from: '2026-03-17' } })).status).toBe(400)
})

test(`one invoice collected from two screens at once is settled once, ${rounds} times over`, async () => {
  const { documentId } = await recorded('invoice', invoice('1001'))
  const all = ['collection', { ...into('1031'), rows: [{ documentId, pay: '11200000' }] }] as const
  await race([all, all], (other) => [
    { path: ['rows', 0, 'pay'], message: expect.stringContaining(`is already paid by ${other}. Deselect it`) },
  ])
  expect(await balances()).toEqual({ '1110': 11_200_000n, '4010': -10_000_000n, '2110': -1_200_000n })
  await soundBooks()
})

test(`one credit used by two at once is used once, ${rounds} times over`, async () => {
  const credit = await recorded('collection', { ...into('1031'), advance: '100000' })
  const [one, other] = [await recorded('invoice', invoice('1001')), await recorded('invoice', invoice('1002'))]
  const using = ({ documentId }: { documentId: string }) =>
    [
      'collection',
      {
        partyId: customer,
        day: '2026-03-16',
        rows: [{ documentId, pay: '100000' }],
        credits: [{ documentId: credit.documentId, amount: '100000' }],
      },
    ] as const
  await race([using(one), using(other)], (by) => [
    {
      path: ['credits', 0, 'amount'],
      message: `${credit.number} has only 0.00 of credit left after ${by}. Use at most that amount.`,
    },
  ])
  expect(await balances()).toMatchObject({ '2060': -100_000n, '1031': 100_000n, '1110': 22_400_000n })
  await soundBooks()
})

test(`a bill that is paid and voided at once is either paid or void, ${rounds} times over`, async () => {
  await recorded('collection', { ...into('1031'), advance: '999999999' })
  const [user, accountant] = [await viewerOf(portal, 'ana'), await viewerOf(portal, 'ben')]
  const ends = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const owed = await recordNow(portal, user, ['bill', bill(`R-${round}`)])
    const rows = [{ documentId: owed.documentId, pay: '100' }]
    const [yes] = await reviewsOf(portal, user, ['payment', { ...from('1031'), rows }])
    const paying = () => recordedBy(portal, user, yes!)
    const voiding = () => voidNow(portal, accountant, owed)
    const begun = round % 2 === 0 ? [paying(), voiding()] : [voiding(), paying()].toReversed()
    const [paid, gone] = await Promise.allSettled(begun)
    ends.add(`${paid?.status} ${gone?.status}`)
    if (gone?.status === 'rejected') {
      const number = paid?.status === 'fulfilled' && paid.value ? paid.value.number : ''
      expect((gone.reason as Refusal).problem.sentence).toBe(
        `${number} depends on ${owed.number}. Void that document first.`,
      )
    } else if (paid?.status === 'rejected')
      expect((paid.reason as Refusal).problem.sentence).toBe('This bill is void or does not exist. Deselect it.')
  }
  // The faster one, never both.
  for (const end of ends) expect(['fulfilled rejected', 'rejected fulfilled']).toContain(end)
  await soundBooks()
})

/** Two users press Yes at once: one is recorded, and voided for the next round; the other reads who was faster. */
async function race(
  [one, other]: readonly [readonly [DocumentTypeName, object], readonly [DocumentTypeName, object]],
  refusal: (number: string) => unknown,
): Promise<void> {
  const [user, accountant] = [await viewerOf(portal, 'ana'), await viewerOf(portal, 'ben')]
  const ones = await reviewsOf(portal, user, one, rounds)
  const others = await reviewsOf(portal, accountant, other, rounds)
  for (let round = 0; round < rounds; round++) {
    const both = [[user, ones[round]] as const, [accountant, others[round]] as const]
    const end = await bothSayYes(portal, round % 2 === 0 ? both : both.toReversed())
    expect(end.refusal).toEqual(refusal(end.won.number))
    await voidNow(portal, accountant, end.won)
  }
}

// ── Helpers.

async function registered(role: 'customer' | 'supplier', more: Record<string, unknown>): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', ...more }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const invoice = (externalNo: string, unitPrice = '10000000') => ({
  email: 'ap@lakbay.example',
  partyId: customer,
  externalNo,
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4010' }],
})
const bill = (externalNo: string) => ({
  email: 'ana@bahaykubo.example',
  partyId: supplier,
  externalNo,
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [
    {
      expenseType: 'security',
      description: 'Guards',
      amount: '10000000',
      vatClass: 'vatable',
      category: 'services',
      atc: 'WC120',
      account: '6130',
    },
  ],
})
const into = (account: string) => ({
  partyId: customer,
  day: '2026-03-16',
  account,
  ...(account === '1010' ? {} : { method: 'transfer', reference: 'BT-1' }),
})
const from = (account: string, reference = 'BT-1') => ({
  partyId: supplier,
  day: '2026-03-16',
  account,
  method: 'transfer',
  reference,
})

async function reviewed(kind: string, fields: Record<string, unknown>, by = ana) {
  const draftId = crypto.randomUUID()
  const { status, body } = await by.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  return { status, body, yes: { draftId, digest: String(body.digest) } }
}

async function recorded(kind: string, fields: Record<string, unknown>) {
  const { yes, body } = await reviewed(kind, fields)
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: yes })).answer
}

const voided = (documentId: string, day = '2026-03-16') =>
  ben.call(voidDocument, { params: { documentId }, body: { day, reason: 'Not what was meant' } })

const openOf = async (side: 'receivable' | 'payable', partyId: string) =>
  (await ana.call(listOpenItems, { query: { side, partyId } })).answer

async function balances(): Promise<Record<string, bigint>> {
  const rows = await portal.db.kysely
    .selectFrom('line')
    .select(['account'])
    .select(({ fn, eb }) => fn.sum<string>(eb('debit', '-', eb.ref('credit'))).as('balance'))
    .groupBy('account')
    .execute()
  return Object.fromEntries(
    rows.map((row) => [row.account, BigInt(row.balance)] as const).filter(([, held]) => held !== 0n),
  )
}

const kept = () =>
  portal.db.kysely
    .selectFrom('item_balance')
    .select(['account', 'party_id', 'opened', 'open'])
    .orderBy('account')
    .execute()

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
