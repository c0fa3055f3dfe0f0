// All mistakes at the top of the form. Each links to its field, and the first one has the focus.
import { Anchor, Button } from '@mantine/core'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import css from './Mistakes.module.css'
import { Notice } from './Notice.tsx'

type Props = {
  sentence: string
  mistakes: readonly FieldMistake[]
  /** The id of the field with the mistake. */
  fieldId: (path: FieldMistake['path']) => string | null
  /** Opens the deposit form, where the mistake can be corrected. */
  onDeposit?: () => void
}

export function Mistakes({ sentence, mistakes, fieldId, onDeposit }: Props) {
  return (
    <div className={css.box}>
      <Notice tone="bad" title={sentence} urgent>
        {mistakes.length > 0 && (
          <ul>
            {mistakes.map(({ path, message }) => {
              const id = fieldId(path)
              const line = typeof path[1] === 'number' ? `Line ${path[1] + 1}: ` : ''
              return (
                <li key={`${path.join('.')} ${message}`}>
                  {id === null ? (
                    message
                  ) : (
                    <Anchor component="button" type="button" size="sm" ta="start" onClick={() => fieldOf(id)?.focus()}>
                      {line}
                      {message}
                    </Anchor>
                  )}
                </li>
              )
            })}
          </ul>
        )}
        {mistakes.some(({ remedy }) => remedy === 'deposit') && (
          <Button size="compact-sm" variant="default" mt="xs" onClick={onDeposit}>
            Record deposit
          </Button>
        )}
      </Notice>
    </div>
  )
}

/** The id of the field at a path: 'day', 'lines-0-quantity'. */
export const fieldId = (path: FieldMistake['path']): string | null => (path.length === 0 ? null : path.join('-'))

/** Focuses the field that comes first in the form. */
export function focusFirst(ids: readonly (string | null)[]): void {
  const found = ids.map((id) => (id === null ? null : fieldOf(id))).filter((field) => field !== null)
  const first = found.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}

/** The field with an id; for a grid or a row, its first cell. */
function fieldOf(id: string): HTMLElement | null {
  const named = document.getElementById(id)
  return named?.matches('table, tr') ? named.querySelector('input, select') : named
}
