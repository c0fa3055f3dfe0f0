// The credit memo as it is printed, mailed and shown.
import { amountInWords } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { aboutInvoice, pricesFacts, printedLines } from '../sale-lines/receipt.ts'
import type { Posting } from '../type.ts'
import type { CreditMemoFields } from './fields.ts'
import { creditedItem, creditedSale } from './posting.ts'
import type { CreditMemoFacts } from './posting.ts'

export function creditMemoReceipt(
  fields: CreditMemoFields,
  facts: CreditMemoFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  return {
    title: 'Credit Memo',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: 'Not valid for claim of input tax',
    company: companyHeading(facts.company),
    party: partyHeading('Customer', facts.party),
    facts: [
      { label: 'Credit memo no.', value: fields.externalNo },
      ...aboutInvoice('Credit of', creditedItem(fields, facts)),
      { label: 'Reason', value: fields.reason },
      ...pricesFacts(fields),
    ],
    lines: printedLines(fields.lines, creditedSale(fields, facts)),
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
