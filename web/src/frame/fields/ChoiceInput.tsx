// A combobox: part of a number or name is enough, and the field then shows the full label.
import { useState } from 'react'
import { selectAll, type TypedInputProps } from '../../ui/MoneyInput.tsx'
import { TextInput } from './boxes.tsx'
import { choice } from '../runtime/rows.ts'

export type Choice = { value: string; label: string }

type Props = TypedInputProps & {
  options: readonly Choice[]
  /** The id of the datalist that holds the options' labels. */
  list: string
}

/** The value of an option, or the typed text if no option matches it. */
export function ChoiceInput({ value, onChange, options, list, onFocus, onBlur, ...rest }: Props) {
  const [typing, setTyping] = useState<string | null>(null)
  const label = options.find((option) => option.value === value)?.label ?? value
  return (
    <TextInput
      {...rest}
      list={list}
      value={typing ?? label}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setTyping(typed)
        onChange(options.find((option) => option.label === typed)?.value ?? typed)
      }}
      onFocus={selectAll(onFocus)}
      onBlur={(event) => {
        if (typing !== null) onChange(choice(typing, options) ?? typing)
        setTyping(null)
        onBlur?.(event)
      }}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
