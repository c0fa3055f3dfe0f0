// The lines of the invoice as a grid that always ends in one empty line; on narrow screens each line is a card.
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { memo, type Dispatch, type KeyboardEvent } from 'react'
import type { Account } from '@talaan/contract/accounts.ts'
import { formatMoney, type Money } from '@talaan/ledger/money.ts'
import { vatClasses, vatClassWords } from '@talaan/ledger/tax.ts'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { QuantityInput } from '../ui/QuantityInput.tsx'
import { moveFrom } from './formKeys.ts'
import css from './InvoiceLines.module.css'
import { isEmptyLine, type Change, type LineField, type TypedLine } from './typedInvoice.ts'

type Props = {
  lines: readonly TypedLine[]
  amounts: readonly (Money | null)[]
  priceMode: 'inclusive' | 'exclusive'
  accounts: readonly Account[]
  /** Mistakes by 'row.field'. */
  mistakes: ReadonlyMap<string, string>
  change: Dispatch<Change>
}

export function InvoiceLines({ lines, amounts, priceMode, accounts, mistakes, change }: Props) {
  const prices = priceMode === 'inclusive' ? 'with VAT' : 'without VAT'
  return (
    <table className={css.grid} aria-label="Lines of the invoice">
      <thead>
        <tr>
          <th scope="col" className={css.count}>
            <span className={css.spoken}>Line</span>
          </th>
          <th scope="col">Description</th>
          <th scope="col" className={css.figure}>
            Quantity
          </th>
          <th scope="col" className={css.figure}>
            Unit price
            <span className={css.mode}>{prices}</span>
          </th>
          <th scope="col" className={css.figure}>
            Discount
            <span className={css.mode}>% or amount</span>
          </th>
          <th scope="col">VAT</th>
          <th scope="col">Income account</th>
          <th scope="col" className={css.figure}>
            Amount
            <span className={css.mode}>{prices}</span>
          </th>
          <th scope="col">
            <span className={css.spoken}>Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, row) => (
          <Line
            key={line.id}
            line={line}
            row={row}
            last={row === lines.length - 1}
            amount={amounts[row] ?? null}
            accounts={accounts}
            mistakes={lineMistakes(mistakes, row)}
            change={change}
          />
        ))}
      </tbody>
    </table>
  )
}

/** The id of a cell, so that a mistake can lead to it. */
export const cellId = (row: number, field: string) => `lines-${row}-${field}`

type LineProps = {
  line: TypedLine
  row: number
  last: boolean
  amount: Money | null
  accounts: readonly Account[]
  /** Field and sentence, flat, so that an unchanged line is known to be unchanged. */
  mistakes: string
  change: Dispatch<Change>
}

const Line = memo(function Line({ line, row, last, amount, accounts, mistakes, change }: LineProps) {
  const empty = isEmptyLine(line)
  const number = row + 1
  const sentences = mistakes === '' ? {} : (JSON.parse(mistakes) as Partial<Record<LineField, string>>)
  const cell = (field: LineField, label: string) => ({
    id: cellId(row, field),
    'aria-label': `${label}, line ${number}`,
    error: field in sentences,
    // As a plain property Mantine would overwrite it.
    attributes: { input: field in sentences ? { 'aria-describedby': mistakeId(row, field) } : {} },
    value: line[field],
    size: 'sm' as const,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, field),
  })
  const set = (field: LineField) => (value: string) => change({ type: 'line', id: line.id, field, value })

  function onKeyDown(event: KeyboardEvent<HTMLElement>, field: LineField) {
    // With Shift the apostrophe is a quotation mark on most keyboards.
    if ((event.ctrlKey || event.metaKey) && (event.key === "'" || event.key === '"')) {
      event.preventDefault()
      change(event.shiftKey ? { type: 'copyLine', id: line.id } : { type: 'copyCell', id: line.id, field })
    } else if (event.key === 'Tab' && !event.shiftKey && field === 'account' && !last) {
      event.preventDefault()
      document.getElementById(cellId(row + 1, 'description'))?.focus()
    } else if (
      event.key === 'Enter' &&
      field === 'description' &&
      last &&
      empty &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey
    ) {
      // Nothing more to add: on to what stands below the grid.
      event.preventDefault()
      const lastCell = document.getElementById(cellId(row, 'account'))
      if (lastCell) moveFrom(lastCell, 1)
    }
  }

  const wrong = Object.entries(sentences)
  return (
    <>
      <tr className={css.line} data-empty={empty || undefined}>
        <td className={css.count} aria-label={`Line ${number}`}>
          {number}
        </td>
        <td data-label="Description">
          <TextInput
            {...cell('description', 'Description')}
            onChange={(event) => set('description')(event.currentTarget.value)}
            autoComplete="off"
          />
        </td>
        <td data-label="Quantity">
          <QuantityInput {...cell('quantity', 'Quantity')} onChange={set('quantity')} />
        </td>
        <td data-label="Unit price">
          <MoneyInput {...cell('unitPrice', 'Unit price')} onChange={set('unitPrice')} />
        </td>
        <td data-label="Discount">
          <MoneyInput {...cell('discount', 'Discount')} onChange={set('discount')} leave={/%$/} />
        </td>
        <td data-label="VAT">
          <NativeSelect
            {...cell('vatClass', 'VAT')}
            rightSectionWidth={20}
            onChange={(event) => set('vatClass')(event.currentTarget.value)}
          >
            {vatClasses.map((vatClass) => (
              <option key={vatClass} value={vatClass}>
                {vatClassWords[vatClass]}
              </option>
            ))}
          </NativeSelect>
        </td>
        <td data-label="Income account">
          <NativeSelect
            {...cell('account', 'Income account')}
            rightSectionWidth={20}
            onChange={(event) => set('account')(event.currentTarget.value)}
          >
            <option value="">Pick an account</option>
            {accounts.map(({ code, name }) => (
              <option key={code} value={code}>
                {code} {name}
              </option>
            ))}
          </NativeSelect>
        </td>
        <td data-label="Amount" className={css.amount}>
          {empty ? '' : amount === null ? '–' : formatMoney(amount)}
        </td>
        <td className={css.remove}>
          {!(last && empty) && (
            <ActionIcon
              onClick={() => change({ type: 'removeLine', id: line.id })}
              aria-label={`Remove line ${number}`}
              title="Remove this line"
            >
              ✕
            </ActionIcon>
          )}
        </td>
      </tr>
      {wrong.length > 0 && (
        <tr className={css.wrong}>
          <td colSpan={9}>
            {wrong.map(([field, sentence]) => (
              <p key={field} id={mistakeId(row, field)}>
                {fieldWords[field as LineField]}: {sentence}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  )
})

const mistakeId = (row: number, field: string) => `${cellId(row, field)}-mistake`

const fieldWords = {
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  discount: 'Discount',
  vatClass: 'VAT',
  account: 'Income account',
} as const satisfies Record<LineField, string>

function lineMistakes(mistakes: ReadonlyMap<string, string>, row: number): string {
  const own = [...mistakes].flatMap(([key, message]) => {
    const [group, at, field] = key.split('.')
    return group === 'lines' && at === String(row) ? [[field ?? 'description', message]] : []
  })
  return own.length === 0 ? '' : JSON.stringify(Object.fromEntries(own))
}
