// The company's registrations as dated rows: of several for the same date, the one entered last counts.
import type { Kysely } from 'kysely'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import type { Tables } from '../platform/db/tables.ts'

export const registrationsNow = (db: Kysely<Tables>): Promise<Registration[]> =>
  db
    .selectFrom('registration')
    .distinctOn(['kind', 'valid_from'])
    .select(['kind', 'value', 'valid_from as validFrom'])
    .orderBy('kind')
    .orderBy('valid_from')
    .orderBy('id', 'desc')
    .execute()
