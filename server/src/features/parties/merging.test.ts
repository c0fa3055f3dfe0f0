// Two registrations of the same customer or supplier become one, on the real server: permissions, lists, returns, undo.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issueCertificates } from '@talaan/contract/certificates.ts'
import { getDocument, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import {
  getParty,
  getPartyOverview,
  mergeParty,
  previewMerge,
  registerParty,
  removeParty,
  searchParties,
  undoMerge,
} from '@talaan/contract/parties.ts'
import { viewReport, viewStatement } from '@talaan/contract/reports.ts'
import { viewTaxList } from '@talaan/contract/tax-lists.ts'
import { listTransactions } from '@talaan/contract/transactions.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely
    .updateTable('company')
    .set({ tin9: '123456789', rdo_code: '033', address: '12 Mabini St, Manila 1000' })
    .execute()
})

test('a merged customer keeps its documents as printed, and lists, reports and settlements use the one that stays', async () => {
  const goes = await registered('customer', 'Lakbay Trading', '111-222-333-00001')
  const stays = await registered('customer', 'Lakbay Trading Inc.', '111-222-333')
  const sold = await recorded('invoice', invoice(goes, '1001'))
  await recorded('invoice', invoice(stays, '1002'))
  expect((await ana.call(previewMerge, { params: { partyId: goes }, query: { into: stays } })).status).toBe(403)
  expect((await merge(goes, stays, { by: ana })).status).toBe(403)
  const { answer } = await ben.call(previewMerge, { params: { partyId: goes }, query: { into: stays } })
  expect(answer).toMatchObject({
    goes: { name: 'Lakbay Trading', tin: '111-222-333-00001' },
    documents: 1,
    openItems: 1,
    open: 11_200_000n,
    certificates: 0,
    taxFrom: null,
    warnings: [expect.stringContaining('branch codes differ')],
    refused: '',
  })
  expect(answer.differences.map(({ label }) => label)).toEqual(['TIN', 'Registered name'])
  const mergeId = crypto.randomUUID()
  expect((await merge(goes, stays, { mergeId })).status).toBe(200)
  // Sent again, it changes nothing.
  expect((await merge(goes, stays, { mergeId })).status).toBe(200)
  expect((await merge(goes, stays)).body.error).toContain('has already been merged')
  await soundBooks()

  expect((await found('lakbay')).map(({ id }) => id)).toEqual([stays])
  const reason = 'Registered twice'
  expect((await party(goes)).mergedInto).toMatchObject({ id: stays, by: 'ben', reason })
  expect((await party(stays)).merged).toMatchObject([{ id: goes, name: 'Lakbay Trading', tin: '111-222-333-00001' }])
  const { document } = (await ana.call(getDocument, { params: { documentId: sold.documentId } })).answer
  expect(document).toMatchObject({ partyId: stays, partyName: 'Lakbay Trading', partyTin: '111-222-333-00001' })
  const listed = (await ana.call(listTransactions, { query: { party: stays } })).answer.documents
  expect(listed.map(({ number }) => number).toSorted()).toEqual(['SI-2026-000001', 'SI-2026-000002'])
  const { sides } = (await ana.call(getPartyOverview, { params: { partyId: stays } })).answer
  expect(sides[0]).toMatchObject({ documents: 2, open: 22_400_000n })
  const aged = (await ben.call(viewReport, { params: { report: 'receivable-ageing' } })).answer
  expect(aged.table.rows.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
    ['Lakbay Trading Inc.', 22_400_000n],
    ['Total', 22_400_000n],
  ])
  const statement = (await ana.call(viewStatement, { params: { side: 'receivable', partyId: stays } })).answer
  expect(statement.table.rows.at(-1)?.cells.at(-1)).toBe(22_400_000n)
  const sales = (await ben.call(viewReport, { params: { report: 'sales-by-customer' } })).answer
  expect(sales.table.rows.map(({ cells }) => cells[0])).toEqual(['Lakbay Trading Inc.', 'Total'])
  const list = (await ben.call(viewTaxList, { params: { list: 'sales' }, query: { period: '2026-03' } })).answer
  expect(list.table.rows.map(({ cells }) => cells[1])).toEqual(['Lakbay Trading Inc.', 'Total'])
  expect(list.table.rows.flatMap(({ cells }) => cells)).not.toContain('111-222-333-00001')

  // The number of an invoice is not used twice, and nothing new is recorded for the merged registration.
  expect(await mistakes('invoice', invoice(goes, '1003'))).toContainEqual(
    expect.objectContaining({ path: ['partyId'] }),
  )
  const paid = await recorded('collection', {
    partyId: stays,
    day: '2026-03-16',
    account: '1010',
    rows: [{ documentId: sold.documentId, pay: '11200000' }],
  })
  await soundBooks()
  expect((await undo(goes)).body.error).toBe(
    `${paid.number} was recorded for the other registration and settles or changes ${sold.number}.`,
  )
  expect((await ben.call(removeParty, { params: { partyId: stays } })).status).toBe(409)
})

test('a merge is undone while nothing depends on it: each registration has its documents again', async () => {
  const goes = await registered('customer', 'Lakbay Trading', '111-222-333-00001')
  const stays = await registered('customer', 'Lakbay Trading Inc.', '111-222-333')
  await recorded('invoice', invoice(goes, '1001'))
  expect((await undo(goes)).body.code).toBe('parties.cannotUndoMerge')
  await merge(goes, stays)
  expect((await undo(goes, ana)).status).toBe(403)
  expect((await undo(goes)).status).toBe(200)
  expect((await party(goes)).mergedInto).toBeNull()
  expect((await party(stays)).merged).toEqual([])
  const { sides } = (await ana.call(getPartyOverview, { params: { partyId: goes } })).answer
  expect(sides[0]).toMatchObject({ documents: 1, open: 11_200_000n })
  expect((await found('lakbay')).map(({ id }) => id)).toEqual(expect.arrayContaining([goes, stays]))
  await soundBooks()

  // Its TIN may have been registered again since.
  await merge(goes, stays)
  await registered('customer', 'Lakbay Trading Branch', '111-222-333-00001')
  expect((await undo(goes)).body.error).toBe(
    "The merge can't be undone, because TIN 111-222-333-00001 is now registered for Lakbay Trading Branch. Correct that registration first.",
  )
})

test('lists of quarters with issued certificates keep the merged supplier, and later ones go by the one that stays', async () => {
  const goes = await registered('supplier', 'Bantay Agency', '222-333-444-00002')
  const stays = await registered('supplier', 'Bantay Security Agency Inc.', '222-333-444')
  await recorded('bill', bill(goes, 'B-1', '2025-10-10'))
  await recorded('bill', bill(goes, 'B-2', '2026-02-10'))
  await ben.call(issueCertificates, { body: { quarter: '2025-10', partyIds: [goes] } })
  const { taxFrom } = (await ben.call(previewMerge, { params: { partyId: goes }, query: { into: stays } })).answer
  expect(taxFrom).toBe('2026-01-01')
  expect((await merge(goes, stays)).status).toBe(200)
  const names = async (period: string) => {
    const { table } = (await ben.call(viewTaxList, { params: { list: 'qap' }, query: { period } })).answer
    return table.rows.flatMap(({ cells }) => cells)
  }
  expect(await names('2025-12')).toContain('222-333-444-00002')
  expect(await names('2026-03')).toContain('222-333-444-00000')
  const owed = await portal.db.kysely.selectFrom('certificate_owed').select(['quarter', 'party_id']).execute()
  expect(owed).toEqual([{ quarter: '2026-01-01', party_id: stays }])
  await soundBooks()
})

test('a merge is refused where it would change filed taxpayers, lose a TIN, or lead nowhere', async () => {
  const paid = await registered('supplier', 'Bantay Agency', '222-333-444')
  const other = await registered('supplier', 'Bantay Security', '222-333-445')
  const noTin = await registered('supplier', 'Bantay, Jose', '', { kind: 'individual', noTin: 'individual' })
  await recorded('bill', bill(paid, 'B-1', '2025-10-10'))
  expect((await merge(paid, paid)).body.error).toBe('Choose two different registrations.')
  expect((await merge(paid, noTin)).body.error).toContain('Keep Bantay Agency, and merge Bantay, Jose into it.')
  await ben.call(issueCertificates, { body: { quarter: '2025-10', partyIds: [paid] } })
  expect((await merge(paid, other)).body.error).toContain('have different tax numbers')
  expect((await merge(noTin, paid)).status).toBe(200)
  expect((await merge(paid, other)).body.error).toContain('has already been merged into Bantay Agency')
  expect((await merge(other, noTin)).body.error).toContain('has already been merged')
  const various = (await found('walk-in', 'customer'))[0]?.id ?? ''
  expect((await merge(other, various)).body.error).toContain('Various customers')
  // The database refuses it too.
  const update = (set: string) => portal.db.pool.query(`update party set ${set} where id = $1`, [other])
  await expect(
    update(`merged_into = '${paid}', merged_tax_from = '2026-01-01', removed_at = now()`),
  ).rejects.toMatchObject({ code: 'TA001' })
  const remove = portal.db.pool.query('update party set removed_at = now() where id = $1', [paid])
  await expect(remove).rejects.toMatchObject({ code: 'TA001' })
  await soundBooks()
})

// ── Helpers.

async function registered(role: 'customer' | 'supplier', name: string, tin: string, more = {}): Promise<string> {
  const named =
    'kind' in more ? { lastName: name.split(', ')[0], firstName: name.split(', ')[1] } : { registeredName: name }
  const vatStatus = tin === '' ? 'unknown' : 'vat'
  const fields = { kind: 'non_individual', vatStatus, tin, ...named, ...more }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const invoice = (partyId: string, externalNo: string) => ({
  email: 'ap@lakbay.example',
  partyId,
  externalNo,
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
})
const bill = (partyId: string, externalNo: string, day: string) => ({
  email: 'ana@bahaykubo.example',
  partyId,
  externalNo,
  day,
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

async function recorded(kind: string, fields: Record<string, unknown>) {
  const draftId = crypto.randomUUID()
  const { body } = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

const mistakes = async (kind: string, fields: Record<string, unknown>) =>
  (await ana.call(reviewDraft, { params: { draftId: crypto.randomUUID() }, body: { kind, fields } as never })).body
    .fields

const merge = (partyId: string, into: string, { by = ben, mergeId = crypto.randomUUID() as string } = {}) =>
  by.call(mergeParty, { params: { partyId }, body: { mergeId, into, reason: 'Registered twice' } })
const undo = (partyId: string, by = ben) =>
  by.call(undoMerge, { params: { partyId }, body: { undoId: crypto.randomUUID(), reason: 'Two branches after all' } })
const party = async (partyId: string) => (await ana.call(getParty, { params: { partyId } })).answer.party
const found = async (search: string, role?: 'customer') =>
  (await ana.call(searchParties, { query: { search, ...(role && { role }) } })).answer.parties

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
