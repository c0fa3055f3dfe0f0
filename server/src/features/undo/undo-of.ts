// How each change is undone: by the call that reverses it, or why it can't be.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { voidDocument } from '@talaan/contract/documents.ts'
import { undoMatch } from '@talaan/contract/reconciliation.ts'
import { changeCompany } from '@talaan/contract/settings.ts'
import { undoCalls } from '@talaan/contract/undo.ts'
import type { restorable, Undo } from '@talaan/contract/undo.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'

type Db = Kysely<Tables>

export type ChangeEvent = {
  action: string
  at: string
  record: { type: string; id: string }
  detail: Readonly<Record<string, unknown>>
}

type UndoRule = (event: ChangeEvent, db: Db) => Undo | Promise<Undo>

export async function undoOf(db: Db, viewer: Viewer, event: ChangeEvent): Promise<Undo> {
  const undo = await (rules[event.action] ?? noUndo)(event, db)
  const endpoint = endpointOf(undo)
  if (endpoint === undefined || endpoint.access === 'open' || endpoint.access.includes(viewer.role)) return undo
  return nothing('Your role does not allow undoing this. Ask an administrator or the accountant.')
}

const endpointOf = (undo: Undo): Pick<Endpoint, 'access'> | undefined =>
  ({ void: voidDocument, unmatch: undoMatch, settings: changeCompany, call: undefined, nothing: undefined })[undo.by] ??
  (undo.by === 'call' ? undoCalls[undo.call] : undefined)

const nothing = (why: string): Undo => ({ by: 'nothing', why })
const noUndo = () => nothing('This change has no undo. Open its page to change it again.')
const sent = () => nothing('An e-mail that was sent cannot be taken back.')
const again = (where: string) => () => nothing(`This is an undo itself. ${where}`)

const rules: Readonly<Record<string, UndoRule>> = {
  'documents.record': async ({ record: { id } }, db) => {
    const isVoid = await db
      .selectFrom('document_void')
      .select('reversal')
      .where('document_id', '=', id)
      .executeTakeFirst()
    return isVoid === undefined ? { by: 'void', documentId: id } : nothing('The document has been voided since.')
  },
  'documents.void': () =>
    nothing('A void stays: the number and the reversal are in the books. Copy the document to record it again.'),

  'reconciliation.match': ({ record: { id }, detail }, db) => unmatching(db, id, textOf(detail.account)),
  'reconciliation.undo': again('Match the lines again on the page of the month.'),
  'reconciliation.signOff': ({ detail }) => ({
    by: 'call',
    call: 'reconciliation.reopen',
    params: { account: textOf(detail.account), month: textOf(detail.month) },
    body: {},
    asksReason: true,
    button: 'Reopen month',
    effect: 'Lines of this month can be matched again, and matches undone. The sign-off stays in the history.',
  }),
  'reconciliation.switchRule': ({ record: { id }, detail }) => {
    const { account, acting } = detail
    return {
      by: 'call',
      call: 'reconciliation.switchRule',
      params: { account: textOf(account), ruleId: id },
      body: { acting: acting !== true },
      asksReason: false,
      button: acting === true ? 'Only suggest' : 'Match automatically',
      effect:
        acting === true
          ? 'The rule only suggests matches again. Lines that it has matched stay matched.'
          : 'The rule matches lines automatically again.',
    }
  },

  'parties.register': ({ record: { id } }) => ({
    by: 'call',
    call: 'parties.remove',
    params: { partyId: id },
    body: {},
    asksReason: false,
    button: 'Remove registration',
    effect: 'The registration is removed. Once a document uses it, it stays.',
  }),
  'parties.merge': ({ record: { id } }) => ({
    by: 'call',
    call: 'parties.undoMerge',
    params: { partyId: id },
    body: { undoId: crypto.randomUUID() },
    asksReason: true,
    button: 'Undo merge',
    effect: 'Documents and open items are shown under both registrations again. Both pages keep the history.',
  }),
  'parties.undoMerge': again('Merge the registrations again on the page of one of them.'),

  'users.deactivate': ({ detail }) => ({
    ...account(detail),
    call: 'users.reactivate',
    button: 'Activate',
    effect: 'The account can log in again. At most five accounts can be active.',
  }),
  'users.reactivate': ({ detail }) => ({
    ...account(detail),
    call: 'users.deactivate',
    button: 'Deactivate',
    effect: 'The account cannot log in any more, and its session ends.',
  }),

  'closing.close': ({ record: { id } }) => ({
    by: 'call',
    call: 'closing.reopen',
    params: { month: id },
    body: {},
    asksReason: true,
    button: 'Reopen month',
    effect: `Documents can be recorded in ${formatMonth(id)} again. Its seal stays in the history.`,
  }),
  'closing.reopen': again('Close the month again on its page.'),

  'notes.add': removing('note'),
  'notes.attach': removing('file'),

  'recurring.pause': ({ record: { id }, detail: { paused } }) => ({
    by: 'call',
    call: 'recurring.pause',
    params: { templateId: id },
    body: { paused: paused !== true },
    asksReason: false,
    button: paused === true ? 'Resume' : 'Pause',
    effect:
      paused === true
        ? 'Documents are made again from the next date on. Dates that passed during the pause are left out.'
        : 'No documents are made until you resume.',
  }),

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

/** Matches that were confirmed with one key have the same time and are undone together. */
async function unmatching(db: Db, matchId: string, account: string): Promise<Undo> {
  const { rows } = await sql<{ id: string }>`
    select bank_match.id from bank_match join bank_match as last using (account, matched_at, matched_by)
    where last.id = ${matchId}::uuid and exists (select from bank_matched where match_id = bank_match.id)
    order by bank_match.id`.execute(db)
  return rows.length === 0
    ? nothing('The match has been undone since.')
    : { by: 'unmatch', account, matches: rows.map(({ id }) => id) }
}

const account = (detail: ChangeEvent['detail']) => ({
  by: 'call' as const,
  params: { clientId: `client_${textOf(detail.clientId)}` },
  body: {},
  asksReason: false,
})

function removing(what: string): UndoRule {
  return ({ detail }) => ({
    by: 'call',
    call: 'notes.remove',
    params: { noteId: textOf(detail.note) },
    body: {},
    asksReason: true,
    button: `Remove ${what}`,
    effect: `The ${what} is removed. The list keeps who removed it, when and why.`,
  })
}

/** An added record has no former values. */
function restoring(of: (typeof restorable)[number], keyOf: (what: string) => string | undefined): UndoRule {
  return ({ detail: { what, was } }) => {
    const key = keyOf(textOf(what))
    if (!isTexts(was) || key === undefined)
      return nothing('What was added to the settings stays. Deactivate it if it is not used.')
    return { by: 'settings', of, key, fields: was }
  }
}

const isTexts = (value: unknown): value is Record<string, string | null> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
