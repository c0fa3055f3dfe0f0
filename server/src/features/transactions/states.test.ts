// The states of invoices on a day, the filters and totals by state, and the orders of a list.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocuments, stateOf, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { listTransactions, sumTransactions } from '@talaan/contract/transactions.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'

let portal: Portal
let ana: Caller
const today = '2026-03-16'

/** A: unpaid and not due, B: 12 days overdue, C: partly paid, D: paid, E: void. */
beforeAll(async () => {
  portal = await openPortal()
  ana = await portal.signIn('ana')
  const register = async (registeredName: string, tin: string) => {
    const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
    const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true } as const
    return (await ana.call(registerParty, { body })).answer.party.id
  }
  const lakbay = await register('Lakbay Trading Inc.', '123-456-789')
  const aral = await register('aral | Books', '123-456-780')
  const viewer = await viewerOf(portal, 'ana')
  const recorded = (kind: DocumentTypeName, more: object) => {
    portal.clock.forward(1)
    return recordNow(portal, viewer, [kind, { email: 'ap@lakbay.example', partyId: lakbay, ...more }])
  }
  const invoice = (externalNo: string, unitPrice: string, dueDay: string, partyId = lakbay) =>
    recorded('invoice', {
      partyId,
      externalNo,
      day: '2026-03-01',
      terms: 'due',
      dueDay,
      priceMode: 'exclusive',
      lines: [{ description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4010' }],
    })
  await invoice('A', '100000', '2026-03-31', aral)
  await invoice('B', '200000', '2026-03-04')
  const partly = await invoice('C', '300000', '2026-04-30')
  const paid = await invoice('D', '400000', '2026-03-05')
  const wrong = await invoice('E', '500000', '2026-03-02', aral)
  await recorded('collection', {
    day: today,
    account: '1010',
    rows: [
      { documentId: partly.documentId, pay: '100000' },
      { documentId: paid.documentId, pay: '448000' },
    ],
  })
  const ben = await portal.signIn('ben')
  const body = { day: today, reason: 'Recorded twice' }
  expect((await ben.call(voidDocument, { params: { documentId: wrong.documentId }, body })).status).toBe(200)
})
afterAll(() => portal.close())

type Query = Record<string, string>
const list = async (query: Query) =>
  (await ana.call(listDocuments, { query: { kind: 'invoice', ...query } as Query })).answer
const found = async (query: Query) => (await list(query)).documents.map(({ externalNo }) => externalNo).join('')

test('an invoice is unpaid, overdue by days, partly paid, paid or void, and each filter finds exactly those', async () => {
  const { documents } = await list({})
  expect(documents.map((row) => `${row.externalNo} ${stateOf(row, today).words}`)).toEqual([
    'E Void',
    'D Paid',
    'C Partly paid',
    'B Overdue 12 d',
    'A Unpaid',
  ])
  const [late] = (await list({ status: 'overdue' })).documents
  expect(late && [stateOf(late, '2026-03-04').words, stateOf(late, '2026-03-05').words]).toEqual([
    'Unpaid',
    'Overdue 1 d',
  ])
  for (const [status, numbers] of Object.entries({
    open: 'CBA',
    unpaid: 'BA',
    partly: 'C',
    overdue: 'B',
    paid: 'D',
    recorded: 'DCBA',
    void: 'E',
  }))
    expect(await found({ status }), status).toBe(numbers)
  // Only documents that are due are unpaid or paid: the collection is neither.
  const every = async (status: string) =>
    (await ana.call(listTransactions, { query: { status } as Query })).answer.documents.length
  expect([await every('paid'), await every('recorded')]).toEqual([1, 5])
})

test('the totals are those of all documents that the filter finds', async () => {
  const sums = async (query: Query) =>
    (await ana.call(sumTransactions, { query: { kinds: 'invoice', ...query } as Query })).answer.kinds
  expect(await sums({ status: 'open' })).toEqual([
    { kind: 'invoice', documents: 3, voided: 0, total: 672_000n, open: 572_000n },
  ])
  expect(await sums({ status: 'overdue' })).toMatchObject([{ documents: 1, total: 224_000n, open: 224_000n }])
  expect(await sums({})).toMatchObject([{ documents: 5, voided: 1, total: 1_120_000n, open: 572_000n }])
})

test('sorted by date, due date, total, customer or status in either direction, the pages together are the whole list', async () => {
  for (const [order, descending] of [
    ['recorded', 'EDCBA'],
    ['day', 'EDCBA'],
    ['due', 'CADBE'],
    ['total', 'EDCBA'],
    ['party', 'DCBEA'],
    ['status', 'BACDE'],
  ] as const) {
    const pages = async (query: Query) => {
      const numbers: (string | null)[] = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          order,
          atMost: '2',
          ...query,
          ...(after && { after }),
        })
        numbers.push(...page.documents.map(({ externalNo }) => externalNo))
        after = page.next
      } while (after !== null)
      return numbers.join('')
    }
    expect(await pages({}), order).toBe(descending)
    expect(await pages({ ascending: 'yes' }), order).toBe([...descending].toReversed().join(''))
  }
})

test('a cursor that no page has given begins the list again', async () => {
  const first = (await ana.call(listTransactions, { query: { order: 'due' } as Query })).answer
  const id = first.documents[0]?.id ?? ''
  for (const [order, after] of [
    ['due', `2026-03-16 01:00:00+00|${id}|2026-99-99`],
    ['due', `2026-02-30 01:00:00+00|${id}|2026-03-16`],
    ['day', `2026-03-16 25:61:00+00|${id}|2026-03-16`],
    ['total', `2026-03-16 01:00:00+00|${'-'.repeat(36)}|1`],
    ['status', `2026-03-16 01:00:00+00|${id}|paid`],
  ] as const) {
    const { status, answer } = await ana.call(listTransactions, { query: { order, after } as Query })
    expect([status, answer.documents.length], after).toEqual([200, first.documents.length])
  }
})

test('documents that move money name their accounts and purpose', async () => {
  const [row] = (await ana.call(listTransactions, { query: { kinds: 'collection' } as Query })).answer.documents
  expect(row).toMatchObject({ accountFrom: null, accountTo: 'Undeposited funds (cash on hand)' })
})
