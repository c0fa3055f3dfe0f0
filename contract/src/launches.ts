// A form that is a page of another program. The portal opens it with a code, and treats its messages only as hints: it
// asks the server whether something was recorded.
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentPlaces, formScreens } from './cards.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

/** The placeholders that FORM_URL_<KIND> can contain. They are replaced when the form is opened. */
export const formPlaceholders = ['launch', 'form', 'client', 'party', 'draft', 'about', 'return', 'scheme'] as const
export type FormPlaceholder = (typeof formPlaceholders)[number]

export const launchCodeMinutes = 10

/** The page that a form can open when it is finished, if it can't send messages. */
export const outsideDonePath = '/outside/done'

const noForm = ['opening', 'unapply', 'yearend']
/** The types of documents that a form records; empty for a form that registers or reports. */
export const kindsOfForm = (form: string): DocumentTypeName[] =>
  documentTypeNames.filter((kind) => documentPlaces[kind].frame === form && !noForm.includes(kind))

export const launchProblems = {
  notOutside: {
    code: 'launches.notOutside',
    status: 409,
    sentence: 'This form is not an external form. Reload the page.',
  },
  notThere: { code: 'launches.notThere', status: 404, sentence: 'This form is no longer open. Open it again.' },
} satisfies Record<string, Problem>

export const launchStates = ['opened', 'connected', 'recorded', 'prepared', 'cancelled', 'reused', 'replaced'] as const

/** The address for the frame, with a code that can be used once. */
export const openLaunch = endpoint({
  name: 'launches.open',
  method: 'POST',
  path: '/api/launches',
  access: everyone,
  carriesToken: true,
  body: z.strictObject({
    form: z.enum(formScreens.map(({ frame }) => frame) as [string, ...string[]]),
    draftId: z.uuid(),
    party: z.optional(z.uuid()),
    about: z.optional(z.uuid()),
    scheme: z.enum(['light', 'dark']),
    /** The program may only prepare the draft, which the person confirms in Talaan. */
    reviews: z.boolean(),
  }),
  answer: z.object({ launchId: z.uuid(), url: z.string() }),
  failure: 'The form may not have been opened. Reload the page.',
})

export const viewLaunch = endpoint({
  name: 'launches.view',
  method: 'GET',
  path: '/api/launches/:launchId',
  access: everyone,
  activity: false,
  params: z.strictObject({ launchId: z.uuid() }),
  answer: z.object({
    state: z.enum(launchStates),
    /** The name of the program, once it has connected. */
    program: z.nullable(z.string()),
    document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })),
    /** A draft of this launch that is not recorded yet. */
    draft: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames) })),
  }),
  failure: 'The documents recorded by the form could not be loaded. Try again.',
})

/** The messages of an external form to the portal. Form builders that can send only text send JSON. */
export const fromOutsideForm = z.discriminatedUnion('talaan', [
  z.strictObject({ talaan: z.literal('recorded') }),
  z.strictObject({ talaan: z.literal('prepared') }),
  z.strictObject({ talaan: z.literal('activity') }),
  z.strictObject({ talaan: z.literal('unsaved'), unsaved: z.boolean() }),
  z.strictObject({ talaan: z.literal('height'), height: z.int().check(z.minimum(100), z.maximum(20_000)) }),
  z.strictObject({ talaan: z.literal('close') }),
])
export type FromOutsideForm = z.infer<typeof fromOutsideForm>

const longestMessage = 1000

/** Null for anything that is not a message of an external form. */
export function readOutsideMessage(data: unknown): FromOutsideForm | null {
  let value = data
  if (typeof data === 'string') {
    if (data.length > longestMessage) return null
    try {
      value = JSON.parse(data)
    } catch {
      return null
    }
  }
  const read = fromOutsideForm.safeParse(value)
  return read.success ? read.data : null
}
