// One allocation taken out of a receipt, a payment or a credit: what is open again, where the amount goes, and its undo.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'
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
    `${removed.number} reopened ${first.number} by 112,000.00, but only 0.00 of it is still open. Void ${again.number} first, or remove its allocation.`,
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
    `${removed.number} reopened ${sold.number}, which is void now. Apply or refund the credit of ${removed.number} instead of voiding it.`,
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

test('it is refused with withheld tax, before the date of the receipt, without a reason, and where nothing is applied', async () => {
  const sold = await recorded('invoice', invoice('1001'))
  const paid = await recorded('collection', {
    ...receipt('1031'),
    rows: [{ documentId: sold.documentId, pay: '11000000', withheld: '200000', atc: 'WC160' }],
  })
  expect(await mistakesOf(removal(paid, sold))).toEqual([
    `${paid.number} includes 2,000.00 of tax withheld for ${sold.number}. The tax belongs to this invoice, its return and its certificate, so this part can't be removed alone. Void ${paid.number} and record it again.`,
  ])
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
    'These documents are not applied to each other. One of them may be void; refresh the page and check.',
  ])
  await voided(other)
  expect(await mistakesOf(removal(other, plain))).toHaveLength(1)
})

// ── Helpers.

type Recorded = { documentId: string; number: string }

async function registered(role: 'customer' | 'supplier', tin: string, registeredName: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
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
