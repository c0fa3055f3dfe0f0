// The bills payment as it is printed, mailed and shown.
import { functionalCurrency } from '../../accounts/exchange.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { SettlingFields } from '../settling/fields.ts'
import { paying, settlementOf } from '../settling/figures.ts'
import { creditsTable, paidByFacts, settledTable } from '../settling/receipt.ts'
import type { Posting } from '../type.ts'
import type { PaymentFacts } from './posting.ts'

export function paymentReceipt(
  fields: SettlingFields,
  facts: PaymentFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const settlement = settlementOf(fields, facts, paying)
  const account = fields.account === null ? undefined : facts.money.get(fields.account)
  return {
    title: 'Bills Payment',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: 'Payment voucher',
    company: companyHeading(facts.company),
    party: partyHeading('Paid to', facts.party),
    facts: [
      ...paidByFacts(fields, account, 'From'),
      ...(fields.moved === null || !account
        ? []
        : [{ label: `Paid in ${account.currency}`, value: formatMoney(fields.moved) }]),
      ...paidInto(facts),
    ],
    lines: [],
    tables: [
      settledTable(settlement.settled, 'Bills paid'),
      creditsTable('Credits used', settlement.credits),
      creditsTable('Credits refunded', settlement.refunds),
    ],
    totals: posting.totals,
    // As on the cheque or the slip, for an account in foreign currency.
    amountInWords:
      fields.moved !== null && account
        ? amountInWords(fields.moved, account.currency)
        : amountInWords(settlement.cash === 0n ? posting.total : settlement.cash),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}

/** In full, because the voucher is the instruction to the bank. */
function paidInto({ payeeAccount: account }: PaymentFacts): Receipt['facts'] {
  if (account === null) return []
  const { bank, accountName, number, currency } = account
  return [
    {
      label: "Payee's bank account",
      value: `${bank}, ${number}${currency === functionalCurrency ? '' : `, ${currency}`}`,
    },
    { label: 'Account name', value: accountName },
  ]
}
