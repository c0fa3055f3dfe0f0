// Closing entries of a year are not a cost: income statements and returns exclude them.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The lines of closing entries and their voids, with the columns of `line` and their posting times. */
export const closingLines: RawBuilder<unknown> = sql`(
  select line.*, entry.posted_at from document
  join entry on entry.document_id = document.id join line on line.entry_no = entry.no
  where document.kind = 'yearend'
)`
