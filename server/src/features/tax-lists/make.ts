// A list from the posted lines of its period: the table, the text file, and the checks before submission.
import type { Kysely } from 'kysely'
import type { ImportationAnswer, TaxListName } from '@talaan/contract/tax-lists.ts'
import { addMonths, endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { annualFile, finalQapFile, qapFile, sawtFile } from '@talaan/ledger/tax/lists/alphalist.ts'
import type { SawtForm } from '@talaan/ledger/tax/lists/alphalist.ts'
import {
  annualLayout,
  correctionFindings,
  exemptFindings,
  finalAnnualWithoutFile,
  finalTaxFindings,
  importationFindings,
  openMonthFindings,
  purchasesFindings,
  salesFindings,
  withheldFindings,
} from '@talaan/ledger/tax/lists/checks.ts'
import type { Finding } from '@talaan/ledger/tax/lists/checks.ts'
import type { DatFile } from '@talaan/ledger/tax/lists/dat.ts'
import { importationsFile, purchasesFile, salesFile } from '@talaan/ledger/tax/lists/relief.ts'
import {
  exemptByPayee,
  finalTaxByPayee,
  purchasesBySupplier,
  salesByCustomer,
  salesWithoutTin,
  withheldByPayee,
} from '@talaan/ledger/tax/lists/summaries.ts'
import {
  annualTable,
  finalAnnualTable,
  finalQapTable,
  importationsTable,
  purchasesTable,
  qapTable,
  salesTable,
  sawtTable,
} from '@talaan/ledger/tax/lists/tables.ts'
import { quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import type { Filer } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { displayName } from '@talaan/ledger/core/party.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { rateOn } from '@talaan/ledger/tax/vat.ts'
import { companyHeader, filingCompany } from '../../print/company.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { vatRatesNow } from '../../books/rates.ts'
import { claimedByAgent, taxLines } from '../../books/tax-lines.ts'
import { importationsOf, listedImportation } from '../../books/importations.ts'
import { correctedSince } from './corrected.ts'

type Db = Kysely<Tables>
type ListRequest = { period: Month; form?: SawtForm | undefined }
type Made = { table: Table; findings: Finding[]; file: DatFile }
type Head = { filer: Filer; company: Table['company']; closed: ReadonlySet<Month> }

export async function makeTaxList(
  db: Db,
  list: TaxListName,
  { period, form = '1702Q' }: ListRequest,
): Promise<Made & { importations: ImportationAnswer[] }> {
  const months = await db.selectFrom('period').select('month').execute()
  const head: Head = {
    filer: await filingCompany(db),
    company: await companyHeader(db),
    closed: new Set(months.map(({ month }) => month)),
  }
  if (list === 'importations') return importations(db, head, period)
  const made = {
    sales: () => sales(db, head, period),
    purchases: () => purchases(db, head, period),
    qap: () => payees(db, head, quarterStart(period)),
    annual: () => annual(db, head, Number(period.slice(0, 4))),
    final: () => finalPayees(db, head, quarterStart(period)),
    finalAnnual: () => finalAnnual(db, head, Number(period.slice(0, 4))),
    sawt: () => sawt(db, head, { period, form }),
  }[list]
  const { findings, ...rest } = await made()
  const corrected = await correctedSince(db, daysOfList(list, period))
  return { ...rest, findings: [...findings, ...correctionFindings(corrected)], importations: [] }
}

function daysOfList(list: Exclude<TaxListName, 'importations'>, period: Month): { from: string; to: string } {
  if (list === 'annual' || list === 'finalAnnual') return daysOf(`${period.slice(0, 4)}-01`, `${period.slice(0, 4)}-12`)
  if (list === 'sales' || list === 'purchases') return daysOf(period)
  return daysOf(quarterStart(period), addMonths(quarterStart(period), 2))
}

const daysOf = (first: Month, last = first) => ({ from: startOfMonth(first), to: endOfMonth(last) })

async function sales(db: Db, { filer, company, closed }: Head, month: Month): Promise<Made> {
  const lines = await taxLines(db, daysOf(month))
  const list = salesByCustomer(lines)
  const checked = { filer, month, vatRate: await vatRateOf(db, month) }
  return {
    table: salesTable({ company, month, rows: list.rows, withoutTin: salesWithoutTin(lines) }),
    file: salesFile({ filer, month, rows: list.rows }),
    findings: [...salesFindings(checked, lines, list), ...openMonthFindings([month], closed)],
  }
}

async function purchases(db: Db, { filer, company, closed }: Head, month: Month): Promise<Made> {
  const lines = await taxLines(db, daysOf(month))
  const list = purchasesBySupplier(lines)
  const checked = { filer, month, vatRate: await vatRateOf(db, month) }
  return {
    table: purchasesTable({ company, month, rows: list.rows }),
    file: purchasesFile({ filer, month, rows: list.rows }),
    findings: [...purchasesFindings(checked, lines, list), ...openMonthFindings([month], closed)],
  }
}

async function importations(db: Db, { filer, company, closed }: Head, month: Month) {
  const found = await importationsOf(db, daysOf(month))
  const entries = found.map(listedImportation)
  const rows = entries.flatMap(({ details }) => details ?? [])
  return {
    table: importationsTable({ company, month, entries }),
    file: importationsFile({ filer, month, rows }),
    findings: [...importationFindings({ filer, month, vatRate: null }, entries), ...openMonthFindings([month], closed)],
    importations: found.map(({ supplier, ...rest }) => ({
      ...rest,
      supplier: supplier === null ? '' : displayName(supplier),
    })),
  }
}

async function payees(db: Db, { filer, company, closed }: Head, quarter: Month): Promise<Made> {
  const lines = await taxLines(db, daysOf(quarter, addMonths(quarter, 2)))
  const [rows, exempt] = [withheldByPayee(lines), exemptByPayee(lines)]
  return {
    table: qapTable({ company, quarter, rows, exempt }),
    file: qapFile({ filer, quarter, rows, exempt }),
    findings: [
      ...withheldFindings(filer, rows, lines),
      ...exemptFindings(filer, exempt),
      ...openMonthFindings(monthsFrom(quarter, 3), closed),
    ],
  }
}

async function annual(db: Db, { filer, company, closed }: Head, year: number): Promise<Made> {
  const first = `${year}-01`
  const lines = await taxLines(db, daysOf(first, `${year}-12`))
  const [rows, exempt] = [withheldByPayee(lines), exemptByPayee(lines)]
  return {
    table: annualTable({ company, year, rows, exempt }),
    file: annualFile({ filer, year, rows, exempt }),
    findings: [
      ...withheldFindings(filer, rows, lines),
      ...exemptFindings(filer, exempt),
      annualLayout,
      ...openMonthFindings(monthsFrom(first, 12), closed),
    ],
  }
}

async function finalPayees(db: Db, { filer, company, closed }: Head, quarter: Month): Promise<Made> {
  const lines = await taxLines(db, daysOf(quarter, addMonths(quarter, 2)))
  const rows = finalTaxByPayee(lines)
  return {
    table: finalQapTable({ company, quarter, rows }),
    file: finalQapFile({ filer, quarter, rows }),
    findings: [...finalTaxFindings(filer, rows, lines), ...openMonthFindings(monthsFrom(quarter, 3), closed)],
  }
}

async function finalAnnual(db: Db, { company, closed }: Head, year: number): Promise<Made> {
  const first = `${year}-01`
  const rows = finalTaxByPayee(await taxLines(db, daysOf(first, `${year}-12`)))
  return {
    table: finalAnnualTable({ company, year, rows }),
    file: { name: '', text: '' },
    findings: [finalAnnualWithoutFile, ...openMonthFindings(monthsFrom(first, 12), closed)],
  }
}

async function sawt(
  db: Db,
  { filer, company }: Head,
  { period, form }: Required<ListRequest> & { form: SawtForm },
): Promise<Made> {
  const rows = await claimedByAgent(db, { form, to: endOfMonth(period) })
  return {
    table: sawtTable({ company, form, month: period, rows }),
    file: sawtFile({ filer, form, month: period, rows }),
    findings: withheldFindings(filer, rows),
  }
}

const vatRateOf = async (db: Db, month: Month): Promise<string | null> =>
  rateOn(endOfMonth(month), await vatRatesNow(db))?.rate ?? null

const monthsFrom = (first: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, at) => addMonths(first, at))
