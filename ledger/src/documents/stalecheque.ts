// A cheque that nobody presented in time is written back: the bank gets the money again, and the payee is owed it until
// it is paid by another cheque.
import { z } from 'zod'
import { accounts } from '../accounts/chart.ts'
import { isStale, leafWords, staleAfterDays, staleFrom } from '../banking/cheques.ts'
import { day, formatDay } from '../core/date.ts'
import { functionalCurrency } from '../accounts/exchange.ts'
import { accountCode, fieldSet, memo } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import { amountInWords } from '../core/money.ts'
import {
  balancesTable,
  companyHeading,
  dayMistakes,
  dayWarnings,
  journalOf,
  missingAccounts,
  moneyAccount,
  partyHeading,
} from './common.ts'
import { leafKey } from './type.ts'
import type { DocumentKind, Facts, FieldMistake } from './type.ts'
import { stalechequeWords } from './stalecheque/words.ts'

export const staleChequeFields = fieldSet({
  account: accountCode,
  chequeNo: z
    .string('Enter the number of the cheque.')
    .trim()
    .regex(/^\d{4,12}$/, 'A cheque has a number of 4 to 12 digits, with the zeros in front; check it.'),
  day,
  /** Whom the cheque was recorded for; it stands in the register of what is owed. */
  partyId: z.uuid().toLowerCase().nullable().default(null),
  memo,
})
export type StaleChequeFields = z.output<typeof staleChequeFields>

export const stalecheque: DocumentKind<typeof staleChequeFields> = {
  ...stalechequeWords,
  fields: staleChequeFields,
  mentions: ({ account, chequeNo, day: of, partyId }) => ({
    partyId,
    externalNo: null,
    day: of,
    money: [account],
    leaves: [{ account, no: chequeNo }],
  }),

  post(fields, facts) {
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
        items: [{ settles: 'itself', account: accounts.staleCheques, partyId, amount }],
        cheque: null,
        leaf: { account, no: chequeNo, state: 'stale', day: fields.day },
        totals: [{ label: 'Owed again', amount, emphasis: 'grand' }],
        warnings: dayWarnings('The document', fields.day, facts.today),
        receiptTo: null,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const account = facts.money.get(fields.account)
    const leaf = facts.leaves.get(leafKey(fields.account, fields.chequeNo))
    return {
      title: 'Stale Cheque',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: 'Written back, owed until it is paid again',
      company: companyHeading(facts.company),
      party: partyHeading('Payee', facts.party),
      facts: [
        { label: 'Cheque no.', value: fields.chequeNo },
        { label: 'Drawn on', value: account ? `${account.code} ${account.name}` : fields.account },
        { label: 'Made out to', value: leaf?.written?.payee ?? '' },
        { label: 'Cheque date', value: leaf?.written ? formatDay(leaf.written.day) : '' },
        { label: 'Recorded as', value: leaf?.usedBy ?? '' },
      ],
      lines: [],
      tables: account ? [balancesTable([{ account, amount: posting.total }])] : [],
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

function mistakesOf(fields: StaleChequeFields, facts: Facts): FieldMistake[] {
  const { account, mistakes } = moneyAccount(fields.account, facts, ['account'])
  const found: FieldMistake[] = [...dayMistakes(fields.day, facts), ...mistakes]
  const mistake = (path: string, message: string) => found.push({ path: [path], message })
  const no = fields.chequeNo
  const leaf = facts.leaves.get(leafKey(fields.account, no))
  if (account !== undefined && account.currency !== functionalCurrency)
    mistake('account', `${account.name} is in ${account.currency}; void the payment instead and record it again.`)
  if (leaf === undefined) mistake('chequeNo', `Cheque ${no} is in no cheque book of this account; check the number.`)
  else if (leaf.written === undefined) mistake('chequeNo', `Cheque ${no} was never issued, so it cannot go stale.`)
  else if (leaf.state !== 'issued' && leaf.state !== 'released')
    mistake(
      'chequeNo',
      `Cheque ${no} is ${leafWords[leaf.state].toLowerCase()}; only one that is still out goes stale.`,
    )
  else if (!isStale(leaf.written.day, fields.day))
    mistake(
      'day',
      `Cheque ${no} is of ${formatDay(leaf.written.day)}; banks take it for ${staleAfterDays} days, so it is stale from ${formatDay(staleFrom(leaf.written.day))}.`,
    )
  else if (leaf.written.partyId !== fields.partyId)
    mistake('partyId', `Cheque ${no} was recorded for another payee; open it from its leaf.`)
  if (found.length > 0) return found
  return missingAccounts('Stale cheques', [accounts.staleCheques], facts)
}
