// Rates and limits with their dates, as the rules of the ledger know them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { FilingRate } from '@talaan/ledger/tax/rates.ts'
import type { Tables } from '../platform/db/tables.ts'

/** By name; of each the newest row first. */
export const ratesNow = (db: Kysely<Tables>): Promise<FilingRate[]> =>
  db
    .selectFrom('filing_rate')
    .select(['name', 'source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(sql<string>`trim_scale(value)::text`.as('value'))
    .orderBy('name')
    .orderBy('valid_from', 'desc')
    .execute()
