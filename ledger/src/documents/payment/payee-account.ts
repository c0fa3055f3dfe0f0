// The bank account that a payment goes to: whose it is, and what to check before the money leaves.
import { daysBetween, formatDay } from '../../core/date.ts'
import type { Facts } from '../facts.ts'
import type { SettlingFields } from '../settling/fields.ts'

/** A change within so many days is named before the payment is recorded. */
const recentDays = 30

const methods: readonly SettlingFields['method'][] = ['transfer', 'ewallet']

/** Why the bank account cannot be used; undefined if it can, or if none is chosen. */
export function payeeAccountMistake(
  { payeeAccount, partyId, method }: Pick<SettlingFields, 'payeeAccount' | 'partyId' | 'method'>,
  { payeeAccount: account, party }: Facts<'payeeAccount'>,
): string | undefined {
  if (payeeAccount === null) return undefined
  if (!methods.includes(method))
    return "A payee's bank account applies only to bank transfers. Clear this field, or choose Bank transfer."
  if (account === null || account.partyId !== (party?.id ?? partyId))
    return 'This bank account belongs to someone else. Choose one from the list.'
  if (!account.active) return `${account.bank} ${masked(account.number)} is inactive. Choose another bank account.`
  return undefined
}

/** Payments are often diverted by a changed bank account, or by one that two payees share. */
export function payeeAccountWarnings({ payeeAccount: account, today }: Facts<'payeeAccount'>): string[] {
  if (account === null) return []
  const { bank, number, isChanged, changedOn, changedBy, sameAs } = account
  const named = `${bank} ${masked(number)}`
  const recent = daysBetween(changedOn, today) <= recentDays
  return [
    ...(recent
      ? [
          `The bank account ${named} was ${isChanged ? 'changed' : 'added'} on ${formatDay(changedOn)} by ${changedBy}. Confirm it with the payee by telephone, using a number you already have.`,
        ]
      : []),
    ...(sameAs.length > 0
      ? [`The bank account ${named} is also registered for ${sameAs.join(', ')}. Check whose account it is.`]
      : []),
  ]
}

const masked = (number: string) => `·${number.replaceAll(/[ -]/g, '').slice(-4)}`
