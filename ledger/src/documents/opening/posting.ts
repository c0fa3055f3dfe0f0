// Opening balances carry over the closing balances of earlier books: account balances, or one open item, each against
// 3090 Opening balance equity. Any difference stays on 3090 until it is resolved.
import { accounts, itemAccounts, normalSideOf } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, largestMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { dayMistakes, dayWarnings, missingAccounts } from '../common/posting.ts'
import { effects, opens } from '../effects.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult, Total } from '../type.ts'
import { openingItems } from './fields.ts'
import type { Item, OpeningFields, Row } from './fields.ts'

/** The external number of the balances of a date, so that a second set is detected. Document numbers are upper case, so none can be equal. */
export const balancesOf = (begins: string) => `Balances of ${begins}`

export type OpeningFacts = Facts<'money'>

export const openingFacts = ({ day: of, rows, item }: OpeningFields): FactRequest<'money'> => ({
  partyId: item?.partyId ?? null,
  externalNo: item?.number ?? balancesOf(of),
  externalNoPerParty: item?.partyId != null,
  day: of,
  money: [...new Set(rows.map(({ account }) => account))],
})

export function postOpening(fields: OpeningFields, facts: OpeningFacts): PostingResult {
  const mistakes = [
    ...dayMistakes(fields.day, facts),
    ...(fields.item === null ? balanceMistakes(fields, facts) : itemMistakes(fields.item, facts)),
    ...missingAccounts('Opening balances', [accounts.openingBalance], facts),
  ]
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { item } = fields
  const lines = item === null ? balanceLines(fields.rows, facts) : itemLines(item)
  const rest = sum(lines.map((line) => line.debit - line.credit))
  const remainder = rest > 0n ? credit(accounts.openingBalance, rest) : debit(accounts.openingBalance, -rest)
  const total = item?.amount ?? sum(lines.map((line) => line.debit)) + (rest < 0n ? -rest : 0n)
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: item?.partyId ?? null,
      externalNo: item?.number ?? balancesOf(fields.day),
      // Without a due date, an item is due on its document date.
      dueDay: item === null ? null : (item.dueDay ?? item.day),
      memo: fields.memo,
      total,
      entry: entry('GJ', fields.day, memoOf(fields), ...lines, remainder),
      effects: effects(item === null ? null : opens(item.account, item.partyId, item.amount)),
      totals: totalsOf(fields, rest, total),
      warnings: dayWarnings('The opening', fields.day, facts.today),
    },
  }
}

const memoOf = ({ memo: words, item }: OpeningFields): string => {
  if (words !== '') return words
  return item === null ? 'Opening balances' : `Opening balance, document no. ${item.number}`
}

function balanceLines(rows: readonly Row[], { money: held }: OpeningFacts): Line[] {
  return rows.map((row) => {
    const currency = held.get(row.account)?.currency ?? functionalCurrency
    const extras = row.foreign === null ? {} : { foreign: { currency, amount: row.foreign } }
    return row.debit > 0n ? debit(row.account, row.debit, extras) : credit(row.account, row.credit, extras)
  })
}

function itemLines({ account, amount: open, partyId }: Item): Line[] {
  const extras = partyId === null ? {} : { partyId }
  return [normalSideOf(account) === 'debit' ? debit(account, open, extras) : credit(account, open, extras)]
}

function balanceMistakes({ rows, day: begins }: OpeningFields, facts: OpeningFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (i: number, name: keyof Row, message: string) => mistakes.push({ path: ['rows', i, name], message })
  if (facts.sameExternalNo !== undefined) {
    const message = `The balances as of ${formatDay(begins)} are already recorded as ${facts.sameExternalNo.number}. Void that document first, then record all balances again.`
    mistakes.push({ path: ['day'], message })
  }
  const firstRow = new Map<string, number>()
  rows.forEach((row, i) => {
    const account = facts.accounts.get(row.account)
    const before = firstRow.get(row.account)
    if (before === undefined) firstRow.set(row.account, i)
    if (account === undefined) {
      at(
        i,
        'account',
        `Account ${row.account} is missing or inactive in the chart of accounts. Add or activate it first.`,
      )
      return
    }
    if (before !== undefined) at(i, 'account', `${row.account} is already in row ${before + 1}. Combine the two rows.`)
    if (row.account === accounts.openingBalance)
      at(i, 'account', `The difference is posted to account ${row.account} automatically. Remove this row.`)
    if (itemAccounts.includes(row.account))
      at(
        i,
        'account',
        `The balance of ${row.account} ${account.name} consists of open items. Enter each open item separately.`,
      )
    const { currency = functionalCurrency } = facts.money.get(row.account) ?? {}
    if (currency !== functionalCurrency && row.foreign === null)
      at(i, 'foreign', `${account.name} is in ${currency}. Enter the balance both in ${currency} and in pesos.`)
    if (currency === functionalCurrency && row.foreign !== null)
      at(i, 'foreign', `${account.name} is in ${functionalCurrency}. Clear the foreign amount.`)
  })
  for (const side of ['debit', 'credit'] as const) {
    const whole = sum(rows.map((row) => row[side]))
    if (whole > largestMoney)
      mistakes.push({
        path: ['rows'],
        message: `The total of the ${side}s is more than ${formatMoney(largestMoney)}. Check the amounts.`,
      })
  }
  return mistakes
}

function itemMistakes({ account: code, partyId, number }: Item, facts: OpeningFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (name: keyof Item, message: string) => mistakes.push({ path: ['item', name], message })
  const { party, sameExternalNo } = facts
  const whose = openingItems[code]?.party ?? null
  if (!facts.accounts.has(code)) at('account', `Account ${code} is inactive. Activate it in the chart of accounts.`)
  if (partyId !== null && party === undefined) {
    at('partyId', 'This customer or supplier is no longer registered. Choose another one, or register this one again.')
  } else if (party === undefined && (whose === 'customer' || whose === 'supplier')) {
    at('partyId', `Choose the ${whose} of this ${openingItems[code]?.word.toLowerCase()}.`)
  } else if (
    party !== undefined &&
    ((whose === 'customer' && !party.customer) || (whose === 'supplier' && !party.supplier))
  ) {
    at('partyId', `${displayName(party)} is not registered as a ${whose}. Register it as a ${whose} first.`)
  }
  if (sameExternalNo !== undefined) {
    const name = party === undefined ? '' : ` of ${displayName(party)}`
    const remedy = 'Void that document first, or add a suffix to the number if this is a different document.'
    at('number', `Document no. ${number}${name} is already recorded as ${sameExternalNo.number}. ${remedy}`)
  }
  return mistakes
}

function totalsOf({ item }: OpeningFields, rest: Money, total: Money): Total[] {
  if (item !== null) return [{ label: 'Open amount', amount: total, emphasis: 'grand' }]
  const side = rest > 0n ? 'credit' : 'debit'
  return [
    ...(rest === 0n ? [] : [{ label: `To opening balance equity, ${side}`, amount: rest > 0n ? rest : -rest }]),
    { label: 'Total debits and total credits', amount: total, emphasis: 'grand' },
  ]
}
