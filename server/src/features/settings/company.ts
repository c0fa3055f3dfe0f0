// The company: its name, address and numbers.
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { changeCompany } from '@talaan/contract/settings.ts'
import type { CompanySettings } from '@talaan/contract/settings.ts'
import { defaultCompanyName } from '../../platform/env/env.ts'
import { lockHead } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refuse, assertUnchanged, recordChange } from './changes.ts'
import type { ChangeContext } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function companyNow(db: Db): Promise<CompanySettings> {
  const row = await db.selectFrom('company').selectAll().executeTakeFirstOrThrow()
  return {
    name: row.name,
    tin: row.tin9 ?? '',
    branchCode: row.branch_code,
    address: row.address,
    rdoCode: row.rdo_code,
    fiscalYearEnd: row.fiscal_year_end,
    permitNo: row.permit_no,
    permitDay: row.permit_day,
    firstInvoiceNo: row.first_invoice_no,
    preparedBy: row.prepared_by,
    checkedBy: row.checked_by,
    approvedBy: row.approved_by,
  }
}

export async function putCompany(
  trx: Trx,
  change: ChangeContext,
  { was, now }: BodyOf<typeof changeCompany>,
): Promise<void> {
  await lockHead(trx)
  const before = await companyNow(trx)
  assertUnchanged(before, was)
  if (now.name !== before.name && change.context.env.companyName !== defaultCompanyName)
    refuse(
      'name',
      'The company name is set by the environment variable COMPANY_NAME. Change the variable and restart Talaan.',
    )
  if (before.tin !== '' && now.tin === '')
    refuse('tin', 'The TIN is printed on every document. You can correct it, but you cannot clear it.')
  await trx
    .updateTable('company')
    .set({
      name: now.name,
      tin9: now.tin === '' ? null : now.tin,
      branch_code: now.branchCode,
      address: now.address,
      rdo_code: now.rdoCode,
      fiscal_year_end: now.fiscalYearEnd,
      permit_no: now.permitNo,
      permit_day: now.permitDay,
      first_invoice_no: now.firstInvoiceNo,
      prepared_by: now.preparedBy,
      checked_by: now.checkedBy,
      approved_by: now.approvedBy,
    })
    .execute()
  await recordChange(trx, change, { action: changeCompany.name, what: 'Company', before, now })
}
