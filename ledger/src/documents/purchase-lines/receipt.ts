// The lines of a purchase as they are printed.
import { formatMoney } from '../../core/money.ts'
import { purchaseCategoryWords, vatClassWords } from '../../tax/vat.ts'
import type { ReceiptTable } from '../receipt.ts'
import type { CommonFacts } from '../facts.ts'
import type { Bought } from './figures.ts'

export function purchaseTable(fields: Bought, facts: Pick<CommonFacts, 'accounts'>): ReceiptTable {
  const codesOf = ({ atc, finalAtc }: Bought['lines'][number]) => [atc, finalAtc].filter((code) => code !== null)
  const withheld = fields.lines.some((line) => codesOf(line).length > 0)
  return {
    title: 'Particulars',
    columns: [
      { label: 'Description', numeric: false },
      { label: 'Account', numeric: false },
      { label: 'VAT', numeric: false },
      ...(withheld ? [{ label: 'ATC', numeric: false }] : []),
      { label: 'Amount', numeric: true },
    ],
    rows: fields.lines.map((line) => [
      line.description,
      `${line.account} ${facts.accounts.get(line.account)?.name ?? ''}`.trim(),
      line.vatClass === 'vatable'
        ? `${vatClassWords.vatable}, ${purchaseCategoryWords[line.category].toLowerCase()}`
        : vatClassWords[line.vatClass],
      ...(withheld ? [codesOf(line).join(', ')] : []),
      formatMoney(line.amount),
    ]),
  }
}
