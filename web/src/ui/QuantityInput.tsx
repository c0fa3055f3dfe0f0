// A quantity: selected on focus, with separators when the user leaves the field.
import { TextInput } from '@mantine/core'
import { figureStyles, selectAll, type TypedInputProps } from './MoneyInput.tsx'
import { steady } from './steady.tsx'

export const QuantityInput = steady(function QuantityInput({
  value,
  onChange,
  onBlur,
  onFocus,
  styles,
  ...rest
}: TypedInputProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={selectAll(onFocus)}
      onBlur={(event) => {
        onChange(grouped(value))
        onBlur?.(event)
      }}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      styles={styles ?? figureStyles}
    />
  )
})

/** Shows '1000.5' as '1,000.5'; anything other than a plain number stays as typed. */
function grouped(typed: string): string {
  const match = /^(\d{4,9})(\.\d+)?$/.exec(typed.trim())
  return match ? `${(match[1] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${match[2] ?? ''}` : typed
}
