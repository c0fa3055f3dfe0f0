// The interface of a report: its dates, its query, and its table.
import type { Kysely } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import { day } from '@talaan/ledger/core/date.ts'
import type { DateName, FiscalToday, PeriodName } from '@talaan/ledger/core/periods.ts'
import type { Column, Row, Table } from '@talaan/ledger/reports/table.ts'
import type { Basis } from '../../books/why.ts'
import type { Tables } from '../../platform/db/tables.ts'

export { companyHeader } from '../../print/company.ts'

export type Made = { table: Table; next: string | null }
export type Making = FiscalToday & { whole: boolean }

/** Whether a report is of a period or as of a date, and the usual one: `from` and `to`, or `asOf`, are then filled in. */
export type ReportDates = { kind: 'period'; usual: PeriodName } | { kind: 'asOf'; usual: DateName }
export const ofPeriod = { from: day, to: day }

/** A figure of a report, with its place in the table. */
export type ReportCell = { table: Table; row: Row; at: number; column: Column; columnAt: number; amount: bigint }

export type Report<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  dates?: ReportDates
  query: Schema
  build(db: Kysely<Tables>, query: z.output<Schema>, making: Making): Promise<Made>
  /** What one of its figures consists of. */
  basis?(db: Kysely<Tables>, query: z.output<Schema>, cell: ReportCell, making: Making): Promise<Basis>
  /** A report that may be as long as the books is also available in parts; their rows together are its rows. */
  parts?(db: Kysely<Tables>, query: z.output<Schema>): AsyncGenerator<Table>
}

/** Types a report's query by its schema, so that it can be in the list with the others. */
export const report = <Schema extends z.ZodMiniType>(made: Report<Schema>): Report => made as unknown as Report
