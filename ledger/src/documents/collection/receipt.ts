// The collection receipt as it is printed, mailed and shown.
import { amountInWords } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { SettlingFields } from '../settling/fields.ts'
import { collecting, settlementOf } from '../settling/figures.ts'
import { creditsTable, paidByFacts, settledTable } from '../settling/receipt.ts'
import type { Posting } from '../type.ts'
import type { CollectionFacts } from './posting.ts'
import { receiptNoLabel } from './words.ts'

export function collectionReceipt(
  fields: SettlingFields,
  facts: CollectionFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const settlement = settlementOf(fields, facts, collecting)
  const account = fields.account === null ? undefined : facts.money.get(fields.account)
  return {
    title: 'Collection Receipt',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    // Since the Ease of Paying Taxes Act only the invoice proves input tax (RR 7-2024).
    note: 'Not valid for claim of input tax',
    company: companyHeading(facts.company),
    party: partyHeading('Received from', facts.party),
    facts: [
      ...(fields.receiptNo === '' ? [] : [{ label: receiptNoLabel, value: fields.receiptNo }]),
      ...paidByFacts(fields, account, 'Into'),
    ],
    lines: [],
    tables: [
      settledTable(settlement.settled, 'Invoices paid'),
      creditsTable('Credits used', settlement.credits),
      creditsTable('Advances refunded', settlement.refunds),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(settlement.cash === 0n ? posting.total : settlement.cash),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
