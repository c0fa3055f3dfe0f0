// Tax returns on the real server: calculated from postings, adjusted, and filed in append-only rows.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dueSoon } from '@talaan/contract/due-soon.ts'
import {
  addClosedDay,
  addDeadline,
  addForm,
  addRate,
  changeTaxProfile,
  chooseExcessUse,
  enterBox,
  filedFile,
  fileReturn,
  moveDeadline,
  prepareFiling,
  printFiled,
  printFiling,
  removeClosedDay,
  viewBox,
  viewCalendar,
  viewFiling,
  viewRules,
  viewTaxReconciliation,
} from '@talaan/contract/filings.ts'
import { correctParty, registerParty } from '@talaan/contract/parties.ts'
import { addRegistration } from '@talaan/contract/settings.ts'
import { printTaxList } from '@talaan/contract/tax-lists.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import type { Line } from '@talaan/ledger/accounts/journal.ts'
import { eventsOf } from '../../../test/events.ts'
import { openPortal } from '../../../test/portal.ts'
import { toldOf } from '../../../test/tampered.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { remind } from './reminders.ts'
import { taxLines } from '../../books/tax-lines.ts'
import { verify } from '../../books/verify/verify.ts'

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  serial = 0
  await here.db.kysely.updateTable('company').set({ tin9: '001002003' }).execute()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

let serial = 0
const post = (day: string, lines: Line[]) =>
  recordDocument(here, { number: `SI-2026-${String(++serial).padStart(6, '0')}`, day, lines })
const sale = (base: bigint): Line[] => {
  const vat = (base * 12n) / 100n
  return [
    debit('1110', base + vat),
    credit('4010', base, { tax: { vatClass: 'vatable', base, vat } }),
    credit('2110', vat),
  ]
}
const bought = (base: bigint): Line[] => {
  const [vat, tax] = [(base * 12n) / 100n, base / 50n]
  return [
    debit('6130', base, { tax: { vatClass: 'vatable', base, vat, category: 'services' } }),
    debit('1310', vat),
    credit('2140', tax, { withheld: { atc: 'WC120', rate: '0.02', base, tax } }),
    credit('2010', base + vat - tax),
  ]
}

const silahis = { kind: 'non_individual', tin: '005-111-222', registeredName: 'Silahis Supplies Corp.' }
const register = async () => {
  const body = { registrationId: randomUUID(), role: 'supplier', fields: silahis }
  return (await ben.call(registerParty, { body })).answer.party.id
}

const registered = (kind: 'vat' | 'income_tax', value: string, validFrom: string | null) =>
  ben.call(addRegistration, { params: { code: kind }, body: { now: { value, validFrom, source: 'BIR form 2303' } } })

const of = (duty: string, period = '2025-12-31') => ({ params: { duty, period } })
const view = async (duty: string, period?: string) => (await ben.call(viewFiling, of(duty, period))).answer
const file = async (duty: string, more: Record<string, unknown> = {}) => {
  const { digest } = await view(duty)
  return ben.call(fileReturn, { ...of(duty), body: { digest, filedOn: '2026-01-20', reference: 'A-1', ...more } })
}
const taxes = async (duty: string, ...boxes: string[]) => {
  const { worksheet } = await view(duty)
  return boxes.map((no) => worksheet?.boxes.find((box) => box.no === no)?.tax)
}

test('a return is calculated from posted lines, with its details, and reads the previous quarter', async () => {
  await post('2025-08-10', bought(500_000_00n))
  await post('2025-11-15', sale(1_000_000_00n))
  await post('2025-12-31', bought(100_000_00n))
  await post('2026-01-01', sale(9_000_000_00n))
  const lines = await taxLines(here.db.kysely, { from: '2025-10-01', to: '2025-12-31' })
  expect(lines.map(({ account, moved, tax, withheld }) => [account, moved, tax?.vat, withheld?.tax])).toEqual([
    ['4010', -1_000_000_00n, 120_000_00n, undefined],
    ['2110', -120_000_00n, undefined, undefined],
    ['6130', 100_000_00n, 12_000_00n, undefined],
    ['1310', 12_000_00n, undefined, undefined],
    ['2140', -2_000_00n, undefined, 2_000_00n],
  ])

  // The previous quarter has 60,000 of input tax and no sale.
  expect(await taxes('2550Q', '31', '38', '44', '61')).toEqual([120_000_00n, 60_000_00n, 12_000_00n, 48_000_00n])
  expect(await taxes('1601-EQ', '13', '19', '25')).toEqual([2_000_00n, 2_000_00n, 2_000_00n])
  const { table } = (await ben.call(viewBox, { params: { duty: '2550Q', period: '2025-12-31', box: '31' } })).answer
  expect(table.rows.map(({ cells }) => [cells[0], cells[1], cells.at(-1)])).toEqual([
    ['2025-11-15', 'SI-2026-000002', 120_000_00n],
    [null, 'Total', 120_000_00n],
  ])
  for (const format of ['xlsx', 'pdf', 'csv']) {
    const { status } = await ben.call(printFiling, { params: { duty: '2550Q', period: '2025-12-31', format } })
    expect(status).toBe(200)
  }
  const { reconciliation, sound } = (await ben.call(viewTaxReconciliation, { params: { period: '2025-12-31' } })).answer
  expect(sound).toBe(true)
  expect(
    reconciliation.rows.filter(({ emphasis }) => emphasis === 'subtotal').map(({ cells }) => cells[0]),
  ).not.toContain('Unexplained')
})

test('an invalid period, a form of another period and an unknown box are refused with a message', async () => {
  const status = async (duty: string, period: string) => (await ben.call(viewFiling, of(duty, period))).status
  expect(await status('2550Q', '2025-11-30')).toBe(404)
  expect(await status('2550Q', '2022-12-31')).toBe(404)
  expect(await status('0619-E', '2025-11-30')).toBe(200)
  // Its deadline would be after the last valid date.
  expect(await status('2550Q', '2100-12-31')).toBe(404)
  const box = await ben.call(viewBox, { params: { duty: '2550Q', period: '2025-12-31', box: '99' } })
  expect(box).toMatchObject({ status: 404, body: { code: 'filings.noSuchBox' } })
})

test('a manual adjustment needs a reason, shows the previous value, and is stored with its history', async () => {
  const enter = (box: string, body: unknown) =>
    ben.call(enterBox, { params: { duty: '2550Q', period: '2025-12-31', box }, body })
  const now = { base: '0', tax: '150000', reason: 'Certificate of advance payment no. 7' }
  expect(await enter('17', { was: null, now: { ...now, reason: ' ' } })).toMatchObject({ status: 400 })
  expect(await enter('61', { was: null, now })).toMatchObject({ status: 422, body: { code: 'filings.madeOfOthers' } })
  expect(await enter('17', { was: null, now: { ...now, base: '5' } })).toMatchObject({ status: 422 })
  expect((await enter('17', { was: null, now })).status).toBe(200)
  expect(await enter('17', { was: null, now })).toMatchObject({
    status: 409,
    body: { code: 'filings.changedMeanwhile' },
  })
  expect(await taxes('2550Q', '17', '20')).toEqual([1_500_00n, 1_500_00n])
  expect(
    (await enter('17', { was: now, now: { base: '0', tax: '0', reason: 'Belongs to the quarter after' } })).status,
  ).toBe(200)
  expect(await taxes('2550Q', '17')).toEqual([0n])
  expect(await here.db.kysely.selectFrom('filing_entry').select(['tax', 'reason']).orderBy('id').execute()).toEqual([
    { tax: 1_500_00n, reason: now.reason },
    { tax: 0n, reason: 'Belongs to the quarter after' },
  ])
})

test('a filed return is frozen: a later posting does not change it, shows its effect on each box, and prepares the amendment', async () => {
  await post('2025-11-15', sale(1_000_000_00n))
  expect((await view('2550Q')).state).toBe('open')
  const { digest } = await view('2550Q')
  expect((await ben.call(prepareFiling, { ...of('2550Q'), body: { digest } })).status).toBe(200)
  expect(await view('2550Q')).toMatchObject({ state: 'prepared', preparedBy: 'ben' })

  // A posting between the review and Yes requires a new review, and the prepared return is open again.
  await post('2025-11-16', sale(100_00n))
  expect(await view('2550Q')).toMatchObject({ state: 'open', preparedBy: null })
  const late = await ben.call(fileReturn, { ...of('2550Q'), body: { digest, filedOn: '2026-01-20', reference: '' } })
  expect(late).toMatchObject({ status: 409, body: { code: 'filings.changedMeanwhile' } })
  expect(await file('2550Q', { filedOn: '2025-12-31' })).toMatchObject({
    status: 422,
    body: { code: 'filings.refused' },
  })
  expect(await file('2550Q', { filedOn: '2026-03-17' })).toMatchObject({ status: 422 })
  expect(
    (
      await ben.call(fileReturn, {
        ...of('2550Q', '2026-03-31'),
        body: { digest, filedOn: '2026-03-16', reference: '' },
      })
    ).status,
  ).toBe(422)

  expect((await file('2550Q')).answer).toMatchObject({ amendment: 0 })
  expect(await view('2550Q')).toMatchObject({ state: 'filed', since: { boxes: [], documents: [] } })
  expect(await file('2550Q')).toMatchObject({ status: 409, body: { code: 'filings.unchanged' } })

  await post('2025-12-01', sale(200_000_00n))
  const { since, worksheet, filed } = await view('2550Q')
  expect(since.boxes.find(({ no }) => no === '31')).toMatchObject({
    filed: { base: 1_000_100_00n, tax: 120_012_00n },
    now: { base: 1_200_100_00n, tax: 144_012_00n },
  })
  expect(since.documents).toMatchObject([
    { number: 'SI-2026-000003', boxes: ['31'], base: 200_000_00n, tax: 24_000_00n },
  ])
  // The amendment deducts the earlier payment: the 24,000 are still payable.
  expect(worksheet?.payable).toBe(24_000_00n)
  expect(filed).toMatchObject([{ amendment: 0, reference: 'A-1', by: 'ben', payable: 120_012_00n }])

  expect((await file('2550Q', { filedOn: '2026-03-16' })).answer).toMatchObject({ amendment: 1 })
  expect(await view('2550Q')).toMatchObject({ state: 'amended', since: { boxes: [] } })
  const print = await ben.call(printFiled, { params: { filingId: filed[0]?.id ?? '', format: 'csv' } })
  expect(print.bytes.toString()).toContain('1000100.00')
  const db = here.db.kysely
  const filedAsItWas = async () =>
    (await verify(db)).checks.find(({ name }) => name === 'filed returns are unchanged')?.problems
  expect(await filedAsItWas()).toEqual([])
  await expect(db.updateTable('filing').set({ reference: 'B-2' }).execute()).rejects.toMatchObject({ code: 'TA001' })
  await expect(db.deleteFrom('filing').execute()).rejects.toMatchObject({ code: 'TA001' })
  await expect(
    sql`insert into filing select gen_random_uuid(), form, period, revision, 5, filed_on, reference, last_entry,
    content, digest, filed_by, filed_at from filing where amendment = 0`.execute(db),
  ).rejects.toMatchObject({ code: 'TA001' })
  const [filedBefore, told] = [
    `where amendment = 0`,
    '2550Q for the period ended 31 Dec 2025 was changed after filing.',
  ]
  const audited = 'The filing of 2550Q for the period ended 31 Dec 2025 does not match the audit trail.'
  expect(
    await toldOf(here.db, [
      `update filing set reference = 'B-2' ${filedBefore}`,
      `update filing set content = '{}' ${filedBefore}`,
      `update filing set digest = md5('a') || md5('b') ${filedBefore}`,
      `update filing set filed_by = (select id from users where client_id = 'ana') ${filedBefore}`,
      `delete from filing where amendment = 1`,
    ]),
  ).toEqual([[], [audited, told], [told], [audited, told], [audited], [audited]])
  expect(await eventsOf(here.db.kysely, 'return.filed')).toEqual(['2550Q 2025-12-31', '2550Q 2025-12-31'])
})

test('the accountant chooses what happens with an excess, and the next return and the accounts follow', async () => {
  const government = await register()
  await post('2025-08-15', sale(10_000_00n))
  await post('2025-08-20', [debit('1325', 5_000_00n, { partyId: government }), credit('1110', 5_000_00n)])
  await post('2025-11-15', sale(20_000_00n))
  const third = of('2550Q', '2025-09-30')
  const enter = { base: '0', tax: '500000', reason: 'Certificates of the third quarter' }
  await ben.call(enterBox, { params: { ...third.params, duty: '2550Q', box: '16' }, body: { was: null, now: enter } })
  const excess = async () => (await view('2550Q', '2025-09-30')).worksheet?.excess
  expect(await excess()).toEqual({ amount: 3_800_00n, uses: ['carried', 'refund', 'tcc'], use: 'carried' })
  expect(await taxes('2550Q', '19', '38', '21')).toEqual([3_800_00n, 0n, -1_400_00n])
  const closing = async () => (await view('2550Q', '2025-09-30')).closing?.lines.map(({ account }) => account)
  expect(await closing()).toEqual(['2110', '1325'])
  const choose = (use: string, duty = '2550Q', period = '2025-09-30') =>
    ben.call(chooseExcessUse, { params: { duty, period }, body: { use } } as never)
  expect((await choose('refund')).status).toBe(200)
  expect((await excess())?.use).toBe('refund')
  expect(await taxes('2550Q', '19')).toEqual([0n])
  // A filed return keeps its choice: another one is filed as an amendment.
  const { digest } = await view('2550Q', '2025-09-30')
  await ben.call(fileReturn, { ...third, body: { digest, filedOn: '2025-10-20', reference: '' } })
  expect((await choose('carried')).status).toBe(200)
  const { since } = await view('2550Q', '2025-09-30')
  expect(since.boxes.map(({ no }) => no)).toEqual(['21.1', '21.2'])
  expect(await taxes('2550Q', '19')).toEqual([0n])
  expect(await choose('carried', '1601-EQ', '2025-12-31')).toMatchObject({
    status: 422,
    body: { code: 'filings.noSuchUse' },
  })
  const audited = await here.db.kysely
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', chooseExcessUse.name)
    .orderBy('seq')
    .execute()
  expect(audited.map(({ detail }) => detail)).toEqual([
    { was: null, now: 'refund' },
    { was: 'refund', now: 'carried' },
  ])
})

test('in January the calendar shows the returns of last year, and later those of this year', async () => {
  expect((await ben.call(viewCalendar)).answer.year).toBe(2026)
  here.clock.ms = Date.parse('2027-01-01T01:00:00Z')
  ben = await here.signIn('ben', { force: true })
  expect((await ben.call(viewCalendar)).answer.year).toBe(2026)
})

test('the calendar follows the registrations, the holidays and a circular, and shows filed returns', async () => {
  await post('2025-11-15', sale(1_000_00n))
  const rows = async (year: string) => (await ben.call(viewCalendar, { query: { year } })).answer.rows
  const due = async (duty: string, to = '2025-12-31') =>
    (await rows('2025')).find((row) => row.duty === duty && row.period.to === to)
  expect((await rows('2024')).length).toBe(0)
  expect(await due('2550Q')).toMatchObject({ raw: '2026-01-25', due: '2026-01-26', state: 'open', payable: 120_00n })
  await file('2550Q')
  expect(await due('2550Q')).toMatchObject({
    state: 'filed',
    filedOn: '2026-01-20',
    reference: 'A-1',
    payable: 120_00n,
  })

  const add = await ben.call(addClosedDay, {
    body: { now: { day: '2026-02-02', name: 'A feast', source: 'Proclamation 1' } },
  })
  expect(add.status).toBe(200)
  expect(await due('1601-EQ')).toMatchObject({ raw: '2026-01-31', due: '2026-02-03' })
  expect((await ben.call(removeClosedDay, { params: { day: '2026-02-02' } })).status).toBe(200)
  expect((await ben.call(removeClosedDay, { params: { day: '2026-02-02' } })).status).toBe(404)
  expect(await due('1601-EQ')).toMatchObject({ due: '2026-02-02' })
  const move = (now: unknown) => ben.call(moveDeadline, { ...of('1601-EQ'), body: { now } })
  expect((await move({ due: '2025-12-01', source: 'RMC 1' })).status).toBe(422)
  expect((await move({ due: '2026-02-15', source: 'RMC 1-2026' })).status).toBe(200)
  expect(await due('1601-EQ')).toMatchObject({ due: '2026-02-15', why: 'Changed to this date: RMC 1-2026' })
  await move(null)
  expect(await due('1601-EQ')).toMatchObject({ due: '2026-02-02' })

  // Duties without boxes are marked as submitted.
  expect((await file('QAP')).status).toBe(200)
  expect((await due('QAP'))?.state).toBe('filed')
  expect((await file('QAP')).status).toBe(409)
  // The submitted files are stored with the filing.
  const supplier = await register()
  await post(
    '2025-12-20',
    bought(100_000_00n).map((line) => ({ ...line, partyId: supplier })),
  )
  await file('1601-EQ')
  const [kept] = (await view('1601-EQ')).filed
  expect(kept?.files.map(({ name }) => name)).toEqual(['00100200300001220251601EQ.DAT'])
  const bytes = (await ben.call(filedFile, { params: { filingId: kept?.id ?? '', name: kept?.files[0]?.name ?? '' } }))
    .bytes
  expect(bytes.toString().split('\r\n')[1]).toBe(
    'D1,1601EQ,1,005111222,0000,"SILAHIS SUPPLIES CORP",,,,12/2025,WC120,2.00,100000.00,2000.00',
  )
  // The list stays as filed, here without any payees, and reports changed lines; the amendment submits it in full.
  const qap = await view('QAP')
  expect(qap.filed.map(({ amendment, files }) => [amendment, files.length])).toEqual([[0, 0]])
  expect(qap.since.files).toMatchObject([{ name: '00100200300001220251601EQ.DAT', filed: [], now: { length: 3 } }])
  expect((await due('QAP'))?.moved).toBe(true)
  expect((await file('QAP')).status).toBe(200)
  const corrected = { correctionId: randomUUID(), reason: 'It was renamed', after: 0, lookAlikesSeen: true }
  const fields = { ...silahis, registeredName: 'Silahis Trading Corp.' }
  await ben.call(correctParty, { params: { partyId: supplier }, body: { ...corrected, fields } })
  const line = (name: string) => `D1,1601EQ,1,005111222,0000,"${name}",,,,12/2025,WC120,2.00,100000.00,2000.00`
  expect((await view('QAP')).since.files).toEqual([
    {
      name: '00100200300001220251601EQ.DAT',
      filed: [line('SILAHIS SUPPLIES CORP')],
      now: [line('SILAHIS TRADING CORP')],
    },
  ])
  const soon = (await ben.call(dueSoon)).answer.rows.map(({ duty }) => duty)
  expect(soon).toContain('1604-E')
  expect(soon).not.toContain('QAP')
})

test('rates, deadlines and registrations are rows: a new row applies from its date, and the slower of two edits is refused', async () => {
  const { profile, rates } = (await ben.call(viewRules)).answer
  expect(rates.filter(({ name }) => name === 'percentage_tax').map(({ value, validTo }) => [value, validTo])).toEqual([
    ['0.03', null],
    ['0.01', '2023-06-30'],
  ])
  expect(
    rates.filter(({ name }) => name === 'final_tax_foreign').map(({ value, validTo }) => [value, validTo]),
  ).toEqual([
    ['0.2', null],
    ['0.15', '2025-06-30'],
  ])
  const rate = { name: 'percentage_tax', value: '0.02', validFrom: '2025-10-01', source: 'RA 99999' }
  expect((await ben.call(addRate, { body: { now: rate } })).status).toBe(200)
  expect(await ben.call(addRate, { body: { now: rate } })).toMatchObject({ status: 422 })
  const wire = { ...profile }
  const now = { ...wire, withholdingAgent: false }
  expect((await ben.call(changeTaxProfile, { body: { was: wire, now } })).status).toBe(200)
  expect(await ben.call(changeTaxProfile, { body: { was: wire, now } })).toMatchObject({ status: 409 })
  await registered('vat', 'no', null)
  await post('2025-11-15', [
    debit('1110', 1_000_00n),
    credit('4010', 1_000_00n, { tax: { vatClass: 'not_subject', base: 1_000_00n, vat: 0n } }),
  ])
  expect(await taxes('2551Q', '14')).toEqual([20_00n])
  const deadline = {
    form: '2551Q',
    efpsGroup: '',
    validFrom: '2025-12-31',
    source: 'RA 99999',
    monthsAfter: 1,
    dayOfMonth: 15,
    daysAfter: 0,
  }
  expect((await ben.call(addDeadline, { body: { now: { ...deadline, daysAfter: 3 } } })).status).toBe(400)
  expect((await ben.call(addDeadline, { body: { now: deadline } })).status).toBe(200)
  expect((await ben.call(addDeadline, { body: { now: deadline } })).status).toBe(409)
  expect((await view('2551Q')).deadline).toMatchObject({ due: '2026-01-15' })
  const inDecember = { ...deadline, efpsGroup: 'A', decemberDay: 20 }
  expect(
    (await ben.call(addDeadline, { body: { now: { ...inDecember, dayOfMonth: 0, monthsAfter: 0, daysAfter: 3 } } }))
      .status,
  ).toBe(400)
  expect((await ben.call(addDeadline, { body: { now: inDecember } })).status).toBe(200)
  const { deadlines } = (await ben.call(viewRules)).answer
  expect(deadlines.filter(({ form, efpsGroup }) => form === '2551Q' && efpsGroup === 'A')).toMatchObject([
    { decemberDay: 20 },
  ])
  const form = { layout: '2551Q 2018-01', revision: 'October 2025 (ENCS)', validFrom: '2025-12-31', source: 'RMC 9' }
  expect((await ben.call(addForm, { body: { now: { ...form, layout: 'another' } } })).status).toBe(422)
  expect((await ben.call(addForm, { body: { now: form } })).status).toBe(200)
  expect((await ben.call(addForm, { body: { now: form } })).status).toBe(409)
  expect((await view('2551Q')).worksheet).toMatchObject({ revision: 'October 2025 (ENCS)', source: 'RMC 9' })
  const year = (await ben.call(viewCalendar, { query: { year: '2025' } })).answer.rows.map(({ duty }) => duty)
  expect(new Set(year)).toEqual(new Set(['2551Q', '1702-RT', 'Books']))
})

test('in the quarter of a VAT registration, each return has the sales of its own dates', async () => {
  await registered('vat', 'no', null)
  await registered('vat', 'yes', '2025-11-15')
  const without = (vatClass: 'exempt' | 'not_subject', base: bigint) => [
    debit('1110', base),
    credit('4010', base, { tax: { vatClass, base, vat: 0n } }),
  ]
  await post('2025-11-14', without('not_subject', 100_000_00n))
  await post('2025-11-14', without('exempt', 30_000_00n))
  await post('2025-11-15', sale(200_000_00n))
  await post('2025-11-15', without('exempt', 50_000_00n))
  await post('2025-11-15', without('not_subject', 7_000_00n))
  expect(await taxes('2551Q', '14')).toEqual([3_000_00n])
  const boxes = (await view('2550Q')).worksheet?.boxes
  expect(boxes?.filter(({ no }) => ['31', '33'].includes(no)).map(({ base }) => base)).toEqual([
    200_000_00n,
    50_000_00n,
  ])
  const due = async (year: string) =>
    (await ben.call(viewCalendar, { query: { year } })).answer.rows
      .filter(({ duty }) => duty === '2550Q' || duty === '2551Q')
      .map(({ duty, period }) => `${duty} ${period.to}`)
  expect(await due('2025')).toEqual(['2550Q 2025-12-31', '2551Q 2025-12-31'])
  expect((await ben.call(viewTaxReconciliation, { params: { period: '2025-12-31' } })).answer.sound).toBe(true)
})

test('a company without VAT sees its sales against the VAT threshold, and above it the 8% income tax is refused', async () => {
  const threshold = async () => (await ben.call(viewCalendar, { query: {} })).answer.threshold
  expect(await threshold()).toBeNull()
  const { profile } = (await ben.call(viewRules)).answer
  await ben.call(changeTaxProfile, { body: { was: profile, now: { ...profile, taxpayer: 'individual' } } })
  const eightPercent = async () =>
    (await registered('income_tax', 'eight_percent', '2026-01-01')).body.fields?.[0]?.message
  expect(await eightPercent()).toContain('A VAT-registered taxpayer cannot choose the 8% income tax.')
  await registered('vat', 'no', null)
  const sold = (vatClass: 'exempt' | 'not_subject', base: bigint) => [
    debit('1110', base),
    credit('4010', base, { tax: { vatClass, base, vat: 0n } }),
  ]
  await post('2025-11-14', sold('not_subject', 2_700_000_00n))
  await post('2025-11-14', sold('exempt', 9_000_000_00n))
  await post('2024-11-30', sold('not_subject', 1_000_000_00n))
  expect(await threshold()).toMatchObject({ sales: 2_700_000_00n, percent: 90, state: 'near' })
  await post('2026-02-01', sold('not_subject', 300_000_01n))
  expect(await threshold()).toMatchObject({ state: 'over', advice: expect.stringContaining('by 31 Mar 2026') })
  expect(await eightPercent()).toContain('The VAT threshold was exceeded in February 2026')
})

test('the income tax is the one at the end of the quarter, of the type of taxpayer', async () => {
  const { profile } = (await ben.call(viewRules)).answer
  const small = { value: 'small', validFrom: '2026-01-01', source: 'ITR' }
  await ben.call(addRegistration, { params: { code: 'income_tax' }, body: { now: small } })
  await post('2025-09-15', sale(1_000_000_00n))
  await post('2026-01-15', sale(1_000_000_00n))
  const label = async (duty: string, period: string, no: string) =>
    (await view(duty, period)).worksheet?.boxes.find((box) => box.no === no)?.label
  expect(await label('1702Q', '2025-09-30', 'S2.11')).toContain('25%')
  expect(await label('1702Q', '2026-03-31', 'S2.11')).toContain('20%')
  expect((await registered('income_tax', 'eight_percent', '2026-01-01')).status).toBe(422)
  await ben.call(changeTaxProfile, { body: { was: profile, now: { ...profile, taxpayer: 'individual' } } })
  expect(await label('1701Q', '2026-03-31', '46')).toBe('Tax due')
})

test('an individual files under last, first and middle name; a corporation does not', async () => {
  const { profile } = (await ben.call(viewRules)).answer
  const put = (more: Partial<typeof profile>) =>
    ben.call(changeTaxProfile, { body: { was: profile, now: { ...profile, ...more } } })
  expect((await put({ lastName: 'Peñaflor', firstName: 'Nena' })).status).toBe(400)
  const person = { taxpayer: 'individual', tradeName: 'Aling Nena' } as const
  expect((await put({ ...person, lastName: 'Peñaflor' })).status).toBe(400)
  expect((await put({ ...person, lastName: 'Peñaflor', firstName: 'Nena', middleName: 'Ocampo' })).status).toBe(200)
  await here.db.kysely.updateTable('company').set({ rdo_code: '039' }).execute()
  await post('2025-11-15', sale(1_000_00n))
  const query = { period: '2025-11', confirmed: 'yes' as const }
  const file = await ben.call(printTaxList, { params: { list: 'sales', format: 'dat' }, query })
  expect(file.bytes.toString('latin1')).toContain('"","PENAFLOR","NENA","OCAMPO","ALING NENA"')
  expect((await view('2550Q')).worksheet?.head).toContainEqual({ label: 'Name', value: 'Peñaflor, Nena Ocampo' })
})

test('each configured recipient gets one e-mail per deadline', async () => {
  await post('2025-11-15', sale(1_000_00n))
  const portal = { ...here.context, env: { ...here.context.env, smtpUrl: 'smtp://mail.example' } }
  expect(await remind(portal)).toBe(0)
  const { profile } = (await ben.call(viewRules)).answer
  const now = { ...profile, remindTo: 'ben@bahaykubo.example', remindDays: 5, filesFrom: '2026-02-01' }
  await ben.call(changeTaxProfile, { body: { was: profile, now } })
  // On 16 March nothing is due within five days; 0619-E for February was, on the 10th.
  expect([await remind(portal), await remind(portal)]).toEqual([1, 0])
  const emails = await here.db.kysely.selectFrom('outbox').select(['recipient', 'subject', 'body']).execute()
  expect(emails).toMatchObject([
    { recipient: 'ben@bahaykubo.example', subject: '0619-E was due on 10 Mar 2026 - Bahay Kubo Trading' },
  ])
  expect(emails[0]?.body).toContain(
    '10 Mar 2026   0619-E, Monthly Remittance of Expanded Withholding Tax, for February 2026',
  )
  expect(await remind({ ...portal, env: { ...portal.env, smtpUrl: null } })).toBe(0)
  expect(await eventsOf(here.db.kysely, 'return.due')).toEqual(['0619-E 2026-02-28'])
})
