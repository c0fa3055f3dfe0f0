// The debit memo as it is printed, mailed and shown.
import { amountInWords } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { computeSale } from '../sale-lines/figures.ts'
import { dueFacts, aboutInvoice, pricesFacts, printedLines } from '../sale-lines/receipt.ts'
import type { Posting } from '../type.ts'
import type { DebitMemoFields } from './fields.ts'
import { debitedItem } from './posting.ts'
import type { DebitMemoFacts } from './posting.ts'

export function debitMemoReceipt(
  fields: DebitMemoFields,
  facts: DebitMemoFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  return {
    title: 'Debit Memo',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    // A supplementary document: only the invoice proves input tax (RR 7-2024).
    note: 'Not valid for claim of input tax',
    company: companyHeading(facts.company),
    party: partyHeading('Customer', facts.party),
    facts: [
      { label: 'Debit memo no.', value: fields.externalNo },
      ...aboutInvoice('Charged in addition to', debitedItem(fields, facts)),
      { label: 'Reason', value: fields.reason },
      ...dueFacts(fields),
      ...pricesFacts(fields),
    ],
    lines: printedLines(fields.lines, computeSale(fields, facts)),
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
