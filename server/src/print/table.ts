// The three files a table can become.
import type { reportFormats } from '@talaan/contract/reports.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { tableToCsv } from './csv.ts'
import { tableToPdf } from './pdf.ts'
import { tableToXlsx } from './xlsx.ts'

type Format = (typeof reportFormats)[number]
type Print = { printedAt: number; printedBy: string }

export const tablePrinters: Record<
  Format,
  { type: string; print: (table: Table, print: Print) => Promise<Uint8Array> | Uint8Array }
> = {
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    print: (table) => tableToXlsx(table),
  },
  pdf: { type: 'application/pdf', print: tableToPdf },
  csv: { type: 'text/csv; charset=utf-8', print: (table) => tableToCsv(table) },
}
