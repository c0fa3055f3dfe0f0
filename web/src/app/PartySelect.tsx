// A customer or supplier, found on the server by part of the name or TIN.
import type { TextInputProps } from '@mantine/core'
import { type PartyRole, searchParties } from '@talaan/contract/parties.ts'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { choice } from '../ui/choice.ts'
import type { Choice } from '../ui/ChoiceInput.tsx'
import { SearchSelect } from '../ui/SearchSelect.tsx'
import { useCall } from './api.ts'

type Named = { id: string; name: string }
type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Only customers or only suppliers; otherwise both. */
  only?: PartyRole
  /** The id, or ''. */
  value: string
  /** Parties to offer and name in addition to the search results. */
  known?: readonly Named[]
  /** The party's id; null once the field is empty; undefined while its text matches no party. */
  onChange: (id: string | null | undefined) => void
}

export function PartySelect({ only, value, known = [], onChange, onKeyDown, onBlur, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  // The user left the field before the search had answered.
  const [isLeft, setLeft] = useState(false)
  const [picked, setPicked] = useState<Choice>()
  const text = typed.trim()
  const search = useDeferredValue(text)
  const { data, isPlaceholderData } = useCall(
    searchParties,
    { query: { ...(only && { role: only }), ...(search !== '' && { search }) } },
    { keepPrevious: true },
  )
  const isWaiting = isPlaceholderData || search !== text
  const found = (data?.parties ?? []).map(optionOf)
  const others = [...(picked ? [picked] : []), ...known.map(({ id, name }) => ({ value: id, label: name }))]
  const options = [...found, ...others.filter((one) => !found.some((other) => other.value === one.value))]

  function pick(id: string) {
    setTyped('')
    setLeft(false)
    setPicked(options.find((option) => option.value === id))
    onChange(id === '' ? null : id)
  }

  const meant = isLeft && !isWaiting && text !== '' ? choice(text, found) : null
  const onMeant = useEffectEvent(pick)
  useEffect(() => {
    if (meant !== null) onMeant(meant)
  }, [meant])
  return (
    <SearchSelect
      none="Name or TIN"
      maxLength={100}
      {...rest}
      value={value}
      data={options}
      isWaiting={isWaiting}
      onChange={pick}
      onSearch={(next) => {
        setTyped(next)
        setLeft(false)
        onChange(undefined)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setLeft(true)
        onKeyDown?.(event)
      }}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}

const optionOf = ({ id, name, tin }: Named & { tin: string }): Choice => ({
  value: id,
  label: tin === '' ? name : `${name} · ${tin}`,
})
