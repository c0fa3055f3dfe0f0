// Current bank statement lines, without those of removed statements.
import { sql } from 'kysely'

/** For a query over bank_line: shown by a statement that was not removed. */
export const lineStands = sql<boolean>`exists (
  select from bank_line_seen join bank_statement on bank_statement.id = bank_line_seen.statement_id
  where bank_line_seen.line_id = bank_line.id and bank_statement.removed_at is null)`
