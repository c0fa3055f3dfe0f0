// Which lines of bank statements stand: what was taken back with its statement does not.
import { sql } from 'kysely'

/** Of a query over bank_line: shown by a statement that was not taken back. */
export const lineStands = sql<boolean>`exists (
  select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
  where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null)`
