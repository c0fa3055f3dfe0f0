// The tables and facts shared by printed collections and payments: the payment method, the settled rows, and the used
// credits.
import { formatDay } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { MoneyFact } from '../facts.ts'
import { paymentMethodWords } from './fields.ts'
import type { SettlingFields } from './fields.ts'
import type { Settled, UsedCredit } from './figures.ts'

/** The payment method on receipts and vouchers; no account if only credits were used. */
export function paidByFacts(
  { method, reference, chequeBank, chequeDay, rate }: SettlingFields,
  account: Pick<MoneyFact, 'code' | 'name' | 'currency'> | undefined,
  where: 'Into' | 'From',
): { label: string; value: string }[] {
  return [
    ...(account ? [{ label: where, value: `${account.code} ${account.name}` }] : []),
    ...(account ? [{ label: 'Paid by', value: paymentMethodWords[method] }] : []),
    ...(reference === '' ? [] : [{ label: method === 'cheque' ? 'Cheque no.' : 'Reference no.', value: reference }]),
    ...(chequeBank === '' || where === 'From' ? [] : [{ label: 'Drawn on', value: chequeBank }]),
    ...(chequeDay === null ? [] : [{ label: 'Cheque date', value: formatDay(chequeDay) }]),
    ...(rate === null || !account ? [] : [{ label: 'Exchange rate', value: `PHP ${rate} per ${account.currency}` }]),
  ]
}

/** The credits on the receipt. */
export const creditsTable = (title: string, credits: readonly UsedCredit[]) => ({
  title,
  columns: [
    { label: 'Credit of', numeric: false },
    { label: 'Date', numeric: false },
    { label: 'Before', numeric: true },
    { label: 'Used', numeric: true },
    { label: 'Left', numeric: true },
  ],
  rows: credits.map(({ item: of, amount: used }) => [
    of.number,
    formatDay(of.day),
    formatMoney(of.open),
    formatMoney(used),
    formatMoney(of.open - used),
  ]),
})

/** The rows on the receipt. */
export function settledTable(
  settled: readonly Settled[],
  title: string,
): {
  title: string
  columns: { label: string; numeric: boolean }[]
  rows: string[][]
} {
  const withTax = settled.some(({ row }) => row.withheld + row.vatWithheld > 0n)
  const withDiscount = settled.some(({ row }) => row.discount > 0n)
  const pick = <T>(always: T[], tax: T, discount: T): T[] => [
    ...always,
    ...(withTax ? [tax] : []),
    ...(withDiscount ? [discount] : []),
  ]
  const figure = (label: string) => ({ label, numeric: true })
  return {
    title,
    columns: [
      { label: 'Document', numeric: false },
      ...pick([figure('Open'), figure('Paid')], figure('Tax withheld'), figure('Discount')),
      figure('Left'),
    ],
    rows: settled.map(({ row, item: of, reduction }) => [
      `${of.number}, ${of.externalNo === null ? '' : `${of.externalNo}, `}${formatDay(of.day)}`,
      ...pick(
        [formatMoney(of.open), formatMoney(row.pay)],
        formatMoney(row.withheld + row.vatWithheld),
        formatMoney(row.discount),
      ),
      formatMoney(of.open - reduction),
    ]),
  }
}
