// The fields of a draft that was made from a template. A separate module, so that forms do not load the rules.
import { day } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { chosenTags } from './tag-kinds.ts'

const fields = z.record(z.string().check(z.maxLength(64)), z.unknown())

/** A draft made from a template, until its form saves what is typed: a draft's fields. */
export const madeFrom = z.object({
  day,
  tags: z.optional(chosenTags),
  template: z.object({
    id: z.uuid(),
    name: z.string(),
    partyId: z.nullable(z.uuid()),
    fields,
    /** Of a template saved from an incomplete form. */
    typed: z.nullable(fields),
  }),
})
export type MadeFrom = z.infer<typeof madeFrom>
