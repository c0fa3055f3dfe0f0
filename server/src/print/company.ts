// The company in the header of a table, and as the taxpayer of a list or certificate.
import type { Kysely } from 'kysely'
import { filerFrom } from '@talaan/ledger/tax/lists/taxpayer.ts'
import type { Filer } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { tinLine } from '@talaan/ledger/core/party.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import type { Tables } from '../platform/db/tables.ts'

export async function companyHeader(db: Kysely<Tables>): Promise<Table['company']> {
  const row = await db
    .selectFrom('company')
    .select(['name', 'tin9', 'branch_code as branchCode', 'address'])
    .executeTakeFirst()
  if (row === undefined) return { name: '', tinLine: '', address: '' }
  return { name: row.name, tinLine: tinLine(row), address: row.address }
}

export async function filingCompany(db: Kysely<Tables>): Promise<Filer> {
  const row = await db
    .selectFrom('company')
    .crossJoin('tax_profile')
    .select(['name', 'tin9', 'branch_code as branchCode', 'address', 'zip_code as zipCode'])
    .select(['rdo_code as rdoCode', 'fiscal_year_end as fiscalYearEnd', 'taxpayer', 'trade_name as tradeName'])
    .select(['last_name as lastName', 'first_name as firstName', 'middle_name as middleName'])
    .executeTakeFirstOrThrow()
  return filerFrom(row)
}
