// Users drop files here or choose them. Each file is listed with its status.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import css from './FileDrop.module.css'
import { steady } from './steady.tsx'
import { useFileDrop } from './useFileDrop.ts'

export type DroppedFile = {
  id: string
  name: string
  /** '1.2 MB, PDF' */
  detail: string
  phase: 'waiting' | 'sending' | 'there' | 'failed'
  /** The reason for a failure, or a text in place of the usual one. */
  message?: string
  /** A retry may succeed. */
  again?: boolean
}

type Props = {
  label: string
  hint: string
  /** The accept list of the file dialog. */
  accept: string
  files: readonly DroppedFile[]
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  onRetry: (id: string) => void
  error?: string | null
  /** The label of the button, unless the files are attachments. */
  button?: string
}

export const FileDrop = steady(function FileDrop({
  label,
  hint,
  accept,
  files,
  onAdd,
  onRemove,
  onRetry,
  error,
  button = 'Attach files',
}: Props) {
  const drop = useFileDrop(onAdd)
  const input = useRef<HTMLInputElement>(null)
  return (
    <section className={css.drop} aria-label={label}>
      <div className={css.area} {...drop}>
        <Button variant="default" onClick={() => input.current?.click()}>
          {button}
        </Button>
        <span className={css.hint}>{hint}</span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={accept}
          aria-label={label}
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </div>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map(({ id, name, detail, phase, message, again }) => (
            <li key={id} className={css.file} data-phase={phase}>
              <span className={css.name}>{name}</span>
              <span className={css.detail}>{detail}</span>
              <span className={css.state} role={phase === 'failed' ? 'alert' : undefined}>
                {message ?? phases[phase]}
              </span>
              {phase === 'sending' && (
                <progress className={css.progress} aria-label={`${message ?? 'Attaching'} ${name}`} />
              )}
              <span className={css.actions}>
                {phase === 'failed' && again && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onRetry(id)}
                    aria-label={`Try ${name} again`}
                  >
                    Try again
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  onClick={() => onRemove(id)}
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

const phases = {
  waiting: 'Queued',
  sending: 'Attaching…',
  there: '✓ Attached',
  failed: 'Not attached.',
} as const
