// The unmatched bank lines. One of them has the focus; keys move the cursor, confirm and record.
import { Button } from '@mantine/core'
import type { BankLineAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useRef } from 'react'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useFileDrop } from '../../ui/useFileDrop.ts'
import classes from './reconciliation.module.css'
import { useWindowed } from './useWindowed.ts'

const rowHeight = 58

type Props = {
  lines: readonly BankLineAnswer[]
  at: number
  /** Counts the events that return the focus to the list: opening the page, keys, and closed dialogs. */
  keyed: number
  onMove: (at: number) => void
  onConfirm: () => void
  /** Called when a receipt is dropped on a line. */
  onDrop: (line: BankLineAnswer, file: File | undefined) => void
  /** There are more lines; they are fetched near the end of the list. */
  more: { isLoading: boolean; hasFailed: boolean; load: () => void } | null
}

/** The next lines are fetched this many lines before the end. */
const ahead = 60

export function BankList({ lines, at, keyed, onMove, onConfirm, onDrop, more }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { from, to, above, below, reveal } = useWindowed(box, lines.length, rowHeight)
  const show = useEffectEvent(reveal)
  useEffect(() => show(at), [at])
  const isNearEnd = more !== null && !more.isLoading && !more.hasFailed && Math.max(to, at) > lines.length - ahead
  const load = useEffectEvent(() => more?.load())
  useEffect(() => {
    if (isNearEnd) load()
  }, [isNearEnd, lines.length])
  // The list has the focus when the page opens. The focus follows the cursor, and returns when the focused row or a
  // dialog disappears.
  useEffect(() => {
    const list = box.current
    if (list === null) return
    const focused = document.activeElement
    // The focus is on the page or its main part, not on a control.
    const nowhere = focused === null || focused.contains(list)
    if (!list.contains(focused) && !nowhere) return
    list.querySelector<HTMLButtonElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true })
    // A distant row renders only after the list has scrolled to it.
  }, [at, lines, keyed, from, to])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -lines.length, End: lines.length }[
      event.key
    ]
    if (step !== undefined) onMove(Math.max(0, Math.min(lines.length - 1, at + step)))
    else if (event.key === 'Enter' && !event.repeat) onConfirm()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the rows inside
    <div ref={box} className={classes.lines} onKeyDown={onKeyDown}>
      <ul style={{ paddingTop: above, paddingBottom: below }}>
        {lines.slice(from, to).map((line, place) => (
          <Row
            key={line.id}
            line={line}
            at={from + place}
            current={from + place === at}
            onMove={onMove}
            onDrop={onDrop}
          />
        ))}
        {more !== null && to === lines.length && (
          <li className={classes.more}>
            <Button
              variant="default"
              size="compact-sm"
              // The button stays enabled while it loads, so that it keeps the focus.
              aria-busy={more.isLoading}
              onClick={() => !more.isLoading && more.load()}
            >
              Load more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

type RowProps = Pick<Props, 'onMove' | 'onDrop'> & { line: BankLineAnswer; at: number; current: boolean }

const Row = memo(function PlainRow({ line, at, current, onMove, onDrop }: RowProps) {
  const drop = useFileDrop(([file]) => {
    onMove(at)
    onDrop(line, file)
  })
  const [best] = line.suggestions
  const number = line.chequeNo ?? line.reference
  return (
    <li>
      <button
        type="button"
        data-at={at}
        className={classes.line}
        aria-current={current || undefined}
        tabIndex={current ? 0 : -1}
        onClick={() => onMove(at)}
        {...drop}
      >
        <span className={classes.what}>
          <span className={classes.description}>{line.description || 'No description'}</span>
          <span className={classes.quiet}>
            {formatDay(line.day)}
            {number !== null && `, ${number}`}
          </span>
        </span>
        <span className={classes.amount}>
          <b>{formatMoney(line.amount)}</b>
          {line.mark === 'ask' ? (
            <StatusBadge tone="look">Question</StatusBadge>
          ) : line.mark === 'bank_error' ? (
            <StatusBadge tone="bad">Bank error</StatusBadge>
          ) : (
            <StatusBadge tone={best === undefined ? 'plain' : certaintyTones[best.certainty]}>
              {best === undefined ? 'Open' : certaintyWords[best.certainty]}
            </StatusBadge>
          )}
        </span>
      </button>
    </li>
  )
})

export const certaintyTones = { certain: 'good', likely: 'good', possible: 'look' } as const
export const certaintyWords = { certain: 'Certain', likely: 'Likely', possible: 'Possible' } as const
