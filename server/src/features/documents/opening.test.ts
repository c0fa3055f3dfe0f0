// Opening balances: only for admin and accountant, validated as a whole, recorded once each, and payable by number.
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  discardDraft,
  listDrafts,
  recordDocument,
  reviewDraft,
  saveDraft,
  voidDocument,
} from '@talaan/contract/documents.ts'
import { checkOpening, readOpeningFile } from '@talaan/contract/opening.ts'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { emptyBalance, emptyItem } from '@talaan/ledger/documents/opening/sheet.ts'
import type { OpeningSheet } from '@talaan/ledger/documents/opening/sheet.ts'
import { writeXlsx } from 'hucre/xlsx'
import { openPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

const importId = '44444444-4444-4444-8444-444444444444'
const sheet: OpeningSheet = {
  day: '2026-03-01',
  rows: [
    { ...emptyBalance, account: '1031', debit: '44,000' },
    { ...emptyBalance, account: '1110', debit: '56,000' },
    { ...emptyBalance, account: '3010', credit: '100,000' },
  ],
  items: [
    {
      ...emptyItem,
      account: 'Receivable',
      party: 'lakbay trading inc.',
      number: '9',
      day: '2026-02-10',
      amount: '50,000',
    },
    { ...emptyItem, account: '1110', party: '001-002-003', number: '10', day: '2026-02-11', amount: '6,000' },
  ],
}

async function register(who: Caller): Promise<string> {
  const fields = {
    kind: 'non_individual',
    tin: '001-002-003',
    registeredName: 'Lakbay Trading Inc.',
    vatStatus: 'vat',
    address: { street: '1 Rizal Street', city: 'Manila', zip: '1000' },
  }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  return (await who.call(registerParty, { body })).body.party.id
}
const check = async (who: Caller, like: Partial<OpeningSheet> = {}) =>
  (await who.call(checkOpening, { params: { importId }, body: { sheet: { ...sheet, ...like } } })).answer
const review = (who: Caller, draftId: string, fields: unknown) =>
  who.call(reviewDraft, { params: { draftId }, body: { kind: 'opening', fields } })

/** One press: every document of the sheet, reviewed and recorded. */
async function press(who: Caller, documents: { draftId: string; fields: unknown }[]): Promise<string[]> {
  const numbers: string[] = []
  for (const { draftId, fields } of documents) {
    const { digest } = (await review(who, draftId, fields)).answer
    numbers.push((await who.call(recordDocument, { body: { draftId, digest } })).answer.number)
  }
  return numbers
}
const balanceOf = async (code: string) => {
  const sums = await p.db.kysely
    .selectFrom('account_month')
    .select(['debit', 'credit'])
    .where('account', '=', code)
    .execute()
  return sums.reduce((total, { debit, credit }) => total + BigInt(debit) - BigInt(credit), 0n)
}

test('a user may neither check, save, review nor record opening balances', async () => {
  const [ana, ben] = [await p.signIn('ana'), await p.signIn('ben')]
  const fields = { day: '2026-03-01', rows: [{ account: '1031', debit: '100', credit: '0' }] }
  const asked = { params: { draftId: importId }, body: { kind: 'opening', fields } }
  expect((await ana.call(saveDraft, asked)).status).toBe(403)
  expect((await ana.call(reviewDraft, asked)).status).toBe(403)
  expect((await ana.call(checkOpening, { params: { importId }, body: { sheet } })).status).toBe(403)

  // A draft from when this person was an accountant.
  const { digest } = (await ben.call(reviewDraft, asked)).answer
  await p.db.kysely.updateTable('users').set({ role: 'user' }).where('client_id', '=', 'ben').execute()
  expect((await ben.call(recordDocument, { body: { draftId: importId, digest } })).status).toBe(403)
  expect(await p.db.kysely.selectFrom('document').selectAll().execute()).toEqual([])
})

test('a sheet becomes one document per open item and one for balances, and the difference is zero', async () => {
  const ben = await p.signIn('ben')
  const partyId = await register(ben)
  const { documents, mistakes, debits, credits } = await check(ben)
  expect([mistakes, debits, credits]).toEqual([[], 10_000_000n, 10_000_000n])
  expect(await press(ben, documents)).toEqual(['OB-2026-000001', 'OB-2026-000002', 'OB-2026-000003'])
  expect([await balanceOf('1031'), await balanceOf('1110'), await balanceOf('3010'), await balanceOf('3090')]).toEqual([
    ...[4_400_000n, 5_600_000n, -10_000_000n, 0n],
  ])
  const { items } = (await ben.call(listOpenItems, { query: { side: 'receivable', partyId } })).answer
  expect(items.map(({ number, externalNo, open, dueDay }) => [number, externalNo, open, dueDay])).toEqual([
    ['OB-2026-000001', '9', 5_000_000n, '2026-02-10'],
    ['OB-2026-000002', '10', 600_000n, '2026-02-11'],
  ])
  expect((await verify(p.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('a document dated before the opening balances is refused; after their void it can be recorded', async () => {
  const [ben, carla] = [await p.signIn('ben'), await p.signIn('carla')]
  const partyId = await register(ben)
  const [balances = ''] = (await press(ben, (await check(ben)).documents)).slice(-1)
  const line = { description: 'Bamboo', quantity: '1', unitPrice: '112000', vatClass: 'vatable', account: '4010' }
  const fields = {
    email: 'a@b.example',
    partyId,
    externalNo: '8',
    day: '2026-02-28',
    priceMode: 'inclusive',
    lines: [line],
  }
  const reviewed = async (day: string) => {
    const body = { kind: 'invoice', fields: { ...fields, day } }
    return ben.call(reviewDraft, { params: { draftId: crypto.randomUUID() }, body })
  }
  expect((await reviewed('2026-02-28')).body.fields).toEqual([
    {
      path: ['day'],
      message:
        'The books begin on 1 Mar 2026, and earlier documents are part of the opening balances. Choose a later date, or ask an accountant to add an open item to the opening balances.',
    },
  ])
  expect((await reviewed('2026-03-01')).status).toBe(200)
  const { id } = await p.db.kysely
    .selectFrom('document')
    .select('id')
    .where('number', '=', balances)
    .executeTakeFirstOrThrow()
  const body = { reason: 'Wrong date', day: '2026-03-16' }
  expect((await carla.call(voidDocument, { params: { documentId: id }, body })).status).toBe(200)
  expect((await reviewed('2026-02-28')).status).toBe(200)
})

test('repeated recording finds each document recorded, and records it once', async () => {
  const ben = await p.signIn('ben')
  await register(ben)
  const { documents } = await check(ben)
  const [first] = documents
  await press(ben, documents.slice(0, 1))
  const again = await check(ben)
  expect(again.mistakes).toEqual([])
  expect(again.documents.map(({ draftId, number }) => [draftId, number])).toEqual([
    [first?.draftId, 'OB-2026-000001'],
    [documents[1]?.draftId, null],
    [importId, null],
  ])
  // An item changed after recording is a new one, and its number is taken.
  const changed = await check(ben, { items: [{ ...sheet.items[0]!, amount: '49,000' }, sheet.items[1]!] })
  expect(changed.mistakes.map(({ path }) => path)).toContainEqual(['items', 0, 'number'])
})

test('the balances of a date are recorded once, even concurrently; after a void they can be recorded again', async () => {
  const [ben, carla] = [await p.signIn('ben'), await p.signIn('carla')]
  const fields = { day: '2026-03-01', rows: [{ account: '1031', debit: '4400000', credit: '0' }] }
  const record = async (who: Caller, draftId: string) => {
    const { digest } = (await review(who, draftId, fields)).answer
    return () => who.call(recordDocument, { body: { draftId, digest } })
  }
  const presses = [await record(ben, crypto.randomUUID()), await record(carla, crypto.randomUUID())]
  const replies = await Promise.all(presses.map((send) => send()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balanceOf('1031')).toBe(4_400_000n)

  const refused = await review(ben, crypto.randomUUID(), fields)
  expect(refused.body.error).toContain('The balances as of 1 Mar 2026 are already recorded as OB-2026-000001')
  const { documentId } = replies.find(({ status }) => status === 200)!.body
  const reason = 'Wrong bank balance'
  await carla.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason } })
  expect([await balanceOf('1031'), await balanceOf('3090')]).toEqual([0n, 0n])
  expect((await review(ben, crypto.randomUUID(), fields)).status).toBe(200)
  expect((await verify(p.db.kysely)).sound).toBe(true)
})

test('errors are reported at their cell of the sheet', async () => {
  const ben = await p.signIn('ben')
  await register(ben)
  const { mistakes } = await check(ben, {
    rows: [
      { ...emptyBalance, account: '1031', debit: '1' },
      { ...emptyBalance, account: '9999', debit: '1' },
    ],
    items: [
      { ...sheet.items[0]!, account: 'Payable' },
      { ...sheet.items[1]!, party: 'Nemo Trading' },
    ],
  })
  expect(mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    expect.stringMatching(/^items\.1\.party: No customer or supplier is registered under 'Nemo Trading'/),
    'items.0.party: Lakbay Trading Inc. is not registered as a supplier. Register it as a supplier first.',
    'rows.1.account: Account 9999 is missing or inactive in the chart of accounts. Add or activate it first.',
  ])
})

test('the sheet is stored as a draft of its owner until its balances are recorded or it is discarded', async () => {
  const ben = await p.signIn('ben')
  const kept = { params: { draftId: importId }, body: { kind: 'opening', fields: sheet } }
  expect((await ben.call(saveDraft, kept)).status).toBe(200)
  const { drafts } = (await ben.call(listDrafts, { query: { kind: 'opening' } })).answer
  expect(drafts.map(({ draftId, fields }) => [draftId, fields])).toEqual([[importId, sheet]])
  await ben.call(discardDraft, { params: { draftId: importId } })
  expect((await ben.call(listDrafts, { query: { kind: 'opening' } })).answer.drafts).toEqual([])
})

test('files are read as cells: CSV in old and new encodings, and workbooks with real dates and amounts', async () => {
  const ben = await p.signIn('ben')
  const read = (bytes: Uint8Array, name: string) => ben.call(readOpeningFile, { bytes, query: { name } })
  const csv = await read(new TextEncoder().encode('Account;Debit;Credit\n1031;"44,000.00";\n'), 'old.csv')
  expect(csv.answer.tables).toEqual([
    [
      ['Account', 'Debit', 'Credit'],
      ['1031', '44,000.00', ''],
    ],
  ])
  const windows = await read(new Uint8Array([0x50, 0x65, 0xf1, 0x61, 0x2c, 0x35]), 'old.csv')
  expect(windows.answer.tables).toEqual([[['Peña', '5']]])
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Open',
        rows: [
          ['Party', 'Date', 'Amount'],
          ['Lakbay', new Date('2026-02-10T00:00:00Z'), 1234.5],
        ],
      },
    ],
  })
  expect((await read(workbook, 'open.xlsx')).answer.tables).toEqual([
    [
      ['Party', 'Date', 'Amount'],
      ['Lakbay', '2026-02-10', '1234.50'],
    ],
  ])
  expect((await read(workbook, 'open.csv')).body.error).toContain('is XLSX, but its name does not end in .xlsx or .xls')
  for (const bytes of [new Uint8Array([0, 1, 2]), new Uint8Array([0x50, 0x4b, 3, 4, 9]), new Uint8Array(0)])
    expect((await read(bytes, 'x.xlsx')).body.code).toBe('opening.unreadable')
  expect((await (await p.signIn('ana')).call(readOpeningFile, { bytes: workbook, query: { name: 'a' } })).status).toBe(
    403,
  )
})
