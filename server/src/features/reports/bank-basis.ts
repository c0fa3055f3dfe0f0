// What the balances and movements of a bank account consist of, by its statements and by the books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { formatMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { bankLineStands, statementBalance } from '../../books/bank-positions.ts'
import type { Basis } from '../../books/why.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The balance before the first statement, and the lines of each month. */
export async function statementItems(db: Kysely<Tables>, account: string, until: Day): Promise<Basis> {
  const { rows } = await sql<{ month: Month; lines: number; amount: Money }>`
    select to_char(day, 'YYYY-MM') as month, count(*)::int as lines, sum(amount)::bigint as amount from bank_line
    where account = ${account} and day <= ${until}::date and ${bankLineStands} group by 1 order by 1`.execute(db)
  const balance = await statementBalance(db, account, until)
  const opening = balance - sum(rows.map(({ amount }) => amount))
  return {
    rule: 'The opening balance of the first statement and the lines of all statements since.',
    items: [
      { key: 'opening', words: 'Opening balance of the first statement', amount: opening },
      ...rows.map(({ month, lines, amount }) => ({
        key: month,
        words: `${lines === 1 ? '1 line' : `${lines} lines`} of ${formatMonth(month)}`,
        amount,
        day: startOfMonth(month),
      })),
    ],
  }
}

type Movements = { from?: Day | undefined; until: Day; side?: 'in' | 'out' | undefined }

/** The lines of the statements in a period, money in or money out, both without a sign. */
export async function statementMovements(db: Kysely<Tables>, account: string, of: Movements): Promise<Basis> {
  const { rows } = await sql<{ id: string; day: Day; description: string; amount: Money }>`
    select id, day, description, abs(amount)::bigint as amount from bank_line
    where account = ${account} and day between ${of.from ?? of.until}::date and ${of.until}::date and ${bankLineStands}
      and ${of.side === 'in' ? sql`amount > 0` : sql`amount < 0`} order by day, seq`.execute(db)
  return {
    rule: 'The lines of the bank statements of the month.',
    items: rows.map(({ id, day, description, amount }) => ({ key: id, words: description, amount, day })),
  }
}

/** The book lines of the account, in its own currency. */
export const bookLines = ({ account, from, until, side }: Movements & { account: string }): Basis => ({
  rule: `The lines of account ${account} in the books, in the currency of the account.`,
  lines: sql`
    select book.entry_no, book.position, to_char(book.day, 'YYYY-MM') as part, to_char(book.day, 'FMMonth YYYY') as part_words,
      ${side === undefined ? sql`book.amount` : sql`abs(book.amount)`} as amount
    from bank_book_line as book
    where book.account = ${account} and book.day <= ${until}::date
      and ${from === undefined ? sql`true` : sql`book.day >= ${from}::date`}
      and ${side === undefined ? sql`true` : side === 'in' ? sql`book.amount > 0` : sql`book.amount < 0`}`,
})
