// Templates of documents, and rules that create a document on each of its dates, as a draft to confirm or recorded
// automatically.
import { day } from '@talaan/ledger/core/date.ts'
import { shortText } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { recurringTypes } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { rhythm } from '@talaan/ledger/documents/recurring/rhythm.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'
import { chosenTags } from './tag-kinds.ts'

export const recurringProblems = {
  notThere: {
    code: 'recurring.notThere',
    status: 404,
    sentence: 'This template no longer exists. Reload the page.',
  },
  taken: {
    code: 'recurring.taken',
    status: 409,
    sentence: 'Another template of this type has this name. Choose another name.',
  },
  refused: {
    code: 'recurring.refused',
    status: 422,
    sentence: 'This type of document cannot be repeated. Record each one in its form.',
  },
  moved: {
    code: 'recurring.moved',
    status: 409,
    sentence: 'The next date has changed. Reload the page and try again.',
  },
  notEarned: {
    code: 'recurring.notEarned',
    status: 409,
    sentence: 'This rule can record automatically only after its last three documents were confirmed without changes.',
  },
  tooLongAgo: {
    code: 'recurring.tooLongAgo',
    status: 422,
    sentence: 'The first date is more than a year ago. Choose a later date.',
  },
  tooMany: {
    code: 'recurring.tooMany',
    status: 409,
    sentence: 'You can save at most 300 templates. Delete one that you no longer use.',
  },
} satisfies Record<string, Problem>

export const maximumTemplates = 300

/** The maximum number of days by which a draft can be created in advance. */
export const maximumDaysAhead = 60

const kind = z.enum(recurringTypes)
const byTemplate = z.strictObject({ templateId: z.uuid() })
const success = z.object({ success: z.literal(true) })
const named = z.object({ id: z.uuid(), name: z.string() })
/** The fields as in a draft, which are validated only at review. */
const fields = z.record(z.string().check(z.maxLength(64)), z.unknown())
export const templateName = shortText('name', 100)

export const template = z.object({
  id: z.uuid(),
  name: z.string(),
  kind,
  party: z.nullable(named),
  total: z.nullable(money),
  recurs: z.boolean(),
  savedBy: z.string(),
})
export type Template = z.infer<typeof template>

/** The templates of one form. */
export const listTemplates = endpoint({
  name: 'templates.list',
  method: 'GET',
  path: '/api/templates',
  access: everyone,
  frame: true,
  query: z.strictObject({ kind }),
  answer: z.object({ templates: z.array(template) }),
  failure: 'The templates could not be loaded. Try again.',
})

/** Saves the contents of a form under a name; saving under the same id replaces them. */
export const saveTemplate = endpoint({
  name: 'templates.save',
  method: 'PUT',
  path: '/api/templates/:templateId',
  access: everyone,
  frame: true,
  params: byTemplate,
  body: z.strictObject({
    kind,
    name: templateName,
    fields,
    /** The input, if the fields are not complete. */
    typed: z.nullable(fields),
    total: z.nullable(money),
    tags: z._default(chosenTags, {}),
  }),
  bodyLimit: 2 * 1024 * 1024,
  answer: success,
  failure: "The template may not have been saved. Try again; it won't be saved twice.",
})

/** Creates a draft from a template; `keepPlaceholders` is for editing the template itself. */
export const startFromTemplate = endpoint({
  name: 'templates.use',
  method: 'POST',
  path: '/api/templates/:templateId/drafts/:draftId',
  access: everyone,
  frame: true,
  params: z.strictObject({ templateId: z.uuid(), draftId: z.uuid() }),
  body: z.strictObject({ keepPlaceholders: z._default(z.boolean(), false) }),
  answer: success,
  failure: 'The form may not have been started from the template. Try again.',
})

/** Removes a template with its rule. Documents and drafts created from it stay. */
export const removeTemplate = endpoint({
  name: 'templates.remove',
  method: 'DELETE',
  path: '/api/templates/:templateId',
  access: everyone,
  params: byTemplate,
  answer: success,
  failure: 'The template may not have been deleted. Reload the page and check.',
})

export const occurrenceStates = ['waiting', 'recorded', 'discarded', 'skipped'] as const

const occurrence = z.object({
  day,
  state: z.enum(occurrenceStates),
  document: z.nullable(z.object({ id: z.uuid(), number: z.string(), isVoid: z.boolean() })),
})
export type Occurrence = z.infer<typeof occurrence>

export const recurringRule = z.extend(template, {
  rhythm,
  daysAhead: z.int(),
  number: z.string(),
  paused: z.boolean(),
  /** Null once it has ended. */
  next: z.nullable(day),
  owner: z.string(),
  /** Newest first, at most twelve. */
  occurrences: z.array(occurrence),
  automatic: z.nullable(z.object({ limit: money, by: z.string() })),
  /** Whether the last three documents were confirmed unchanged. */
  hasEarnedAutomatic: z.boolean(),
})
export type RecurringRule = z.infer<typeof recurringRule>

export const waitingDraft = z.object({
  draftId: z.uuid(),
  templateId: z.uuid(),
  name: z.string(),
  kind,
  party: z.nullable(named),
  total: z.nullable(money),
  day,
  /** The reason why it was not recorded automatically; '' if this was not attempted. */
  problem: z.string(),
  owner: z.string(),
})
export type WaitingDraft = z.infer<typeof waitingDraft>

/** Everything of the types that the user may record. */
export const listRecurring = endpoint({
  name: 'recurring.list',
  method: 'GET',
  path: '/api/recurring',
  access: everyone,
  answer: z.object({
    waiting: z.array(waitingDraft),
    rules: z.array(recurringRule),
    templates: z.array(template),
  }),
  failure: 'The recurring documents could not be loaded. Try again.',
})

/** Adds a rule to a template, or changes it. A new template is created from a recorded document. */
export const saveRule = endpoint({
  name: 'recurring.save',
  method: 'PUT',
  path: '/api/recurring/:templateId',
  access: everyone,
  params: byTemplate,
  body: z.strictObject({
    name: templateName,
    documentId: z._default(z.nullable(z.uuid()), null),
    rhythm,
    daysAhead: z._default(
      z
        .int('Enter a whole number of days, for example 5.')
        .check(
          z.minimum(0, 'Enter 0 or more days.'),
          z.maximum(maximumDaysAhead, `Enter at most ${maximumDaysAhead} days.`),
        ),
      0,
    ),
    number: z._default(z.string().check(z.trim(), z.maxLength(60, 'Use at most 60 characters.')), ''),
  }),
  answer: success,
  failure: 'The rule may not have been saved. Reload the page and check.',
})

export const pauseRule = endpoint({
  name: 'recurring.pause',
  method: 'POST',
  path: '/api/recurring/:templateId/pause',
  access: everyone,
  params: byTemplate,
  body: z.strictObject({ paused: z.boolean() }),
  answer: success,
  failure: 'The rule may not have been changed. Reload the page and check.',
})

const onDay = { params: byTemplate, body: z.strictObject({ day }), answer: success }

/** Skips the next date. */
export const skipNext = endpoint({
  ...onDay,
  name: 'recurring.skip',
  method: 'POST',
  path: '/api/recurring/:templateId/skip',
  access: everyone,
  failure: 'The date may not have been skipped. Reload the page and check.',
})

/** Creates the next draft now. */
export const makeNow = endpoint({
  ...onDay,
  name: 'recurring.make',
  method: 'POST',
  path: '/api/recurring/:templateId/make',
  access: everyone,
  failure: "The draft may not have been created. Reload the page and check; it won't be created twice.",
})

/** Turns on automatic recording up to an amount, or turns it off with null. */
export const setAutomatic = endpoint({
  name: 'recurring.automatic',
  method: 'POST',
  path: '/api/recurring/:templateId/automatic',
  access: adminsAndAccountants,
  params: byTemplate,
  body: z.strictObject({
    limit: z.nullable(money.check(z.refine((amount) => amount > 0n, 'Enter a maximum amount above zero.'))),
  }),
  answer: success,
  failure: 'Automatic recording may not have been changed. Reload the page and check.',
})

/** Assigns another user's waiting draft to this user, who then confirms it. */
export const takeDraft = endpoint({
  name: 'recurring.take',
  method: 'POST',
  path: '/api/recurring/drafts/:draftId/take',
  access: everyone,
  params: z.strictObject({ draftId: z.uuid() }),
  answer: success,
  failure: 'The draft may not have been assigned to you. Reload the page and try again.',
})

/** The rule that created a document, and the rules created from it. */
export const getRuleOf = endpoint({
  name: 'recurring.of',
  method: 'GET',
  path: '/api/recurring/documents/:documentId',
  access: everyone,
  params: z.strictObject({ documentId: z.uuid() }),
  answer: z.object({
    madeBy: z.nullable(z.object({ name: z.string(), day, isRemoved: z.boolean(), isAutomatic: z.boolean() })),
    madeFromIt: z.array(named),
  }),
  failure: 'The recurring rule of this document could not be loaded. Reload the page.',
})
