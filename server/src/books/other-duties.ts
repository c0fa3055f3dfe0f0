// Which duties besides tax returns apply, and how sales invoices are registered.
import type { Kysely } from 'kysely'
import type { OtherDutyChoices } from '@talaan/ledger/tax/calendar/other-duties.ts'
import type { Tables } from '../platform/db/tables.ts'

/** The choices, or undefined until they were made. */
export async function otherDutiesNow(db: Kysely<Tables>): Promise<OtherDutyChoices | undefined> {
  const row = await db.selectFrom('other_duties').selectAll().executeTakeFirst()
  return (
    row && {
      inventory: row.inventory,
      stampTax: row.stamp_tax,
      sec: row.sec,
      annualMeeting: row.annual_meeting,
      permit: row.permit,
      localTax: row.local_tax,
      renewals: row.renewals,
      eInvoicing: row.e_invoicing,
      salesSystem: row.sales_system,
      systemPermit: row.system_permit,
    }
  )
}
