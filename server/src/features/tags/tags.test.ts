// Tags: added and renamed in the settings, set in the form and afterwards, and used by lists, transactions and reports.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getDocument,
  listDocuments,
  maxTogether,
  recordDocument,
  reviewDraft,
  saveDraft,
} from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { changeTag } from '@talaan/contract/settings.ts'
import { listTags, tagDocuments } from '@talaan/contract/tags.ts'
import type { TagKind } from '@talaan/contract/tag-kinds.ts'
import { exportTransactions, listTransactions, sumTransactions } from '@talaan/contract/transactions.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let partyId: string
const tower = crypto.randomUUID()
const bridge = crypto.randomUUID()
const cebu = crypto.randomUUID()
const old = crypto.randomUUID()

type Setting = { kind: TagKind; name: string; active: boolean }
const change = (id: string, was: Setting | null, now: Setting, by = ben) =>
  by.call(changeTag, { params: { code: id }, body: { was, now } })
const tag = (documentIds: string[], tags: Partial<Record<TagKind, string | null>>, by = ana) =>
  by.call(tagDocuments, { body: { documentIds, tags } })

/** Five invoices of 100.00 to 500.00 without VAT: the first is recorded with its tags. */
let recorded: { documentId: string; number: string }[]
beforeAll(async () => {
  portal = await openPortal()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '123-456-789', registeredName: 'Lakbay Trading Inc.' }
  const registration = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true } as const
  partyId = (await ana.call(registerParty, { body: registration })).answer.party.id
  for (const [id, kind, name] of [
    [tower, 'project', 'Tower'],
    [bridge, 'project', 'Bridge'],
    [cebu, 'branch', 'Cebu'],
    [old, 'branch', 'Old'],
  ] as const)
    expect((await change(id, null, { kind, name, active: true })).status).toBe(200)
  recorded = []
  for (let at = 1; at <= 5; at++) {
    portal.clock.forward(1)
    recorded.push(await invoice(at, at === 1 ? { project: tower, branch: cebu } : {}))
  }
  const inactive = { kind: 'branch', name: 'Old', active: false } as const
  expect((await change(old, { ...inactive, active: true }, inactive)).status).toBe(200)
})
afterAll(() => portal.close())

/** As the form does: the draft is saved with the tags, reviewed and recorded. */
async function invoice(at: number, tags: Partial<Record<TagKind, string>>) {
  const draftId = crypto.randomUUID()
  const params = { draftId }
  const line = {
    description: 'Bamboo',
    quantity: '1',
    unitPrice: String(at * 10_000),
    vatClass: 'exempt',
    account: '4010',
  }
  const fields = {
    email: 'ap@lakbay.example',
    partyId,
    externalNo: `A-${at}`,
    day: '2026-03-01',
    terms: 'due',
    dueDay: '2026-03-31',
    priceMode: 'exclusive',
    lines: [line],
  }
  const typed = { kind: 'invoice', fields: { typed: fields, tags } } as const
  expect((await ana.call(saveDraft, { params, body: typed })).status).toBe(200)
  const { body } = await ana.call(reviewDraft, { params, body: { kind: 'invoice', fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

const idOf = (at: number) => recorded[at - 1]?.documentId ?? ''
const tagsOf = async (at: number) =>
  (await ana.call(getDocument, { params: { documentId: idOf(at) } })).answer.document.tags.map(({ name }) => name)

test('admins and accountants add, rename and deactivate tags; equal names, changed tags and used kinds are refused', async () => {
  const quay = crypto.randomUUID()
  const now = { kind: 'department', name: 'Quay', active: true } as const
  expect((await change(quay, null, now, ana)).status).toBe(403)
  expect((await change(quay, null, { ...now, name: '' })).status).toBe(400)
  expect((await change(quay, null, { ...now, name: 'x'.repeat(41) })).status).toBe(400)
  expect((await change(quay, null, now)).status).toBe(200)
  expect((await change(quay, null, now)).status).toBe(409)
  expect((await change(quay, now, { ...now, name: 'Port' })).status).toBe(200)
  expect((await change(quay, now, { ...now, name: 'Pier' })).status).toBe(409)
  const alike = await change(crypto.randomUUID(), null, { kind: 'project', name: 'tOWER', active: true })
  expect([alike.status, alike.body.error]).toEqual([
    422,
    'There is already a project with this name. Choose another name.',
  ])
  const used = { kind: 'project', name: 'Tower', active: true } as const
  expect((await change(tower, used, { ...used, kind: 'branch' })).body.error).toBe(
    "1 document has this tag, so its kind can't change. Add a new tag instead.",
  )
  expect((await ana.call(listTags)).answer.tags.map(({ kind, name, active }) => [kind, name, active])).toEqual([
    ['project', 'Bridge', true],
    ['project', 'Tower', true],
    ['department', 'Port', true],
    ['branch', 'Cebu', true],
    ['branch', 'Old', false],
  ])
})

test('a document is recorded with the tags of its form, and several are tagged together or not at all', async () => {
  expect(await tagsOf(1)).toEqual(['Tower', 'Cebu'])
  for (const [ids, tags, status] of [
    [[], { project: tower }, 400],
    [[idOf(2), idOf(2)], { project: tower }, 400],
    [Array.from({ length: maxTogether + 1 }, () => crypto.randomUUID()), { project: tower }, 400],
    [[idOf(2)], {}, 400],
    [[idOf(2)], { project: 'Tower' }, 400],
    [[idOf(2), crypto.randomUUID()], { project: tower }, 404],
    [[idOf(2)], { project: crypto.randomUUID() }, 404],
    [[idOf(2)], { department: tower }, 404],
    [[idOf(2)], { branch: old }, 422],
  ] as const)
    expect((await tag([...ids], tags)).status, JSON.stringify(tags)).toBe(status)
  expect(await tagsOf(2)).toEqual([])

  expect((await tag([idOf(1), idOf(2), idOf(3)], { project: tower })).answer).toEqual({ changed: 2, unchanged: 1 })
  expect((await tag([idOf(3), idOf(4)], { project: bridge, branch: cebu })).answer).toEqual({
    changed: 2,
    unchanged: 0,
  })
  expect((await tag([idOf(4)], { branch: null }, ben)).answer).toEqual({ changed: 1, unchanged: 0 })
  expect([await tagsOf(1), await tagsOf(2), await tagsOf(3), await tagsOf(4), await tagsOf(5)]).toEqual([
    ['Tower', 'Cebu'],
    ['Tower'],
    ['Bridge', 'Cebu'],
    ['Bridge'],
    [],
  ])
  const { history } = (await ana.call(getRelated, { params: { documentId: idOf(4) } })).answer
  expect(history.map(({ by, action, detail }) => [by, action, detail])).toEqual([
    ['ben', 'documents.tag', 'No branch'],
    ['ana', 'documents.tag', 'Project: Bridge, Branch: Cebu'],
    ['ana', 'documents.record', ''],
  ])
})

test('lists, totals and exports are filtered by tag, also by none', async () => {
  type Query = Record<string, string>
  const numbers = (rows: { externalNo: string | null }[]) => rows.map(({ externalNo }) => externalNo?.slice(2)).join('')
  for (const [query, found] of [
    [{ project: tower }, '21'],
    [{ project: bridge, branch: cebu }, '3'],
    [{ project: 'none' }, '5'],
    [{ branch: 'none' }, '542'],
    [{ department: 'none', project: tower, branch: 'none' }, '2'],
    [{ project: cebu }, ''],
  ] as const) {
    const listed = (await ana.call(listDocuments, { query: { kind: 'invoice', ...query } as Query })).answer.documents
    const all = (await ana.call(listTransactions, { query: query as Query })).answer.documents
    expect([numbers(listed), numbers(all)], JSON.stringify(query)).toEqual([found, found])
  }
  expect((await ana.call(listTransactions, { query: { project: 'all' } as Query })).status).toBe(400)
  const totals = (await ana.call(sumTransactions, { query: { project: tower } as Query })).answer.kinds
  expect(totals).toMatchObject([{ documents: 2, total: 30_000n }])
  const csv = await ana.call(exportTransactions, { params: { format: 'csv' }, query: { project: bridge } as Query })
  expect(csv.bytes.toString()).toContain('"Project: Bridge, Branch: Cebu"')
})

test('the columns by project add up to the income statement, and a filter shows only its documents', async () => {
  const period = { from: '2026-03-01', to: '2026-03-31' }
  const view = async (report: 'income-statement' | 'account-entries', query: Record<string, string>) =>
    ben.call(viewReport, { params: { report }, query: { ...period, ...query } })
  const table = async (query: Record<string, string>) => (await view('income-statement', query)).answer.table
  const sales = async (query: Record<string, string>) =>
    (await table(query)).rows.find(({ cells }) => cells[0] === '4010')?.cells.slice(2)
  const byProject = await table({ by: 'project' })
  expect(byProject.columns.slice(2).map(({ title }) => title)).toEqual(['Bridge', 'Tower', 'No project', 'Total'])
  expect(await sales({ by: 'project' })).toEqual([70_000n, 30_000n, 50_000n, 150_000n])
  const last = (rows: typeof byProject.rows) => rows.map(({ cells }) => cells.at(-1))
  expect(last(byProject.rows)).toEqual(last((await table({})).rows))
  expect(await sales({ by: 'project', branch: cebu })).toEqual([30_000n, 10_000n, 40_000n])
  expect(await sales({ project: tower })).toEqual([30_000n])
  expect(await sales({ project: 'none' })).toEqual([50_000n])
  expect(await sales({ project: tower, known: '2026-03-16' })).toEqual([30_000n])
  expect((await table({ project: tower })).notes.at(-1)).toBe(
    'Only documents with these tags are included: Project: Tower.',
  )
  for (const query of [
    { by: 'project', columns: 'months' },
    { by: 'project', compare: 'year' },
    { by: 'customer' },
    { project: tower, compare: 'budget' },
    { project: 'Tower' },
  ] as Record<string, string>[])
    expect((await view('income-statement', query)).status, JSON.stringify(query)).toBe(400)

  const entries = (await view('account-entries', { account: '4010', project: bridge })).answer.table
  expect(entries.rows.map(({ cells }) => [cells[2], cells[5], cells[6]])).toEqual([
    [null, null, 0n],
    [recorded[2]?.number, 30_000n, 30_000n],
    [recorded[3]?.number, 40_000n, 70_000n],
    [null, 70_000n, 70_000n],
  ])
  const before = (await view('account-entries', { account: '4010', project: bridge, from: '2026-03-02' })).answer.table
  expect(before.rows.map(({ cells }) => cells[6])).toEqual([70_000n, 70_000n])
})
