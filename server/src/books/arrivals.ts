// What is still to do with the files in Arrivals. Their state is never stored; it follows from decisions and the books.
import { sql } from 'kysely'
import type { ArrivalState } from '@talaan/contract/arrivals.ts'

export const arrivalState = sql<ArrivalState>`case when arrival.dismissed_at is not null then 'notDocument' else 'new' end`

/** Nobody has recorded it or said that it is not a document. */
export const isOpenArrival = sql<boolean>`${arrivalState} <> 'notDocument'`
