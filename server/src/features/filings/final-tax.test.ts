// Final tax on the real server: from bills and a cheque to the returns, the lists and the certificates.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  issueCertificates,
  listOwedCertificates,
  printCertificate,
  printCertificates,
} from '@talaan/contract/certificates.ts'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import {
  changeTaxProfile,
  fileReturn,
  filedFile,
  viewCalendar,
  viewFiling,
  viewRules,
  viewTaxReconciliation,
} from '@talaan/contract/filings.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { listExpenseTypes } from '@talaan/contract/purchases.ts'
import { printTaxList, viewTaxList } from '@talaan/contract/tax-lists.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { boxesOf, linesOf } from '../../../test/print/read-form2307.ts'
import { pagesOf, wordsOf } from '../../../test/print/read-pdf.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely.updateTable('company').set({ tin9: '123456789', rdo_code: '033' }).execute()
})

async function recorded(kind: string, fields: Record<string, unknown>) {
  const draftId = crypto.randomUUID()
  const { body } = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

async function supplier(more: Record<string, unknown>): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'non_vat', ...more }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier' as const, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const line = (more: Record<string, unknown>) => ({
  description: 'Line',
  amount: '10000000',
  vatClass: 'not_subject',
  category: 'services',
  account: '6180',
  ...more,
})
const bill = (partyId: string, day: string, more: Record<string, string>) =>
  recorded('bill', {
    email: 'ana@bahaykubo.example',
    partyId,
    externalNo: `${day} ${more['account'] ?? ''}`,
    day,
    priceMode: 'exclusive',
    lines: [line(more)],
  })

const of = (duty: string, period: string) => ({ params: { duty, period } })
const taxes = async (duty: string, period: string, ...boxes: string[]) => {
  const { worksheet } = (await ben.call(viewFiling, of(duty, period))).answer
  return boxes.map((no) => worksheet?.boxes.find((box) => box.no === no)?.tax)
}
const quarter = '2025-10'

test('final tax goes from the documents to its returns, lists, certificates and the reconciliation', async () => {
  const { profile } = (await ben.call(viewRules)).answer
  const now = { ...profile, withholdsFinalTax: true, withholdsVat: true }
  expect((await ben.call(changeTaxProfile, { body: { was: { ...profile }, now } })).status).toBe(200)
  expect((await ana.call(listExpenseTypes)).answer.withholdsFinalTax).toBe(true)

  const nimbus = await supplier({
    registeredName: 'Nimbus Ltd.',
    noTin: 'foreign',
    country: 'SG',
    foreignTaxNo: '201812345Z',
    tin: '',
    address: { street: '1 Raffles Place', city: 'Singapore' },
  })
  const owner = await supplier({ kind: 'individual', tin: '444-555-666', lastName: 'Dela Cruz', firstName: 'Juan' })
  await bill(owner, '2025-10-10', { amount: '20000000', account: '3040', finalAtc: 'WI202' })
  await bill(nimbus, '2025-11-05', { vatClass: 'vatable', atc: 'WV080', finalAtc: 'WC230' })
  const mistaken = await bill(owner, '2025-12-01', { account: '3040', amount: '5000000', finalAtc: 'WI202' })
  const gone = { day: '2025-12-31', reason: 'Recorded twice' }
  const params = { documentId: mistaken.documentId }
  expect((await ben.call(voidDocument, { params, body: gone })).status).toBe(200)

  // Dividends of 200,000 at 10%, and royalties of 100,000 at 25%, with VAT of 12,000.
  expect(await taxes('0619-F', '2025-10-31', '14', '17')).toEqual([20_000_00n, 20_000_00n])
  expect(await taxes('0619-F', '2025-11-30', '14')).toEqual([25_000_00n])
  expect(await taxes('1601-FQ', '2025-12-31', '14', '15', '22', '26', '27')).toEqual([
    ...[25_000_00n, 20_000_00n, 45_000_00n, 45_000_00n, 0n],
  ])
  expect(await taxes('1600-VT', '2025-11-30', 'WV080', 'A')).toEqual([12_000_00n, 12_000_00n])
  const { rows } = (await ben.call(viewCalendar, { query: { year: '2025' } })).answer
  const dues = rows
    .filter(({ duty }) => /-F|FQ|2306/.test(duty))
    .map(({ duty, period, raw }) => `${duty} ${period.to} ${raw}`)
  expect(dues).toEqual([
    '0619-F 2025-10-31 2025-11-10',
    '0619-F 2025-11-30 2025-12-10',
    '1601-FQ 2025-12-31 2026-01-31',
    'QAP-F 2025-12-31 2026-01-31',
    '2306 2025-12-31 2026-01-31',
    '1604-F 2025-12-31 2026-01-31',
  ])

  const { digest } = (await ben.call(viewFiling, of('1601-FQ', '2025-12-31'))).answer
  const filing = { digest, filedOn: '2026-01-20', reference: 'A-1' }
  expect((await ben.call(fileReturn, { ...of('1601-FQ', '2025-12-31'), body: filing })).status).toBe(200)
  const [filed] = (await ben.call(viewFiling, of('1601-FQ', '2025-12-31'))).answer.filed
  const name = '12345678900001220251601FQ.DAT'
  expect(filed?.files.map((file) => file.name)).toEqual([name])
  const stored = await ben.call(filedFile, { params: { filingId: filed?.id ?? '', name } })
  expect(stored.bytes.toString().split('\r\n')).toEqual([
    'HQAP,H1601FQ,123456789,0000,"BAHAY KUBO TRADING",12/2025,033',
    'D1,1601FQ,444555666,0000,,"DELA CRUZ","JUAN",,12/2025,1,WI202,10.00,200000.00,20000.00',
    'D1,1601FQ,,0000,"NIMBUS LTD",,,,12/2025,2,WC230,25.00,100000.00,25000.00',
    'C1,1601FQ,123456789,0000,12/2025,300000.00,45000.00',
    '',
  ])
  const list = (of: 'final' | 'finalAnnual', format: 'dat' | 'xlsx', more = {}) =>
    ben.call(printTaxList, { params: { list: of, format }, query: { period: '2025-12', ...more } })
  expect((await list('final', 'dat')).body.code).toBe('taxLists.unconfirmed')
  expect((await list('final', 'dat', { confirmed: 'yes' })).bytes.equals(stored.bytes)).toBe(true)
  expect((await list('finalAnnual', 'dat', { confirmed: 'yes' })).body.code).toBe('taxLists.stopped')
  expect((await list('finalAnnual', 'xlsx')).status).toBe(200)
  const year = (await ben.call(viewTaxList, { params: { list: 'finalAnnual' }, query: { period: '2025-12' } })).answer
  expect(year.table.rows.map(({ cells }) => [cells[0], cells[2], cells.at(-1)])).toEqual([
    ['444-555-666-00000', 'WI202', 20_000_00n],
    ['No TIN', 'WC230', 25_000_00n],
    [null, null, 45_000_00n],
  ])

  const { reconciliation, sound } = (await ben.call(viewTaxReconciliation, { params: { period: '2025-12-31' } })).answer
  expect(sound).toBe(true)
  expect(reconciliation.rows.map(({ cells }) => cells[0])).toContain('1601-FQ box 22')
})

test('form 2306 is issued beside form 2307, and shows the tax of a payee abroad', async () => {
  const nimbus = await supplier({ registeredName: 'Nimbus Ltd.', noTin: 'foreign', country: 'SG', tin: '' })
  const alpha = await supplier({ registeredName: 'Alpha Corp.', tin: '111-222-333' })
  await bill(nimbus, '2025-11-05', { vatClass: 'vatable', atc: 'WV080', finalAtc: 'WC230' })
  await bill(alpha, '2025-11-06', { account: '6130', atc: 'WC120' })
  await bill(alpha, '2025-11-07', { account: '6180', finalAtc: 'WC250' })
  const owed = async () => (await ben.call(listOwedCertificates, { query: { quarter } })).answer.certificates
  expect((await owed()).map(({ name, form, tax, tin }) => [name, form, tax, tin])).toEqual([
    ['Alpha Corp.', '2307', 2_000_00n, '111-222-333-00000'],
    ['Alpha Corp.', '2306', 20_000_00n, '111-222-333-00000'],
    ['Nimbus Ltd.', '2306', 37_000_00n, ''],
  ])
  const issue = (body: object) => ben.call(issueCertificates, { body: { quarter, partyIds: [alpha, nimbus], ...body } })
  expect((await issue({ form: '2307' })).answer.issued).toBe(1)
  expect((await owed()).map(({ state }) => state)).toEqual(['issued', 'owed', 'owed'])
  expect((await issue({})).answer.issued).toBe(2)
  expect((await issue({})).answer.issued).toBe(0)

  const certificateId = (await owed())[2]?.issued?.certificateId ?? ''
  const sheet = await ben.call(printCertificate, { params: { certificateId } })
  expect(sheet.headers['content-disposition']).toContain('form-2306-2025-10-01-to-2025-12-31-Nimbus-Ltd.pdf')
  const [words = []] = await wordsOf(sheet.bytes)
  expect(boxesOf(words, "3 Payee's Name")).toEqual(['Nimbus Ltd.'])
  expect(boxesOf(words, '5 Foreign Address')).toEqual(['Singapore'])
  expect(linesOf(words)).toEqual(
    expect.arrayContaining([
      ['Royalties, services and other payments to non-resident corporations', 'WC230', '100,000.00', '25,000.00'],
      ['VAT on digital services of non-residents, private buyers', 'WV080', '100,000.00', '12,000.00'],
      ['Total', '200,000.00', '37,000.00'],
    ]),
  )
  const all = await ben.call(printCertificates, { query: { quarter } })
  expect(all.headers['content-disposition']).toContain('certificates-2025-10-to-2025-12.pdf')
  expect(await pagesOf(all.bytes)).toHaveLength(3)
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})
