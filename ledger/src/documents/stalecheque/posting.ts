// A stale cheque is written back: the bank account is restored, and the payee is owed the amount until another cheque
// pays it.
import { accounts } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { leafWords } from '../../banking/cheques.ts'
import { isStale, staleAfterDays, staleFrom } from '../../banking/stale.ts'
import { formatDay } from '../../core/date.ts'
import { dayMistakes, dayWarnings, missingAccounts, moneyAccount } from '../common/posting.ts'
import { changesCheque, effects, opens } from '../effects.ts'
import { leafKey } from '../facts.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult } from '../type.ts'
import type { StaleChequeFields } from './fields.ts'

export type StaleChequeFacts = Facts<'money' | 'leaves'>

export const staleChequeFacts = ({
  account,
  chequeNo,
  day: of,
  partyId,
}: StaleChequeFields): FactRequest<'money' | 'leaves'> => ({
  partyId,
  externalNo: null,
  day: of,
  money: [account],
  leaves: [{ account, no: chequeNo }],
})

export function postStaleCheque(fields: StaleChequeFields, facts: StaleChequeFacts): PostingResult {
  const mistakes = mistakesOf(fields, facts)
  const written = facts.leaves.get(leafKey(fields.account, fields.chequeNo))?.written
  if (mistakes.length > 0 || written === undefined) return { ok: false, mistakes }
  const { amount } = written
  const { partyId, account, chequeNo } = fields
  const party = partyId === null ? {} : { partyId }
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId,
      externalNo: chequeNo,
      dueDay: null,
      memo: fields.memo,
      total: amount,
      entry: entry(
        'GJ',
        fields.day,
        fields.memo === '' ? `Stale cheque ${chequeNo} to ${written.payee}` : fields.memo,
        debit(account, amount, party),
        credit(accounts.staleCheques, amount, party),
      ),
      effects: effects(
        opens(accounts.staleCheques, partyId, amount),
        changesCheque({ account, no: chequeNo, state: 'stale', day: fields.day }),
      ),
      totals: [{ label: 'Payable again', amount, emphasis: 'grand' }],
      warnings: dayWarnings('The document', fields.day, facts.today),
    },
  }
}

function mistakesOf(fields: StaleChequeFields, facts: StaleChequeFacts): FieldMistake[] {
  const { account, mistakes } = moneyAccount(fields.account, facts, ['account'])
  const found: FieldMistake[] = [...dayMistakes(fields.day, facts), ...mistakes]
  const mistake = (path: string, message: string) => found.push({ path: [path], message })
  const no = fields.chequeNo
  const leaf = facts.leaves.get(leafKey(fields.account, no))
  if (account !== undefined && account.currency !== functionalCurrency)
    mistake('account', `${account.name} is in ${account.currency}. Void the payment, then record a new payment.`)
  if (leaf === undefined) mistake('chequeNo', `Cheque ${no} is not in a cheque book of this account. Check the number.`)
  else if (leaf.written === undefined) mistake('chequeNo', `Cheque ${no} was never issued, so it cannot be stale.`)
  else if (leaf.state !== 'issued' && leaf.state !== 'released')
    mistake(
      'chequeNo',
      `Cheque ${no} is ${leafWords[leaf.state].toLowerCase()}. Only an outstanding cheque can be stale.`,
    )
  else if (!isStale(leaf.written.day, fields.day))
    mistake(
      'day',
      `Cheque ${no} is dated ${formatDay(leaf.written.day)}. Banks accept a cheque for ${staleAfterDays} days, so it is stale from ${formatDay(staleFrom(leaf.written.day))}.`,
    )
  else if (leaf.written.partyId !== fields.partyId)
    mistake('partyId', `Cheque ${no} was recorded for another payee. Open the cheque from its cheque book.`)
  if (found.length > 0) return found
  return missingAccounts('Stale cheques', [accounts.staleCheques], facts)
}
