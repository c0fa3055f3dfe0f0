// The withholding codes with their dates, in the ledger's type.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import type { Tables } from '../platform/db/tables.ts'

/** By code and payee; newest row of each last. */
export const withholdingCodes = (db: Kysely<Tables>): Promise<WithholdingCode[]> =>
  db
    .selectFrom('withholding_code')
    .select(['code', 'payee', 'description', 'tax', 'source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(['withheld_by as withheldBy', 'paid_for as paidFor', 'likely'])
    .select(sql<string>`trim_scale(rate)::text`.as('rate'))
    .orderBy('code')
    .orderBy('payee')
    .orderBy('valid_from')
    .execute()
