// What was typed on a credit memo, and how it becomes the fields that are judged and recorded. Its lines begin as those of
// the invoice that it takes back.
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { creditMemoFields } from '@talaan/ledger/documents/creditmemo/fields.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { filledRows, rowsChanged, withEmptyRow, type RowChange } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, readTyped, text } from '../../runtime/typed.ts'
import {
  isEmptyLine,
  onScreen,
  recordedSaleLine,
  saleCells,
  saleLines,
  saleLinesAgain,
  saleLinesOf,
  typedSaleLine,
} from '../../fields/typedSale.ts'
import type { TypedSaleLine } from '../../fields/typedSale.ts'
import { isNobody, nobody, whomTyped, withParty } from '../../runtime/whom.ts'

const typedCreditMemo = z.object({
  ...whomTyped,
  creditOf: text,
  /** Number of the invoice whose lines stand here, and its own number, as the choice shows them. */
  creditOfWords: text,
  externalNo: text,
  day: text,
  reason: text,
  priceMode: z.catch(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  lines: z.catch(z.array(typedSaleLine), []),
  memo: text,
})
export type TypedCreditMemo = z.output<typeof typedCreditMemo>

export function emptyCreditMemo(today: Day, { day = formatDay(today) }: { day?: string } = {}): TypedCreditMemo {
  return {
    ...nobody,
    ...{ creditOf: '', creditOfWords: '', externalNo: '', day, reason: '', priceMode: 'inclusive', memo: '' },
    lines: [{ ...saleLines.empty('1'), account: accounts.salesReturns }],
  }
}

/** Nothing typed that would be missed. */
export function isBlank(typed: TypedCreditMemo): boolean {
  const { creditOf, externalNo, reason, memo, lines } = typed
  const texts = [creditOf, externalNo, reason, memo]
  return isNobody(typed) && texts.every((typedText) => typedText.trim() === '') && lines.every(isEmptyLine)
}

export function restored(fields: Record<string, unknown>): TypedCreditMemo | null {
  const read = typedCreditMemo.safeParse(fields.typed)
  return read.success ? { ...read.data, lines: withEmptyRow(read.data.lines, saleLines) } : null
}

export const rowChanged = (typed: TypedCreditMemo, change: RowChange<TypedSaleLine>): TypedCreditMemo => ({
  ...typed,
  lines: rowsChanged(typed.lines, change, saleLines),
})

/** As much of a recorded invoice as a credit memo begins with. */
const credited = z.object({
  partyId: z.string(),
  priceMode: z.enum(['inclusive', 'exclusive']),
  lines: z.array(recordedSaleLine),
})

export type CreditedInvoice = {
  documentId: string
  number: string
  externalNo: string | null
  fields: Record<string, unknown>
}

/** The customer of a recorded invoice, or null when it is none. */
export const customerOf = ({ fields }: Pick<CreditedInvoice, 'fields'>): string | null =>
  credited.safeParse(fields).data?.partyId ?? null

/** The sheet over a whole invoice, to be cut down to what is credited; what was typed of lines before stays. */
export function overInvoice(
  typed: TypedCreditMemo,
  invoice: CreditedInvoice,
  party: PartyRow | null = typed.party,
): TypedCreditMemo {
  const { documentId, number, externalNo } = invoice
  const whose = party === null ? typed : withParty(typed, party)
  const named = { creditOf: documentId, creditOfWords: externalNo === null ? number : `${number}, ${externalNo}` }
  const read = credited.safeParse(invoice.fields)
  if (!read.success || !typed.lines.every(isEmptyLine)) return { ...whose, ...named }
  const lines = saleLinesAgain(read.data.lines).map((line) => ({ ...line, account: accounts.salesReturns }))
  return { ...whose, ...named, priceMode: read.data.priceMode, lines: withEmptyRow(lines, saleLines) }
}

export function fieldsOf(typed: TypedCreditMemo, today: Day) {
  const read = readTyped(today)
  const rows = filledRows(typed.lines, saleLines)
  const fields = {
    email: typed.email.trim(),
    partyId: typed.party?.id ?? '',
    creditOf: typed.creditOf === '' ? null : typed.creditOf,
    externalNo: typed.externalNo,
    day: read.day(typed.day, ['day']),
    reason: typed.reason,
    priceMode: typed.priceMode,
    lines: saleLinesOf(typed.lines, rows, read),
    memo: typed.memo,
  }
  const placed = (mistakes: readonly FieldMistake[]) => inOrder(onScreen(mistakes, rows), headOrder, saleCells)
  return { fields, mistakes: placed(judgeTyped(creditMemoFields, fields, read.unread)), onSheet: placed }
}

const headOrder = ['email', 'party', 'creditOf', 'externalNo', 'day', 'reason', 'priceMode', 'lines', 'memo']
