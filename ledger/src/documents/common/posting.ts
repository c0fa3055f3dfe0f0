// Checks shared by several posting rules: of the party, the date, the accounts and the money.
import { isClosed } from '../../accounts/closing.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import type { Entry, LineExtras } from '../../accounts/journal.ts'
import { addDays, daysBetween, formatDay, formatMonth, monthOf } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import type { PartyRole } from '../../core/party.ts'
import type { CommonFacts, FactsOf, MoneyFact } from '../facts.ts'
import type { FieldMistake } from '../type.ts'

/** Errors of the chosen party: removed meanwhile, or registered only in the other role. */
export function partyMistakes(
  partyId: string | null,
  { party }: Pick<CommonFacts, 'party'>,
  role: PartyRole,
): FieldMistake[] {
  const mistake = (message: string) => [{ path: ['partyId'], message }]
  if (party === undefined) {
    if (partyId === null) return []
    return mistake(`This ${role} is no longer registered. Choose another one, or register the ${role} again.`)
  }
  if (party[role]) return []
  const other = role === 'customer' ? 'supplier' : 'customer'
  return mistake(`${displayName(party)} is registered only as a ${other}. Register it as a ${role} first.`)
}

/** A document may be dated a month ahead, with a warning; further ahead is probably a wrong year. */
const futureLimitDays = 31

/** Errors of a document date: a closed month, before the opening balances, or too far ahead. */
export function dayMistakes(
  day: Day,
  { closedMonths, booksBegin, today }: Pick<CommonFacts, 'closedMonths' | 'booksBegin' | 'today'>,
  path: (string | number)[] = ['day'],
  limit = futureLimitDays,
): FieldMistake[] {
  const month = monthOf(day)
  if (isClosed(month, closedMonths)) {
    return [
      {
        path,
        message: `${formatMonth(month)} is closed. Choose a date in an open month, or ask an accountant to reopen it.`,
      },
    ]
  }
  if (booksBegin !== null && day < booksBegin) {
    const message = `The books begin on ${formatDay(booksBegin)}, and earlier documents are part of the opening balances. Choose a later date, or ask an accountant to add an open item to the opening balances.`
    return [{ path, message }]
  }
  if (daysBetween(today, day) <= limit) return []
  const latest = formatDay(addDays(today, limit))
  const message = `The date is more than ${limit} days ahead. The latest date you can use today is ${latest}.`
  return [{ path, message }]
}

/** Warnings about dates. `what` begins the sentence: 'The invoice'. */
export function dayWarnings(what: string, day: Day, today: Day): string[] {
  const ahead = daysBetween(today, day)
  if (ahead > 0) return [`${what} is dated ${formatDay(day)}, ${ahead} ${ahead === 1 ? 'day' : 'days'} from today.`]
  return ahead < -365 ? [`${what} is dated ${formatDay(day)}, more than a year ago. Check the year.`] : []
}

/** A due date in the past gives a warning. */
export const dueWarnings = (dueDay: Day | null, today: Day): string[] =>
  dueDay !== null && dueDay < today ? [`The due date, ${formatDay(dueDay)}, has already passed.`] : []

/** Inactive accounts that a rule posts to by itself. `plural` begins the sentence: 'Invoices'. */
export function missingAccounts(
  plural: string,
  codes: readonly string[],
  { accounts }: Pick<CommonFacts, 'accounts'>,
): FieldMistake[] {
  const missing = [...new Set(codes)].filter((code) => !accounts.has(code))
  return missing.map((code) => ({
    path: [],
    message: `${plural} post to account ${code}, which is inactive. Activate it in the chart of accounts.`,
  }))
}

/** The money account of a code, or the error at its field. */
export function moneyAccount(
  code: string,
  { money }: FactsOf<'money'>,
  path: (string | number)[],
): { account: MoneyFact; mistakes: [] } | { account: undefined; mistakes: FieldMistake[] } {
  const account = money.get(code)
  if (account === undefined) {
    const message = 'This is not an active cash, bank or e-wallet account. Choose one from the list.'
    return { account, mistakes: [{ path, message }] }
  }
  if (account.active) return { account, mistakes: [] }
  const message = `${account.name} is inactive. Choose another account or activate it in the settings.`
  return { account: undefined, mistakes: [{ path, message }] }
}

/**
 * Refuses an overdraft on the date or any later date, unless the account only warns. `amount` is in the account's currency.
 * If cash and cheques to deposit would cover it, the message says so, and the mistake leads to the deposit.
 */
export function coverMistakes(account: MoneyFact, amount: Money, day: Day, path: (string | number)[]): FieldMistake[] {
  const { name, held, lowestHeld, overdraft, undeposited } = account
  if (amount <= lowestHeld + overdraft || account.overLimit === 'warn') return []
  const unit = account.currency === functionalCurrency ? '' : `${account.currency} `
  const limit = overdraft === 0n ? '' : `, with an overdraft limit of ${unit}${formatMoney(overdraft)}`
  if (
    account.kind === 'bank' &&
    account.currency === functionalCurrency &&
    amount <= lowestHeld + overdraft + undeposited
  ) {
    const message = `The balance of ${name} is ${formatMoney(lowestHeld)}${limit}, and receipts of ${formatMoney(undeposited)} have not been deposited yet. Record the deposit first, or choose another account.`
    return [{ path, message, remedy: 'deposit' }]
  }
  const message =
    held + overdraft < amount
      ? `The balance of ${name} is ${unit}${formatMoney(held)} on ${formatDay(day)}${limit}. Lower the amount, choose another account, or record missing receipts first.`
      : `The balance of ${name} is ${unit}${formatMoney(held)} on ${formatDay(day)}, but later documents reduce it to ${unit}${formatMoney(lowestHeld)}${limit}. Lower the amount or choose another account.`
  return [{ path, message }]
}

/** A warning for each account that the entry overdraws and that is set to warn only. */
export function overdraftWarnings({ lines, day }: Entry, accountsOf: ReadonlyMap<string, MoneyFact>): string[] {
  return [...accountsOf.values()].flatMap(({ code, name, currency, lowestHeld, overdraft, overLimit }) => {
    if (overLimit === 'refuse') return []
    const isForeign = currency !== functionalCurrency
    const moved = sum(
      lines
        .filter((line) => line.account === code)
        .map(({ debit, credit, foreign }) => {
          if (!isForeign) return debit - credit
          return debit > 0n ? (foreign?.amount ?? 0n) : -(foreign?.amount ?? 0n)
        }),
    )
    const left = lowestHeld + moved
    if (moved >= 0n || left + overdraft >= 0n) return []
    const unit = isForeign ? `${currency} ` : ''
    return [
      `${name} would be overdrawn by ${unit}${formatMoney(-left)} on ${formatDay(day)} or later. Check for receipts and deposits that are not recorded yet.`,
    ]
  })
}

/** The foreign amount of a line on a money account: none for a peso account, else in the account's currency. */
export const inCurrency = ({ currency }: Pick<MoneyFact, 'currency'>, amount: Money): Pick<LineExtras, 'foreign'> =>
  currency === functionalCurrency ? {} : { foreign: { currency, amount } }
