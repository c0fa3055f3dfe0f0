// Sales of twelve months against the VAT registration threshold.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { addMonths, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { incomeTaxOn } from '@talaan/ledger/tax/registrations.ts'
import { thresholdMonths, vatThreshold } from '@talaan/ledger/tax/vat-threshold.ts'
import type { VatThreshold } from '@talaan/ledger/tax/vat-threshold.ts'
import type { Tables } from '../platform/db/tables.ts'
import { ratesNow } from './rates.ts'
import { registrationsNow } from './registrations.ts'

/** Null for a VAT-registered company. */
export async function vatThresholdNow(db: Kysely<Tables>, today: Day): Promise<VatThreshold | null> {
  const [history, rates] = [await registrationsNow(db), await ratesNow(db)]
  const { taxpayer } = await db.selectFrom('tax_profile').select('taxpayer').executeTakeFirstOrThrow()
  const isOnEightPercent = incomeTaxOn({ taxpayer, history }, today) === 'eight_percent'
  return vatThreshold(await salesByMonth(db, today), { today, rates, history, isOnEightPercent })
}

/** Sale lines without those that are VAT-exempt, net of credits and voids. */
async function salesByMonth(db: Kysely<Tables>, today: Day): Promise<ReadonlyMap<Month, Money>> {
  const from = startOfMonth(addMonths(monthOf(today), 1 - thresholdMonths))
  const { rows } = await sql<{ month: Month; base: Money }>`
    select to_char(day, 'YYYY-MM') as month, sum(tax_base)::bigint as base from line
    where vat_class is not null and vat_class <> 'exempt' and purchase_category is null
      and day between ${from}::date and ${today}::date
    group by 1`.execute(db)
  return new Map(rows.map(({ month, base }) => [month, base]))
}
