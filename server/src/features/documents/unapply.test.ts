// One allocation taken out of a receipt, a payment or a credit: what is open again, where the amount goes, and its undo.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerChequeBook } from '@talaan/contract/cheques.ts'
import { fileReturn, prepareFiling, viewFiling, viewTaxReconciliation } from '@talaan/contract/filings.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { sql } from 'kysely'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'
import { recomputed } from '../../../test/recomputed.ts'
import { readRules } from '../filings/rules.ts'
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
  customer = await registered('customer', '123-456-789', 'Lakbay Trading Inc.')
  supplier = await registered('supplier', '222-333-444', 'Bantay Security Agency Inc.')
})

test('one invoice is taken out of a receipt: it is open again with its discount, and the money is a credit', async () => {
  const [first, second] = [await recorded('invoice', invoice('1001')), await recorded('invoice', invoice('1002'))]
  const paid = await recorded('collection', {
    ...receipt('1031'),
    rows: [
      { documentId: first.documentId, pay: '11000000', discount: '200000' },
      { documentId: second.documentId, pay: '5600000' },
    ],
  })
  portal.clock.forward(1)
  const review = await reviewed(removal(paid, first))
  expect(review.body.warnings).toEqual([
    `${first.number} will have an open balance of 112,000.00.`,
    'The discount of 2,000.00 is reversed.',
    '110,000.00 becomes a credit of Lakbay Trading Inc. Apply it to another invoice, or refund it.',
  ])
  expect((await ana.call(reviewDraft, draftOf(removal(paid, first)))).status).toBe(403)
  const removed = (await ben.call(recordDocument, { body: review.yes })).answer
  expect(removed.number).toBe('RA-2026-000001')
  expect(await openOf('receivable')).toEqual([
    [`${first.number} 11200000`, `${second.number} 5600000`],
    [`${removed.number} 11000000`],
  ])
  expect(await balances()).toMatchObject({ '1110': 16_800_000n, '2060': -11_000_000n })
  expect(await balances()).not.toHaveProperty('4090')
  expect(await linksOf(paid.documentId)).toEqual([
    `settles ${first.number} 11200000 removed`,
    `settles ${second.number} 5600000 applied`,
    `unappliedBy ${removed.number} null null`,
  ])
  expect(await linksOf(first.documentId)).toEqual([
    `settledBy ${paid.number} 11200000 removed`,
    `reopenedBy ${removed.number} 11200000 null`,
  ])
  await soundBooks()

  // Only once; and the receipt waits for it.
  expect(await mistakesOf(removal(paid, first))).toEqual([
    `The allocation of ${paid.number} to ${first.number} was already removed by ${removed.number}.`,
  ])
  expect((await voided(paid)).error).toBe(`${removed.number} depends on ${paid.number}. Void that document first.`)

  // The credit pays the other invoice; then the removal cannot be undone.
  const used = await recorded('collection', {
    ...receipt(null),
    rows: [{ documentId: second.documentId, pay: '5600000' }],
    credits: [{ documentId: removed.documentId, amount: '5600000' }],
  })
  expect((await voided(removed)).error).toBe(`${used.number} depends on ${removed.number}. Void that document first.`)
  expect((await voided(used)).status).toBe('void')

  // Neither when the invoice was paid by another receipt since.
  const again = await recorded('collection', {
    ...receipt('1031'),
    rows: [{ documentId: first.documentId, pay: '11200000' }],
  })
  expect((await voided(removed)).error).toBe(
    `${removed.number} reopened 112,000.00 of ${first.number}, but only 0.00 of this amount is still open. Void ${again.number} first, or remove its allocation.`,
  )
  expect((await voided(again)).status).toBe('void')
  expect((await voided(removed)).status).toBe('void')
  expect(await openOf('receivable')).toEqual([[`${second.number} 5600000`], []])
  expect(await linksOf(first.documentId)).toContain(`settledBy ${paid.number} 11200000 applied`)
  expect((await voided(paid)).status).toBe('void')
  await soundBooks()
})

test('a wrong invoice can be voided after its payment was taken out, and the removal then stays', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const paid = await recorded('collection', {
    ...receipt('1031'),
    rows: [{ documentId: sold.documentId, pay: '11200000' }],
  })
  const removed = await recorded('unapply', removal(paid, sold))
  expect((await voided(sold)).status).toBe('void')
  expect((await voided(removed)).error).toBe(
    `${removed.number} reopened ${sold.number}, which is now void. Instead of voiding ${removed.number}, apply or refund its credit.`,
  )
  expect(await openOf('receivable')).toEqual([[], [`${removed.number} 11200000`]])
  await soundBooks()
})

test('a credit that was applied without money returns to where it came from', async () => {
  const advance = await recorded('collection', { ...receipt('1031'), advance: '3000000' })
  const sold = await recorded('invoice', invoice('1001'))
  const used = await recorded('collection', {
    ...receipt(null),
    rows: [{ documentId: sold.documentId, pay: '2000000' }],
    credits: [{ documentId: advance.documentId, amount: '2000000' }],
  })
  const removed = await recorded('unapply', removal(used, sold))
  expect(await openOf('receivable')).toEqual([[`${sold.number} 11200000`], [`${advance.number} 3000000`]])
  expect(await linksOf(advance.documentId)).toContain(`creditReturnedBy ${removed.number} 2000000 null`)
  expect((await voided(advance)).status).toBe('void')
  await soundBooks()
})

test('a credit memo and a supplier payment are taken out of their invoice and bill in the same way', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const memo = await recorded('creditmemo', {
    ...invoice('C-1'),
    day: '2026-03-16',
    creditOf: sold.documentId,
    reason: 'Came back damaged',
    lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4080' }],
  })
  const removed = await recorded('unapply', removal(memo, sold))
  expect(await openOf('receivable')).toEqual([[`${sold.number} 11200000`], [`${removed.number} 1120000`]])
  const owed = await recorded('bill', bill)
  await recorded('deposit', {
    email: 'office@example.com',
    day: '2026-03-15',
    account: '1031',
    others: [{ description: 'Capital', account: '3010', amount: '50000000' }],
  })
  const paid = await recorded('payment', {
    ...receipt('1031', supplier),
    rows: [{ documentId: owed.documentId, pay: '10900000', discount: '100000' }],
  })
  const taken = await recorded('unapply', { ...removal(paid, owed), partyId: supplier })
  expect(await openOf('payable')).toEqual([[`${owed.number} 11000000`], [`${taken.number} 10900000`]])
  expect(await balances()).toMatchObject({ '2010': -11_000_000n, '1140': 10_900_000n })
  await soundBooks()
})

test('the tax a customer withheld is taken out with its invoice: its certificate is no longer expected', async () => {
  const [first, second] = [await recorded('invoice', invoice('1001')), await recorded('invoice', invoice('1002'))]
  const paid = await recorded('collection', {
    ...receipt('1031'),
    rows: [
      { documentId: first.documentId, pay: '10900000', withheld: '200000', atc: 'WC160', discount: '100000' },
      { documentId: second.documentId, pay: '11000000', withheld: '200000', atc: 'WC160' },
    ],
  })
  const certificate = (amount: string) => ({
    partyId: customer,
    day: '2026-03-16',
    act: 'received',
    memo: '',
    rows: [{ documentId: paid.documentId, account: '1321', amount }],
    from: '2026-01-01',
    to: '2026-03-16',
    taxes: [{ atc: 'WC160', base: `${BigInt(amount) * 50n}`, tax: amount }],
  })
  const all = await recorded('certificate', certificate('400000'))
  expect(await mistakesOf(removal(paid, first))).toEqual([
    `2,000.00 of the 2,000.00 withheld for ${first.number} with ${paid.number} is already on a certificate. Void ${all.number} first.`,
  ])
  expect((await voided(all)).status).toBe('void')
  const proof = await recorded('certificate', certificate('200000'))
  const review = await reviewed(removal(paid, first))
  expect(review.body.warnings).toEqual([
    `${first.number} will have an open balance of 112,000.00.`,
    'The discount of 1,000.00 is reversed.',
    '2,000.00 of tax withheld (WC160) on 16 Mar 2026 is reversed on 16 Mar 2026, and the returns for that date include the reversal. If one of them has already been filed, amend it. The certificate of Lakbay Trading Inc. for this income tax is no longer expected.',
    '109,000.00 becomes a credit of Lakbay Trading Inc. Apply it to another invoice, or refund it.',
  ])
  const removed = (await ben.call(recordDocument, { body: review.yes })).answer
  expect(await balances()).toMatchObject({ '1110': 11_200_000n, '1320': 200_000n, '2060': -10_900_000n })
  expect(await balances()).not.toHaveProperty('1321')
  expect(await taxesOf(removed.documentId)).toEqual([
    { account: '1321', atc: 'WC160', ewt_rate: '0.02', ewt_base: -10_000_000n, ewt: -200_000n },
  ])
  expect(await linksOf(paid.documentId)).toEqual([
    `certifiedBy ${all.number} 400000 null`,
    `certifiedBy ${proof.number} 200000 null`,
    `unappliedBy ${removed.number} null null`,
    `settles ${first.number} 11200000 removed`,
    `settles ${second.number} 11200000 applied`,
  ])
  await soundBooks()
  // The tax of the other invoice has its certificate, so that this part waits for it.
  expect(await mistakesOf(removal(paid, second))).toHaveLength(1)
  expect((await voided(removed)).status).toBe('void')
  expect(await balances()).toMatchObject({ '1320': 200_000n, '1321': 200_000n })
  await soundBooks()
})

test('VAT withheld by a government office is taken out with its invoice', async () => {
  const office = await registered('customer', '333-444-555', 'Kagawaran ng Daungan', { government: true })
  const sold = await recorded('invoice', { ...invoice('1001'), partyId: office })
  const paid = await recorded('collection', {
    ...receipt('1031', office),
    rows: [{ documentId: sold.documentId, pay: '10600000', withheld: '100000', atc: 'WC640', vatWithheld: '500000' }],
  })
  const removed = await recorded('unapply', { ...removal(paid, sold), partyId: office })
  const taxes = await taxesOf(paid.documentId)
  expect(taxes.map(({ account, ewt }) => [account, ewt])).toEqual([
    ['1321', 100_000n],
    ['1325', 500_000n],
  ])
  expect(await taxesOf(removed.documentId)).toEqual(
    taxes.map((line) => ({ ...line, ewt_base: -(line.ewt_base ?? 0n), ewt: -(line.ewt ?? 0n) })),
  )
  expect(await balances()).toMatchObject({ '1110': 11_200_000n, '2060': -10_600_000n })
  const { sound } = (await ben.call(viewTaxReconciliation, { params: { period: '2026-03-31' } })).answer
  expect(sound).toBe(true)
  await soundBooks()
})

test('tax withheld from a supplier is taken out with its bill, of a payment and of a cheque, and a filed return is amended', async () => {
  await portal.db.kysely.updateTable('tax_profile').set({ withholding_agent: true }).execute()
  await portal.db.kysely
    .updateTable('money_account')
    .set({ overdraft: 100_000_000n })
    .where('code', '=', '1031')
    .execute()
  const book = { account: '1031', firstNo: '0000101', lastNo: '0000110', receivedOn: '2026-03-15' }
  await ben.call(registerChequeBook, { params: { bookId: crypto.randomUUID() }, body: book })
  const plain = { ...bill, lines: [{ ...line, atc: null, expenseType: 'security', account: '6130' }] }
  const owed = [await recorded('bill', plain), await recorded('bill', { ...plain, externalNo: '78' })]
  const row = (of?: Recorded) => ({ documentId: of?.documentId, pay: '11000000', withheld: '200000', atc: 'WC120' })
  const byTransfer = await recorded('payment', { ...receipt('1031', supplier), rows: [row(owed[0])] })
  const byCheque = await recorded('cheque', {
    partyId: supplier,
    day: '2026-03-16',
    account: '1031',
    payee: 'Bantay Security Agency Inc.',
    chequeNo: '0000101',
    rows: [row(owed[1])],
  })
  const box19 = async () => {
    const { answer } = await ben.call(viewFiling, { params: { duty: '1601-EQ', period: '2026-03-31' } })
    const { base, tax } = answer.worksheet?.boxes.find(({ no }) => no === '19') ?? {}
    return [answer.state, base, tax, answer.since.documents.map(({ number }) => number)]
  }
  expect(await box19()).toEqual(['open', 20_000_000n, 400_000n, []])
  portal.clock.forward(20 * 24 * 3600)
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  expect(await file('1601-EQ', '2026-03-31')).toBe(200)
  const taken = []
  for (const [at, from] of [byTransfer, byCheque].entries()) {
    const one = owed[at] ?? from
    const review = await reviewed({ ...removal(from, one), partyId: supplier })
    expect(review.body.warnings).toContain(
      '2,000.00 of tax withheld (WC120) on 16 Mar 2026 is reversed on 16 Mar 2026, and the returns for that date include the reversal. If one of them has already been filed, amend it. If a form 2307 with this tax was issued to Bantay Security Agency Inc., issue a corrected one.',
    )
    const { documentId, number } = (await ben.call(recordDocument, { body: review.yes })).answer
    taken.push(number)
    expect(await taxesOf(documentId)).toEqual([
      { account: '2140', atc: 'WC120', ewt_rate: '0.02', ewt_base: -10_000_000n, ewt: -200_000n },
    ])
    expect((await box19()).slice(1)).toEqual(at === 0 ? [10_000_000n, 200_000n, taken] : [0n, 0n, taken])
  }
  expect(await openOf('payable')).toEqual([
    owed.map(({ number }) => `${number} 11200000`),
    taken.map((number) => `${number} 11000000`),
  ])
  const rules = await readRules(portal.db.kysely)
  const forms = ['1601-EQ', '2550Q'] as const
  expect((await recomputed(portal.db.kysely, { rules, forms, year: '2026' })).differences).toEqual([])
  await soundBooks()
})

test('it is refused before the date of the receipt, without a reason, and where nothing is applied', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const plain = await recorded('invoice', invoice('1002'))
  const other = await recorded('collection', {
    ...receipt('1031'),
    rows: [{ documentId: plain.documentId, pay: '100' }],
  })
  expect(await mistakesOf({ ...removal(other, plain), memo: '' })).toEqual([
    'Enter the reason for removing the allocation.',
  ])
  expect(await mistakesOf({ ...removal(other, plain), day: '2026-03-15' })).toEqual([
    `${other.number} was posted on 16 Mar 2026. The date of the removal cannot be earlier.`,
  ])
  expect(await mistakesOf(removal(other, sold))).toEqual([
    'These documents are not applied to each other. One of them may be void; reload the page and check.',
  ])
  await voided(other)
  expect(await mistakesOf(removal(other, plain))).toHaveLength(1)
})

// ── Helpers.

async function file(duty: '1601-EQ', period: string): Promise<number> {
  const params = { duty, period }
  const { digest } = (await ben.call(viewFiling, { params })).answer
  await ben.call(prepareFiling, { params, body: { digest } })
  return (await ben.call(fileReturn, { params, body: { digest, filedOn: '2026-04-05', reference: 'R-1' } })).status
}

const taxesOf = (documentId: string) =>
  portal.db.kysely
    .selectFrom('line')
    .innerJoin('entry', 'entry.no', 'entry_no')
    .select(['account', 'atc', 'ewt_base', 'ewt'])
    .select(sql<string>`trim_scale(ewt_rate)::text`.as('ewt_rate'))
    .where('document_id', '=', documentId)
    .where('reverses', 'is', null)
    .where('atc', 'is not', null)
    .orderBy('position')
    .execute()

type Recorded = { documentId: string; number: string }

async function registered(
  role: 'customer' | 'supplier',
  tin: string,
  registeredName: string,
  more = {},
): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName, ...more }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const invoice = (externalNo: string) => ({
  email: 'office@example.com',
  partyId: customer,
  externalNo,
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
})
const line = { description: 'Guards', amount: '10000000', vatClass: 'vatable', category: 'services', atc: 'WC120' }
let bill: object
beforeEach(() => {
  bill = {
    email: 'office@example.com',
    partyId: supplier,
    externalNo: '77',
    day: '2026-03-15',
    priceMode: 'exclusive',
    lines: [{ ...line, expenseType: 'security', account: '6130' }],
  }
})
const receipt = (account: string | null, partyId = customer) => ({
  partyId,
  day: '2026-03-16',
  account,
  ...(account === null ? {} : { method: 'transfer', reference: 'BT-1' }),
})
const removal = (from: Recorded, item: Recorded) => ({
  partyId: customer,
  documentId: from.documentId,
  itemId: item.documentId,
  day: '2026-03-16',
  memo: 'Paid another invoice',
})

const recorded = async (kind: DocumentTypeName, fields: object) =>
  recordNow(portal, await viewerOf(portal, 'ben'), [kind, fields])

const draftOf = (fields: object) => ({
  params: { draftId: crypto.randomUUID() },
  body: { kind: 'unapply', fields: fields as Record<string, unknown> } as const,
})

async function reviewed(fields: object) {
  const draft = draftOf(fields)
  const { body } = await ben.call(reviewDraft, draft)
  return { body, yes: { draftId: draft.params.draftId, digest: String(body.digest) } }
}

const mistakesOf = async (fields: object) =>
  ((await reviewed(fields)).body.fields as { message: string }[]).map(({ message }) => message)

async function voided({ documentId }: Recorded): Promise<{ error?: string; status?: string }> {
  const body = { day: '2026-03-16', reason: 'Not what was meant' }
  const answer = await ben.call(voidDocument, { params: { documentId }, body })
  return answer.status === 200
    ? { status: answer.answer.document.status }
    : { error: String((answer.body as { error: string }).error) }
}

async function openOf(side: 'receivable' | 'payable'): Promise<[string[], string[]]> {
  const partyId = side === 'receivable' ? customer : supplier
  const { items, credits } = (await ana.call(listOpenItems, { query: { side, partyId } })).answer
  const shown = (all: typeof items) => all.map(({ number, open }) => `${number} ${open}`)
  return [shown(items), shown(credits)]
}

const linksOf = async (documentId: string) =>
  (await ben.call(getRelated, { params: { documentId } })).answer.documents.map(
    ({ relation, number, amount, allocation }) => `${relation} ${number} ${amount} ${allocation}`,
  )

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

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
