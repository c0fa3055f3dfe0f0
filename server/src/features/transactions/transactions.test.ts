// All recorded documents: found by any filter, totaled, and exported exactly as filtered.
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportYear } from '@talaan/contract/books.ts'
import { attachFile, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { exportTransactions, listTransactions, sumTransactions } from '@talaan/contract/transactions.ts'
import { proveYear } from '../../../../ledger/test/prove-year.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let parties: Record<'mabuhay' | 'lakbay', string>

/** Twelve invoices of two customers, by two users, over two months; one void, one with an attachment. */
beforeAll(async () => {
  portal = await openPortal()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  parties = {
    mabuhay: await customer('Mabuhay Hardware', '213-456-781'),
    lakbay: await customer('Lakbay Trading', '213-456-799'),
  }
  for (let at = 1; at <= 12; at++) {
    portal.clock.forward(60)
    const id = await record(
      at % 2 === 0 ? ben : ana,
      {
        partyId: at % 3 === 0 ? parties.lakbay : parties.mabuhay,
        externalNo: `A-${at}`,
        day: at <= 6 ? `2026-03-${String(at).padStart(2, '0')}` : `2026-02-${String(at).padStart(2, '0')}`,
        lines: [line(at * 112_00)],
        memo: at === 5 ? 'Scaffolding for the chapel' : '',
      },
      at === 4,
    )
    if (at === 2) {
      const body = { day: '2026-03-10', reason: 'Recorded twice' }
      expect((await ben.call(voidDocument, { params: { documentId: id }, body })).status).toBe(200)
    }
  }
})
afterAll(() => portal.close())

type Query = Record<string, string>
const list = async (query: Query = {}) => (await ana.call(listTransactions, { query })).answer
const numbers = async (query: Query = {}) =>
  (await list(query)).documents.map(({ externalNo }) => Number(externalNo?.slice(2)))

test('every filter finds its documents, and combined filters find their intersection', async () => {
  expect(await numbers()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await numbers({ order: 'day' })).toEqual([6, 5, 4, 3, 2, 1, 12, 11, 10, 9, 8, 7])
  for (const [query, found] of [
    [{ kinds: 'invoice' }, 12],
    [{ kinds: 'invoice.bill' }, 12],
    [{ kinds: 'bill' }, 0],
    [{ status: 'void' }, [2]],
    [{ status: 'recorded', to: '2026-02-08' }, [8, 7]],
    [{ from: '2026-03-05' }, [6, 5]],
    [{ party: parties.lakbay }, [12, 9, 6, 3]],
    [{ recordedBy: 'ben', from: '2026-03-01' }, [6, 4, 2]],
    [{ recordedBy: 'nobody' }, 0],
    [{ least: '112000', most: '123200' }, [11, 10]],
    [{ files: 'with' }, [4]],
    [{ files: 'without', most: '56000' }, [5, 3, 2, 1]],
    [{ open: 'yes', most: '33600' }, [3, 1]],
    [{ search: 'chapel' }, [5]],
    [{ search: '213-456-799', order: 'day' }, [6, 3, 12, 9]],
    [{ search: 'lakbay', from: '2026-03-01', recordedBy: 'ana' }, [3]],
    [{ search: '1,344.00' }, [12]],
    [{ search: 'P1,344' }, [12]],
    [{ search: '₱1,344.00' }, [12]],
    [{ search: 'PHP 1,344' }, [12]],
    [{ search: 'php1,344.00' }, [12]],
  ] as const) {
    const are = await numbers(query as Query)
    expect(typeof found === 'number' ? are.length : are, JSON.stringify(query)).toEqual(found)
  }
})

test('the totals cover all filtered documents except void ones, and name who may have recorded', async () => {
  const { kinds, people } = (await ana.call(sumTransactions, { query: { from: '2026-03-01' } })).answer
  const total = (1n + 3n + 4n + 5n + 6n) * 112_00n
  expect(kinds).toEqual([{ kind: 'invoice', documents: 6, voided: 1, total, open: total }])
  expect(people).toEqual(['ana', 'ben', 'carla', 'dino'])
  expect((await ana.call(sumTransactions, { query: { search: 'no such word' } })).answer.kinds).toEqual([])
})

test('the pages together are the whole list, in either order', async () => {
  for (let at = 0; at < 60; at++) {
    // At the same moment, so that the order depends on more than the time.
    await record(ana, { partyId: parties.mabuhay, externalNo: `B-${at}`, day: '2026-01-15' })
  }
  for (const order of ['recorded', 'day']) {
    const first = await list({ order })
    expect(first.documents).toHaveLength(50)
    const second = await list({ order, after: first.next ?? '' })
    expect(second.next).toBeNull()
    const ids = [...first.documents, ...second.documents].map(({ id }) => id)
    expect(new Set(ids).size).toBe(72)
    expect(ids).toHaveLength(72)
  }
})

test('the export has exactly the filtered rows, states its filters, and is recorded in the audit trail', async () => {
  const query = { from: '2026-03-01', recordedBy: 'ben' }
  const reply = await ana.call(exportTransactions, { params: { format: 'csv' }, query })
  const [head, ...rows] = Papa.parse<string[]>(reply.bytes.toString().trim(), { header: false }).data
  expect(head).toContain('Recorded by')
  expect(rows.map((row) => [row[0], row[8], row[9], row[10]])).toEqual([
    ['SI-2026-000006', '672.00', '672.00', 'Overdue 10 d'],
    ['SI-2026-000004', '448.00', '448.00', 'Overdue 12 d'],
    ['SI-2026-000002', '224.00', '0.00', 'Void'],
  ])
  for (const format of ['xlsx', 'pdf'])
    expect((await ana.call(exportTransactions, { params: { format }, query })).status).toBe(200)
  const kept = await portal.db.kysely
    .selectFrom('audit')
    .select(['actor_name', 'detail'])
    .where('action', '=', 'transactions.export')
    .orderBy('seq')
    .execute()
  expect(kept).toHaveLength(3)
  expect(kept[0]).toMatchObject({
    actor_name: 'ana',
    detail: { format: 'csv', rows: 3, asked: 'All types, from 1 Mar 2026, recorded by ben' },
  })
})

test('the exported year verifies itself: every document, including void ones, and the chain between', async () => {
  const accountant = await portal.signIn('ben', { force: true })
  const reply = await accountant.call(exportYear, { params: { from: '2026-02' } })
  expect(reply.headers['content-disposition']).toContain('talaan-2026-01-to-2026-12.jsonl')
  const text = reply.bytes.toString()
  const proof = proveYear(text)
  expect(proof.checks.flatMap(({ problems }) => problems)).toEqual([])
  expect(proof).toMatchObject({ sound: true, entries: 73, head: { from: '2026-01', to: '2026-12' } })
  expect(proveYear(text.replace('Recorded twice', 'Recorded twicE')).sound).toBe(false)
})

test('an invalid filter is refused with a message', async () => {
  for (const query of [
    { kinds: 'invoice.loan' },
    { from: 'yesterday' },
    { party: 'Lakbay' },
    { least: '1.5' },
    { sort: 'x' },
  ]) {
    const { status } = await ana.call(listTransactions, { query: query as unknown as Query })
    expect(status, JSON.stringify(query)).toBe(400)
  }
  expect((await list({ after: 'anything' })).documents).toHaveLength(50)
})

function line(unitPrice: number) {
  return {
    description: 'Bond paper',
    quantity: '1',
    unitPrice: String(unitPrice),
    vatClass: 'vatable',
    account: '4010',
  }
}

async function record(by: Caller, changes: Record<string, unknown>, withPaper = false): Promise<string> {
  const draftId = crypto.randomUUID()
  const fields = {
    email: 'ap@mabuhay.example',
    priceMode: 'inclusive',
    terms: '',
    memo: '',
    lines: [line(500_00)],
    ...changes,
  }
  if (withPaper) {
    const query = { id: crypto.randomUUID(), kind: 'invoice', name: 'a.png' }
    expect((await by.call(attachFile, { params: { draftId }, query, bytes: png })).status).toBe(200)
  }
  const { digest } = (await by.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })).answer
  return (await by.call(recordDocument, { body: { draftId, digest } })).answer.documentId
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function customer(registeredName: string, tin: string): Promise<string> {
  const address = { street: '45 Aurora Boulevard', city: 'Quezon City', zip: '1112' }
  const fields = { kind: 'non_individual', tin, registeredName, vatStatus: 'vat', address }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}
