// The debit memo as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords } from '../../core/money.ts'
import { bearsVat } from '../../tax/vat.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { computeSale } from '../sale-lines/figures.ts'
import { printedLines } from '../sale-lines/receipt.ts'
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
  const about = debitedItem(fields, facts)
  const named = about && [about.number, about.externalNo, formatDay(about.day)].filter((part) => part !== null)
  const taxed = fields.lines.some((line) => bearsVat(line.vatClass))
  return {
    title: 'Debit Memo',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    // A supplementary document: the invoice alone proves input tax (RR 7-2024).
    note: 'Not valid for claim of input tax',
    company: companyHeading(facts.company),
    party: partyHeading('Customer', facts.party),
    facts: [
      { label: 'Debit memo no.', value: fields.externalNo },
      ...(named === undefined ? [] : [{ label: 'Charged in addition to', value: named.join(', ') }]),
      { label: 'Reason', value: fields.reason },
      ...(fields.terms === '' ? [] : [{ label: 'Terms', value: fields.terms }]),
      ...(fields.dueDay === null ? [] : [{ label: 'Due', value: formatDay(fields.dueDay) }]),
      ...(taxed
        ? [{ label: 'Prices', value: fields.priceMode === 'inclusive' ? 'VAT-inclusive' : 'VAT-exclusive' }]
        : []),
    ],
    lines: printedLines(fields.lines, computeSale(fields, facts)),
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
