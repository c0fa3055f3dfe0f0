// The files submitted with a return, generated again when it is filed and stored with it.
import type { Kysely } from 'kysely'
import { monthOf, yearOf } from '@talaan/ledger/core/date.ts'
import { monthsOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty, Period } from '@talaan/ledger/tax/calendar/forms.ts'
import { annualFile, finalQapFile, qapFile, sawtFile, sawtFormOf } from '@talaan/ledger/tax/lists/alphalist.ts'
import type { DatFile } from '@talaan/ledger/tax/lists/dat.ts'
import { importationsFile, purchasesFile, salesFile } from '@talaan/ledger/tax/lists/relief.ts'
import {
  exemptByPayee,
  finalTaxByPayee,
  purchasesBySupplier,
  salesByCustomer,
  withheldByPayee,
} from '@talaan/ledger/tax/lists/summaries.ts'
import type { Filer } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { within } from '@talaan/ledger/tax/tax-line.ts'
import type { TaxLine } from '@talaan/ledger/tax/tax-line.ts'
import { importationsOf, listedImportation } from '../../books/importations.ts'
import { sha256 } from '../../books/journal.ts'
import { filingCompany } from '../../print/company.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { claimedByAgent, taxLines } from '../../books/tax-lines.ts'

type Db = Kysely<Tables>

export type FilingFile = { name: string; sha256: string; content: Buffer }

/** Submissions as files: separate lists, and summaries attached to a return. */
const filed = ['1601-EQ', 'QAP', 'SLSP', '1604-E', '1601-FQ', 'QAP-F'] as readonly string[]

/** A duty that consists only of files, so that changes in them require an amendment. */
export const isListDuty = (duty: Duty): boolean => ['SLSP', 'QAP', '1604-E', 'QAP-F'].includes(duty)

/** Sorted by name. A company without a TIN has no files. */
export async function filesOf(db: Db, duty: Duty, period: Period): Promise<FilingFile[]> {
  if (!filed.includes(duty) && sawtFormOf(duty) === undefined) return []
  const filer = await filingCompany(db)
  if (filer.tin9 === '') return []
  return (await datFiles(db, { duty, period, filer }))
    .map(({ name, text }) => ({ name, content: Buffer.from(text, 'latin1') }))
    .map((file) => ({ ...file, sha256: sha256(file.content) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

type FilesRequest = { duty: Duty; period: Period; filer: Filer }

async function datFiles(db: Db, { duty, period, filer }: FilesRequest): Promise<DatFile[]> {
  const form = sawtFormOf(duty)
  if (form !== undefined) {
    const rows = await claimedByAgent(db, { form, to: period.to })
    return rows.length === 0 ? [] : [sawtFile({ filer, form, month: monthOf(period.to), rows })]
  }
  const lines = await taxLines(db, period)
  if (duty === 'SLSP') {
    const files: DatFile[] = []
    for (const days of monthsOf(period)) files.push(...(await reliefFiles(db, { filer, days, lines })))
    return files
  }
  if (duty === '1601-FQ' || duty === 'QAP-F') {
    const rows = finalTaxByPayee(lines)
    return rows.length === 0 ? [] : [finalQapFile({ filer, quarter: monthOf(period.from), rows })]
  }
  const [rows, exempt] = [withheldByPayee(lines), exemptByPayee(lines)]
  if (rows.length + exempt.length === 0) return []
  return duty === '1604-E'
    ? [annualFile({ filer, year: yearOf(period.to), rows, exempt })]
    : [qapFile({ filer, quarter: monthOf(period.from), rows, exempt })]
}

/** The non-empty lists of a month; importations with entered customs data. */
async function reliefFiles(
  db: Db,
  { filer, days, lines }: { filer: Filer; days: Period; lines: readonly TaxLine[] },
): Promise<DatFile[]> {
  const [month, own] = [monthOf(days.from), within(lines, days.from, days.to)]
  const sales = salesByCustomer(own).rows
  const purchases = purchasesBySupplier(own).rows
  const imported = (await importationsOf(db, days)).flatMap((one) => listedImportation(one).details ?? [])
  return [
    ...(sales.length === 0 ? [] : [salesFile({ filer, month, rows: sales })]),
    ...(purchases.length === 0 ? [] : [purchasesFile({ filer, month, rows: purchases })]),
    ...(imported.length === 0 ? [] : [importationsFile({ filer, month, rows: imported })]),
  ]
}

/** Differences between a list and its filed version: the lines that only one of them has. */
export type MovedFile = { name: string; filed: string[]; now: string[] }

export async function movedFiles(db: Db, filingId: string, now: readonly FilingFile[]): Promise<MovedFile[]> {
  const filed = await db
    .selectFrom('filing_file')
    .select(['name', 'content'])
    .where('filing_id', '=', filingId)
    .execute()
  const linesOf = (content: Uint8Array = new Uint8Array()) => Buffer.from(content).toString('latin1').split('\r\n')
  return [...new Set([...filed, ...now].map(({ name }) => name))].toSorted().flatMap((name): MovedFile[] => {
    const was = linesOf(filed.find((one) => one.name === name)?.content)
    const is = linesOf(now.find((one) => one.name === name)?.content)
    const moved = { name, filed: without(was, is), now: without(is, was) }
    return moved.filed.length + moved.now.length === 0 ? [] : [moved]
  })
}

const without = (lines: readonly string[], others: readonly string[]): string[] => {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
