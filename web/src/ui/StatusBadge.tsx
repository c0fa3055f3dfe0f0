// A status is shown as a word, a mark and a color together, never as a color alone. The usual status is only a word.
import classes from './StatusBadge.module.css'

export type Tone = 'good' | 'look' | 'bad' | 'plain'

const marks = { good: '✓', look: '!', bad: '✕', plain: null } as const satisfies Record<Tone, string | null>

export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {marks[tone] !== null && <span aria-hidden="true">{marks[tone]}</span>}
      {children}
    </span>
  )
}
