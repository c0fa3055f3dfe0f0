// The user's own Enter path in a form: Alt+Shift+Enter in a field changes whether Enter stops there.
import { useEffect, useEffectEvent, useState } from 'react'
import { saveEnterPath, type EnterPath } from '@talaan/contract/enter-paths.ts'
import type { Channel } from './channel.ts'
import { enterPathToggled, enterRule, setEnterPath } from './enterPath.ts'
import { isPassed } from './formKeys.ts'
import { labelOf } from './labelOf.ts'

const fieldsOfForm = 'form :is(input, select, textarea)[id]'

export function useEnterPath(channel: Channel, saved: EnterPath) {
  const [fields, setFields] = useState(saved)
  const [said, say] = useState('')
  const count = Object.keys(fields).length

  // Set before the form chooses its first field.
  useEffect(() => setEnterPath(fields), [fields])
  // Fields appear and disappear with lines and choices, so they are marked after each change of the form.
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLElement>(fieldsOfForm))
      field.dataset.enter = enterRule(field) ?? 'usual'
  })

  function save(next: EnterPath) {
    setFields(next)
    setEnterPath(next)
    channel
      .call(saveEnterPath, { params: { form: channel.context.form }, body: { fields: next } })
      .catch((error: unknown) => say(error instanceof Error ? error.message : saveEnterPath.failure))
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isKey = event.key === 'Enter' && event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey
    if (!isKey || !(target instanceof HTMLElement) || !target.matches(fieldsOfForm)) return
    event.preventDefault()
    event.stopPropagation()
    save(enterPathToggled(fields, target.id, isPassed(target)))
    say(`Enter ${isPassed(target) ? 'skips' : 'stops at'} ${labelOf(target)}.`)
  })
  useEffect(() => {
    // Handled before the list of a field, which would take Enter as a choice.
    const listen = (event: KeyboardEvent) => onKey(event)
    const clear = () => say('')
    document.addEventListener('keydown', listen, { capture: true })
    document.addEventListener('focusin', clear)
    return () => {
      document.removeEventListener('keydown', listen, { capture: true })
      document.removeEventListener('focusin', clear)
    }
  }, [])

  return { said, count, reset: () => save({}) }
}
