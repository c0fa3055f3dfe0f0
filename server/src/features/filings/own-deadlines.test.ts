// Deadlines besides tax returns on the real server: chosen in the settings, added by the company, done and reminded of.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dueSoon } from '@talaan/contract/due-soon.ts'
import {
  addOwnDeadline,
  changeOtherDuties,
  endOwnDeadline,
  fileReturn,
  markOwnDone,
  viewCalendar,
  viewFiling,
  viewRules,
} from '@talaan/contract/filings.ts'
import { noOtherDuties } from '@talaan/ledger/tax/calendar/other-duties.ts'
import { remind } from './reminders.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let here: Portal
let ben: Caller
beforeAll(async () => {
  here = await openPortal()
  ben = await here.signIn('ben')
  await here.db.kysely.updateTable('tax_profile').set({ files_from: '2025-01-01' }).execute()
})
afterAll(() => here.close())

test('chosen deadlines are in the calendar and are filed with a date and reference', async () => {
  const calendar = async () => (await ben.call(viewCalendar, { query: { year: '2025' } })).answer
  const before = await calendar()
  expect([before.isAsked, before.eInvoicing, before.rows.some(({ duty }) => duty === 'Inventory')]).toEqual([
    false,
    null,
    false,
  ])
  const now = { ...noOtherDuties, inventory: true, sec: true, annualMeeting: '06-15', eInvoicing: true }
  expect((await ben.call(changeOtherDuties, { body: { was: noOtherDuties, now } })).status).toBe(200)
  expect((await ben.call(changeOtherDuties, { body: { was: noOtherDuties, now } })).status).toBe(409)
  const after = await calendar()
  expect([after.isAsked, after.eInvoicing]).toEqual([true, '2026-12-31'])
  const due = (duty: string) => after.rows.filter((row) => row.duty === duty).map((row) => row.raw)
  expect([due('Inventory'), due('AFS'), due('GIS'), due('Permit')]).toEqual([
    ['2026-01-30'],
    ['2026-04-30'],
    ['2025-07-15'],
    [],
  ])

  const params = { duty: 'Inventory', period: '2025-12-31' }
  const { digest } = (await ben.call(viewFiling, { params })).answer
  const body = { digest, filedOn: '2026-01-28', reference: 'Received by RDO 39' }
  expect((await ben.call(fileReturn, { params, body })).status).toBe(200)
  const filed = (await calendar()).rows.find(({ duty }) => duty === 'Inventory')
  expect(filed).toMatchObject({ state: 'filed', filedOn: '2026-01-28', reference: 'Received by RDO 39' })
})

test('a deadline of your own is due until it is done or ended, and only accountants mark it', async () => {
  const own = { name: 'FDA license', every: 'year', month: 3, dayOfMonth: 20, from: '2025-01-01', note: 'With fee' }
  expect((await ben.call(addOwnDeadline, { body: { now: own } })).status).toBe(200)
  const soon = async () => (await ben.call(dueSoon)).answer.own.map(({ name, due }) => [name, due])
  // The clock stands at 16 March 2026; 2025 was missed.
  expect(await soon()).toEqual([
    ['FDA license', '2025-03-20'],
    ['FDA license', '2026-03-20'],
  ])
  const [row] = (await ben.call(viewCalendar, { query: { year: '2026' } })).answer.own
  const params = { id: row?.id ?? '', due: '2026-03-20' }
  const body = { doneOn: '2026-03-16', reference: 'OR 1234' }
  expect((await ben.call(markOwnDone, { params: { ...params, due: '2026-03-21' }, body })).status).toBe(404)
  expect((await ben.call(markOwnDone, { params, body })).status).toBe(200)
  expect((await ben.call(markOwnDone, { params, body: { ...body, reference: 'OR 1235' } })).status).toBe(200)
  expect((await ben.call(viewCalendar, { query: { year: '2026' } })).answer.own).toMatchObject([
    { name: 'FDA license', doneOn: '2026-03-16', reference: 'OR 1235', note: 'With fee' },
  ])
  expect(await soon()).toEqual([['FDA license', '2025-03-20']])
  const profile = { remind_to: 'ben@bahaykubo.example', files_from: '2026-03-01' }
  await here.db.kysely.updateTable('tax_profile').set(profile).execute()
  const portal = { ...here.context, env: { ...here.context.env, smtpUrl: 'smtp://mail.example' } }
  expect([await remind(portal), await remind(portal)]).toEqual([1, 0])
  const { body: written } = await here.db.kysely.selectFrom('outbox').select('body').executeTakeFirstOrThrow()
  expect(written).toContain('20 Mar 2025   FDA license')
  const [ana, carla] = [await here.signIn('ana'), await here.signIn('carla')]
  expect([
    (await ana.call(endOwnDeadline, { params })).status,
    (await carla.call(markOwnDone, { params, body })).status,
  ]).toEqual([403, 403])
  expect((await carla.call(endOwnDeadline, { params })).status).toBe(200)
  expect((await ben.call(viewRules)).answer.ownDeadlines).toEqual([])
  expect((await ben.call(viewCalendar, { query: { year: '2027' } })).answer.own).toEqual([])
})
