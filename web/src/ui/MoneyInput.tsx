// An amount, typed as bookkeepers type it: selected on focus, with arithmetic, and with separators when the user leaves
// the field.
import { TextInput, type TextInputProps } from '@mantine/core'
import { formatMoney, formatUnitPrice, parseTypedAmount, parseTypedUnitPrice } from '@talaan/ledger/core/money.ts'
import { useState, type FocusEvent } from 'react'
import { withPoint } from './impliedDecimals.ts'
import { steady } from './steady.tsx'

export type TypedInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** The typed text. */
  value: string
  onChange: (typed: string) => void
}

type Props = TypedInputProps & {
  /** Input that is not an amount and stays unchanged, such as the percentage of a discount. */
  leave?: RegExp | undefined
  /** A unit price has up to six decimals. */
  isUnitPrice?: boolean | undefined
}

export const MoneyInput = steady(function MoneyInput({
  value,
  onChange,
  leave,
  isUnitPrice = false,
  onBlur,
  onFocus,
  styles,
  ...rest
}: Props) {
  // While digits are typed without a point, the field shows them as typed, and the form gets the amount.
  const [digits, setDigits] = useState<{ typed: string; amount: string } | null>(null)
  const shown = digits !== null && digits.amount === value ? digits.typed : value

  function type(typed: string) {
    const amount = isUnitPrice ? typed : withPoint(typed)
    setDigits(amount === typed ? null : { typed, amount })
    onChange(amount)
  }
  function format(event: FocusEvent<HTMLInputElement>) {
    setDigits(null)
    if (!leave?.test(value.trim())) onChange(isUnitPrice ? formattedPrice(value) : formattedAmount(value))
    onBlur?.(event)
  }
  return (
    <TextInput
      {...rest}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={selectAll(onFocus)}
      onBlur={format}
      inputMode="decimal"
      data-amount
      autoComplete="off"
      spellCheck={false}
      styles={styles ?? figureStyles}
    />
  )
})

function formattedAmount(typed: string): string {
  const read = parseTypedAmount(typed)
  return read.ok ? formatMoney(read.amount) : typed
}

function formattedPrice(typed: string): string {
  const read = parseTypedUnitPrice(typed)
  return read.ok ? formatUnitPrice(read.price) : typed
}

/** Tabular, right-aligned: figures line up. */
export const figureStyles = { input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } } as const

export const selectAll =
  (then?: (event: FocusEvent<HTMLInputElement>) => void) => (event: FocusEvent<HTMLInputElement>) => {
    event.currentTarget.select()
    then?.(event)
  }
