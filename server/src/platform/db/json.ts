// Columns of JSON: read as the value they hold, written as its text.
import type { ColumnType } from 'kysely'

export type JsonText = ColumnType<unknown, string, string>

/** What a person is told at the next sign-in. */
export type Notices = ColumnType<{ sentence: string; exceptSession?: string }[], string | undefined, string>
