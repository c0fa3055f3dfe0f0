// What closes a year to retained earnings is no cost of it: statements and returns of income leave those entries out.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The lines of the entries that close years, and of their voids, with the columns of `line` and when they were posted. */
export const closingLines: RawBuilder<unknown> = sql`(
  select line.*, entry.posted_at from document
  join entry on entry.document_id = document.id join line on line.entry_no = entry.no
  where document.kind = 'yearend'
)`
