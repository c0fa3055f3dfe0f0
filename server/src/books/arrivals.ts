// What is still to do with the files in Arrivals. Their state is never stored; it follows from decisions, readings and the books.
import { sql } from 'kysely'
import type { ArrivalState } from '@talaan/contract/arrivals.ts'

/** Nobody has said that it is not a document. */
export const isOpenArrival = sql<boolean>`arrival.dismissed_at is null`

/** Needs `reading`, the newest of the arrival. */
export const arrivalState = sql<ArrivalState>`case
  when arrival.dismissed_at is not null then 'notDocument'
  else coalesce(
    (select case when job.state = 'running' then 'reading' else 'new' end from job
      where job.name = 'arrivals.read' and job.key = arrival.id::text and job.ended_at is null),
    case when reading.is_ready then 'ready' else 'attention' end)
  end`
