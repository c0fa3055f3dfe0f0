// An amount as bookkeepers type it: selected on focus, arithmetic allowed, separators on leaving the field.
import { TextInput, type TextInputProps } from '@mantine/core'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import type { FocusEvent } from 'react'
import { steady } from './steady.tsx'

export type TypedInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** What was typed. */
  value: string
  onChange: (typed: string) => void
}

type Props = TypedInputProps & {
  /** Input that is not an amount and stays unchanged, such as the percentage of a discount. */
  leave?: RegExp
}

export const MoneyInput = steady(function MoneyInput({
  value,
  onChange,
  leave,
  onBlur,
  onFocus,
  styles,
  ...rest
}: Props) {
  function format(event: FocusEvent<HTMLInputElement>) {
    const read = leave?.test(value.trim()) ? null : parseTypedAmount(value)
    if (read?.ok) onChange(formatMoney(read.amount))
    onBlur?.(event)
  }
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={selectAll(onFocus)}
      onBlur={format}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      styles={styles ?? figureStyles}
    />
  )
})

/** Tabular, right-aligned: figures line up. */
export const figureStyles = { input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } } as const

export const selectAll =
  (then?: (event: FocusEvent<HTMLInputElement>) => void) => (event: FocusEvent<HTMLInputElement>) => {
    event.currentTarget.select()
    then?.(event)
  }
