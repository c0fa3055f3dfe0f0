// The input of a debit memo, and its conversion to the document's fields. Its lines begin with the VAT and the account
// of the invoice.
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { debitMemoFields } from '@talaan/ledger/documents/debitmemo/fields.ts'
import { invoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import { invoiceWords, type RecordedInvoice } from '../../fields/AboutInvoice.tsx'
import { dueFields, dueSent } from '../../fields/due.ts'
import { priceMode } from '../../fields/priceMode.ts'
import { saleLines } from '../../fields/typedSale.ts'
import {
  codeField,
  documentDay,
  hiddenField,
  memoField,
  pickField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { gridField } from '../../runtime/grid.ts'
import { formModel } from '../../runtime/formModel.ts'
import { mailed, partyFields, withParty } from '../../runtime/documentParty.ts'

const table = {
  ...mailed(),
  ...partyFields(),
  debitOf: pickField({
    label: 'Invoice debited',
    hint: 'To add a charge to a paid invoice, start from the page of that invoice.',
    counts: true,
  }),
  /** The document number and the printed number of the invoice, as shown in the list. */
  debitOfWords: hiddenField(),
  externalNo: codeField({ label: 'Debit memo number', hint: 'As printed on the document' }),
  day: documentDay(),
  reason: textField({ label: 'Reason', hint: 'For example: freight not billed' }),
  ...dueFields('Type +30 for 30 days after the memo date'),
  priceMode: { ...priceMode('Prices'), carriedOver: false },
  lines: gridField(saleLines),
  memo: memoField(),
}
export type TypedDebitMemo = TypedOf<typeof table>

export const debitMemoModel = formModel(debitMemoFields, table)

/**
 * The form for an invoice, with its customer, its price mode, and the VAT and account of its first line. Typed lines
 * stay.
 */
export function overInvoice(
  typed: TypedDebitMemo,
  invoice: RecordedInvoice,
  party: PartyRow | null = typed.party,
): TypedDebitMemo {
  const whose = party === null ? typed : withParty(typed, party)
  const named = { debitOf: invoice.documentId, debitOfWords: invoiceWords(invoice) }
  const { data } = invoiceFields.safeParse(invoice.fields)
  const [first] = data?.lines ?? []
  if (data === undefined || first === undefined || !typed.lines.every(saleLines.isEmpty)) return { ...whose, ...named }
  const { vatClass, account } = first
  return {
    ...whose,
    ...named,
    terms: typed.terms === '' ? data.terms : typed.terms,
    priceMode: data.priceMode,
    lines: typed.lines.map((line) => ({ ...line, vatClass, account })),
  }
}

export const fieldsOf = (typed: TypedDebitMemo, today: Day) =>
  debitMemoModel.check(typed, today, (read) => ({ dueDay: dueSent(typed, today, read) }))
