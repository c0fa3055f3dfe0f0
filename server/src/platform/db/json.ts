// JSON columns: read as values, written as text.
import type { ColumnType } from 'kysely'

export type JsonText = ColumnType<unknown, string, string>

/** A notice for a person at the next sign-in. */
export type Notices = ColumnType<{ sentence: string; exceptSession?: string }[], string | undefined, string>
