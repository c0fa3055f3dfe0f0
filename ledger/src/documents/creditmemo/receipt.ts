// The credit memo as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords } from '../../core/money.ts'
import { bearsVat } from '../../tax/vat.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { computeSale } from '../sale-lines/figures.ts'
import { printedLines } from '../sale-lines/receipt.ts'
import type { OpenItem } from '../facts.ts'
import type { Posting } from '../type.ts'
import type { CreditMemoFields } from './fields.ts'
import { creditedItem } from './posting.ts'
import type { CreditMemoFacts } from './posting.ts'

export function creditMemoReceipt(
  fields: CreditMemoFields,
  facts: CreditMemoFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const about = creditedItem(fields, facts)
  const taxed = fields.lines.some((line) => bearsVat(line.vatClass))
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
      ...(about === undefined ? [] : [{ label: 'Credit of', value: named(about) }]),
      { label: 'Reason', value: fields.reason },
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

const named = ({ number, externalNo, day: of }: OpenItem): string =>
  [number, externalNo, formatDay(of)].filter((part) => part !== null).join(', ')
