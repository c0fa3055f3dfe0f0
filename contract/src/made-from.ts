// The fields of a draft that was created from a template. This is a separate module, so that forms do not load the
// rules.
import { day } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { chosenTags } from './tag-kinds.ts'

const fields = z.record(z.string().check(z.maxLength(64)), z.unknown())

/** The fields of a draft that was created from a template, until the user changes the draft in its form. */
export const madeFrom = z.object({
  day,
  tags: z.optional(chosenTags),
  template: z.object({
    id: z.uuid(),
    name: z.string(),
    partyId: z.nullable(z.uuid()),
    fields,
    /** Set if the template was saved from an incomplete form. */
    typed: z.nullable(fields),
  }),
})
export type MadeFrom = z.infer<typeof madeFrom>
