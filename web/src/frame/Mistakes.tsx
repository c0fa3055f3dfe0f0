// Every mistake once more at the top, each leading to its field; the first of them has the focus.
import { Anchor } from '@mantine/core'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import css from './Mistakes.module.css'
import { Notice } from './Notice.tsx'

type Props = {
  sentence: string
  mistakes: readonly FieldMistake[]
  /** The id of the field a mistake is about. */
  fieldId: (path: FieldMistake['path']) => string | null
}

export function Mistakes({ sentence, mistakes, fieldId }: Props) {
  return (
    <div className={css.box}>
      <Notice tone="bad" title={sentence} urgent>
        {mistakes.length > 0 && (
          <ul>
            {mistakes.map(({ path, message }) => {
              const id = fieldId(path)
              const line = path[0] === 'lines' && typeof path[1] === 'number' ? `Line ${path[1] + 1}: ` : ''
              return (
                <li key={`${path.join('.')} ${message}`}>
                  {id === null ? (
                    message
                  ) : (
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      ta="start"
                      onClick={() => document.getElementById(id)?.focus()}
                    >
                      {line}
                      {message}
                    </Anchor>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Notice>
    </div>
  )
}

/** Puts the focus into the field that comes first on the sheet. */
export function focusFirst(ids: readonly (string | null)[]): void {
  const found = ids.map((id) => (id === null ? null : document.getElementById(id))).filter((field) => field !== null)
  const first = found.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}
