// Rates and limits with their dates, in the ledger's type.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { FilingRate } from '@talaan/ledger/tax/rates.ts'
import type { VatRate } from '@talaan/ledger/tax/vat.ts'
import type { Tables } from '../platform/db/tables.ts'

/** By name; newest row of each first. */
export const ratesNow = (db: Kysely<Tables>): Promise<FilingRate[]> =>
  db
    .selectFrom('filing_rate')
    .select(['name', 'source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(sql<string>`trim_scale(value)::text`.as('value'))
    .orderBy('name')
    .orderBy('valid_from', 'desc')
    .execute()

/** All rows, in no order: `rateOn` finds the one in force. */
export const vatRatesNow = (db: Kysely<Tables>): Promise<VatRate[]> =>
  db
    .selectFrom('vat_rate')
    .select(['source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(sql<string>`trim_scale(rate)::text`.as('rate'))
    .execute()
