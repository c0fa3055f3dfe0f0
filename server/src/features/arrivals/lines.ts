// Receipts of bank lines: a file of Arrivals says what money that left an account was for.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { arrivalProblems } from '@talaan/contract/arrivals.ts'
import type { ArrivalLine, listMonthReceipts } from '@talaan/contract/arrivals.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { endOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { accountLabel } from '../../books/account-label.ts'
import { isWaitingArrival, readingOfArrival } from '../../books/arrivals.ts'
import { bankLineIsFree, bankLineStands } from '../../books/bank-positions.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { arrivalsById } from './list.ts'
import { mayBeReceipt, missingOfBankMonth } from './missing.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** The bank line that a file is the receipt of. */
export async function lineOfArrival(db: Db, arrivalId: string): Promise<ArrivalLine | null> {
  const { rows } = await sql<ArrivalLine>`
    select bank_line.id, bank_line.account, ${accountLabel('bank_line.account')} as "accountLabel", bank_line.day,
      bank_line.amount, bank_line.description, not ${bankLineIsFree} as matched
    from arrival join bank_line on bank_line.id = bank_line_id
    join money_account on money_account.code = bank_line.account
    where arrival.id = ${arrivalId}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Refuses a line that a receipt can't be for. */
export async function assertTakesReceipt(trx: Trx, lineId: string, arrivalId: string): Promise<void> {
  const { rows } = await sql<{ isOut: boolean; isFree: boolean; isTaken: boolean }>`
    select amount < 0 and currency = ${functionalCurrency} as "isOut", ${bankLineIsFree} as "isFree",
      exists (select from arrival where bank_line_id = bank_line.id and arrival.id <> ${arrivalId}::uuid) as "isTaken"
    from bank_line join money_account on money_account.code = bank_line.account
    where bank_line.id = ${lineId}::uuid and ${bankLineStands}`.execute(trx)
  const [line] = rows
  if (line === undefined) throw new Refusal(arrivalProblems.noLine)
  if (!line.isOut) throw new Refusal(arrivalProblems.lineIncoming)
  if (!line.isFree) throw new Refusal(arrivalProblems.lineMatched)
  if (line.isTaken) throw new Refusal(arrivalProblems.lineTaken)
}

/** Begins with the files, which are few, and finds their lines. */
export async function receiptsOfMonth(
  db: Db,
  account: string,
  month: Month,
): Promise<AnswerOf<typeof listMonthReceipts>> {
  const { rows } = await sql<{ lineId: string; arrivalId: string; isReceipt: boolean }>`
    select bank_line.id as "lineId", arrival.id as "arrivalId", bank_line.id is not distinct from arrival.bank_line_id as "isReceipt"
    from arrival left join lateral ${readingOfArrival} on true
    join bank_line on bank_line.account = ${account} and bank_line.day <= ${endOfMonth(month)}::date
      and bank_line.amount < 0 and ${bankLineStands} and ${bankLineIsFree}
      and (bank_line.id = arrival.bank_line_id
        or arrival.bank_line_id is null and ${mayBeReceipt(sql`-bank_line.amount`, sql`bank_line.day`)}
          and ${isWaitingArrival})
    order by abs(reading.day - bank_line.day), arrival.id`.execute(db)
  const arrivals = await arrivalsById(
    db,
    rows.map(({ arrivalId }) => arrivalId),
  )
  const { missing, count } = await missingOfBankMonth(db, account, month)
  const lines = [...Map.groupBy(rows, ({ lineId }) => lineId)].map(([lineId, files]) => {
    const receipt = files.find(({ isReceipt }) => isReceipt)
    const found = receipt === undefined ? files.slice(0, 3) : []
    return {
      lineId,
      receipt: arrivals.get(receipt?.arrivalId ?? '') ?? null,
      found: found.flatMap(({ arrivalId }) => arrivals.get(arrivalId) ?? []),
    }
  })
  return { lines, missing, missingCount: count }
}
