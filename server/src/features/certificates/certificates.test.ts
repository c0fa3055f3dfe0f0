// Tax lists and certificates of tax withheld on the real server: permissions, behaviour, storage.
import { ZipBuffer } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  chaseCertificates,
  claimCertificates,
  handCertificate,
  issueCertificates,
  listOwedCertificates,
  listReceivedCertificates,
  mailCertificates,
  packCertificates,
  printCertificate,
  printCertificates,
  unclaimCertificate,
} from '@talaan/contract/certificates.ts'
import { attachFile, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { viewFiling, viewTaxReconciliation } from '@talaan/contract/filings.ts'
import { printTaxList, saveCustomsEntry, viewTaxList } from '@talaan/contract/tax-lists.ts'
import { sql } from 'kysely'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import { toldOf } from '../../../test/tampered.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { openPostOffice, partsOf } from '../../../test/post-office.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { sendsMail } from '../mail/send.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
const parties: Record<string, string> = {}

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely
    .updateTable('company')
    .set({ tin9: '123456789', rdo_code: '033', address: '12 Mabini St, Manila 1000' })
    .execute()
  const address = { street: '1 Rizal Ave', city: 'Manila', zip: '1000' }
  parties['customer'] = await registered('customer', {
    tin: '111-222-333',
    registeredName: 'Lakbay Trading, Inc.',
    email: 'ap@lakbay.example',
    address,
  })
  parties['guards'] = await registered('supplier', {
    tin: '222-333-444',
    registeredName: 'Bantay Security Agency Inc.',
    email: 'books@bantay.example',
    address,
  })
  parties['lessor'] = await registered('supplier', {
    kind: 'individual',
    tin: '444-555-666',
    lastName: 'Dela Cruz',
    firstName: 'Juan',
    middleName: 'Santos',
  })
})

const quarter = '2025-10'

test('a certificate is issued from the books, mailed or handed over, and issued again when they change', async () => {
  expect((await ana.call(listOwedCertificates, { query: { quarter } })).status).toBe(403)
  const first = await recorded('bill', guards('B-1', '2025-10-10', '10000000'))
  await recorded('bill', guards('B-2', '2025-12-31', '5000000'))
  await recorded('bill', rent('R-1', '2025-11-05'))
  const owed = await owedNow()
  expect(owed).toMatchObject([
    { name: 'Bantay Security Agency Inc.', tax: 3_000_00n, issued: null, state: 'owed' },
    { name: 'Dela Cruz, Juan Santos', tax: 2_500_00n, email: null, rows: [{ atc: 'WI100', total: 50_000_00n }] },
  ])
  expect(await owedView()).toEqual([
    { quarter: '2025-10-01', tax: 3_000_00n, issued: 0n },
    { quarter: '2025-10-01', tax: 2_500_00n, issued: 0n },
  ])
  const partyIds = owed.map(({ partyId }) => partyId)
  const tooEarly = await ben.call(issueCertificates, { body: { quarter: '2026-01', partyIds } })
  expect([tooEarly.status, tooEarly.body.code]).toEqual([409, 'certificates.notOver'])
  expect((await ben.call(printCertificates, { query: { quarter } })).body.code).toBe('certificates.noneIssued')
  expect((await issue(partyIds)).issued).toBe(2)
  // Repeating it changes nothing.
  expect((await issue(partyIds)).issued).toBe(0)
  expect(await owedView()).toEqual([])

  const [bantay, juan] = await owedNow()
  const ids = [bantay, juan].map((one) => one?.issued?.certificateId ?? '')
  const [guardsId = '', lessorId = ''] = ids
  // An unauthorized user is refused, with an audit event, and nothing is issued.
  expect((await ana.call(issueCertificates, { body: { quarter, partyIds } })).status).toBe(403)
  const told = await toldOf(portal.db, [
    `update certificate_issued set content = jsonb_set(content, '{from}', '"2025-10-02"') where id = '${guardsId}'`,
    `update certificate_issued set digest = md5('a') || md5('b') where id = '${guardsId}'`,
    `delete from certificate_issued where id = '${guardsId}'`,
  ])
  expect(told.map((sentences) => sentences.length)).toEqual([0, 1, 2, 1])
  for (const sentence of told.flat()) expect(sentence).toContain(guardsId)
  const sheet = await ben.call(printCertificate, { params: { certificateId: guardsId } })
  expect(sheet.headers['content-disposition']).toContain(
    'form-2307-2025-10-01-to-2025-12-31-Bantay-Security-Agency-Inc.pdf',
  )
  const [page = ''] = await pagesOf(sheet.bytes)
  for (const text of [
    '10/01/2025',
    '222-333-444-00000',
    'Bahay Kubo Trading',
    '12 Mabini St, Manila',
    '150,000.00',
    '3,000.00',
  ])
    expect(page).toContain(text)
  expect(await pagesOf((await ben.call(printCertificates, { query: { quarter } })).bytes)).toHaveLength(2)

  // The archive has each certificate separately, identical to the byte, and all of them in one file.
  const zip = new ZipBuffer((await ben.call(packCertificates, { query: { quarter } })).bytes)
  const names = [...zip.keys()]
  expect(names).toEqual([
    'form-2307-2025-10-01-to-2025-12-31-Bantay-Security-Agency-Inc.pdf',
    'form-2307-2025-10-01-to-2025-12-31-Dela-Cruz-Juan-Santos.pdf',
    'form-2307-2025-10-to-2025-12.pdf',
  ])
  expect(Buffer.from(await zip.get(names[0] ?? '').content()).equals(sheet.bytes)).toBe(true)
  expect((await ben.call(packCertificates, { query: { quarter: '2025-07' } })).body.code).toBe(
    'certificates.noneIssued',
  )

  const mailed = (await ben.call(mailCertificates, { body: { certificateIds: ids } })).answer
  expect(mailed).toEqual({ queued: 1, withoutAddress: ['Dela Cruz, Juan Santos'] })
  expect((await owedNow())[0]).toMatchObject({
    state: 'issued',
    issued: { delivery: { by: 'mail', status: 'waiting' } },
  })
  const sent = await sentEmail()
  expect(sent.to).toEqual(['books@bantay.example'])
  const attached = partsOf(sent.text).find(({ headers }) => /application\/pdf/.test(JSON.stringify(headers)))
  expect(await pagesOf(attached?.content ?? Buffer.alloc(0))).toEqual([page])
  const early = await ben.call(handCertificate, { params: { certificateId: lessorId }, body: { day: '2026-03-15' } })
  expect([early.status, early.body.fields?.[0]?.path]).toEqual([422, ['day']])
  await ben.call(handCertificate, {
    params: { certificateId: lessorId },
    body: { day: '2026-03-16', note: 'Signed for' },
  })
  expect((await owedNow()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])

  // Voiding a bill of the quarter makes the certificate wrong, and the next one has another number.
  expect((await voided(first.documentId, '2025-12-31')).status).toBe(200)
  expect((await owedNow())[0]).toMatchObject({
    state: 'changed',
    tax: 1_000_00n,
    issued: { tax: 3_000_00n, revision: 1 },
  })
  expect(await owedView()).toEqual([{ quarter: '2025-10-01', tax: 1_000_00n, issued: 3_000_00n }])
  await issue(partyIds)
  expect((await owedNow())[0]).toMatchObject({
    state: 'issued',
    issued: { tax: 1_000_00n, revision: 2, delivery: null },
  })
})

test('a customer certificate proves tax withheld, is claimed once, and is listed in the summary of taxes withheld', async () => {
  const receipt = await collected('1001')
  const other = await collected('1002')
  const [expected] = (await received()).expected
  expect(expected).toMatchObject({
    name: 'Lakbay Trading, Inc.',
    open: 4_000_00n,
    asked: null,
    items: [
      {
        number: receipt.number,
        quarter: '2026-01',
        due: '2026-04-20',
        taxes: [{ atc: 'WC160', base: 100_000_00n, tax: 2_000_00n }],
      },
      { number: other.number },
    ],
  })
  const aged = async (asOf: string) => {
    const params = { report: 'certificate-ageing' } as const
    return (await ben.call(viewReport, { params, query: { asOf } })).answer.table.rows.at(-1)?.cells
  }
  expect(await aged('2026-04-20')).toEqual(['Total', 4_000_00n, 0n, 0n, 0n, 0n, 0n, 4_000_00n])
  expect(await aged('2026-04-21')).toEqual(['Total', 0n, 4_000_00n, 0n, 0n, 0n, 0n, 4_000_00n])
  expect(await aged('2026-03-15')).toEqual(['Total', 0n, 0n, 0n, 0n, 0n, 0n, 0n])
  const partyId = parties['customer'] ?? ''
  expect((await ben.call(chaseCertificates, { body: { partyId } })).answer).toEqual({
    to: 'ap@lakbay.example',
    mailReady: false,
  })
  expect((await ben.call(chaseCertificates, { body: { partyId } })).body.code).toBe('certificates.askedToday')
  const { body: sent } = await portal.db.kysely
    .selectFrom('outbox')
    .select('body')
    .where('topic', '=', 'chase')
    .executeTakeFirstOrThrow()
  expect(sent).toContain(`16 March 2026   ${receipt.number}   PHP 2,000.00`)
  expect(sent).toContain('Total: PHP 4,000.00')

  const fields = certificateFieldsOf(receipt.documentId)
  expect((await reviewed('certificate', fields, ana)).status).toBe(403)
  const proved = await recorded('certificate', fields, ben, true)
  expect(await balances()).toMatchObject({ '1320': 2_000_00n, '1321': 2_000_00n })
  const after = await received()
  expect(after.expected).toMatchObject([{ open: 2_000_00n, items: [{ number: other.number }] }])
  expect(after.inHand).toMatchObject([{ number: 'CWT-2026-000001', tax: 2_000_00n, attachments: 1, claim: null }])
  const rest = await voided(receipt.documentId)
  expect([rest.status, rest.body.code]).toEqual([409, 'documents.restedOn'])

  const claim = (period: string) =>
    ben.call(claimCertificates, { body: { documentIds: [proved.documentId], form: '1702Q', period } })
  expect((await claim('2026-02')).body.error).toBe(
    'CWT-2026-000001 covers payments until 16 March 2026, which is after the return period. Choose a later return.',
  )
  expect((await claim('2026-03')).answer).toEqual({ claimed: 1 })
  expect((await claim('2026-03')).status).toBe(200)
  expect((await claim('2026-06')).body.code).toBe('certificates.notClaimable')
  const query = { period: '2026-03', form: '1702Q' } as const
  const file = await ben.call(printTaxList, { params: { list: 'sawt', format: 'dat' }, query })
  expect(file.headers['content-disposition']).toContain('12345678900000320261702Q.DAT')
  expect(file.bytes.toString('latin1')).toBe(
    [
      'HSAWT,H1702Q,123456789,0000,"BAHAY KUBO TRADING",,,,03/2026,033',
      'DSAWT,D1702Q,1,111222333,0000,"LAKBAY TRADING INC",,,,03/2026,"TOP WITHHOLDING AGENTS TO SUPPLIERS OF SERVICES",WC160,2.00,100000.00,2000.00',
      'CSAWT,C1702Q,123456789,0000,03/2026,100000.00,2000.00',
      '',
    ].join('\r\n'),
  )
  expect((await ben.call(unclaimCertificate, { params: { documentId: proved.documentId } })).status).toBe(200)
  expect((await ben.call(viewTaxList, { params: { list: 'sawt' }, query })).answer.table.rows).toHaveLength(1)

  expect((await voided(proved.documentId)).status).toBe(200)
  expect((await received()).expected).toMatchObject([{ open: 4_000_00n }])
  const lost = { ...fields, act: 'written_off', from: null, to: null, taxes: [], memo: 'The customer has closed' }
  await recorded('certificate', lost, ben)
  expect(await balances()).toMatchObject({ '6290': 2_000_00n, '1321': 2_000_00n })
  expect((await received()).writtenOff).toMatchObject([{ tax: 2_000_00n, memo: 'The customer has closed' }])
  await soundBooks()
})

test('VAT withheld by a government office is certified, claimed in the VAT return, and reconciles to its summary', async () => {
  const office = await registered('customer', {
    tin: '000-111-222',
    registeredName: 'Kagawaran ng Daungan',
    email: 'ap@daungan.example',
    government: true,
  })
  const lines = [{ ...invoice('1').lines[0], vatClass: 'govt_vatable' }]
  const sold = await recorded('invoice', { ...invoice('2001'), partyId: office, lines })
  const paid = { pay: '10600000', withheld: '100000', atc: 'WC640', vatWithheld: '500000' }
  const receipt = await recorded('collection', {
    partyId: office,
    day: '2026-03-16',
    account: '1010',
    rows: [{ documentId: sold.documentId, ...paid }],
  })
  // One receipt expects two certificates: VAT by the 10th of April, income tax by the 20th.
  const [expected] = (await received()).expected
  expect(expected).toMatchObject({
    open: 6_000_00n,
    items: [
      { account: '1321', due: '2026-04-20', taxes: [{ atc: 'WC640', tax: 1_000_00n }] },
      { account: '1325', due: '2026-04-10', taxes: [{ atc: 'WV010', base: 100_000_00n, tax: 5_000_00n }] },
    ],
  })
  const { answer: aged } = await ben.call(viewReport, {
    params: { report: 'certificate-ageing' },
    query: { asOf: '2026-05-12' },
  })
  expect(aged.table.rows.at(-1)?.cells.filter((cell) => typeof cell === 'bigint' && cell > 0n)).toEqual([
    1_000_00n,
    5_000_00n,
    6_000_00n,
  ])
  const vatClaim = (account: string, atc: string, amount: string) => ({
    partyId: office,
    day: '2026-03-16',
    from: '2026-03-01',
    to: '2026-03-16',
    rows: [{ documentId: receipt.documentId, account, amount }],
    taxes: [{ atc, base: '10000000', tax: amount }],
  })
  const vat = await recorded('certificate', vatClaim('1325', 'WV010', '500000'), ben)
  expect(await balances()).toMatchObject({ '1325': 5_000_00n, '1321': 1_000_00n })
  const boxes = async () => {
    const { answer } = await ben.call(viewFiling, { params: { duty: '2550Q', period: '2026-03-31' } })
    return answer.worksheet?.boxes.find(({ no }) => no === '16')?.tax
  }
  const reconciled = async () => (await ben.call(viewTaxReconciliation, { params: { period: '2026-03-31' } })).answer
  expect(await boxes()).toBe(0n)
  const named = (await reconciled()).reconciliation.rows.map(({ cells }) => cells)
  expect(named).toContainEqual(['of which:  Received, not claimed yet', vat.number, null, -5_000_00n])
  expect(named).toContainEqual(['of which:  Certificate still expected', receipt.number, null, -1_000_00n])

  const claim = (form: string) =>
    ben.call(claimCertificates, { body: { documentIds: [vat.documentId], form, period: '2026-03' } })
  expect((await claim('1702Q')).body.error).toBe(
    `${vat.number} is for VAT or percentage tax. Claim it in 2550Q or 2551Q.`,
  )
  expect((await claim('2550Q')).status).toBe(200)
  expect((await received()).inHand).toMatchObject([{ of: 'business', claim: { form: '2550Q', period: '2026-03' } }])
  expect(await boxes()).toBe(5_000_00n)
  const made = await reconciled()
  expect([made.sound, made.reconciliation.rows.filter(({ cells }) => cells[0] === 'Unexplained')]).toEqual([true, []])
  const query = { period: '2026-03', form: '2550Q', confirmed: 'yes' }
  const file = await ben.call(printTaxList, { params: { list: 'sawt', format: 'dat' }, query })
  expect(file.bytes.toString('latin1')).toBe(
    [
      'HSAWT,H2550Q,123456789,0000,"BAHAY KUBO TRADING",,,,03/2026,033',
      'DSAWT,D2550Q,1,000111222,0000,"KAGAWARAN NG DAUNGAN",,,,03/2026,"VAT WITHHELD BY GOVERNMENT OFFICES GOODS",WV010,5.00,100000.00,5000.00',
      'CSAWT,C2550Q,123456789,0000,03/2026,100000.00,5000.00',
      '',
    ].join('\r\n'),
  )
  await soundBooks()
})

test('payees exempt from withholding are in a schedule of the alphalist, whose file is optional', async () => {
  const partyId = await registered('supplier', {
    tin: '555-666-777',
    registeredName: 'Sona Export Corp.',
    withholdingExempt: 'BOI tax holiday',
  })
  await recorded('bill', guards('B-1', '2026-01-10', '10000000'))
  const free = await recorded('bill', { ...guards('S-1', '2026-02-10', '5000000'), partyId })
  const params = { list: 'qap', format: 'dat' } as const
  const refusal = await ben.call(printTaxList, { params, query: { period: '2026-03' } })
  expect([refusal.status, refusal.body.code]).toEqual([409, 'taxLists.unconfirmed'])
  const file = await ben.call(printTaxList, { params, query: { period: '2026-03', confirmed: 'yes' } })
  expect(file.bytes.toString('latin1')).toBe(
    [
      'HQAP,H1601EQ,123456789,0000,"BAHAY KUBO TRADING",03/2026,033',
      'D1,1601EQ,1,222333444,0000,"BANTAY SECURITY AGENCY INC",,,,03/2026,WC120,2.00,100000.00,2000.00',
      'C1,1601EQ,123456789,0000,03/2026,100000.00,2000.00',
      'D2,1601EQ,1,555666777,0000,"SONA EXPORT CORP",,,,03/2026,WC120,50000.00',
      'C2,1601EQ,123456789,0000,03/2026,50000.00',
      '',
    ].join('\r\n'),
  )
  const { table } = (await ben.call(viewTaxList, { params: { list: 'qap' }, query: { period: '2026-03' } })).answer
  expect(table.rows.map(({ cells }) => cells)).toContainEqual([
    ...['555-666-777-00000', 'Sona Export Corp.', 'WC120', '0.00', 5_000_000n, 0n],
  ])
  const { worksheet } = (await ben.call(viewFiling, { params: { duty: '1601-EQ', period: '2026-03-31' } })).answer
  expect(worksheet?.notes).toContain(
    'Payments to suppliers exempt from withholding were 50,000.00. They are listed in a separate schedule of the alphalist.',
  )
  await ben.call(voidDocument, { params: { documentId: free.documentId }, body: { reason: 'Recorded twice' } })
  const again = await ben.call(printTaxList, { params, query: { period: '2026-03' } })
  expect(again.bytes.toString('latin1')).not.toContain('D2')
  await soundBooks()
})

test('the lists of a month include its postings, and are blocked by data that RELIEF would refuse', async () => {
  await recorded('invoice', invoice('1001'))
  await recorded('bill', guards('B-1', '2026-03-10', '10000000'))
  const imported = await recorded('bill', {
    ...guards('I-1', '2026-03-12', '20000000'),
    lines: [{ ...line('20000000'), category: 'importation', account: '1210', atc: null, expenseType: 'merchandise' }],
  })
  const query = { period: '2026-03' }
  const dat = async (list: string, more: object = {}) =>
    ben.call(printTaxList, { params: { list, format: 'dat' }, query: { ...query, ...more } })
  expect((await ana.call(printTaxList, { params: { list: 'sales', format: 'dat' }, query })).status).toBe(403)
  expect((await dat('sales')).bytes.toString('latin1')).toBe(
    [
      'H,S,"123456789","BAHAY KUBO TRADING","","","","","12 MABINI ST","MANILA 1000",0.00,0.00,100000.00,12000.00,033,03/31/2026,12',
      'D,S,"111222333","LAKBAY TRADING INC.",,,,"1 RIZAL AVE","MANILA 1000",0,0,100000.00,12000.00,123456789,03/31/2026',
      '',
    ].join('\r\n'),
  )
  expect((await dat('purchases')).bytes.toString('latin1')).toBe(
    [
      'H,P,"123456789","BAHAY KUBO TRADING","","","","","12 MABINI ST","MANILA 1000",0.00,0.00,100000.00,0.00,0.00,12000.00,12000.00,0.00,033,03/31/2026,12',
      'D,P,"222333444","BANTAY SECURITY AGENCY INC.",,,,"1 RIZAL AVE","MANILA 1000",0,0,100000.00,0,0,12000.00,123456789,03/31/2026',
      '',
    ].join('\r\n'),
  )
  expect((await dat('qap')).bytes.toString('latin1')).toBe(
    [
      'HQAP,H1601EQ,123456789,0000,"BAHAY KUBO TRADING",03/2026,033',
      'D1,1601EQ,1,222333444,0000,"BANTAY SECURITY AGENCY INC",,,,03/2026,WC120,2.00,100000.00,2000.00',
      'C1,1601EQ,123456789,0000,03/2026,100000.00,2000.00',
      '',
    ].join('\r\n'),
  )
  expect((await dat('annual')).body.code).toBe('taxLists.unconfirmed')
  expect((await dat('annual', { confirmed: 'yes' })).bytes.toString('latin1')).toContain(
    'C3,1604E,123456789,0000,12/31/2026,2000.00',
  )

  const stopped = await dat('importations')
  const said = `${imported.number} is an importation without a customs entry. Enter the customs entry below.`
  expect([stopped.status, stopped.body.error]).toEqual([409, said])
  const entry = {
    entryNo: 'C-123',
    released: '2026-03-12',
    imported: '2026-03-09',
    country: 'China',
    receiptNo: '000987',
    dutiable: '18000000',
    charges: '2000000',
    paid: '2026-03-11',
  }
  const boxes46 = async () => {
    const { worksheet } = (await ben.call(viewFiling, { params: { duty: '2550Q', period: '2026-03-31' } })).answer
    const [box] = worksheet?.boxes.filter(({ no }) => no === '46') ?? []
    return [box?.base, box?.tax, worksheet?.notes.filter((note) => note.includes('importations')).length]
  }
  const agrees = async (period: string) => (await ben.call(viewTaxReconciliation, { params: { period } })).answer.sound
  // Without a customs entry, its VAT is not claimed.
  expect(await boxes46()).toEqual([0n, 0n, 1])
  expect(await agrees('2026-03-31')).toBe(true)
  const saved = await ben.call(saveCustomsEntry, { params: { documentId: imported.documentId }, body: entry })
  expect(saved.status).toBe(200)
  expect((await dat('importations')).bytes.toString('latin1')).toContain(
    'D,I,"C-123",03/12/2026,"BANTAY SECURITY AGENCY INC.",03/09/2026,"CHINA",180000.00,20000.00,0,200000.00,24000.00,"000987",03/11/2026,123456789,03/31/2026\r\n',
  )
  expect(await boxes46()).toEqual([20_000_000n, 2_400_000n, 0])
  expect(await agrees('2026-03-31')).toBe(true)
  // Paid in another quarter: the return, the list and the reconciliation all follow the payment.
  const params = { documentId: imported.documentId }
  await ben.call(saveCustomsEntry, { params, body: { ...entry, paid: '2026-04-02', released: '2026-04-02' } })
  expect(await boxes46()).toEqual([0n, 0n, 0])
  expect([await agrees('2026-03-31'), await agrees('2026-06-30')]).toEqual([true, true])
  expect((await dat('importations')).bytes.toString('latin1')).not.toContain('D,I')
  expect((await dat('importations', { period: '2026-04' })).bytes.toString('latin1')).toContain('D,I,"C-123"')
  await ben.call(saveCustomsEntry, { params, body: entry })
  const none = await ben.call(saveCustomsEntry, { params: { documentId: crypto.randomUUID() }, body: entry })
  expect([none.status, none.body.code]).toEqual([404, 'taxLists.noImportation'])

  const { answer } = await ben.call(viewTaxList, { params: { list: 'sales' }, query })
  expect(answer.file).toBe('123456789S032026.DAT')
  expect(answer.findings).toEqual([
    {
      weight: 'warns',
      sentence: 'March 2026 is still open. Documents recorded later are not in this file.',
      about: null,
    },
  ])
  expect(answer.table.rows.at(-1)?.cells).toEqual([null, 'Total', null, 0n, 0n, 100_000_00n, 12_000_00n])
  const workbook = await ben.call(printTaxList, { params: { list: 'sales', format: 'xlsx' }, query })
  expect(workbook.headers['content-disposition']).toContain('summary-list-of-sales-March-2026.xlsx')
  await portal.db.kysely.updateTable('company').set({ rdo_code: '' }).execute()
  expect((await dat('sales')).body.error).toBe('Your company has no RDO code. Enter it in the company settings.')
})

// ── Helpers.

async function registered(role: 'customer' | 'supplier', more: Record<string, unknown>): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', ...more }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const line = (amount: string) => ({
  expenseType: 'security',
  description: 'Guards',
  amount,
  vatClass: 'vatable',
  category: 'services',
  atc: 'WC120',
  account: '6130',
})
const guards = (externalNo: string, day: string, amount: string) => ({
  email: 'ana@bahaykubo.example',
  partyId: parties['guards'],
  externalNo,
  day,
  priceMode: 'exclusive',
  lines: [line(amount)],
})
const rent = (externalNo: string, day: string) => ({
  ...guards(externalNo, day, '5000000'),
  partyId: parties['lessor'],
  lines: [{ ...line('5000000'), expenseType: 'office_rent', description: 'Rent', atc: 'WI100', account: '6050' }],
})
const invoice = (externalNo: string) => ({
  email: 'ap@lakbay.example',
  partyId: parties['customer'],
  externalNo,
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
})

async function collected(externalNo: string) {
  const { documentId } = await recorded('invoice', invoice(externalNo))
  return recorded('collection', {
    partyId: parties['customer'],
    day: '2026-03-16',
    account: '1010',
    rows: [{ documentId, pay: '11000000', withheld: '200000', atc: 'WC160' }],
  })
}

const certificateFieldsOf = (documentId: string) => ({
  partyId: parties['customer'],
  day: '2026-03-16',
  from: '2026-01-01',
  to: '2026-03-16',
  rows: [{ documentId, amount: '200000' }],
  taxes: [{ atc: 'WC160', base: '10000000', tax: '200000' }],
})

async function reviewed(
  kind: string,
  fields: Record<string, unknown>,
  by = ana,
  draftId: string = crypto.randomUUID(),
) {
  const { status, body } = await by.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  return { status, body, yes: { draftId, digest: String(body.digest) } }
}

async function recorded(kind: string, fields: Record<string, unknown>, by = ana, withFile = false) {
  const draftId = crypto.randomUUID()
  if (withFile) {
    const query = { id: crypto.randomUUID(), kind, name: 'form-2307.png' }
    const attached = await by.call(attachFile, { params: { draftId }, query, bytes: png })
    expect(attached.status).toBe(200)
  }
  const { yes, body } = await reviewed(kind, fields, by, draftId)
  expect(body.fields ?? []).toEqual([])
  return (await by.call(recordDocument, { body: yes })).answer
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const voided = (documentId: string, day = '2026-03-16') =>
  ben.call(voidDocument, { params: { documentId }, body: { day, reason: 'Not what was meant' } })

const owedNow = async () => (await ben.call(listOwedCertificates, { query: { quarter } })).answer.certificates
const issue = async (partyIds: string[]) => (await ben.call(issueCertificates, { body: { quarter, partyIds } })).answer
const received = async () => (await ben.call(listReceivedCertificates)).answer

const owedView = () =>
  portal.db.kysely.selectFrom('certificate_owed').select(['quarter', 'tax', 'issued']).orderBy('tax', 'desc').execute()

/** Sends what is due, and returns the only e-mail that arrived. */
async function sentEmail() {
  const office = await openPostOffice()
  const { context } = portal
  await workOff(context, sendsMail({ ...context, env: { ...context.env, smtpUrl: office.url } }))
  await office.close()
  const sent = office.received.find(({ text }) => text.includes('Form 2307'))
  if (sent === undefined) throw new Error('No e-mail arrived.')
  return sent
}

async function balances(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; balance: bigint }>`
    select account, sum(debit - credit)::bigint as balance from line group by account`.execute(portal.db.kysely)
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
