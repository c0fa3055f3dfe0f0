// The invoice as it is printed, mailed and shown.
import { amountInWords } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { beneficiaryWords } from '../../tax/statutory-discount.ts'
import { computeSale } from '../sale-lines/figures.ts'
import { dueFacts, pricesFacts, printedLines } from '../sale-lines/receipt.ts'
import type { Posting } from '../type.ts'
import { invoiceNumbers, zeroRatingWords } from './fields.ts'
import type { InvoiceFields } from './fields.ts'
import type { InvoiceFacts } from './posting.ts'

export function invoiceReceipt(
  fields: InvoiceFields,
  facts: InvoiceFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const { company, party } = facts
  return {
    title: 'Sales Invoice',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: 'Internal copy - not an invoice',
    company: companyHeading(company),
    party: partyHeading('Customer', party),
    facts: [
      { label: fields.externalNoTo === '' ? 'Invoice no.' : 'Invoice nos.', value: invoiceNumbers(fields) },
      ...dueFacts(fields),
      ...pricesFacts(fields),
      ...(fields.discountFor === ''
        ? []
        : [
            {
              label: beneficiaryWords[fields.discountFor],
              value: `${fields.beneficiary}, ID no. ${fields.beneficiaryId}`,
            },
          ]),
      ...(fields.zeroRating === '' ? [] : [{ label: 'Zero-rated', value: zeroRatingWords[fields.zeroRating] }]),
      ...(fields.zeroRatingCertificate === ''
        ? []
        : [{ label: 'VAT zero-rating certificate', value: fields.zeroRatingCertificate }]),
    ],
    lines: printedLines(fields.lines, computeSale(fields, facts)),
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
