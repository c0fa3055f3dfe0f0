// Templates and recurring documents: saving, their rules and dates, and who confirms the drafts.
import type { Transaction } from 'kysely'
import {
  getRuleOf,
  listRecurring,
  listTemplates,
  makeNow,
  maximumTemplates,
  pauseRule,
  recurringProblems,
  removeTemplate,
  saveRule,
  saveTemplate,
  setAutomatic,
  skipNext,
  startFromTemplate,
  takeDraft,
} from '@talaan/contract/recurring.ts'
import { documentProblems } from '@talaan/contract/documents.ts'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { occurrenceFields, refusedAsTemplate } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { RecurringType } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { endWaiting } from '../../books/approvals.ts'
import { assertNotRecorded } from '../../books/recording/reviews.ts'
import { inBooks } from '../../books/recording/record.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { countStored, growthOfDraft } from '../../platform/disk/quota.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { draftOf, makeDueOf, makeOccurrence } from './make.ts'
import {
  assertMayRepeat,
  closedDays,
  earnedAutomatic,
  lockedRule,
  lockedTemplate,
  nextOf,
  rules,
  templates,
  typesOf,
  waiting,
} from './store.ts'
import type { StoredRule } from './store.ts'

type Trx = Transaction<Tables>
type Who = { viewer: Viewer; address: string }

export const recurring: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())

  /** A change of one template with its event. */
  const changing = (
    action: string,
    { id, detail = {}, who }: { id: string; detail?: Record<string, unknown>; who: Who },
    write: (trx: Trx) => Promise<void>,
  ) =>
    db.transaction().execute(async (trx) => {
      await write(trx)
      await audit(trx, clock, { ...who, action, object: { type: 'template', id }, detail })
      return { success: true as const }
    })

  return [
    answers(listTemplates, async ({ query: { kind }, viewer }) => {
      assertMayRepeat(kind, viewer)
      return { templates: await templates(db, [kind]) }
    }),

    answers(saveTemplate, ({ params: { templateId }, body, viewer, address }) =>
      changing(
        saveTemplate.name,
        { id: templateId, detail: { name: body.name, type: body.kind }, who: { viewer, address } },
        (trx) => storeTemplate(trx, context, viewer, { templateId, ...body }),
      ),
    ),

    answers(startFromTemplate, async ({ params: { templateId, draftId }, body: { keepPlaceholders }, viewer }) => {
      await inBooks(db, async (trx) => {
        const template = await lockedTemplate(trx, templateId, viewer)
        const day = today(clock)
        const made = occurrenceFields(template.kind, template.fields, { day })
        const fields = keepPlaceholders ? { ...made, ...textsOf(template.fields) } : made
        await storeDraft(trx, context, viewer, {
          draftId,
          kind: template.kind,
          fields: await draftOf(trx, template, { day, fields, keepsPlaceholders: keepPlaceholders }),
        })
      })
      return { success: true as const }
    }),

    answers(removeTemplate, ({ params: { templateId }, viewer, address }) =>
      changing(removeTemplate.name, { id: templateId, who: { viewer, address } }, async (trx) => {
        await lockedTemplate(trx, templateId, viewer)
        await trx.updateTable('document_template').set({ removed_at: now() }).where('id', '=', templateId).execute()
      }),
    ),

    answers(listRecurring, async ({ viewer }) => {
      const kinds = typesOf(viewer)
      return {
        waiting: await waiting(db, kinds),
        rules: await rules(db, kinds),
        templates: await templates(db, kinds),
      }
    }),

    answers(saveRule, ({ params: { templateId }, body, viewer, address }) => {
      const { name, rhythm, daysAhead, documentId } = body
      const detail = {
        name,
        ...rhythm,
        ...(daysAhead > 0 && { daysAhead }),
        ...(documentId !== null && { document: documentId }),
      }
      return changing(saveRule.name, { id: templateId, detail, who: { viewer, address } }, (trx) =>
        storeRule(trx, context, viewer, { templateId, ...body }),
      )
    }),

    answers(pauseRule, ({ params: { templateId }, body: { paused }, viewer, address }) =>
      changing(pauseRule.name, { id: templateId, detail: { paused }, who: { viewer, address } }, async (trx) => {
        const { rule } = await ruleOf(trx, templateId, viewer)
        if (rule.paused === paused) return
        // Dates that passed during the pause are not made afterwards.
        if (!paused) await skipUntilToday(trx, context, viewer, { templateId, rule })
        await trx.updateTable('recurring_rule').set({ paused }).where('template_id', '=', templateId).execute()
      }),
    ),

    answers(skipNext, ({ params: { templateId }, body: { day }, viewer, address }) =>
      changing(skipNext.name, { id: templateId, detail: { day }, who: { viewer, address } }, async (trx) => {
        const { rule } = await ruleOf(trx, templateId, viewer)
        await assertNext(trx, templateId, rule, day)
        await skip(trx, context, viewer, { templateId, day })
      }),
    ),

    answers(makeNow, ({ params: { templateId }, body: { day }, viewer, address }) =>
      changing(makeNow.name, { id: templateId, detail: { day }, who: { viewer, address } }, async (trx) => {
        const { template, rule } = await ruleOf(trx, templateId, viewer)
        await assertNext(trx, templateId, rule, day)
        await makeOccurrence(trx, context, { template, rule, day, by: viewer })
      }),
    ),

    answers(setAutomatic, ({ params: { templateId }, body: { limit }, viewer, address }) =>
      changing(
        setAutomatic.name,
        { id: templateId, detail: { limit: limit?.toString() ?? null }, who: { viewer, address } },
        async (trx) => {
          const { template } = await ruleOf(trx, templateId, viewer)
          if (limit !== null && !(await earnedAutomatic(trx, template))) throw new Refusal(recurringProblems.notEarned)
          await trx
            .updateTable('recurring_rule')
            .set({ automatic_by: limit === null ? null : viewer.userId, automatic_limit: limit })
            .where('template_id', '=', templateId)
            .execute()
        },
      ),
    ),

    answers(takeDraft, ({ params: { draftId }, viewer, address }) =>
      changing(takeDraft.name, { id: draftId, who: { viewer, address } }, async (trx) => {
        const draft = await trx
          .selectFrom('draft')
          .innerJoin('recurring_occurrence', 'draft_id', 'draft.id')
          .select('draft.kind')
          .where('draft.id', '=', draftId)
          .forUpdate()
          .executeTakeFirst()
        if (draft === undefined) throw new Refusal(documentProblems.draftNotThere)
        assertMayRepeat(draft.kind as RecurringType, viewer)
        const owner = { user_id: viewer.userId }
        // A review is for the person who made it.
        await trx
          .updateTable('draft')
          .set({ ...owner, reviewed: null, review_digest: null })
          .where('id', '=', draftId)
          .execute()
        await trx.updateTable('attachment').set(owner).where('draft_id', '=', draftId).execute()
        await endWaiting(trx, clock, { draftId, viewer, address, how: 'changed' })
      }),
    ),

    answers(getRuleOf, async ({ params: { documentId } }) => {
      const madeFromIt = await db
        .selectFrom('document_template')
        .innerJoin('recurring_rule', 'template_id', 'document_template.id')
        .select(['document_template.id', 'name'])
        .where('from_document', '=', documentId)
        .where('removed_at', 'is', null)
        .orderBy(({ fn }) => fn('lower', ['name']))
        .execute()
      const found = await db
        .selectFrom('document')
        .innerJoin('recurring_occurrence as occurrence', 'occurrence.draft_id', 'document.draft_id')
        .innerJoin('document_template', 'document_template.id', 'template_id')
        .select(['name', 'occurrence.day', 'removed_at as removedAt', 'automatic'])
        .where('document.id', '=', documentId)
        .executeTakeFirst()
      if (found === undefined) return { madeBy: null, madeFromIt }
      const { name, day, removedAt, automatic } = found
      const madeBy = { name, day, isRemoved: removedAt !== null, isAutomatic: automatic === 'recorded' }
      return { madeBy, madeFromIt }
    }),
  ]
}

/** Texts with placeholders, for editing a template. */
const textsOf = ({ memo, lines }: { memo?: unknown; lines?: unknown }) => ({
  ...(memo !== undefined && { memo }),
  ...(lines !== undefined && { lines }),
})

async function storeTemplate(
  trx: Trx,
  context: AppContext,
  viewer: Viewer,
  { templateId, kind, name, fields, typed, total, tags }: BodyOf<typeof saveTemplate> & { templateId: string },
): Promise<void> {
  assertMayRepeat(kind, viewer)
  assertRepeatable(kind, fields)
  await countStored(trx, context, viewer, growthOfDraft(templateId, JSON.stringify(fields), JSON.stringify(typed)))
  const { partyId } = fields as { partyId?: unknown }
  await writeTemplate(trx, {
    id: templateId,
    name,
    kind,
    partyId: await registeredParty(trx, partyId),
    total,
    fields,
    typed,
    tags,
    savedBy: viewer.userId,
    savedAt: timestamp(context.clock.now()),
  })
  // The changed contents have to be confirmed first.
  await trx
    .updateTable('recurring_rule')
    .set({ automatic_by: null, automatic_limit: null })
    .where('template_id', '=', templateId)
    .execute()
}

type NewTemplate = {
  id: string
  name: string
  kind: RecurringType
  partyId: string | null
  total: bigint | null
  fields: Record<string, unknown>
  typed: Record<string, unknown> | null
  tags: ChosenTags
  savedBy: string
  savedAt: string
  /** The recorded document it is made from. */
  from?: string
}

async function writeTemplate(trx: Trx, row: NewTemplate): Promise<void> {
  const contents = {
    name: row.name,
    party_id: row.partyId,
    total: row.total,
    fields: JSON.stringify(row.fields),
    typed: row.typed === null ? null : JSON.stringify(row.typed),
    tags: Object.keys(row.tags).length === 0 ? null : JSON.stringify(row.tags),
    saved_by: row.savedBy,
    saved_at: row.savedAt,
  }
  await assertNameFree(trx, row)
  const { count } = await trx
    .selectFrom('document_template')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(maximumTemplates)) throw new Refusal(recurringProblems.tooMany)
  const written = await trx
    .insertInto('document_template')
    .values({ id: row.id, kind: row.kind, from_document: row.from ?? null, ...contents })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(contents)
        .where('document_template.kind', '=', row.kind)
        .where('document_template.removed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (written === undefined) throw new Refusal(recurringProblems.notThere)
}

async function assertNameFree(trx: Trx, { id, kind, name }: { id: string; kind: string; name: string }): Promise<void> {
  const other = await trx
    .selectFrom('document_template')
    .select('id')
    .where('kind', '=', kind)
    .where((is) => is(is.fn('lower', ['name']), '=', name.toLowerCase()))
    .where('id', '<>', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (other !== undefined) {
    const { sentence } = recurringProblems.taken
    throw new Refusal(recurringProblems.taken, [{ path: ['name'], message: sentence }])
  }
}

function assertRepeatable(kind: DocumentTypeName, fields: Record<string, unknown>): void {
  const refused = refusedAsTemplate(kind, fields)
  if (refused !== null) throw new Refusal(saying(recurringProblems.refused, refused))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A party that is registered, or none. */
async function registeredParty(trx: Trx, id: unknown): Promise<string | null> {
  if (typeof id !== 'string' || !uuid.test(id)) return null
  const party = await trx
    .selectFrom('party')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return party?.id ?? null
}

async function storeRule(
  trx: Trx,
  context: AppContext,
  viewer: Viewer,
  { templateId, name, documentId, rhythm, daysAhead, number }: BodyOf<typeof saveRule> & { templateId: string },
): Promise<void> {
  const { clock } = context
  const before = await lockedRule(trx, templateId)
  if (before?.rhythm.begins !== rhythm.begins && rhythm.begins < addDays(today(clock), -366)) {
    const { sentence } = recurringProblems.tooLongAgo
    throw new Refusal(recurringProblems.tooLongAgo, [{ path: ['rhythm', 'begins'], message: sentence }])
  }
  if (documentId !== null && before === undefined)
    await templateFromDocument(trx, viewer, { templateId, name, documentId, at: timestamp(clock.now()) })
  const template = await lockedTemplate(trx, templateId, viewer)
  await assertNameFree(trx, { ...template, name })
  await trx.updateTable('document_template').set({ name }).where('id', '=', templateId).execute()
  const set = { ...rhythm, days_ahead: daysAhead, number }
  await trx
    .insertInto('recurring_rule')
    .values({ template_id: templateId, ...set, owner: viewer.userId, set_at: timestamp(clock.now()) })
    .onConflict((conflict) => conflict.column('template_id').doUpdateSet(set))
    .execute()
  const closed = await closedDays(trx)
  await makeDueOf(trx, context, { templateId, closed })
}

async function templateFromDocument(
  trx: Trx,
  viewer: Viewer,
  { templateId, name, documentId, at }: { templateId: string; name: string; documentId: string; at: string },
): Promise<void> {
  const document = await trx
    .selectFrom('document')
    .select(['kind', 'fields', 'party_id as partyId', 'total'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (document === undefined) throw new Refusal(documentProblems.notThere)
  const fields = document.fields as Record<string, unknown>
  const kind = document.kind as RecurringType
  assertRepeatable(kind, fields)
  assertMayRepeat(kind, viewer)
  const { partyId, total } = document
  const tagged = await trx
    .selectFrom('document_tag')
    .select(['kind', 'tag_id as tagId'])
    .where('document_id', '=', documentId)
    .execute()
  await writeTemplate(trx, {
    id: templateId,
    name,
    kind,
    partyId,
    total,
    fields,
    typed: null,
    tags: Object.fromEntries(tagged.map(({ kind: of, tagId }) => [of, tagId])),
    savedBy: viewer.userId,
    savedAt: at,
    from: documentId,
  })
}

async function ruleOf(trx: Trx, templateId: string, viewer: Viewer) {
  const template = await lockedTemplate(trx, templateId, viewer)
  const rule = await lockedRule(trx, templateId)
  if (rule === undefined) throw new Refusal(recurringProblems.notThere)
  return { template, rule }
}

async function assertNext(trx: Trx, templateId: string, { rhythm }: StoredRule, day: Day): Promise<void> {
  const next = await nextOf(trx, templateId, { rhythm, closed: await closedDays(trx) })
  if (next !== day) throw new Refusal(recurringProblems.moved)
}

async function skip(
  trx: Trx,
  { clock }: AppContext,
  viewer: Viewer,
  { templateId, day }: { templateId: string; day: Day },
): Promise<void> {
  await trx
    .insertInto('recurring_occurrence')
    .values({ template_id: templateId, day, state: 'skipped', made_by: viewer.userId, made_at: timestamp(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function skipUntilToday(
  trx: Trx,
  context: AppContext,
  viewer: Viewer,
  { templateId, rule: { rhythm } }: { templateId: string; rule: StoredRule },
): Promise<void> {
  const closed = await closedDays(trx)
  for (;;) {
    const day = await nextOf(trx, templateId, { rhythm, closed })
    if (day === null || day >= today(context.clock)) return
    await skip(trx, context, viewer, { templateId, day })
  }
}

/** A new draft of the viewer; a retry finds it. */
async function storeDraft(
  trx: Trx,
  context: AppContext,
  viewer: Viewer,
  { draftId, kind, fields }: { draftId: string; kind: RecurringType; fields: object },
): Promise<void> {
  await assertNotRecorded(trx, draftId)
  const text = JSON.stringify(fields)
  await countStored(trx, context, viewer, growthOfDraft(draftId, text))
  const at = timestamp(context.clock.now())
  await trx
    .insertInto('draft')
    .values({ id: draftId, user_id: viewer.userId, kind, fields: text, saved_at: at, review_digest: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
