// The open balance of a party, as shown next to its name in the list of parties.
import type { PartySearchRow, PartyRole } from '@talaan/contract/parties.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'

/** 'Owes 112,000.00, has a credit of 8,000.00' */
export function balanceWords({ balance }: Pick<PartySearchRow, 'balance'>, role: PartyRole): string {
  if (balance === null) return ''
  const { open, credit } = balance
  const owes = role === 'customer' ? 'Owes' : 'Payable'
  const has = role === 'customer' ? 'has a credit of' : 'has an advance of'
  const parts = [
    open === 0n ? '' : `${owes} ${formatMoney(open)}`,
    credit === 0n ? '' : `${has} ${formatMoney(credit)}`,
  ].filter((words) => words !== '')
  return parts.join(', ').replace(/^h/, 'H')
}
