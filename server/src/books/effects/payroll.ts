// The pay of each employee in a payroll register, for tax returns, lists and certificates.
import { sql } from 'kysely'
import { figuresFrom, payrollKeys } from '@talaan/ledger/payroll/figures.ts'
import type { StatedInBooks } from './effect.ts'
import { columnOf } from '../payroll-lines.ts'
import type { PayrollLineRow } from '../payroll-lines.ts'

export const payroll: StatedInBooks<'payroll'> = {
  write(lines, { documentId }) {
    if (lines.length === 0) return undefined
    const rows = lines.map(({ employee, figures }) => ({
      document_id: documentId,
      employee,
      ...Object.fromEntries(payrollKeys.map((key) => [columnOf(key), figures[key].toString()])),
    }))
    return {
      payroll: sql`insert into payroll_line select line.* from agreed,
        json_populate_recordset(null::payroll_line, ${JSON.stringify(rows)}::json) as line`,
    }
  },

  async stored(db, stated) {
    const { rows } = await sql<PayrollLineRow>`
      select * from payroll_line
      where document_id = any(${stated.map(({ documentId }) => documentId)}::uuid[])`.execute(db)
    return rows.map((row) => ({
      documentId: row.document_id,
      effect: { effect: 'payroll', employee: row.employee, figures: figuresFrom((key) => row[columnOf(key)]) },
    }))
  },
}
