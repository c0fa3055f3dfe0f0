// The year-end entry closes income and expense to retained earnings: every income, cost and expense account is brought
// to zero on the last day of the fiscal year. Income statements exclude it.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { endOfMonth, formatDay, formatLongDay, monthOf } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { dayMistakes, missingAccounts } from '../common/posting.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult } from '../type.ts'
import { yearEndReference } from './fields.ts'
import type { YearEndFields } from './fields.ts'

export type YearEndFacts = Facts<'yearEnd'>

export const yearEndFacts = ({ day: of }: YearEndFields): FactRequest<'yearEnd'> => ({
  partyId: null,
  externalNo: yearEndReference(of),
  day: of,
  yearEnd: of,
})

export function postYearEnd(fields: YearEndFields, facts: YearEndFacts): PostingResult {
  const mistakes = mistakesOf(fields, facts)
  const balances = balancesOf(facts)
  if (mistakes.length > 0) return { ok: false, mistakes }
  const profit = -sum(balances.map(([, balance]) => balance))
  const lines = balances.map(([code, balance]) => (balance < 0n ? debit(code, -balance) : credit(code, balance)))
  const made = entry(
    'GJ',
    fields.day,
    fields.memo === '' ? `Closing of the year ended ${formatLongDay(fields.day)}` : fields.memo,
    ...lines,
    profit >= 0n ? credit(accounts.retainedEarnings, profit) : debit(accounts.retainedEarnings, -profit),
  )
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: null,
      externalNo: yearEndReference(fields.day),
      dueDay: null,
      memo: fields.memo,
      total: sum(made.lines.map((line) => line.debit)),
      entry: made,
      effects: [],
      totals: [
        {
          label: profit >= 0n ? 'Net profit to retained earnings' : 'Net loss charged to retained earnings',
          amount: profit >= 0n ? profit : -profit,
          emphasis: 'grand',
        },
      ],
      warnings: [],
    },
  }
}

/** The balances of income and expense accounts, debits less credits, in the order of their codes. */
const balancesOf = ({ yearEnd }: YearEndFacts): [string, Money][] =>
  [...yearEnd.balances].filter(([, balance]) => balance !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))

function mistakesOf(fields: YearEndFields, facts: YearEndFacts): FieldMistake[] {
  const { yearEnd, sameExternalNo } = facts
  const mistakes = dayMistakes(fields.day, facts)
  const mistake = (message: string) => mistakes.push({ path: ['day'], message })
  if (sameExternalNo !== undefined)
    mistake(`This year is already closed in ${sameExternalNo.number}. Void that document first to close it again.`)
  const month = monthOf(fields.day)
  if (fields.day !== endOfMonth(month) || Number(month.slice(5)) !== yearEnd.endsWith)
    mistake(`The fiscal year does not end on ${formatDay(fields.day)}. Choose its last day.`)
  if (facts.today < fields.day) mistake(`The year ends on ${formatDay(fields.day)}. Close it after that date.`)
  if (yearEnd.opening !== 0n) {
    const left = formatMoney(yearEnd.opening < 0n ? -yearEnd.opening : yearEnd.opening)
    mistake(
      `${accounts.openingBalance} Opening balance equity has a balance of ${left}. The balance must be zero before the year is closed.`,
    )
  }
  if (mistakes.length === 0 && balancesOf(facts).length === 0)
    mistake('There is nothing to close because income, costs and expenses are all zero.')
  return [...mistakes, ...missingAccounts('Year-end entries', [accounts.retainedEarnings], facts)]
}
