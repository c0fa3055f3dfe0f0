// A person's own notifications and their settings.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import {
  listNotifications,
  notificationKindsOf,
  notificationSettings,
  notificationWords,
  readNotifications,
  saveNotificationSettings,
} from '@talaan/contract/notifications.ts'
import type { Notification, NotificationSetting } from '@talaan/contract/notifications.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'

type Db = Kysely<Tables>

const pageLength = 30

export const notifications: Feature = ({ db: { kysely: db }, clock, env }) => [
  answers(listNotifications, ({ viewer: { userId }, query: { before, unread } }) =>
    pageOf(db, userId, { before, unreadOnly: unread === 'yes' }),
  ),

  answers(readNotifications, async ({ viewer: { userId }, body: { ids, read } }) => {
    const at = read ? timestamp(clock.now()) : null
    await db
      .updateTable('notification')
      .set({ read_at: at })
      .where('user_id', '=', userId)
      .where('listed', '=', true)
      .where('read_at', read ? 'is' : 'is not', null)
      .$if(ids !== null, (query) => query.where(sql<boolean>`id = any(${[...(ids ?? [])]}::uuid[])`))
      .execute()
    return { success: true as const }
  }),

  answers(notificationSettings, async ({ viewer }) => ({
    address: await addressOf(db, viewer),
    settings: await settingsOf(db, viewer),
    mailReady: env.smtpUrl !== null,
  })),

  answers(saveNotificationSettings, async ({ viewer, address: from, body: { address, settings } }) => {
    const own = notificationKindsOf(viewer.role)
    const rows = settings
      .filter(({ kind }) => own.includes(kind))
      .map(({ kind, listed, mail }) => ({ user_id: viewer.userId, kind, listed, mail }))
    await db.transaction().execute(async (trx) => {
      const was = await addressOf(trx, viewer)
      await trx.deleteFrom('notification_setting').where('user_id', '=', viewer.userId).execute()
      if (rows.length > 0) await trx.insertInto('notification_setting').values(rows).execute()
      await trx.deleteFrom('notification_address').where('user_id', '=', viewer.userId).execute()
      if (address !== '')
        await trx.insertInto('notification_address').values({ user_id: viewer.userId, address }).execute()
      const detail = { was: { address: was }, now: { address }, ...Object.fromEntries(rows.map(detailOf)) }
      await audit(trx, clock, { viewer, address: from, action: saveNotificationSettings.name, detail })
    })
    return { success: true as const }
  }),
]

const detailOf = ({ kind, listed, mail }: NotificationSetting): [string, string] => [
  kind,
  [...(listed ? ['in the portal'] : []), ...(mail === 'none' ? [] : [`by e-mail, ${mail}`])].join(', ') || 'off',
]

type Page = { notifications: Notification[]; next: string | null; unread: number }

/** The cursor is the time and id of the last one. */
async function pageOf(
  db: Db,
  userId: string,
  { before, unreadOnly }: { before: string | undefined; unreadOnly: boolean },
): Promise<Page> {
  const [at = '', last = ''] = /^(\S{20,40})_([0-9a-f-]{36})$/.exec(before ?? '')?.slice(1) ?? []
  const { rows } = await sql<Notification & { unread: number }>`
    select id, kind, title, detail, document, ref, at, read_at is not null as read,
      (select count(*)::int from notification where user_id = ${userId}::uuid and listed and read_at is null) as unread
    from notification
    where user_id = ${userId}::uuid and listed ${unreadOnly ? sql`and read_at is null` : sql``}
      ${at === '' ? sql`` : sql`and (at, id) < (${at}::timestamptz, ${last}::uuid)`}
    order by at desc, id desc limit ${pageLength + 1}`.execute(db)
  const shown = rows.slice(0, pageLength)
  const end = shown.at(-1)
  return {
    notifications: shown.map(({ unread: _, at: stored, ...row }) => ({ ...row, at: timestamp(instant(stored)) })),
    next: rows.length > pageLength && end !== undefined ? `${timestamp(instant(end.at))}_${end.id}` : null,
    unread: rows[0]?.unread ?? 0,
  }
}

async function addressOf(db: Db, { userId }: Viewer): Promise<string> {
  const row = await db
    .selectFrom('notification_address')
    .select('address')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.address ?? ''
}

async function settingsOf(db: Db, { userId, role }: Viewer): Promise<NotificationSetting[]> {
  const own = await db
    .selectFrom('notification_setting')
    .select(['kind', 'listed', 'mail'])
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map(own.map((row) => [row.kind, row]))
  return notificationKindsOf(role).map((kind) => {
    const { listed = true, mail = notificationWords[kind].mail } = chosen.get(kind) ?? {}
    return { kind, listed, mail: mail as NotificationSetting['mail'] }
  })
}
