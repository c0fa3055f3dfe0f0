// What is still to do with the files in Arrivals. Their state is never stored; it follows from decisions, readings and the books.
import { sql } from 'kysely'
import type { AliasedRawBuilder } from 'kysely'
import type { ArrivalState } from '@talaan/contract/arrivals.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { RowOf } from '../platform/db/tables.ts'

/**
 * For a query over `arrival` and `document`: recorded from the file, or the file was added to it later. An array, so that the
 * documents are found by their index; with `or`, all of them are read for each arrival.
 */
export const isDocumentOfArrival = sql<boolean>`document.id = any(array(
  select recorded.id from document as recorded where recorded.draft_id = arrival.draft_id
  union all select document_id from added_note where added_note.sha256 = arrival.sha256 and document_id is not null
    and not exists (select from added_note_removal where note_id = added_note.id)))`
/** Or uploaded as a statement of a bank. */
const isRecorded = sql<boolean>`(exists (
  select from document where ${isDocumentOfArrival}
    and not exists (select from document_void where document_void.document_id = document.id))
  or exists (select from bank_statement where bank_statement.sha256 = arrival.sha256 and removed_at is null))`
const isDrafted = sql<boolean>`exists (select from draft where draft.id = arrival.draft_id)`

/** Postponed to a later date. */
export const isLaterArrival = (today: Day) => sql<boolean>`coalesce(arrival.later_until > ${today}::date, false)`
/** A void makes it open again. */
export const isRecordedArrival = sql<boolean>`(arrival.dismissed_at is null and ${isRecorded})`
export const isOpenArrival = sql<boolean>`(arrival.dismissed_at is null and not ${isRecorded})`
/** A draft is a task of its own, of the person who has it. */
export const isWaitingArrival = sql<boolean>`(${isOpenArrival} and not ${isDrafted})`

/** To be joined laterally to `arrival`: the newest reading, which counts. */
export const readingOfArrival: AliasedRawBuilder<RowOf<'arrival_reading'>, 'reading'> = sql<RowOf<'arrival_reading'>>`(
  select * from arrival_reading where arrival_id = arrival.id order by id desc limit 1)`.as(sql.ref('reading'))

/** Needs `reading`, the newest of the arrival. */
export const arrivalState = sql<ArrivalState>`case
  when arrival.dismissed_at is not null then 'notDocument'
  when ${isRecorded} then 'recorded'
  when ${isDrafted} then 'drafted'
  else coalesce(
    (select case when job.state = 'running' then 'reading' else 'new' end from job
      where job.name = 'arrivals.read' and job.key = arrival.id::text and job.ended_at is null),
    case when reading.is_ready then 'ready' else 'attention' end)
  end`
