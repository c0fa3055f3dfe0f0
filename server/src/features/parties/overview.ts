// How we stand with a customer or supplier: open and overdue amounts by age, credits, and certificates to receive and to issue.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { getPartyOverview } from '@talaan/contract/parties.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { usualDaysLate } from '@talaan/ledger/reports/cash-projection.ts'
import { daysLate } from '../../books/days-late.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Overview = AnswerOf<typeof getPartyOverview>

const sides = [
  { side: 'receivable', owed: accounts.receivables, credit: accounts.customerAdvances },
  { side: 'payable', owed: accounts.payables, credit: accounts.supplierAdvances },
] as const
const certificates: readonly string[] = [accounts.withheldAwaitingCertificate, accounts.vatWithheld]

/** A document without a due date is due on its own date, as in the ageing. */
export async function overviewOf(db: Kysely<Tables>, partyId: string, today: Day): Promise<Overview> {
  const { rows } = await sql<{ account: string; age: number; open: string; documents: number; oldest: Day }>`
    select account, age, sum(open)::text as open, count(*)::int as documents, min(due) as oldest
    from (
      select account, open, coalesce(due_day, day) as due,
        least(greatest(ceil((${today}::date - coalesce(due_day, day)) / 30.0), 0), 4)::int as age
      from item_balance join document on document.id = document_id
      where item_balance.party_id = ${partyId}::uuid and open > 0
        and account = any(${[...sides.flatMap(({ owed, credit }) => [owed, credit]), ...certificates]}::text[])
    ) as item
    group by account, age`.execute(db)
  const { rows: toIssue } = await sql<{ quarter: Day; tax: string }>`
    select quarter, (tax - issued)::text as tax from certificate_owed
    where party_id = ${partyId}::uuid order by quarter`.execute(db)
  const late = await daysLate(db, { asOf: today, partyId })
  const usually = usualDaysLate(
    late.flatMap(({ days }) => days),
    [],
  )
  const sumOf = (which: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(which).reduce((sum, { open }) => sum + BigInt(open), 0n)
  return {
    sides: sides.map(({ side, owed, credit }) => {
      const items = rows.filter(({ account }) => account === owed)
      const age = (at: number) => sumOf((row) => row.account === owed && row.age === at)
      return {
        side,
        documents: items.reduce((count, { documents }) => count + documents, 0),
        open: sumOf(({ account }) => account === owed),
        overdue: sumOf((row) => row.account === owed && row.age > 0),
        credit: sumOf(({ account }) => account === credit),
        ages: [age(0), age(1), age(2), age(3), age(4)] as const,
        oldestDue: items.map(({ oldest }) => oldest).toSorted()[0] ?? null,
        usualDaysLate: side === 'receivable' ? usually : null,
      }
    }),
    certificates: sumOf(({ account }) => certificates.includes(account)),
    certificatesToIssue: toIssue.map(({ quarter, tax }) => ({ quarter, tax: BigInt(tax) })),
  }
}
