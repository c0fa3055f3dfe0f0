// The income tax of a fiscal year on the real server: three quarters and the annual return, filed and amended, their
// vouchers, and the carry-over into the next year.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  changeTaxProfile,
  chooseExcessUse,
  enterBox,
  fileReturn,
  viewBox,
  viewCalendar,
  viewFiling,
  viewRules,
} from '@talaan/contract/filings.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { addRegistration } from '@talaan/contract/settings.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { readMigrations } from '../../platform/db/migrate.ts'

let here: Portal
let ben: Caller
let serial = 0
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  serial = 0
  await here.db.kysely.updateTable('company').set({ tin9: '001002003', fiscal_year_end: 6 }).execute()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

const pesos = (amount: number) => BigInt(Math.round(amount * 100))
const number = () => `SI-2026-${String(++serial).padStart(6, '0')}`

/** Sales, cost and expenses of a quarter in one entry. */
const trade = (day: string, sales: number, cost: number, expenses: number) =>
  recordDocument(here, {
    number: number(),
    day,
    lines: [
      debit('1110', pesos(sales)),
      credit('4010', pesos(sales)),
      debit('5010', pesos(cost)),
      credit('1210', pesos(cost)),
      debit('6010', pesos(expenses)),
      credit('2010', pesos(expenses)),
    ],
  })

const lakbay = { kind: 'non_individual', tin: '005-111-222', registeredName: 'Lakbay Trading Corp.' }
const customer = async () => {
  const body = { registrationId: randomUUID(), role: 'customer', fields: lakbay }
  return (await ben.call(registerParty, { body })).answer.party.id
}

type Certified = { partyId: string; day: string; tax: number; claim: { form: string; period: string } }

/** A certificate of a customer, claimed in a return. */
async function certified({ partyId, day, tax, claim }: Certified) {
  const withheld = { atc: 'WC158', rate: '0.01', base: pesos(tax * 100), tax: pesos(tax) }
  const document_id = await recordDocument(here, {
    number: `CWT-2026-${String(++serial).padStart(6, '0')}`,
    kind: 'certificate',
    day,
    lines: [
      debit(accounts.withheldWithCertificate, pesos(tax), { withheld, partyId }),
      credit(accounts.withheldAwaitingCertificate, pesos(tax), { partyId }),
    ],
  })
  const user = await here.db.kysely
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  await here.db.kysely
    .insertInto('certificate_claim')
    .values({ document_id, ...claim, claimed_by: user.id, claimed_at: '2026-03-01T00:00:00Z' })
    .execute()
}

const view = async (duty: string, period: string) => (await ben.call(viewFiling, { params: { duty, period } })).answer
const file = async (duty: string, period: string, filedOn: string) => {
  const { digest } = await view(duty, period)
  return ben.call(fileReturn, { params: { duty, period }, body: { digest, filedOn, reference: 'A-1' } })
}
const figures = async (duty: string, period: string, ...boxes: string[]) =>
  figuresOf(await view(duty, period), ...boxes)
function figuresOf({ worksheet }: Awaited<ReturnType<typeof view>>, ...boxes: string[]): string[] {
  return boxes.map((no) => {
    const box = worksheet?.boxes.find((one) => one.no === no)
    return box === undefined ? 'none' : formatMoney(box.columns === 'base' ? box.base : box.tax)
  })
}
const voucherOf = ({ closing }: Awaited<ReturnType<typeof view>>) =>
  (closing?.lines ?? []).map(({ account, debit: dr, credit: cr }) => `${account} ${formatMoney(dr - cr)}`).join(', ')
const setProfile = async (more: Record<string, unknown>) => {
  const { profile } = (await ben.call(viewRules)).answer
  expect((await ben.call(changeTaxProfile, { body: { was: profile, now: { ...profile, ...more } } })).status).toBe(200)
}

test('the three quarters and the annual return of a fiscal year are filed, amended and carried over', async () => {
  await setProfile({ minimumTaxFrom: '2024-07-01' })
  await trade('2024-08-15', 1_000_000, 600_000, 380_000)
  await trade('2024-11-15', 1_000_000, 500_000, 300_000)
  await trade('2025-02-15', 1_000_000, 700_000, 500_000)
  await trade('2025-05-15', 1_000_000, 800_000, 250_000)
  const partyId = await customer()
  const own = { form: '1702Q', period: '2024-09-30' }
  await certified({ partyId, day: '2024-09-30', tax: 3_000, claim: own })
  await certified({ partyId, day: '2025-06-30', tax: 1_000, claim: { form: '1702', period: '2025-06-30' } })

  const calendar = async (year: string) =>
    (await ben.call(viewCalendar, { query: { year } })).answer.rows
      .filter(({ duty }) => duty === '1702Q' || duty === '1702-RT' || duty === 'ITR')
      .map(({ duty, period, due, state }) => [duty, period.to, due, state])
  expect(await calendar('2025')).toEqual([
    ['1702Q', '2025-03-31', '2025-05-30', 'open'],
    // The 15th day of the fourth month after June.
    ['1702-RT', '2025-06-30', '2025-10-15', 'open'],
    ['1702Q', '2025-09-30', '2025-12-01', 'open'],
    ['1702Q', '2025-12-31', '2026-03-02', 'open'],
  ])

  const first = await view('1702Q', '2024-09-30')
  expect(figuresOf(first, 'S2.11', 'S2.12', '20')).toEqual(['5,000.00', '8,000.00', '5,000.00'])
  expect(voucherOf(first)).toBe('9010 8,000.00, 1320 -3,000.00, 2148 -5,000.00')
  expect((await file('1702Q', '2024-09-30', '2024-11-20')).status).toBe(200)
  expect(await figures('1702Q', '2024-12-31', 'S2.9', 'S2.13', 'S4.3', 'S4.4', '20')).toEqual([
    '220,000.00',
    '55,000.00',
    '5,000.00',
    '3,000.00',
    '47,000.00',
  ])
  expect((await file('1702Q', '2024-12-31', '2025-02-20')).status).toBe(200)
  expect((await file('1702Q', '2025-03-31', '2025-05-20')).status).toBe(200)
  // 28,000 of minimum tax; 52,000 paid and 4,000 withheld.
  const annual = await view('1702-RT', '2025-06-30')
  expect(figuresOf(annual, '33', '41', '43', '45', '46', '48', '49', '16', '21.1')).toEqual([
    '1,400,000.00',
    '0.00',
    '28,000.00',
    '5,000.00',
    '47,000.00',
    '3,000.00',
    '1,000.00',
    '-28,000.00',
    '28,000.00',
  ])
  expect(voucherOf(annual)).toBe('9010 4,000.00, 1320 -1,000.00, 1330 -3,000.00')
  expect((await file('1702-RT', '2025-06-30', '2025-10-10')).status).toBe(200)
  const summary = (await view('1702-RT', '2025-06-30')).filed[0]?.files.map(({ name }) => name)
  expect(summary).toEqual(['00100200300000620251702.DAT'])
  const { table } = (await ben.call(viewBox, { params: { duty: '1702-RT', period: '2025-06-30', box: '27' } })).answer
  expect(table.rows.map(({ cells }) => [cells[1], cells.at(-2)])).toEqual([
    ['4010 Sales - goods', 4_000_000_00n],
    ['Total', 4_000_000_00n],
  ])

  // The next year: 30,000 of loss, 28,000 of excess minimum tax and 28,000 of overpayment.
  await trade('2025-08-15', 2_000_000, 1_000_000, 500_000)
  expect(await figures('1702Q', '2025-09-30', 'S2.6.2', 'S2.13', '15', 'S4.1', '20')).toEqual([
    '30,000.00',
    '117,500.00',
    '28,000.00',
    '28,000.00',
    '61,500.00',
  ])

  // A late expense changes the year; its amendment deducts nothing, as nothing was paid. A refund is not carried over.
  await trade('2025-06-20', 0, 0, 10_000)
  const { since, worksheet } = await view('1702-RT', '2025-06-30')
  expect(since.boxes.map(({ no }) => no)).toEqual(expect.arrayContaining(['34', '39', 'N2025A', 'S5.10']))
  expect(worksheet?.excess).toEqual({ amount: 28_000_00n, uses: ['carried', 'refund', 'tcc'], use: 'carried' })
  const refund = { params: { duty: '1702-RT', period: '2025-06-30' }, body: { use: 'refund' } } as const
  expect((await ben.call(chooseExcessUse, refund)).status).toBe(200)
  expect((await file('1702-RT', '2025-06-30', '2025-12-10')).answer).toMatchObject({ amendment: 1 })
  expect(await figures('1702Q', '2025-09-30', 'S2.6.2', 'S4.1')).toEqual(['40,000.00', '0.00'])
  expect((await calendar('2025'))[1]).toEqual(['1702-RT', '2025-06-30', '2025-10-15', 'amended'])
})

test('a loss from before the books is entered once, and an individual files by the registrations of the year', async () => {
  await here.db.kysely.updateTable('company').set({ fiscal_year_end: 12 }).execute()
  await trade('2025-02-15', 1_000_000, 400_000, 300_000)
  const loss = { base: '5000000', tax: '0', reason: 'Loss of 2023, ITR of 2023' }
  const of = { duty: '1702Q' as const, period: '2025-03-31', box: 'N2023A' }
  const exact = await ben.call(enterBox, { params: of, body: { was: null, now: { ...loss, base: '4999950' } } })
  expect(exact.body.fields).toContainEqual({ path: ['base'], message: expect.stringContaining('whole pesos') })
  expect((await ben.call(enterBox, { params: of, body: { was: null, now: loss } })).status).toBe(200)
  expect(await figures('1702Q', '2025-03-31', 'S2.6.2', 'S2.9')).toEqual(['50,000.00', '250,000.00'])
  expect(await figures('1702Q', '2025-06-30', 'N2023A', 'N0', 'S2.9', '20')).toEqual([
    '50,000.00',
    '50,000.00',
    '250,000.00',
    '0.00',
  ])
  expect(await figures('1702-RT', '2025-12-31', '36', '39', '46', '16')).toEqual([
    '50,000.00',
    '250,000.00',
    '62,500.00',
    '0.00',
  ])

  await setProfile({ taxpayer: 'individual' })
  const registered = (code: 'vat' | 'income_tax' | 'deduction', value: string, validFrom: string | null) =>
    ben.call(addRegistration, { params: { code }, body: { now: { value, validFrom, source: 'First return' } } })
  expect((await registered('deduction', 'osd', '2025-01-01')).status).toBe(200)
  // 40% of 1,000,000; 22,500 + 20% of 200,000
  expect(await figures('1701Q', '2025-03-31', '40', '45', '46')).toEqual(['400,000.00', '600,000.00', '62,500.00'])
  const annual = async (year: string) =>
    (await ben.call(viewCalendar, { query: { year } })).answer.rows
      .filter(({ duty }) => duty.startsWith('170') && duty !== '1701Q')
      .map(({ duty, due }) => [duty, due])
  expect(await annual('2025')).toEqual([['1701A', '2026-04-15']])
  expect(await figures('1701A', '2025-12-31', '39', '46', '58')).toEqual(['400,000.00', '62,500.00', '62,500.00'])
  await registered('vat', 'no', null)
  await registered('income_tax', 'eight_percent', '2025-01-01')
  expect(await figures('1701A', '2025-12-31', '54', '56')).toEqual(['250,000.00', '60,000.00'])
})

test('returns filed on the earlier lines stay, and the boxes begin with the next period', async () => {
  const { sql: text = '' } = readMigrations().find(({ name }) => name === '0110-annual-income-tax.sql') ?? {}
  await here.db.kysely.updateTable('company').set({ fiscal_year_end: 12 }).execute()
  await here.db.pool.query(`
    update form_revision set layout = form || ' working lines', revision = 'working lines' where form in ('1702Q', '1701Q');
    delete from form_revision where form in ('1702-RT', '1701', '1701A');
    update filing_deadline set form = 'ITR' where form = '1702-RT';
    delete from filing_deadline where form in ('1701', '1701A')`)
  await trade('2024-11-15', 500_000, 200_000, 100_000)
  await trade('2025-02-15', 1_000_000, 400_000, 300_000)
  expect((await file('1702Q', '2025-03-31', '2025-05-20')).status).toBe(200)
  const itr = await view('ITR', '2024-12-31')
  const done = { digest: itr.digest, filedOn: '2025-04-10', reference: '' }
  expect((await ben.call(fileReturn, { params: { duty: 'ITR', period: '2024-12-31' }, body: done })).status).toBe(200)

  await here.db.pool.query(`begin; ${text}; commit`)
  expect(await figures('1702Q', '2025-03-31', 'H', 'K', 'S2.9')).toEqual(['300,000.00', '75,000.00', 'none'])
  expect((await view('1702Q', '2025-03-31')).since.boxes).toEqual([])
  await trade('2025-05-15', 1_000_000, 600_000, 300_000)
  expect(await figures('1702Q', '2025-06-30', 'S2.8', 'S2.9', 'S4.2', '20')).toEqual([
    '300,000.00',
    '400,000.00',
    '75,000.00',
    '25,000.00',
  ])
  const rows = (await ben.call(viewCalendar, { query: { year: '2024' } })).answer.rows
  expect(rows.filter(({ duty }) => duty === 'ITR' || duty === '1702-RT')).toMatchObject([
    { duty: 'ITR', state: 'filed' },
  ])
  const next = (await ben.call(viewCalendar, { query: { year: '2025' } })).answer.rows
  expect(next.filter(({ duty }) => duty === 'ITR' || duty === '1702-RT')).toMatchObject([
    { duty: '1702-RT', due: '2026-04-15' },
  ])
})
