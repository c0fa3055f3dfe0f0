// Notifications tell each user what has happened, with settings for each kind. A task is open until its cause is gone;
// a notification is done once it is read.
import { optionalEmail } from '@talaan/ledger/core/fields.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { accountants, adminsAndAccountants, everyone } from './roles.ts'
import type { Role } from './roles.ts'

/** In the order of the settings. */
export const notificationKinds = [
  'backupFailed',
  'mailFailed',
  'returnDue',
  'monthClosed',
  'monthReopened',
  'approvalWaiting',
  'approvalDecided',
  'draftPrepared',
  'recurringMade',
  'reportFailed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const mailChoices = ['none', 'now', 'daily'] as const
export type MailChoice = (typeof mailChoices)[number]
export const mailChoiceWords = {
  none: 'No e-mail',
  now: 'At once',
  daily: 'Daily at 7:00',
} satisfies Record<MailChoice, string>

type NotificationWords = {
  title: string
  about: string
  /** The roles that get all notifications of the kind. */
  roles: readonly Role[]
  /** Whether other users get those about their own documents. */
  toOwner?: true
  /** The default for e-mail, for users with an e-mail address. */
  mail: MailChoice
}

export const notificationWords: Readonly<Record<NotificationKind, NotificationWords>> = {
  backupFailed: {
    title: 'Backup failed',
    about: 'A backup or a restore test failed, or a disk has a problem.',
    roles: adminsAndAccountants,
    mail: 'now',
  },
  mailFailed: {
    title: 'E-mail failed',
    about: 'A receipt, reminder or other message could not be sent, or was returned.',
    roles: adminsAndAccountants,
    toOwner: true,
    mail: 'daily',
  },
  returnDue: {
    title: 'Return due',
    about: 'A tax return or another deadline is due soon.',
    roles: accountants,
    mail: 'daily',
  },
  monthClosed: { title: 'Month closed', about: 'A month was closed.', roles: everyone, mail: 'none' },
  monthReopened: { title: 'Month reopened', about: 'A closed month was reopened.', roles: everyone, mail: 'none' },
  approvalWaiting: {
    title: 'Document to approve',
    about: 'Someone sent a document for approval, and you may approve it.',
    roles: [],
    toOwner: true,
    mail: 'now',
  },
  approvalDecided: {
    title: 'Document approved or returned',
    about: 'An approver recorded or returned a document that you sent.',
    roles: [],
    toOwner: true,
    mail: 'none',
  },
  draftPrepared: {
    title: 'Draft prepared by a program',
    about: 'A program with one of your API keys prepared a draft for you.',
    roles: [],
    toOwner: true,
    mail: 'none',
  },
  recurringMade: {
    title: 'Recurring document prepared',
    about: 'Talaan prepared or recorded one of your recurring documents, or could not record it.',
    roles: [],
    toOwner: true,
    mail: 'none',
  },
  reportFailed: {
    title: 'Scheduled report failed',
    about: 'A scheduled report could not be created.',
    roles: accountants,
    mail: 'daily',
  },
}

/** The kinds that a user can get. */
export const notificationKindsOf = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => notificationWords[kind].roles.includes(role) || notificationWords[kind].toOwner)

const notification = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  detail: z.string(),
  /** The type of the document or draft whose id is in `ref`. */
  document: z.nullable(z.enum(documentTypeNames)),
  /** The reference to the record: an id, a month, or a return with its period. */
  ref: z.string(),
  at: z.string(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** Newest first, paged: `before` is the cursor of the previous page. */
export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: '/api/notifications',
  access: everyone,
  activity: false,
  query: z.strictObject({
    before: z.optional(z.string().check(z.maxLength(80))),
    unread: z.optional(z.literal('yes')),
  }),
  answer: z.object({
    notifications: z.array(notification),
    next: z.nullable(z.string()),
    unread: z.int(),
  }),
  failure: 'Your notifications could not be loaded. Try again.',
})

/** Null marks all notifications as read. */
export const readNotifications = endpoint({
  name: 'notifications.read',
  method: 'PUT',
  path: '/api/notifications/read',
  access: everyone,
  body: z.strictObject({ ids: z.nullable(z.array(z.uuid()).check(z.maxLength(100))), read: z.boolean() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm that these notifications were marked as read. Reload the page.',
})

const setting = z.object({ kind: z.enum(notificationKinds), listed: z.boolean(), mail: z.enum(mailChoices) })
export type NotificationSetting = z.output<typeof setting>

export const notificationSettings = endpoint({
  name: 'notifications.settings',
  method: 'GET',
  path: '/api/notifications/settings',
  access: everyone,
  activity: false,
  answer: z.object({
    /** Empty for no e-mails. */
    address: z.string(),
    settings: z.array(setting),
    /** Whether the portal can send e-mails. */
    mailReady: z.boolean(),
  }),
  failure: 'The settings of your notifications could not be loaded. Try again.',
})

export const saveNotificationSettings = endpoint({
  name: 'notifications.saveSettings',
  method: 'PUT',
  path: '/api/notifications/settings',
  access: everyone,
  body: z.strictObject({
    address: optionalEmail,
    settings: z.array(setting).check(z.maxLength(notificationKinds.length)),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The settings may not have been saved. Reload the page.',
})
