// How each change is undone: by the call that reverses it, or why it can't be.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import {
  assignArrival,
  dismissArrival,
  nobody,
  noteArrival,
  postponeArrival,
  undoRearrangement,
} from '@talaan/contract/arrivals.ts'
import { listArrivalSender, unlistArrivalSender } from '@talaan/contract/arrival-mails.ts'
import { voidDocument } from '@talaan/contract/documents.ts'
import { previewReopening, reopenMonth } from '@talaan/contract/closing.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import type { Access, Endpoint } from '@talaan/contract/endpoint.ts'
import { removeNote } from '@talaan/contract/notes.ts'
import { removeParty, undoMerge } from '@talaan/contract/parties.ts'
import {
  previewReopening as previewBankReopening,
  reopenMonth as reopenReconciliation,
  switchRule,
  undoMatch,
} from '@talaan/contract/reconciliation.ts'
import { pauseRule } from '@talaan/contract/recurring.ts'
import { deactivateUser, reactivateUser } from '@talaan/contract/users.ts'
import { changeCompany } from '@talaan/contract/settings.ts'
import type { restorable, Undo } from '@talaan/contract/undo.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'

type Db = Kysely<Tables>

export type ChangeEvent = {
  action: string
  at: string
  record: { type: string; id: string }
  detail: Readonly<Record<string, unknown>>
}

type Rule = { access?: Access; undo: (event: ChangeEvent, db: Db) => Undo | Promise<Undo> }

export async function undoOf(db: Db, viewer: Viewer, event: ChangeEvent): Promise<Undo> {
  const rule = rules[event.action]
  if (rule === undefined) return nothing("This change can't be undone here. Open its page to change it again.")
  const { access } = rule
  if (access !== undefined && access !== 'open' && !access.includes(viewer.role))
    return nothing('Your role does not allow undoing this. Ask an administrator or an accountant.')
  return rule.undo(event, db)
}

type Reversal = Pick<Extract<Undo, { by: 'call' }>, 'button' | 'effect'> & {
  params: Record<string, string>
  body?: Record<string, string | boolean | null>
  asksReason?: boolean
  preview?: Reversing
}

type Reversing = Pick<Endpoint, 'access' | 'method' | 'path'>

/** Undone by a call of another page. */
const calling = (endpoint: Reversing, reversal: (event: ChangeEvent) => Reversal): Rule => ({
  access: endpoint.access,
  undo: (event) => {
    const { params, body = {}, asksReason = false, button, effect, preview } = reversal(event)
    const method = endpoint.method as Extract<Undo, { by: 'call' }>['method']
    return {
      by: 'call',
      method,
      path: addressOf(endpoint, params),
      body,
      asksReason,
      button,
      effect,
      preview: preview === undefined ? null : addressOf(preview, params),
    }
  },
})

const nothing = (why: string): Undo => ({ by: 'nothing', why })
const never = (why: string): Rule => ({ undo: () => nothing(why) })
const again = (where: string) => never(`This change was itself an undo. ${where}`)
const sent = never("The e-mail has been sent, so this can't be undone.")

const rules: Readonly<Record<string, Rule>> = {
  'documents.record': {
    access: voidDocument.access,
    async undo({ record: { id } }, db) {
      const voided = await db
        .selectFrom('document_void')
        .select('reversal')
        .where('document_id', '=', id)
        .executeTakeFirst()
      return voided === undefined ? { by: 'void', documentId: id } : nothing('The document has since been voided.')
    },
  },
  'documents.void': never(
    "A void can't be undone: the number and the reversal are in the books. Copy the document to record it again.",
  ),

  'reconciliation.match': {
    access: undoMatch.access,
    undo: ({ record: { id }, detail }, db) => unmatching(db, id, textOf(detail.account)),
  },
  'reconciliation.undo': again('Match the lines again on the page of the month.'),
  'reconciliation.signOff': calling(reopenReconciliation, ({ detail }) => ({
    params: { account: textOf(detail.account), month: textOf(detail.month) },
    asksReason: true,
    button: 'Reopen month',
    preview: previewBankReopening,
    effect: 'You can match lines of this month and undo matches again. The sign-off stays in the history.',
  })),
  'reconciliation.switchRule': calling(switchRule, ({ record: { id }, detail: { account, acting } }) => ({
    params: { account: textOf(account), ruleId: id },
    body: { acting: acting !== true },
    button: acting === true ? 'Only suggest' : 'Match automatically',
    effect:
      acting === true
        ? 'The rule goes back to only suggesting matches. Lines that it has matched stay matched.'
        : 'The rule matches lines automatically again.',
  })),

  'parties.register': calling(removeParty, ({ record: { id } }) => ({
    params: { partyId: id },
    button: 'Remove registration',
    effect: 'The registration is removed. This is possible until a document uses it.',
  })),
  'parties.merge': calling(undoMerge, ({ record: { id } }) => ({
    params: { partyId: id },
    body: { undoId: crypto.randomUUID() },
    asksReason: true,
    button: 'Undo merge',
    effect: 'Documents and open items are shown under both registrations again. The history stays on both pages.',
  })),
  'parties.undoMerge': again('Merge the registrations again on the page of one of them.'),

  'users.deactivate': calling(reactivateUser, ({ detail }) => ({
    params: { clientId: `client_${textOf(detail.clientId)}` },
    button: 'Activate',
    effect: 'The account can log in again. At most five accounts can be active.',
  })),
  'users.reactivate': calling(deactivateUser, ({ detail }) => ({
    params: { clientId: `client_${textOf(detail.clientId)}` },
    button: 'Deactivate',
    effect: 'The account can no longer log in, and its session ends.',
  })),

  'closing.close': calling(reopenMonth, ({ record: { id } }) => ({
    params: { month: id },
    asksReason: true,
    button: 'Reopen month',
    preview: previewReopening,
    effect: `You can record documents in ${formatMonth(id)} again. The seal stays in the history.`,
  })),
  'closing.reopen': again('Close the month again on its page.'),

  'arrivals.note': onArrival(
    noteArrival,
    ({ note }, { text }) => note === text,
    ({ was }) => ({
      body: { text: textOf(was) },
      button: 'Undo note',
      effect: 'The note returns to its earlier text.',
    }),
  ),
  'arrivals.assign': onArrival(
    assignArrival,
    ({ assignedTo }, { to }) => (assignedTo ?? nobody) === to,
    ({ was }) => ({
      body: { to: was === nobody ? null : textOf(was) },
      button: 'Undo assignment',
      effect: `The file is assigned to ${textOf(was)} again.`,
    }),
  ),
  'arrivals.postpone': onArrival(
    postponeArrival,
    ({ laterUntil }, { until }) => (laterUntil ?? 'today') === until,
    ({ was }) => ({
      body: { until: was === 'today' ? null : textOf(was) },
      button: 'Undo date',
      effect: was === 'today' ? 'The file is no longer postponed.' : 'The file is postponed to its earlier date again.',
    }),
  ),
  'arrivals.dismiss': onArrival(
    dismissArrival,
    ({ dismissedAt }, { as }) => (dismissedAt === null) === (as === 'a document'),
    ({ as, was }): Omit<Reversal, 'params'> => {
      if (as === 'a document')
        return {
          body: { isDocument: false, reason: textOf(was) },
          button: 'Mark as not a document',
          effect: 'The file is removed from the list of files to record.',
        }
      return {
        body: { isDocument: true },
        button: 'Mark as a document',
        effect: 'The file is added back to the list of files to record.',
      }
    },
  ),
  'arrivals.split': calling(undoRearrangement, ({ detail: { rearrangement, file } }) => ({
    params: { rearrangementId: textOf(rearrangement) },
    button: 'Undo split',
    effect: `${textOf(file)} is added back to the list of files to record, and the files made from it are removed from the list.`,
  })),
  'arrivals.merge': calling(undoRearrangement, ({ detail: { rearrangement, file } }) => ({
    params: { rearrangementId: textOf(rearrangement) },
    button: 'Undo merge',
    effect: `The original files are added back to the list of files to record, and ${textOf(file)} is removed from the list.`,
  })),
  'arrivals.undoRearrangement': again('Split or merge the files again on the Arrivals page.'),
  'arrivals.listSender': calling(unlistArrivalSender, ({ detail: { sender } }) => ({
    params: { sender: textOf(sender) },
    button: 'Remove sender',
    effect: 'E-mails from this sender are no longer read. Files that are already in Arrivals stay there.',
  })),
  'arrivals.unlistSender': calling(listArrivalSender, ({ detail: { sender } }) => ({
    params: {},
    body: { sender: textOf(sender) },
    button: 'Add sender',
    effect: 'E-mails from this sender are read again, including those that arrived in the meantime.',
  })),

  'notes.add': removing('note'),
  'notes.attach': removing('file'),

  'recurring.pause': calling(pauseRule, ({ record: { id }, detail: { paused } }) => ({
    params: { templateId: id },
    body: { paused: paused !== true },
    button: paused === true ? 'Resume' : 'Pause',
    effect:
      paused === true
        ? 'Documents are created again from the next date. Dates during the pause are skipped.'
        : 'No documents are created until you resume the rule.',
  })),

  'settings.company': restoring('company', () => 'Company'),
  'settings.account': restoring('account', (what) => what.split(' ')[1]),
  'settings.moneyAccount': restoring('moneyAccount', (what) => what.split(' ')[2]),
  'settings.expenseType': restoring('expenseType', (what) => what.replace(/^Expense type /, '')),

  'customerMail.mailStatements': sent,
  'certificates.mail': sent,
  'certificates.chase': sent,
  'settings.testLetter': sent,
  'contact.send': sent,
}

type ArrivalNow = { note: string; assignedTo: string | null; laterUntil: string | null; dismissedAt: string | null }

/** A decision about a file in Arrivals, unless somebody has decided otherwise since. */
function onArrival(
  endpoint: Reversing,
  isStill: (now: ArrivalNow, detail: ChangeEvent['detail']) => boolean,
  reversal: (detail: ChangeEvent['detail']) => Omit<Reversal, 'params'>,
): Rule {
  const rule = calling(endpoint, ({ record: { id }, detail }) => ({ params: { arrivalId: id }, ...reversal(detail) }))
  return {
    ...rule,
    async undo(event, db) {
      const now = await db
        .selectFrom('arrival')
        .leftJoin('users', 'users.id', 'assigned_to')
        .select(['note', 'client_id as assignedTo', 'later_until as laterUntil', 'dismissed_at as dismissedAt'])
        .where('arrival.id', '=', event.record.id)
        .executeTakeFirst()
      return now !== undefined && isStill(now, event.detail)
        ? rule.undo(event, db)
        : nothing('The file has since been changed. Change it again on the Arrivals page.')
    },
  }
}

/** Matches that were confirmed with one key have the same time and are undone together. */
async function unmatching(db: Db, matchId: string, account: string): Promise<Undo> {
  const { rows } = await sql<{ id: string }>`
    select bank_match.id from bank_match join bank_match as last using (account, matched_at, matched_by)
    where last.id = ${matchId}::uuid and exists (select from bank_matched where match_id = bank_match.id)
    order by bank_match.id`.execute(db)
  return rows.length === 0
    ? nothing('This match has already been undone.')
    : { by: 'unmatch', account, matches: rows.map(({ id }) => id) }
}

function removing(what: string): Rule {
  return calling(removeNote, ({ detail }) => ({
    params: { noteId: textOf(detail.note) },
    asksReason: true,
    button: `Remove ${what}`,
    effect: `The ${what} is removed. The list still shows who removed it, when and why.`,
  }))
}

/** An added record has no former values. */
function restoring(of: (typeof restorable)[number], keyOf: (what: string) => string | undefined): Rule {
  return {
    access: changeCompany.access,
    undo({ detail: { what, was } }) {
      const key = keyOf(textOf(what))
      return isTexts(was) && key !== undefined
        ? { by: 'settings', of, key, fields: was }
        : nothing("You can't undo an addition to the settings. Deactivate the new entry if you don't need it.")
    },
  }
}

const isTexts = (value: unknown): value is Record<string, string | null> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
