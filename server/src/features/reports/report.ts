// The interface of a report: its query, and its table.
import type { Kysely } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import type { Tables } from '../../platform/db/tables.ts'

export { companyHeader } from '../../print/company.ts'

export type Made = { table: Table; next: string | null }
export type Making = { today: Day; whole: boolean }

export type Report<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  query: Schema
  build(db: Kysely<Tables>, query: z.output<Schema>, making: Making): Promise<Made>
  /** A report that may be as long as the books is also available in parts; their rows together are its rows. */
  parts?(db: Kysely<Tables>, query: z.output<Schema>, making: Pick<Making, 'today'>): AsyncGenerator<Table>
}

/** Types a report's query by its schema, so that it can be in the list with the others. */
export const report = <Schema extends z.ZodMiniType>(made: Report<Schema>): Report => made as unknown as Report
