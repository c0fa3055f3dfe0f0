// The input of a credit memo, and its conversion to the document's fields. It begins with the lines of the credited
// invoice.
import type { PartyRow } from '@talaan/contract/parties.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { creditMemoFields } from '@talaan/ledger/documents/creditmemo/fields.ts'
import { invoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import { discountReasonWords } from '@talaan/ledger/tax/statutory-discount.ts'
import { invoiceWords, type RecordedInvoice } from '../../fields/AboutInvoice.tsx'
import { priceMode } from '../../fields/priceMode.ts'
import { saleLines } from '../../fields/typedSale.ts'
import {
  choiceField,
  codeField,
  documentDay,
  hiddenField,
  memoField,
  pickField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { gridField } from '../../runtime/grid.ts'
import { withEmptyRow } from '../../runtime/rows.ts'
import { formModel } from '../../runtime/formModel.ts'
import { mailed, partyFields, withParty } from '../../runtime/documentParty.ts'

const table = {
  ...mailed(),
  ...partyFields(),
  creditOf: pickField({
    label: 'Invoice credited',
    hint: 'Any amount above the invoice’s open balance becomes a customer credit, as does the whole amount if you choose no invoice. To credit a paid invoice, start from the page of that invoice.',
    counts: true,
  }),
  /**
   * The document number and the printed number of the invoice from which the lines were copied, as shown in the list.
   */
  creditOfWords: hiddenField(),
  /** The statutory discount of the invoice, which the memo credits in proportion. */
  discountFor: choiceField(discountReasonWords, { counts: false, sentAs: null }),
  discountOf: hiddenField(),
  externalNo: codeField({ label: 'Credit memo number', hint: 'As printed on the document' }),
  day: documentDay(),
  reason: textField({ label: 'Reason', hint: 'For example: two cartons returned damaged' }),
  priceMode: { ...priceMode('Prices'), carriedOver: false },
  lines: gridField(saleLines, {}, { empty: () => [{ ...saleLines.empty('1'), account: accounts.salesReturns }] }),
  memo: memoField(),
}
export type TypedCreditMemo = TypedOf<typeof table>

export const creditMemoModel = formModel(creditMemoFields, table)

/** The form for the whole invoice, which the user reduces to the credited part. Lines typed before stay. */
export function overInvoice(
  typed: TypedCreditMemo,
  invoice: RecordedInvoice,
  party: PartyRow | null = typed.party,
): TypedCreditMemo {
  const whose = party === null ? typed : withParty(typed, party)
  const read = invoiceFields.safeParse(invoice.fields)
  const named = {
    creditOf: invoice.documentId,
    creditOfWords: invoiceWords(invoice),
    discountFor: read.data?.discountFor ?? ('' as const),
    discountOf: invoice.documentId,
  }
  if (!read.success || !typed.lines.every(saleLines.isEmpty)) return { ...whose, ...named }
  const { priceMode, lines } = read.data
  const again = saleLines.fromRecorded(lines).map((line) => ({ ...line, account: accounts.salesReturns }))
  return { ...whose, ...named, priceMode, lines: withEmptyRow(again, saleLines) }
}
