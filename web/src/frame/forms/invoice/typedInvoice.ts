// The input of the invoice, exactly as typed, and its conversion to the document's fields. A draft stores { typed }; a
// review sends fieldsOf(typed), with money in minor units.
import type { Day } from '@talaan/ledger/core/date.ts'
import { serialAfter } from '@talaan/ledger/documents/collection/serial.ts'
import { invoiceFields, zeroRatingWords } from '@talaan/ledger/documents/invoice/fields.ts'
import { discountReasonWords } from '@talaan/ledger/tax/statutory-discount.ts'
import { dueFields, dueSent } from '../../fields/due.ts'
import { priceMode } from '../../fields/priceMode.ts'
import { saleLines } from '../../fields/typedSale.ts'
import {
  choiceField,
  codeField,
  documentDay,
  hiddenField,
  memoField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { gridField } from '../../runtime/grid.ts'
import { suggestedFields, type Last } from '../../runtime/last.ts'
import { formModel } from '../../runtime/formModel.ts'
import { mailed, partyChanged, partyFields } from '../../runtime/documentParty.ts'

const externalNo = codeField({ label: 'Invoice number', hint: 'As printed on the document', onCopy: 'clear' })

const table = {
  ...mailed(),
  ...partyFields(),
  externalNo: {
    ...externalNo,
    isBlank: (typed: string, of: object) =>
      externalNo.isBlank(typed, {}) || ('suggestedNo' in of && of.suggestedNo === typed),
  },
  /** The number after that of the last invoice, which nobody typed. */
  suggestedNo: hiddenField(),
  externalNoTo: codeField({
    label: 'Last invoice number (optional)',
    hint: 'For a day’s sales recorded together, for example 000101 to 000148',
    onCopy: 'clear',
  }),
  day: documentDay(),
  ...dueFields('Type +30 for 30 days after the invoice date'),
  priceMode: priceMode('Prices'),
  discountFor: choiceField(discountReasonWords, { label: 'Statutory discount', passed: true }),
  beneficiary: textField({ label: 'Name on the ID' }),
  beneficiaryId: textField({ label: 'ID number' }),
  zeroRating: choiceField(zeroRatingWords, { label: 'Zero-rated because', passed: true }),
  zeroRatingCertificate: textField({
    label: 'VAT zero-rating certificate number',
    hint: 'Issued to the registered export enterprise, for example by PEZA',
  }),
  lines: gridField(saleLines),
  memo: memoField(),
  ...suggestedFields,
  /** The terms copied from the document that the suggestions came from. */
  suggestedTerms: hiddenField(),
}
export type TypedInvoice = TypedOf<typeof table>

export const invoiceModel = formModel(invoiceFields, table)

/** The form of the next invoice suggests the next number, and the VAT and the account of the last line. */
export function nextInvoice(last: TypedInvoice, today: Day): TypedInvoice {
  const { vatClass, account } =
    last.lines.findLast((line) => !saleLines.isEmpty(line)) ?? last.lines[0] ?? saleLines.empty('1')
  return {
    ...invoiceModel.next(last, { today }),
    ...suggestedNumber(serialAfter((last.externalNoTo || last.externalNo).trim())),
    lines: [{ ...saleLines.empty('1'), vatClass, account }],
  }
}

export const suggestedNumber = (no: string | null) => ({ externalNo: no ?? '', suggestedNo: no ?? '' })

/** A sale with a statutory discount has no VAT, so the lines change when the discount is chosen or cleared. */
export function invoiceChanged(typed: TypedInvoice, patch: Partial<TypedInvoice>): TypedInvoice {
  const next = partyChanged(typed, patch)
  if ((next.discountFor === '') === (typed.discountFor === '')) return next
  const [from, to] = next.discountFor === '' ? (['exempt', 'vatable'] as const) : (['vatable', 'exempt'] as const)
  return { ...next, lines: next.lines.map((line) => (line.vatClass === from ? { ...line, vatClass: to } : line)) }
}

/** When the customer changes, suggestions for the previous customer are cleared, and typed input stays. */
export const withoutLast = (typed: TypedInvoice, partyId: string): TypedInvoice => ({
  ...asEnterprise(typed),
  terms: typed.suggestedFrom !== '' && typed.terms === typed.suggestedTerms ? '' : typed.terms,
  suggestedFor: partyId,
  suggestedFrom: '',
  suggestedTerms: '',
})

/** Sales to a registered business enterprise with a certificate are zero-rated; sales to other customers are not. */
function asEnterprise(typed: TypedInvoice): TypedInvoice {
  const { party, zeroRating } = typed
  const isEnterprise = party?.registeredEnterprise === true
  if (!isEnterprise && zeroRating !== 'export_enterprise') return typed
  const [from, to] = isEnterprise ? (['vatable', 'zero_rated'] as const) : (['zero_rated', 'vatable'] as const)
  return {
    ...typed,
    zeroRating: isEnterprise ? 'export_enterprise' : '',
    zeroRatingCertificate: isEnterprise ? party.zeroRatingCertificate : '',
    lines: typed.lines.map((line) => (line.vatClass === from ? { ...line, vatClass: to } : line)),
  }
}

/**
 * Suggests the terms and the account of the customer's last invoice while nothing has been typed. VAT is never
 * suggested, because it differs by invoice.
 */
export function withLast(typed: TypedInvoice, { number, fields }: Last): TypedInvoice {
  const [line] = saleLines.fromRecorded(fields.lines)
  if (line === undefined || !typed.lines.every(saleLines.isEmpty)) return typed
  const terms = table.terms.fromRecorded(fields.terms)
  return {
    ...typed,
    terms: typed.terms.trim() === '' ? terms : typed.terms,
    suggestedTerms: terms,
    lines: typed.lines.map((each) => ({ ...each, account: line.account })),
    suggestedFrom: number,
  }
}

export const isWalkIn = ({ party }: Pick<TypedInvoice, 'party'>): boolean => party?.noTin === 'various'

export const isZeroRated = ({ lines }: Pick<TypedInvoice, 'lines'>): boolean =>
  lines.some((line) => line.vatClass === 'zero_rated')

export const isToExporter = (typed: Pick<TypedInvoice, 'lines' | 'zeroRating'>): boolean =>
  isZeroRated(typed) && typed.zeroRating === 'export_enterprise'

/** Fields that the form hides may still hold input. */
export function fieldsOf(typed: TypedInvoice, today: Day) {
  return invoiceModel.check(typed, today, (read) => ({
    dueDay: dueSent(typed, today, read),
    ...(!isWalkIn(typed) && { externalNoTo: '' }),
    ...(!isZeroRated(typed) && { zeroRating: '' as const }),
    ...(!isToExporter(typed) && { zeroRatingCertificate: '' }),
    ...(typed.discountFor === '' && { beneficiary: '', beneficiaryId: '' }),
  }))
}
