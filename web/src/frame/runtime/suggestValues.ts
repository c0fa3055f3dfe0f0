// Suggested values may arrive after the user has moved to a field that they fill.
import { flushSync } from 'react-dom'

/** Runs an update that suggests values. If it fills the field that has the focus, its text is selected, so typing replaces it. */
export function suggestValues(update: () => void): void {
  const field = document.activeElement
  const wasEmpty = field instanceof HTMLInputElement && field.value === ''
  flushSync(update)
  if (wasEmpty && field.value !== '') field.select()
}
