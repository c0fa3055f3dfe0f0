// The bill as it is printed, mailed and shown.
import { accounts } from '../../accounts/chart.ts'
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { formatRate } from '../../tax/vat.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import { computePurchase } from '../purchase-lines/figures.ts'
import { purchaseTable } from '../purchase-lines/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { itemKey } from '../facts.ts'
import type { Posting } from '../type.ts'
import type { BillFields } from './fields.ts'
import { isCredit, withholdsNow } from './figures.ts'
import { creditedItem } from './posting.ts'
import type { BillFacts } from './posting.ts'

export function billReceipt(fields: BillFields, facts: BillFacts, posting: Posting, number: string | null): Receipt {
  const { company, party } = facts
  const taxed = fields.lines.some(({ vatClass }) => vatClass === 'vatable')
  const about = creditedItem(fields, facts)
  const later = withholdsNow(facts) ? [] : computePurchase(fields, facts, true).withheld
  return {
    title: isCredit(fields) ? 'Credit from Supplier' : 'Bill',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(company),
    party: partyHeading('Supplier', party),
    facts: [
      { label: isCredit(fields) ? "Supplier's credit no." : "Supplier's invoice no.", value: fields.externalNo },
      ...(about === undefined ? [] : [{ label: 'Credit of', value: about.number }]),
      ...(fields.terms === '' ? [] : [{ label: 'Terms', value: fields.terms }]),
      ...(fields.dueDay === null ? [] : [{ label: 'Due', value: formatDay(fields.dueDay) }]),
      ...(taxed
        ? [{ label: 'Amounts', value: fields.priceMode === 'inclusive' ? 'VAT-inclusive' : 'VAT-exclusive' }]
        : []),
      ...later.map(({ atc, rate, tax }) => ({
        label: 'To be withheld at payment',
        value: `${atc}, ${formatRate(rate)}: ${formatMoney(tax)}`,
      })),
    ],
    lines: [],
    tables: [
      purchaseTable(fields, facts),
      ...(fields.advances.length === 0
        ? []
        : [
            {
              title: 'Advances used',
              columns: [
                { label: 'Document', numeric: false },
                { label: 'Amount', numeric: true },
              ],
              rows: fields.advances.map(({ documentId, amount }) => [
                facts.items.get(itemKey(documentId, accounts.supplierAdvances))?.number ?? '',
                formatMoney(amount),
              ]),
            },
          ]),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
