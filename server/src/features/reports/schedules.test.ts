// Reports by e-mail: who sets them up, when they are sent, and what arrives at a real mail server.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addReportSchedule, endReportSchedule, listReportSchedules } from '@talaan/contract/report-schedules.ts'
import { saveView } from '@talaan/contract/saved-views.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { openPostOffice } from '../../../test/post-office.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { timestamp } from '../../platform/clock.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { sendsMail } from '../mail/send.ts'
import { sendReports } from './schedules.ts'

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

/** Ben's saved view of the income statement, sent to two people. */
async function schedule(every: 'week' | 'close', search = '?period=last-month&columns=months', by = ben) {
  const viewId = crypto.randomUUID()
  const address = `/financialreport/income-statement${search}`
  await by.call(saveView, { params: { viewId }, body: { name: `Board ${every} ${search}`, address } })
  const scheduleId = crypto.randomUUID()
  const body = { viewId, every, format: 'pdf' as const, recipients: ['owner@example.com', 'board@example.com'] }
  return { scheduleId, reply: await by.call(addReportSchedule, { params: { scheduleId }, body }) }
}
const listed = async () => (await ben.call(listReportSchedules)).answer.schedules
const close = (month: string) => {
  const at = timestamp(here.clock.now())
  return sql`
    with event as (
      insert into period_event (month, act, seal, entries, last_entry, acted_by, acted_at)
      select ${month}, 'closed', repeat('0', 64), 0, 0, id, ${at} from users where client_id = 'ben' returning month
    )
    insert into period (month, closed_at, seal, entries, last_entry) select month, ${at}, repeat('0', 64), 0, 0 from event`.execute(
    here.db.kysely,
  )
}
const sold = () =>
  recordDocument(here, {
    number: 'SI-2026-000001',
    day: '2026-02-10',
    lines: [debit('1110', 100_00n), credit('4010', 100_00n)],
  })

test('only accountants schedule reports, of their own or shared views, and each change is in the audit trail', async () => {
  const { scheduleId, reply } = await schedule('week')
  expect(reply.status).toBe(200)
  expect(await listed()).toMatchObject([{ id: scheduleId, every: 'week', format: 'pdf', by: 'ben', last: null }])
  const body = { viewId: crypto.randomUUID(), every: 'week', format: 'pdf', recipients: ['a@example.com'] } as const
  expect((await ben.call(addReportSchedule, { params: { scheduleId: crypto.randomUUID() }, body })).body.code).toBe(
    'reportSchedules.noSuchView',
  )
  const none = { ...body, recipients: ['not an address'] }
  expect((await ben.call(addReportSchedule, { params: { scheduleId: crypto.randomUUID() }, body: none })).status).toBe(
    400,
  )
  for (const name of ['ana', 'carla'] as const) {
    const other = await here.signIn(name)
    expect((await other.call(listReportSchedules)).status).toBe(403)
    expect((await other.call(addReportSchedule, { params: { scheduleId }, body })).status).toBe(403)
    expect((await other.call(endReportSchedule, { params: { scheduleId } })).status).toBe(403)
  }
  expect((await ben.call(endReportSchedule, { params: { scheduleId } })).status).toBe(200)
  expect(await listed()).toEqual([])
})

test('a report is sent once a week or once a closed month, as of that month, and its file arrives by SMTP', async () => {
  const office = await openPostOffice()
  const context = { ...here.context, env: { ...here.context.env, smtpUrl: office.url } }
  await sold()
  await schedule('week')
  await schedule('close')
  await schedule('close', '?period=year-to-date')
  // It is Monday, 16 March: the first weekly report is sent on the next one.
  expect(await sendReports(context)).toBe(0)
  here.clock.ms += 1000
  await close('2026-02')
  expect(await sendReports({ ...context, env: here.context.env })).toBe(0)
  expect(await sendReports(context)).toBe(2)
  expect(await sendReports(context)).toBe(0)
  const worker = startWorker(context, sendsMail(context), { pollMs: 1_000_000 })
  await expect.poll(() => office.received.length, { interval: 5 }).toBe(4)
  await worker.stop()
  expect(office.received.map(({ to }) => to[0] ?? '').toSorted()).toEqual([
    ...['board@example.com', 'board@example.com'],
    ...['owner@example.com', 'owner@example.com'],
  ])
  expect(office.received.every(({ text }) => text.includes('Content-Type: application/pdf'))).toBe(true)
  const files = await here.db.kysely.selectFrom('report_run').select('file_name').orderBy('file_name').execute()
  expect(files.map(({ file_name: name }) => name)).toEqual([
    'income-statement-For-February-2026.pdf',
    'income-statement-From-1-January-2026-to-28-February-2026.pdf',
  ])
  expect((await listed()).map(({ last }) => last && [last.period, last.state])).toEqual([
    ['2026-02', 'sent'],
    ['2026-02', 'sent'],
    null,
  ])
  here.clock.ms += 7 * 86_400_000
  expect(await sendReports(context)).toBe(1)
  await office.close()
})

test('a report that cannot be made or delivered is shown with its reason, and made again later', async () => {
  const office = await openPostOffice()
  const context = { ...here.context, env: { ...here.context.env, smtpUrl: office.url } }
  await sold()
  await schedule('close', '?from=2020-01-01&to=2026-01-31&columns=months')
  here.clock.ms += 1000
  await close('2026-02')
  expect(await sendReports(context)).toBe(1)
  const [failed] = await listed()
  expect(failed?.last).toMatchObject({ state: 'failed', error: expect.stringContaining('at most 24 columns') })
  await here.db.kysely
    .updateTable('report_schedule')
    .set({ address: '/financialreport/income-statement?period=last-month' })
    .execute()
  expect(await sendReports(context)).toBe(1)
  office.fate = 'refuse'
  const worker = startWorker(context, sendsMail(context), { pollMs: 1_000_000 })
  await expect.poll(async () => (await listed())[0]?.last?.state, { interval: 5 }).toBe('failed')
  await worker.stop()
  expect((await listed())[0]?.last?.error).toContain('No such mailbox')
  await office.close()
})
