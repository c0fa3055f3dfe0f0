// The stored lines of an account, with their details from each statement, and the statements themselves.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { EarlierStatement } from '@talaan/ledger/banking/checks/statement-checks.ts'
import type { KnownLine } from '@talaan/ledger/banking/checks/identity.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Days = { account: string; from: Day; to: Day }

/** Every line of these dates, including those of removed statements: a line that is uploaded again is the same line. */
export async function knownLines(db: Db, { account, from, to }: Days): Promise<KnownLine[]> {
  const lines = await db
    .selectFrom('bank_line')
    .select(['id', 'day', 'amount', 'fingerprint'])
    .where('account', '=', account)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('seq')
    .execute()
  const seen = await db
    .selectFrom('bank_line_seen')
    .innerJoin('bank_line', 'bank_line.id', 'bank_line_seen.line_id')
    .select(['line_id', ...sightingColumns])
    .where('account', '=', account)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const ofLine = Map.groupBy(seen, ({ line_id }) => line_id)
  return lines.map((line) => ({ ...line, sightings: (ofLine.get(line.id) ?? []).map(sighting) }))
}

const sightingColumns = [
  'bank_line_seen.balance',
  'bank_line_seen.reference',
  'bank_line_seen.cheque_no',
  'bank_line_seen.description',
] as const

type SeenRow = { balance: bigint | null; reference: string | null; cheque_no: string | null; description: string }

const sighting = ({ balance, reference, cheque_no, description }: SeenRow) => ({
  ...(balance !== null && { balance }),
  ...(reference !== null && { reference }),
  ...(cheque_no !== null && { chequeNo: cheque_no }),
  description,
})

/** Statements that are not removed: those with lines on these dates, and the nearest before and after them. */
export async function earlierStatements(db: Db, { account, from, to }: Days): Promise<EarlierStatement[]> {
  const { rows } = await sql<{
    id: string
    fileName: string
    from: Day
    to: Day
    opening: bigint | null
    closing: bigint | null
    touches: boolean
  }>`
    select id, file_name as "fileName", from_day as "from", to_day as "to", opening, closing,
      from_day <= ${to}::date and to_day >= ${from}::date as touches
    from bank_statement
    where account = ${account} and removed_at is null
    order by uploaded_at`.execute(db)
  const touching = rows.filter(({ touches }) => touches).map(({ id }) => id)
  const seen =
    touching.length === 0
      ? []
      : await db
          .selectFrom('bank_line_seen')
          .innerJoin('bank_line', 'bank_line.id', 'bank_line_seen.line_id')
          .select(['statement_id', 'line_id as lineId', 'day', 'amount', 'bank_line_seen.position', ...sightingColumns])
          .where('statement_id', 'in', touching)
          .orderBy('bank_line_seen.position')
          .execute()
  const ofStatement = Map.groupBy(seen, ({ statement_id }) => statement_id)
  return rows.map(({ touches: _, opening, closing, ...statement }) => ({
    ...statement,
    ...(opening !== null && { opening }),
    ...(closing !== null && { closing }),
    lines: (ofStatement.get(statement.id) ?? []).map(({ lineId, day, amount, position, ...row }) => ({
      lineId,
      day,
      amount,
      position,
      ...sighting(row),
    })),
  }))
}
