// A choice from a long list, such as an account or a tax code, which users find by typing. Text that matches no option
// stays in the field with a message. For a short, fixed list, use a NativeSelect.
import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
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
  /** For options that are searched elsewhere: called with each text that is not an option. */
  onSearch?: ((text: string) => void) | undefined
  /** The options are still the results for an earlier text. */
  isWaiting?: boolean
}

/** Up to this number, fixed choices are faster in a NativeSelect, especially on a phone. */
export const shortList = 12

const noOptions: readonly Choice[] = []

export function SearchSelect({ value, onChange, data = noOptions, error, onSearch, onFocus, onBlur, ...rest }: Props) {
  // Text that is not an option: it is still being typed, or matches none.
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
  // Text that was typed before the options were loaded.
  const onLoaded = useEffectEvent(() => {
    if (open !== null && value === '' && onSearch === undefined && choice(open, data) !== null) type(open)
  })
  useEffect(() => onLoaded(), [data.length])

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
