// Tasks: the work that the state of the books requires from a user. A task is never stored; users add only that they
// postpone a task, or that they are working on it.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants, adminsAndAccountants, everyone } from './roles.ts'
import type { Role } from './roles.ts'

/** In display order: failures first, then work that is due, then work to be finished. */
export const taskKinds = [
  'checks',
  'backups',
  'jobs',
  'mail',
  'questions',
  'approvals',
  'returns',
  'deadlines',
  'bills',
  'chequesOut',
  'chequesIn',
  'undeposited',
  'recurring',
  'arrivals',
  'drafts',
  'batches',
  'overdue',
  'bankLines',
  'transfers',
  'unidentified',
  'pettyCashCount',
  'pettyCashLow',
  'advances',
  'staleCheques',
  'unclearedCheques',
  'certificatesToIssue',
  'certificatesToCollect',
  'months',
] as const
export type TaskKind = (typeof taskKinds)[number]

type TaskWords = {
  /** The title in the list and on its page. */
  title: string
  /** The reason for the task, shown on its page. */
  about: string
  /** Who sees it. */
  roles: readonly Role[]
  /** Each user has their own, so nobody needs to say that they are working on it. */
  isOwn?: true
}

export const taskWords: Readonly<Record<TaskKind, TaskWords>> = {
  checks: {
    title: 'Failed checks',
    about: 'These checks of the books or of the system found problems in their last run.',
    roles: adminsAndAccountants,
  },
  backups: {
    title: 'Backup problems',
    about: 'The last backup failed or found errors, the last restore test failed, or a disk has a problem.',
    roles: adminsAndAccountants,
  },
  jobs: {
    title: 'Failed background jobs',
    about: 'These jobs failed in the last 30 days. Correct the cause, then retry them.',
    roles: adminsAndAccountants,
  },
  mail: {
    title: 'Failed e-mails',
    about: 'These messages were not sent in the last 30 days. Correct the address and send them again.',
    roles: adminsAndAccountants,
  },
  questions: {
    title: 'Questions',
    about:
      'Answer these questions. Questions that you asked are listed if they are late, or if you have not accepted the answer yet.',
    roles: everyone,
    isOwn: true,
  },
  approvals: {
    title: 'Documents to approve',
    about: 'Colleagues prepared these documents. Nothing is posted until you approve them.',
    roles: everyone,
    isOwn: true,
  },
  returns: {
    title: 'Tax returns due',
    about: 'These returns are late or due soon, and have not been marked as filed.',
    roles: accountants,
  },
  deadlines: {
    title: 'Company deadlines',
    about: 'These deadlines that your company added are late or due soon.',
    roles: accountants,
  },
  bills: {
    title: 'Bills due this week',
    about: 'These bills are overdue or due within seven days.',
    roles: everyone,
  },
  chequesOut: {
    title: 'Post-dated cheques to be paid this week',
    about: 'Your bank pays these cheques within seven days. Make sure that the account has enough money.',
    roles: everyone,
  },
  chequesIn: {
    title: 'Post-dated cheques to deposit this week',
    about: 'You can deposit these cheques from customers today or within the next seven days.',
    roles: everyone,
  },
  undeposited: {
    title: 'Receipts to deposit',
    about: 'These receipts are recorded, but their money has not been deposited yet.',
    roles: everyone,
  },
  recurring: {
    title: 'Recurring documents to confirm',
    about: 'Talaan prepared these documents. Review and record them.',
    roles: everyone,
  },
  arrivals: {
    title: 'Arrivals to record',
    about: 'These files arrived and are not recorded yet. Record them, or mark them as not a document.',
    roles: everyone,
  },
  drafts: {
    title: 'Drafts to finish',
    about:
      'You started these documents, or an approver returned them. Documents that wait for approval are not listed.',
    roles: everyone,
    isOwn: true,
  },
  batches: {
    title: 'Batches to close',
    about: 'You started these batches. Enter the rest of their documents, or close them.',
    roles: everyone,
    isOwn: true,
  },
  overdue: {
    title: 'Overdue invoices without a reminder',
    about: 'These invoices are overdue, and their customers got no reminder and no statement in the last 30 days.',
    roles: adminsAndAccountants,
  },
  bankLines: {
    title: 'Bank lines to match',
    about: 'These lines of bank statements are not matched with the books.',
    roles: accountants,
  },
  transfers: {
    title: 'Transfers in transit',
    about: 'These transfers left one account more than five days ago and have not arrived in the other.',
    roles: adminsAndAccountants,
  },
  unidentified: {
    title: 'Unidentified deposits',
    about: 'The bank received this money from an unknown sender.',
    roles: adminsAndAccountants,
  },
  pettyCashCount: {
    title: 'Petty cash to count',
    about: 'These funds were not counted in the last 30 days.',
    roles: everyone,
  },
  pettyCashLow: {
    title: 'Petty cash to replenish',
    about: 'Less than a third of the fund is left.',
    roles: everyone,
  },
  advances: {
    title: 'Advances to liquidate',
    about: 'Employees received these advances more than 30 days ago and have not liquidated them.',
    roles: adminsAndAccountants,
  },
  staleCheques: {
    title: 'Stale cheques',
    about: 'Banks no longer pay these cheques. Ask the payee, then replace the cheque or write it back.',
    roles: adminsAndAccountants,
  },
  unclearedCheques: {
    title: 'Cheques not cleared for a month',
    about: 'These cheques are more than 30 days old, and your bank has not paid them. Ask the payee.',
    roles: adminsAndAccountants,
  },
  certificatesToIssue: {
    title: 'Certificates to issue to suppliers',
    about:
      'You withheld these taxes in a quarter that has ended, but have not issued certificates for the full amount.',
    roles: accountants,
  },
  certificatesToCollect: {
    title: 'Certificates to collect from customers',
    about: 'Customers withheld these taxes in a quarter that has ended. You can claim them once you have form 2307.',
    roles: accountants,
  },
  months: { title: 'Months to close', about: 'These months have ended and are still open.', roles: accountants },
}

export const taskKindsOf = (role: Role): TaskKind[] => taskKinds.filter((kind) => taskWords[kind].roles.includes(role))

export const taskProblems = {
  notYours: {
    code: 'tasks.notYours',
    status: 403,
    sentence: 'You do not have access to this task. Ask an administrator.',
  },
  dayPassed: { code: 'tasks.dayPassed', status: 422, sentence: 'Choose a date after today.' },
  gone: { code: 'tasks.gone', status: 409, sentence: 'This task is already done. Reload the page.' },
  taken: {
    code: 'tasks.taken',
    status: 409,
    sentence: 'Someone else is already working on this task. Reload the page.',
  },
} satisfies Record<string, Problem>

/** After this time, a user no longer counts as working on a task, so that an absent colleague blocks no one. */
export const claimHours = 8

export const task = z.object({
  kind: z.enum(taskKinds),
  count: z.int(),
  /** In pesos; null if there is no amount, or if amounts can't be added up. */
  amount: z.nullable(money),
  /** The date since which the oldest one is open. */
  oldest: z.nullable(day),
  /** The total bank balance, shown next to the bills for users who may see it. */
  available: z.nullable(money),
  snoozedUntil: z.nullable(day),
  claimedBy: z.nullable(z.string()),
})
export type Task = z.output<typeof task>

export const listTasks = endpoint({
  name: 'tasks.list',
  method: 'GET',
  path: '/api/tasks',
  access: everyone,
  activity: false,
  answer: z.object({ today: day, tasks: z.array(task) }),
  failure: 'Your tasks could not be loaded. Try again.',
})

/** The maximum number of rows, oldest first; the count includes all. */
export const maxTaskRows = 500

const taskRow = z.object({
  key: z.string(),
  title: z.string(),
  detail: z.string(),
  amount: z.nullable(money),
  since: z.nullable(day),
  due: z.nullable(day),
  /** The type of the document or draft whose id is in `ref`. */
  document: z.nullable(z.enum(documentTypeNames)),
  /** The reference to the place of the work: an id, or an account with a month. */
  ref: z.string(),
})
export type TaskRow = z.output<typeof taskRow>

const byKind = z.strictObject({ kind: z.enum(taskKinds) })

export const viewTask = endpoint({
  name: 'tasks.view',
  method: 'GET',
  path: '/api/tasks/:kind',
  access: everyone,
  activity: false,
  params: byKind,
  answer: z.object({ today: day, task: z.nullable(task), rows: z.array(taskRow).check(z.maxLength(maxTaskRows)) }),
  failure: 'This task could not be loaded. Try again.',
})

/** Null shows the task again. A snoozed task also returns as soon as its count, amount or oldest date changes. */
export const snoozeTask = endpoint({
  name: 'tasks.snooze',
  method: 'PUT',
  path: '/api/tasks/:kind/snooze',
  access: everyone,
  params: byKind,
  body: z.strictObject({ until: z.nullable(day) }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The task may not have been snoozed. Reload the page.',
})

export const claimTask = endpoint({
  name: 'tasks.claim',
  method: 'PUT',
  path: '/api/tasks/:kind/claim',
  access: everyone,
  params: byKind,
  body: z.strictObject({ mine: z.boolean() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm who is working on this task. Reload the page.',
})
