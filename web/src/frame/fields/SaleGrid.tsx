// The grid of sold or credited items: quantity and price, discount, VAT, account, and the amount of each line.
import { useMemo } from 'react'
import { accountOption } from '@talaan/contract/account-option.ts'
import type { Account } from '@talaan/contract/accounts.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { vatClasses, vatClassWords, type VatRate } from '@talaan/ledger/tax/vat.ts'
import type { Form, Typed } from '../runtime/formDefinition.ts'
import { GridField } from './GridField.tsx'
import type { Column } from './LineGrid.tsx'
import { useUsual } from './useUsual.ts'
import { saleLines, type figuresOf, type TypedSaleLine } from './typedSale.ts'

export type SaleReferenceData = { accounts: readonly Account[]; vatRates: readonly VatRate[] }
export type SaleFigures = ReturnType<typeof figuresOf>
type Sold = Typed & {
  party: { id: string } | null
  priceMode: 'inclusive' | 'exclusive'
  lines: TypedSaleLine[]
}

type Props<T extends Sold, Data extends SaleReferenceData> = {
  form: Form<T, Data, SaleFigures>
  label: string
  /** The heading of the column of accounts. */
  account: string
}

export function SaleGrid<T extends Sold, Data extends SaleReferenceData>({ form, label, account }: Props<T, Data>) {
  const { channel, typed, loaded, figures } = form
  const usual = useUsual(channel, 'invoice', typed.party?.id)
  const columns = useMemo(
    () =>
      lineColumns(typed.priceMode === 'inclusive' ? 'with VAT' : 'net of VAT', loaded.accounts, account, usual.account),
    [typed.priceMode, loaded.accounts, account, usual],
  )
  return (
    <GridField
      form={form}
      name="lines"
      of={saleLines}
      label={label}
      columns={columns}
      shown={(line, row) => ({ amount: saleLines.isEmpty(line) ? '' : amountWords(figures.amounts[row]) })}
    />
  )
}

const amountWords = (amount: bigint | null | undefined) => (amount == null ? '–' : formatMoney(amount))

function lineColumns(
  prices: string,
  accounts: readonly Account[],
  account: string,
  usual: readonly string[],
): readonly Column<TypedSaleLine>[] {
  return [
    { kind: 'text', field: 'description', label: 'Description', wide: true, required: true },
    { kind: 'quantity', field: 'quantity', label: 'Quantity', width: 66 },
    {
      kind: 'money',
      field: 'unitPrice',
      label: 'Unit price',
      required: true,
      hint: prices,
      width: 96,
      isUnitPrice: true,
    },
    {
      kind: 'money',
      field: 'discount',
      label: 'Discount',
      hint: '% or amount',
      width: 80,
      leave: /%$/,
      passed: () => true,
    },
    {
      kind: 'combobox',
      field: 'vatClass',
      passed: () => true,
      label: 'VAT',
      width: 96,
      options: vatClasses.map((value) => ({ value, label: vatClassWords[value] })),
    },
    {
      kind: 'combobox',
      field: 'account',
      opens: 'account',
      label: account,
      required: true,
      passed: (line) => line.account !== '',
      width: 128,
      wide: true,
      none: 'Choose',
      usual,
      options: accounts.map(accountOption),
    },
    { kind: 'shown', field: 'amount', label: 'Amount', hint: prices, width: 96, figure: true },
  ]
}
