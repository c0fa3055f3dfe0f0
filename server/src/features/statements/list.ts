// Stored statements for display: their figures, problems, user and explanation.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { statementProblems } from '@talaan/contract/statements.ts'
import type { ShownLine, StoredStatement } from '@talaan/contract/statements.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Finding } from '@talaan/ledger/banking/checks/finding.ts'
import type { StatementFormat } from '@talaan/ledger/banking/formats/statement.ts'
import { accountLabel } from '../../books/account-label.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

type Row = {
  id: string
  account: string
  accountLabel: string
  fileName: string
  format: StatementFormat
  currency: string
  from: Day
  to: Day
  opening: bigint | null
  closing: bigint | null
  lines: number
  newLines: number
  findings: Finding[]
  reason: string
  uploadedBy: string
  uploadedAt: string
  removedBy: string | null
  removedAt: string | null
  removalReason: string | null
}

const maxShown = 1000

/** The newest days first, those of one account together. */
export async function statementsWhere(db: Db, condition: RawBuilder<unknown>): Promise<StoredStatement[]> {
  const { rows } = await sql<Row>`
    select bank_statement.id, bank_statement.account, ${accountLabel('bank_statement.account')} as "accountLabel", file_name as "fileName", format,
      money_account.currency, from_day as "from", to_day as "to", opening, closing, lines,
      (select count(*)::int from bank_line where first_statement_id = bank_statement.id) as "newLines",
      findings, reason, uploader.client_id as "uploadedBy", uploaded_at as "uploadedAt",
      remover.client_id as "removedBy", removed_at as "removedAt", removal_reason as "removalReason"
    from bank_statement
    join money_account on money_account.code = bank_statement.account
    join users as uploader on uploader.id = uploaded_by
    left join users as remover on remover.id = removed_by
    where ${condition}
    order by bank_statement.account, to_day desc, uploaded_at desc
    limit ${maxShown}`.execute(db)
  return rows.map(({ removedBy, removedAt, removalReason, uploadedAt, ...row }) => ({
    ...row,
    uploadedAt: timestamp(instant(uploadedAt)),
    removed:
      removedBy === null || removedAt === null
        ? null
        : { by: removedBy, at: timestamp(instant(removedAt)), reason: removalReason ?? '' },
  }))
}

export async function statementById(db: Db, id: string): Promise<StoredStatement> {
  const [found] = await statementsWhere(db, sql`bank_statement.id = ${id}::uuid`)
  if (found === undefined) throw new Refusal(statementProblems.notThere)
  return found
}

/** The lines as this statement printed them. */
export async function linesOf(db: Db, statementId: string): Promise<ShownLine[]> {
  const rows = await db
    .selectFrom('bank_line_seen')
    .innerJoin('bank_line', 'bank_line.id', 'line_id')
    .select([
      'bank_line_seen.position',
      'day',
      'bank_line_seen.value_day as valueDay',
      'amount',
      'bank_line_seen.balance',
      'bank_line_seen.reference',
      'bank_line_seen.cheque_no as chequeNo',
      'bank_line_seen.description',
      'first_statement_id',
    ])
    .where('statement_id', '=', statementId)
    .orderBy('bank_line_seen.position')
    .execute()
  return rows.map(({ first_statement_id, ...line }) => ({ ...line, isNew: first_statement_id === statementId }))
}
