// Possible causes of a difference, each with a correction or a link to its line.
import { Anchor } from '@mantine/core'
import css from '../runtime/DocumentForm.module.css'

type Hint = { words: string; label: string; onAct: () => void }

export function DifferenceHints({ hints }: { hints: readonly Hint[] }) {
  if (hints.length === 0) return null
  return (
    <ul className={css.hintList} aria-label="Possible causes of the difference">
      {hints.map(({ words, label, onAct }) => (
        <li key={words}>
          {words}{' '}
          <Anchor component="button" type="button" size="sm" onClick={onAct}>
            {label}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}
