// Notifications: who gets which, once for each event; reading, settings, and the e-mails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  listNotifications,
  notificationKindsOf,
  notificationSettings,
  readNotifications,
  saveNotificationSettings,
} from '@talaan/contract/notifications.ts'
import type { NotificationKind, NotificationSetting } from '@talaan/contract/notifications.ts'
import { notify } from '../../books/notify.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { sendsMail } from '../mail/send.ts'
import { notifyOfDeadlines } from '../filings/reminders.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { workOff } from '../../../test/jobs.ts'
import { mailDigests } from './digest.ts'

let portal: Portal
let ana: Caller
let ben: Caller
beforeAll(async () => void (portal = await openPortal({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
})

const listOf = async (caller: Caller, query = {}) => (await caller.call(listNotifications, { query })).answer
const titlesOf = async (caller: Caller) => (await listOf(caller)).notifications.map(({ title }) => title)
const happens = (kind: NotificationKind, key: string, more: { owners?: string[]; except?: string } = {}) =>
  portal.db.kysely
    .transaction()
    .execute((trx) => notify(trx, portal.context, { kind, key, title: `${kind} ${key}`, ...more }))
const idOf = async (clientId: string) =>
  (await portal.db.kysely.selectFrom('users').select('id').where('client_id', '=', clientId).executeTakeFirstOrThrow())
    .id
const messages = () =>
  portal.db.kysely
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body'])
    .where('topic', '=', 'notification')
    .orderBy('created_at')
    .execute()
const save = async (
  caller: Caller,
  address: string,
  chosen: Partial<Record<NotificationKind, NotificationSetting['mail']>>,
) => {
  const { settings } = (await caller.call(notificationSettings)).answer
  return caller.call(saveNotificationSettings, {
    body: { address, settings: settings.map((one) => ({ ...one, mail: chosen[one.kind] ?? one.mail })) },
  })
}

test('each person gets what concerns the role, owners their own, and nobody an event twice or one of their own acts', async () => {
  expect((await portal.nobody.call(listNotifications)).status).toBe(401)
  const carla = await portal.signIn('carla')
  await happens('backupFailed', '1')
  await happens('backupFailed', '1')
  await happens('returnDue', '2')
  await happens('monthClosed', '3', { except: await idOf('ben') })
  await happens('draftPrepared', '4', { owners: [await idOf('ana'), await idOf('dino')] })
  expect(await titlesOf(carla)).toEqual(expect.arrayContaining(['backupFailed 1', 'monthClosed 3']))
  expect(await titlesOf(carla)).toHaveLength(2)
  expect((await titlesOf(ben)).toSorted()).toEqual(['backupFailed 1', 'returnDue 2'])
  expect((await titlesOf(ana)).toSorted()).toEqual(['draftPrepared 4', 'monthClosed 3'])
  // An inactive account gets none.
  const rows = await portal.db.kysely.selectFrom('notification').select('user_id').execute()
  expect(rows.some(({ user_id: id }) => id === 'dino')).toBe(false)
  expect(rows).toHaveLength(6)
})

test('what is read on one device is read on the others, and no one marks those of others', async () => {
  for (const key of ['1', '2', '3']) {
    await happens('monthClosed', key)
    portal.clock.forward(60)
  }
  const { notifications, unread } = await listOf(ben)
  expect([unread, notifications.map(({ title }) => title)]).toEqual([
    3,
    ['monthClosed 3', 'monthClosed 2', 'monthClosed 1'],
  ])
  const [newest] = notifications
  const ids = [newest?.id ?? '']
  await ana.call(readNotifications, { body: { ids, read: true } })
  expect((await listOf(ben)).unread).toBe(3)
  await ben.call(readNotifications, { body: { ids, read: true } })
  const elsewhere = await portal.signIn('ben', { force: true })
  expect((await listOf(elsewhere)).notifications.map(({ read }) => read)).toEqual([true, false, false])
  expect((await listOf(elsewhere, { unread: 'yes' })).notifications).toHaveLength(2)
  await elsewhere.call(readNotifications, { body: { ids, read: false } })
  expect((await listOf(elsewhere)).unread).toBe(3)
  await elsewhere.call(readNotifications, { body: { ids: null, read: true } })
  expect((await listOf(elsewhere)).unread).toBe(0)
  expect((await listOf(ana)).unread).toBe(3)
})

test('older ones follow page by page, each once', async () => {
  for (let key = 0; key < 65; key += 1) await happens('monthClosed', String(key))
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await listOf(ben, before === undefined ? {} : { before })
    seen.push(...page.notifications.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before !== undefined)
  expect([seen.length, new Set(seen).size]).toEqual([65, 65])
})

test('settings are those of the role and in the audit trail; a kind can be switched off', async () => {
  const { settings, address } = (await ana.call(notificationSettings)).answer
  expect([address, settings.map(({ kind }) => kind)]).toEqual(['', notificationKindsOf('user')])
  expect((await save(ana, 'not an address', {})).status).toBe(400)
  const off = settings.map((one) => ({ ...one, listed: one.kind !== 'monthClosed' }))
  await ana.call(saveNotificationSettings, { body: { address: '', settings: off } })
  await happens('monthClosed', '1')
  await happens('monthReopened', '2')
  expect(await titlesOf(ana)).toEqual(['monthReopened 2'])
  const event = await portal.db.kysely
    .selectFrom('audit')
    .select(['actor_name as by', 'detail'])
    .where('action', '=', saveNotificationSettings.name)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ by: 'ana', detail: { monthClosed: 'off', monthReopened: 'in the portal' } })
})

test('an e-mail goes out at once or daily, only about what is unread, and never without news', async () => {
  await save(ben, 'ben@bahaykubo.example', { backupFailed: 'now', monthClosed: 'daily', monthReopened: 'daily' })
  await happens('backupFailed', '1')
  await happens('backupFailed', '1')
  expect(await messages()).toMatchObject([
    { recipient: 'ben@bahaykubo.example', subject: 'backupFailed 1 - Bahay Kubo Trading' },
  ])
  await happens('monthClosed', '2')
  await happens('monthReopened', '3')
  const read = (await listOf(ben)).notifications.find(({ kind }) => kind === 'monthReopened')
  await ben.call(readNotifications, { body: { ids: [read?.id ?? ''], read: true } })
  expect([await mailDigests(portal.context), await mailDigests(portal.context)]).toEqual([1, 0])
  const [, digest, ...others] = await messages()
  expect(others).toEqual([])
  expect(digest?.subject).toBe('1 notification, 16 Mar 2026 - Bahay Kubo Trading')
  expect(digest?.body).toContain('16 Mar 2026   monthClosed 2')
  expect(digest?.body).not.toContain('monthReopened')
})

test('a message that failed is told to accountants and to the person whose document it is, and a failed notification to nobody', async () => {
  const queued = { recipient: 'ap@lakbay.example', subject: 'Invoice', body: '', now: portal.clock.now() }
  for (const topic of ['reminder', 'notification'])
    await queueMessage(portal.db.kysely, { ...queued, topic, message_id: `<${topic}@x>` })
  const [handler] = sendsMail(portal.context)
  if (handler === undefined) throw new Error('There is a mail server.')
  await workOff(portal.context, [{ ...handler, retryAfter: () => null }])
  expect(await titlesOf(ben)).toEqual(['An e-mail to ap@lakbay.example failed'])
  expect(await titlesOf(ana)).toEqual([])
})

test('each deadline is told once', async () => {
  await portal.db.kysely.updateTable('company').set({ tin9: '123456789' }).execute()
  await notifyOfDeadlines(portal.context)
  const first = await listOf(ben)
  await notifyOfDeadlines(portal.context)
  expect((await listOf(ben)).notifications).toEqual(first.notifications)
  expect(first.notifications.every(({ kind }) => kind === 'returnDue')).toBe(true)
})
