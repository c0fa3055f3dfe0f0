// The tables for Kysely.
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from './tables.generated.ts'

export type { Tables }
export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
