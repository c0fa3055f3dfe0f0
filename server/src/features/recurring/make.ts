// Makes the documents of rules on their dates: each once, as a draft, and recorded if the rule may.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { recordersOf } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { MadeFrom } from '@talaan/contract/made-from.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { addDays, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { nextSerial } from '@talaan/ledger/documents/collection/serial.ts'
import { filledIn, occurrenceFields } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { RecurringType } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { NonWorkingDay } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { checkFields } from '../../books/recording/check-fields.ts'
import { inBooks, recordWithin } from '../../books/recording/record.ts'
import { sendPrepared } from '../../books/recording/send.ts'
import { uuidOf } from '../../books/journal.ts'
import { activeTags, tagsOfDraft } from '../../books/tags.ts'
import { notify } from '../../books/notify.ts'
import type { NotifyContext } from '../../books/notify.ts'
import { leaveNotice } from '../../http/session/session.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { closedDays, lockedRule, nextOf } from './store.ts'
import type { StoredRule, StoredTemplate } from './store.ts'

type Trx = Transaction<Tables>
type MakeContext = Pick<AppContext, 'db' | 'clock' | 'env'>

/** At most so many dates of a rule in one run; the next run goes on. */
const datesAtOnce = 31

/** Makes everything that is due, then records what may be recorded. */
export async function makeDue(context: MakeContext): Promise<void> {
  const db = context.db.kysely
  const closed = await closedDays(db)
  const active = await db
    .selectFrom('recurring_rule')
    .innerJoin('document_template', 'document_template.id', 'template_id')
    .select('template_id as templateId')
    .where('paused', '=', false)
    .where('removed_at', 'is', null)
    .where(sql`begins - days_ahead`, '<=', today(context.clock))
    .orderBy('template_id')
    .execute()
  for (const { templateId } of active)
    await db.transaction().execute((trx) => makeDueOf(trx, context, { templateId, closed }))
  await recordPending(context)
}

/** The drafts of a rule up to today, or as many days later as it makes them in advance. */
export async function makeDueOf(
  trx: Trx,
  context: MakeContext,
  { templateId, closed }: { templateId: string; closed: readonly NonWorkingDay[] },
): Promise<void> {
  const rule = await lockedRule(trx, templateId)
  const template = await trx
    .selectFrom('document_template')
    .select(['id', 'name', 'kind', 'party_id as partyId', 'fields', 'typed', 'tags', 'saved_at as savedAt'])
    .where('id', '=', templateId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (rule === undefined || rule.paused || template === undefined) return
  for (let count = 0; count < datesAtOnce; count += 1) {
    const day = await nextOf(trx, templateId, { rhythm: rule.rhythm, closed })
    if (day === null || day > addDays(today(context.clock), rule.daysAhead)) return
    await makeOccurrence(trx, context, { template: template as StoredTemplate, rule, day })
  }
}

/** The draft of one date; the key of the occurrence allows only one. */
export async function makeOccurrence(
  trx: Trx,
  context: NotifyContext,
  { template, rule, day, by }: { template: StoredTemplate; rule: StoredRule; day: Day; by?: Viewer },
): Promise<void> {
  const { clock } = context
  const { id: templateId, kind, name } = template
  const draftId = uuidOf(`recurring ${templateId} ${day}`)
  const at = timestamp(clock.now())
  const proposed = occurrenceFields(kind, template.fields, { day, number: rule.number })
  const made = await trx
    .insertInto('recurring_occurrence')
    .values({
      template_id: templateId,
      day,
      state: 'made',
      draft_id: draftId,
      proposed: JSON.stringify(proposed),
      made_by: by?.userId ?? null,
      made_at: at,
      automatic: rule.automaticBy === null || by !== undefined ? null : 'pending',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (made === undefined) return
  const owner = by?.userId ?? (await confirmerOf(trx, kind, rule.ownerId))
  const fields = JSON.stringify(await draftOf(trx, template, { day, fields: proposed }))
  await trx
    .insertInto('draft')
    .values({ id: draftId, user_id: owner, kind, fields, saved_at: at, review_digest: null })
    .execute()
  if (by !== undefined) return
  if (rule.automaticBy === null) {
    const title = `The draft of ${name} for ${formatDay(day)} is ready`
    await leaveNotice(trx, { userId: owner, sentence: `${title}. Review it under Recurring.` })
    await notify(trx, context, { kind: 'recurringMade', key: draftId, title, ref: draftId, owners: [owner] })
  }
  await audit(trx, clock, {
    actorName: 'portal',
    action: 'recurring.drafted',
    object: { type: 'template', id: templateId },
    detail: { name, day, draft: draftId },
  })
}

/** What a form begins with. */
export const draftOf = async (
  trx: Trx,
  { id, name, partyId, typed, tags }: StoredTemplate,
  {
    day,
    fields,
    keepsPlaceholders = false,
  }: { day: Day; fields: Record<string, unknown>; keepsPlaceholders?: boolean },
): Promise<MadeFrom> => ({
  day,
  tags: await activeTags(trx, tags),
  template: {
    id,
    name,
    partyId,
    fields,
    typed: typed === null || keepsPlaceholders ? typed : (filledIn(typed, day) as Record<string, unknown>),
  },
})

/** The owner of the rule, or else the first accountant or administrator who is active and may record the type. */
async function confirmerOf(trx: Trx, kind: RecurringType, ownerId: string): Promise<string> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('seat', 'is not', null)
    .where('role', 'in', [...recordersOf(kind)])
    .orderBy(sql`id = ${ownerId}::uuid`, 'desc')
    .orderBy(sql`role = 'accountant'`, 'desc')
    .orderBy(sql`role = 'admin'`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return people?.id ?? ownerId
}

/** Records the drafts of rules that may record by themselves. A refusal leaves the draft, with its sentence. */
async function recordPending(context: MakeContext): Promise<void> {
  const pending = await context.db.kysely
    .selectFrom('recurring_occurrence')
    .innerJoin('document_template', 'document_template.id', 'template_id')
    .select(['template_id as templateId', 'day', 'draft_id as draftId', 'name', 'automatic'])
    .where('automatic', '=', 'pending')
    // A draft made in advance is recorded on its date.
    .where('day', '<=', today(context.clock))
    .orderBy('day')
    .orderBy('template_id')
    .execute()
  for (const { templateId, day, draftId, name } of pending) {
    if (draftId === null) continue
    try {
      await inBooks(context.db.kysely, (trx) => recordOccurrence(trx, context, { templateId, day, draftId, name }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await refuseOccurrence(context, { templateId, day, name, problem: sentenceOf(error) })
    }
  }
}

/** In one transaction with the document, so that it is recorded once, or sent once if it needs an approval. */
async function recordOccurrence(
  trx: Trx,
  { clock, env }: MakeContext,
  { templateId, day, draftId, name }: { templateId: string; day: Day; draftId: string; name: string },
): Promise<void> {
  const rule = await lockedRule(trx, templateId)
  const occurrence = await trx
    .selectFrom('recurring_occurrence')
    .innerJoin('draft', 'draft.id', 'draft_id')
    .select(['proposed', 'draft.kind', 'draft.fields'])
    .where('template_id', '=', templateId)
    .where('day', '=', day)
    .where('automatic', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  const done = (automatic: 'recorded' | null) =>
    trx
      .updateTable('recurring_occurrence')
      .set({ automatic })
      .where('template_id', '=', templateId)
      .where('day', '=', day)
      .where('automatic', '=', 'pending')
      .execute()
  // Someone has already discarded, recorded or changed it.
  const isUntouched =
    occurrence !== undefined &&
    typeof occurrence.fields === 'object' &&
    occurrence.fields !== null &&
    'template' in occurrence.fields
  if (rule === undefined || rule.automaticBy === null || rule.automaticLimit === null || !isUntouched) {
    await done(null)
    return
  }
  const kind = occurrence.kind as RecurringType
  const viewer = await trustedBy(trx, rule.automaticBy)
  const input = await numbered(trx, kind, occurrence.proposed as Record<string, unknown>)
  const { posting } = await checkFields(trx, { typeName: kind, draftId, input, today: today(clock) })
  if (posting.total > rule.automaticLimit)
    throw refusing(
      `The total of ${formatMoney(posting.total)} is more than the ${formatMoney(rule.automaticLimit)} that this rule may record.`,
    )
  if (posting.warnings.length > 0) throw refusing(posting.warnings.join(' '))
  await trx.updateTable('draft').set({ user_id: viewer.userId }).where('id', '=', draftId).execute()
  const approvers = await sendPrepared(
    trx,
    { clock, env },
    { viewer, address: '', draftId, typeName: kind, input, typed: {} },
  )
  if (approvers !== null) {
    await done(null)
    await notify(
      trx,
      { clock, env },
      {
        kind: 'recurringMade',
        key: `sent ${draftId}`,
        title: `The draft of ${name} for ${formatDay(day)} was sent for approval`,
        detail: `It can be approved by: ${approvers.join(', ')}.`,
        ref: draftId,
        owners: [rule.ownerId, viewer.userId],
      },
    )
    await audit(trx, clock, {
      actorName: 'portal',
      action: 'recurring.sent',
      object: { type: 'draft', id: draftId },
      detail: { name, template: templateId, day },
    })
    return
  }
  const { documentId, number } = await recordWithin(
    trx,
    { clock, env },
    { viewer, typeName: kind, draftId, input, address: '', tags: await tagsOfDraft(trx, occurrence.fields) },
  )
  await done('recorded')
  await notify(
    trx,
    { clock, env },
    {
      kind: 'recurringMade',
      key: `recorded ${draftId}`,
      title: `${number} was recorded automatically`,
      detail: `The recurring document for ${formatDay(day)}.`,
      document: kind,
      ref: documentId,
      owners: [rule.ownerId, viewer.userId],
    },
  )
  await audit(trx, clock, {
    actorName: 'portal',
    action: 'recurring.recorded',
    object: { type: 'document', id: documentId },
    detail: { number, template: templateId, day },
  })
}

const refusing = (sentence: string): Refusal => new Refusal({ code: 'recurring.notRecorded', status: 422, sentence })

/** The person who trusts the rule, as the one who records. */
async function trustedBy(trx: Trx, userId: string): Promise<Viewer> {
  const person = await trx
    .selectFrom('users')
    .select(['client_id as clientId', 'role'])
    .where('id', '=', userId)
    .where('seat', 'is not', null)
    .executeTakeFirst()
  if (person === undefined || !adminsAndAccountants.includes(person.role))
    throw refusing(
      'The person who switched on automatic recording is no longer an active accountant or administrator. An accountant or administrator must switch it on again.',
    )
  const noSession = '00000000-0000-0000-0000-000000000000'
  return { userId, ...person, sessionId: noSession, company: '', firstLogin: false }
}

/** The next invoice number after the last recorded one that no invoice waiting for approval has; other types have theirs from the rule. */
async function numbered(
  trx: Trx,
  kind: RecurringType,
  proposed: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (kind !== 'invoice' || proposed.externalNo !== '') return proposed
  const invoices = trx.selectFrom('document').select('external_no as no').where('kind', '=', 'invoice')
  const last = await invoices.orderBy('recorded_at', 'desc').limit(1).executeTakeFirst()
  if (last?.no == null) return proposed
  const later = await invoices
    .where('external_no', '>', last.no)
    .where((is) => is(is.fn('length', ['external_no']), '=', last.no?.length ?? 0))
    .orderBy('external_no')
    .limit(500)
    .execute()
  const sent = await trx
    .selectFrom('draft')
    .innerJoin('approval_waiting', 'draft_id', 'draft.id')
    .select('reviewed')
    .where('draft.kind', '=', kind)
    .execute()
  const numbers = sent.map(({ reviewed }) => (reviewed as { externalNo?: string } | null)?.externalNo)
  const taken = new Set([...later.map(({ no }) => no), ...numbers].flatMap((no) => no ?? []))
  return { ...proposed, externalNo: nextSerial(last.no, taken) ?? '' }
}

/** The message of a refusal, or of its fields. */
const sentenceOf = ({ problem, fields = [] }: Refusal): string =>
  fields.length === 0 ? problem.sentence : fields.map(({ message }) => message).join(' ')

async function refuseOccurrence(
  context: MakeContext,
  { templateId, day, name, problem }: { templateId: string; day: Day; name: string; problem: string },
): Promise<void> {
  await context.db.kysely.transaction().execute(async (trx) => {
    const refused = await trx
      .updateTable('recurring_occurrence')
      .set({ automatic: 'refused', problem })
      .where('template_id', '=', templateId)
      .where('day', '=', day)
      .where('automatic', '=', 'pending')
      .returning('draft_id as draftId')
      .executeTakeFirst()
    if (refused === undefined) return
    const people = await trx
      .selectFrom('draft')
      .innerJoin('recurring_rule', (join) => join.on('template_id', '=', templateId))
      .select(['user_id as userId', 'automatic_by as automaticBy'])
      .where('draft.id', '=', refused.draftId)
      .executeTakeFirst()
    const title = `${name} for ${formatDay(day)} was not recorded`
    const owners = [...new Set([people?.userId, people?.automaticBy])]
    for (const userId of owners)
      if (userId != null)
        await leaveNotice(trx, { userId, sentence: `${title}: ${problem} Its draft is under Recurring.` })
    const key = `refused ${refused.draftId}`
    await notify(trx, context, {
      kind: 'recurringMade',
      key,
      title,
      detail: problem,
      ref: refused.draftId ?? '',
      owners,
    })
  })
}

const hour = 3_600_000

/** Runs once an hour. */
export const makesRecurring = (context: MakeContext): JobHandler =>
  handles(plainJob('recurring.make'), {
    next: (after) => after + hour,
    retryAfter: () => hour,
    run: () => makeDue(context),
  })
