// Inside the portal, a form can have the file that it records next to it. This module reports which field has the
// focus, passes on the keys for the file, and inserts the text that the user points at.
import type { FromFrame, ToFrame } from '@talaan/contract/channel.ts'
import { pictureActionOf } from '@talaan/contract/keys.ts'
import { typeText } from './typeText.ts'

/** The part of the form's channel that concerns the file. */
type FileChannel = {
  say: (message: Extract<FromFrame, { type: 'field' | 'picture' }>) => void
  onFile: (listener: (message: Extract<ToFrame, { type: 'beside' | 'fill' }>) => void) => void
}

export function workBesideFile(channel: FileChannel): void {
  let isThere = false
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.id !== '') channel.say({ type: 'field', id: target.id.slice(0, 64) })
  })
  // Handled before the form, which has its own keys with Alt.
  const onKey = (event: KeyboardEvent) => {
    const does = isThere ? pictureActionOf(event) : undefined
    if (does === undefined) return
    event.preventDefault()
    event.stopPropagation()
    channel.say({ type: 'picture', does })
  }
  document.addEventListener('keydown', onKey, { capture: true })
  channel.onFile((message) => {
    if (message.type === 'beside') isThere = message.isThere
    else fill(message.id, message.text)
  })
}

/** Inserted as if the user had typed it, so that the form checks it and Ctrl+Z undoes it. */
function fill(id: string, text: string): void {
  const field = document.getElementById(id)
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && isTyped(field))
  if (!isText || field.disabled || field.readOnly) return
  field.focus()
  field.select()
  typeText(text)
}

const isTyped = ({ type }: HTMLInputElement): boolean => ['text', 'search', 'email', 'tel'].includes(type)
