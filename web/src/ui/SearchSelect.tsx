// One of a long list of options, such as an account or a tax code: found by typing, and chosen only from the list. Text that
// means none of them stays in the field with a message. A short, fixed list of choices is a NativeSelect.
import { useState, type FocusEvent } from 'react'
import type { TextInputProps } from '@mantine/core'
import { choice } from './choice.ts'
import { ChoiceInput, type Choice } from './ChoiceInput.tsx'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** The value of an option, or ''. */
  value: string
  onChange: (value: string) => void
  data?: readonly Choice[] | undefined
  /** Shown while nothing is chosen. */
  none?: string | undefined
  /** The values of the options to show first. */
  usual?: readonly string[] | undefined
  /** The options are searched elsewhere: called with each text that is no option. */
  onSearch?: ((text: string) => void) | undefined
  /** The options are still those of an earlier text. */
  isWaiting?: boolean
}

/** Fixed choices up to this number are quicker in a NativeSelect, above all on a phone. */
export const shortList = 12

const noOptions: readonly Choice[] = []

export function SearchSelect({ value, onChange, data = noOptions, error, onSearch, onFocus, onBlur, ...rest }: Props) {
  // Text that is no option yet, while it is typed or because none is meant.
  const [typed, setTyped] = useState<{ text: string; by: string } | null>(null)
  const [isTyping, setTyping] = useState(false)
  const open = typed !== null && typed.by === value ? typed.text : null

  function type(text: string) {
    const isOption = text === '' || data.some((option) => option.value === text)
    const found = isOption ? text : onSearch !== undefined ? '' : (choice(text, data) ?? '')
    setTyped(isOption ? null : { text, by: found })
    if (!isOption && onSearch !== undefined) onSearch(text)
    else if (found !== value || open !== null) onChange(found)
  }
  const isWrong = open !== null && value === '' && !isTyping
  return (
    <ChoiceInput
      {...rest}
      arrowOpens
      isSearched={onSearch !== undefined}
      options={data}
      value={open ?? value}
      error={isWrong ? 'Choose from the list.' : error}
      onChange={type}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        setTyping(true)
        onFocus?.(event)
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setTyping(false)
        onBlur?.(event)
      }}
    />
  )
}
