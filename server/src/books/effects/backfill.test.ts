// Books from before links and details existed get them from the fields of their documents: the same rows that recording
// writes now. Verify reports differences from the fields.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerParty } from '@talaan/contract/parties.ts'
import { denominations } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf, voidNow } from '../../../test/race.ts'
import { tampered } from '../../../test/tampered.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { verify, verifyIn } from '../verify/verify.ts'

/** The links, and a column added to one of their tables. */
const migrations = ['0045-document-links.sql', '0095-receipt-numbers.sql']
const tables = ['document_link', 'document_detail', 'tax_certificate', 'fund_act', 'bank_adjustment', 'fund_transfer']

let portal: Portal
let ben: Viewer
let caller: Caller
const documents: Record<string, string> = {}

const day = '2026-03-16'
const email = 'ana@bahaykubo.example'
const pieces = (hundreds: number) => denominations.map((value) => (value === 10_000n ? hundreds : 0))

/** One document of each type with effects, and a void one. */
beforeAll(async () => {
  portal = await openPortal()
  await portal.reset()
  ben = await viewerOf(portal, 'ben')
  caller = await portal.signIn('ben')
  await portal.db.kysely.updateTable('money_account').set({ overdraft: 100_000_000n }).execute()
  const customer = await registered('customer', { tin: '123-456-789', registeredName: 'Lakbay Trading Inc.' })
  const supplier = await registered('supplier', { tin: '222-333-444', registeredName: 'Bantay Security Agency Inc.' })
  const sale = { description: 'Bamboo', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4010' }
  const sold = { email, partyId: customer, externalNo: '1001', day, priceMode: 'exclusive' }
  const bought = { description: 'Guards', amount: '500000', vatClass: 'vatable', category: 'services', account: '6130' }
  const bill = { email, partyId: supplier, externalNo: 'S-1', day, priceMode: 'exclusive', lines: [bought] }
  const fund = { fund: '1020', day, account: '1031' }
  const fare = { description: 'Fare', amount: '50000', vatClass: 'not_subject', category: 'services', account: '6090' }
  const spent = { nature: 'expense', fund: '1020', paidTo: 'Leo Santos', day, priceMode: 'exclusive', lines: [fare] }
  const accrual = { lines: [line('6050', '700', '0'), line('2020', '0', '700')], memo: 'Rent of March', reverse: true }

  const invoice = await record('invoice', { ...sold, terms: '30 days', lines: [sale] })
  const back = { ...sold, externalNo: '7', reason: 'Damaged', lines: [{ ...sale, unitPrice: '1000' }] }
  await record('creditmemo', { ...back, creditOf: invoice })
  await record('bill', { ...bill, terms: '15 days' })
  await record('bill', { ...bill, nature: 'credit', externalNo: 'S-2', creditOf: documents['bill'] })
  await record('pettycashfund', { ...fund, act: 'establish', amount: '1000000', custodian: 'Tess Cruz', email })
  const advance = await record('pettycash', {
    nature: 'advance',
    fund: '1020',
    paidTo: 'Leo Santos',
    day,
    amount: '90000',
  })
  await record('pettycash', { ...spent, advance, email })
  await record('pettycashfund', {
    ...fund,
    act: 'replenish',
    amount: '50000',
    count: pieces(95),
    countedBy: 'Ana',
    witness: 'Ben',
  })
  const taxed = { documentId: invoice, pay: '1000000', withheld: '20000', atc: 'WC160' }
  const collection = await record('collection', { partyId: customer, day, account: '1010', rows: [taxed], email })
  await record('certificate', {
    partyId: customer,
    day,
    from: '2026-01-01',
    to: day,
    rows: [{ documentId: collection, amount: '20000' }],
    taxes: [{ atc: 'WC160', base: '1000000', tax: '20000' }],
  })
  await record('bankadjustment', {
    type: 'charge',
    day,
    account: '1031',
    amount: '20000',
    counter: '6250',
    description: 'Fee',
  })
  await record('transfer', { email, type: 'local', day, from: '1031', to: '1032', amount: '1000', arrived: false })
  await record('journalvoucher', { day, ...accrual })
  await record('journalvoucher', {
    day,
    ...accrual,
    reverse: false,
    reverses: 'JV-2025-000009',
    memo: 'Of other books',
  })
  await voidNow(portal, ben, { documentId: await record('invoice', { ...sold, externalNo: '1002', lines: [sale] }) })
})
afterAll(() => portal.close())

const line = (account: string, debit: string, credit: string) => ({ account, debit, credit })

async function registered(role: string, more: Record<string, string>): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', ...more }
  const address = { street: '1 Rizal Street', city: 'Manila' }
  const body = { registrationId: crypto.randomUUID(), role, fields: { ...fields, address }, lookAlikesSeen: true }
  return (await caller.call(registerParty, { body })).answer.party.id
}

async function record(kind: DocumentTypeName, fields: object): Promise<string> {
  const { documentId } = await recordNow(portal, ben, [kind, fields])
  documents[kind] ??= documentId
  return documentId
}

const rowsOf = async (table: string) =>
  (
    await sql<{ row: string }>`select given::text as row from ${sql.table(table)} as given order by 1`.execute(
      portal.db.kysely,
    )
  ).rows.map(({ row }) => row)

const broken = async () => (await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)

test('each document that refers to another one has its link', async () => {
  const { rows } = await sql<{ number: string; relation: string; linked: string }>`
    select document.number, relation, linked.number as linked from document_link
    join document on document.id = document_id join document as linked on linked.id = linked_id
    order by 1`.execute(portal.db.kysely)
  expect(rows).toEqual([
    { number: 'BL-2026-000002', relation: 'credit_of', linked: 'BL-2026-000001' },
    { number: 'CM-2026-000001', relation: 'credit_of', linked: 'SI-2026-000001' },
    { number: 'JV-2026-000002', relation: 'reversal_of', linked: 'JV-2026-000001' },
    { number: 'PCV-2026-000002', relation: 'accounts_for', linked: 'PCV-2026-000001' },
  ])
  expect(await broken()).toEqual([])
})

test('documents recorded before links existed get the rows that recording would write now', async () => {
  const written = new Map<string, string[]>()
  for (const table of tables) written.set(table, await rowsOf(table))
  for (const [table, rows] of written) expect(rows.length, table).toBeGreaterThan(0)

  const texts = readMigrations().flatMap(({ name, sql: text }) => (migrations.includes(name) ? [text] : []))
  expect(texts).toHaveLength(migrations.length)
  await portal.db.pool.query(`begin; drop table ${tables.join(', ')}; ${texts.join(';')}; commit`)

  for (const [table, rows] of written) expect(await rowsOf(table), table).toEqual(rows)
  expect(await broken()).toEqual([])
})

test.each([
  ['a link is taken away', `delete from document_link where relation = 'credit_of'`],
  ['a link leads elsewhere', `update document_link set relation = 'credit_of' where relation = 'accounts_for'`],
  ['terms are others', `update document_detail set terms = 'Never' where terms = '30 days'`],
  ['a certificate is of another quarter', `update tax_certificate set to_day = to_day + 100`],
  ['a count is another', `update fund_act set pieces[3] = 7 where pieces is not null`],
  ['an adjustment is another', `update bank_adjustment set type = 'debit'`],
  ['a transfer went elsewhere', `update fund_transfer set to_account = '1045'`],
])('verify reports when %s', async (_, change) => {
  const reported = await tampered(portal.db, async (trx) => {
    await sql.raw(change).execute(trx)
    return (await verifyIn(trx)).checks.flatMap(({ problems }) => problems)
  })
  expect(reported[0]).toMatch(/^Links or details of document .* do not match its fields\.$/)
})

test('links and details are never changed', async () => {
  for (const table of tables) {
    await expect(portal.db.pool.query(`update ${table} set document_id = document_id`)).rejects.toThrow('only grows')
    await expect(portal.db.pool.query(`delete from ${table}`)).rejects.toThrow('only grows')
  }
})
