// The files that are handed in with a return, made once more when it is filed, so that they are kept with it.
import type { Kysely } from 'kysely'
import { monthOf, yearOf } from '@talaan/ledger/day.ts'
import { monthsOf } from '@talaan/ledger/filings/forms.ts'
import type { Duty, Period } from '@talaan/ledger/filings/forms.ts'
import { annualFile, qapFile } from '@talaan/ledger/filings/lists/alphalist.ts'
import type { DatFile } from '@talaan/ledger/filings/lists/dat.ts'
import { purchasesFile, salesFile } from '@talaan/ledger/filings/lists/relief.ts'
import { purchasesBySupplier, salesByCustomer, withheldByPayee } from '@talaan/ledger/filings/lists/summaries.ts'
import { filerFrom } from '@talaan/ledger/filings/lists/taxpayer.ts'
import type { Filer } from '@talaan/ledger/filings/lists/taxpayer.ts'
import { within } from '@talaan/ledger/filings/tax-line.ts'
import type { TaxLine } from '@talaan/ledger/filings/tax-line.ts'
import { sha256 } from '../journal.ts'
import type { Tables } from '../tables.ts'
import { taxLines } from '../tax-lines.ts'

type Db = Kysely<Tables>

export type KeptFile = { name: string; sha256: string; content: Buffer }

/** In the order of their names. A company without a TIN hands in no file. */
export async function filesOf(db: Db, duty: Duty, period: Period): Promise<KeptFile[]> {
  if (!['1601-EQ', 'QAP', 'SLSP', '1604-E'].includes(duty)) return []
  const filer = await filerOf(db)
  if (filer.tin9 === '') return []
  return datFiles(duty, period, filer, await taxLines(db, period))
    .map(({ name, text }) => ({ name, content: Buffer.from(text, 'latin1') }))
    .map((file) => ({ ...file, sha256: sha256(file.content) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function datFiles(duty: Duty, period: Period, filer: Filer, lines: readonly TaxLine[]): DatFile[] {
  if (duty === 'SLSP') {
    return monthsOf(period).flatMap(({ from, to }) => {
      const [month, own] = [monthOf(from), within(lines, from, to)]
      const [sales, purchases] = [salesByCustomer(own).rows, purchasesBySupplier(own).rows]
      return [
        ...(sales.length === 0 ? [] : [salesFile({ filer, month, rows: sales })]),
        ...(purchases.length === 0 ? [] : [purchasesFile({ filer, month, rows: purchases })]),
      ]
    })
  }
  const rows = withheldByPayee(lines)
  if (rows.length === 0) return []
  return duty === '1604-E'
    ? [annualFile({ filer, year: yearOf(period.to), rows })]
    : [qapFile({ filer, quarter: monthOf(period.from), rows })]
}

export async function filerOf(db: Db): Promise<Filer> {
  const company = await db
    .selectFrom('company')
    .select(['name', 'tin9', 'branch_code as branchCode', 'address'])
    .select(['rdo_code as rdoCode', 'fiscal_year_end as fiscalYearEnd'])
    .executeTakeFirstOrThrow()
  return filerFrom(company)
}
