// Chooses the columns of a list, their order and their width, with the mouse or the arrow keys.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { type Arrange, type ChosenColumn, moved, withinLimits } from './arranged.ts'
import classes from './ColumnsMenu.module.css'

type Props<Row> = {
  /** The columns that can be arranged. */
  columns: readonly ChosenColumn<Row>[]
  isArranged: boolean
  onArrange: (change: Arrange<Row>) => void
  onReset: () => void
  /** The current width of a column, where resizing begins. */
  widthOf: (key: string) => number | undefined
}

const step = 16

const arrangeable = <Row,>(columns: readonly ChosenColumn<Row>[]) => columns.filter(({ stays }) => stays !== 'first')

export function ColumnsMenu<Row>({ columns: all, isArranged, onArrange, onReset, widthOf }: Props<Row>) {
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const columns = arrangeable(all)

  useEffect(() => {
    if (!isOpen) return
    whole.current?.querySelector<HTMLInputElement>('input:not(:disabled)')?.focus()
    const onPress = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])

  const move = ({ key, title }: ChosenColumn<Row>, by: number) =>
    onArrange((now) => {
      const places = arrangeable(now)
      const at = places.findIndex((each) => each.key === key)
      const to = Math.min(Math.max(at + by, 0), places.length - 1)
      setSaid(`${title}: column ${to + 1} of ${places.length}`)
      const place = places[to]
      return to === at || place === undefined ? now : moved(now, key, now.indexOf(place))
    })
  const widen = ({ key, title }: ChosenColumn<Row>, by: number) =>
    onArrange((now) => {
      const before = now.find((each) => each.key === key)?.width ?? widthOf(key)
      if (before === undefined) return now
      const width = withinLimits(before + by)
      setSaid(`${title}: ${width} pixels wide`)
      return now.map((each) => (each.key === key ? { ...each, width } : each))
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    } else if (event.target instanceof HTMLInputElement) {
      const boxes = [...(whole.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
      const at = boxes.indexOf(event.target)
      const column = columns[at]
      const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -step, ArrowRight: step }[event.key]
      if (by === undefined || column === undefined) return
      if (Math.abs(by) === step) widen(column, by)
      else if (event.altKey) move(column, by)
      else boxes[(at + by + boxes.length) % boxes.length]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the fields inside
    <div
      className={classes.whole}
      ref={whole}
      onKeyDown={isOpen ? onKeyDown : undefined}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !whole.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        ref={button}
        className={classes.button}
        title="Columns"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="columns" size={16} /> <span className={classes.word}>Columns</span>
      </button>
      {isOpen && (
        <div className={classes.drop} id={id} role="group" aria-label="Columns">
          <ul className={classes.columns}>
            {columns.map((column, at) => (
              <li key={column.key}>
                <label>
                  <input
                    type="checkbox"
                    checked={column.isShown}
                    // Not disabled, so that the keys can still move it.
                    aria-disabled={column.stays !== undefined || undefined}
                    aria-describedby={`${id}-keys`}
                    onChange={({ currentTarget: { checked } }) => {
                      if (column.stays !== undefined) return
                      onArrange((now) =>
                        now.map((each) => (each.key === column.key ? { ...each, isShown: checked } : each)),
                      )
                    }}
                  />
                  {column.title}
                </label>
                {(
                  [
                    ['Move up', -1, at === 0],
                    ['Move down', 1, at === columns.length - 1],
                  ] as const
                ).map(([words, by, isLast]) => (
                  <button
                    key={words}
                    type="button"
                    tabIndex={-1}
                    className={classes.move}
                    data-up={by < 0 || undefined}
                    aria-label={`${words}: ${column.title}`}
                    title={words}
                    disabled={isLast}
                    onClick={() => move(column, by)}
                  >
                    <Icon name="chevron" size={14} />
                  </button>
                ))}
              </li>
            ))}
          </ul>
          <p className={classes.keys} id={`${id}-keys`}>
            Alt ↑ ↓ moves a column, ← → changes its width.
          </p>
          <button type="button" className={classes.reset} disabled={!isArranged} onClick={onReset}>
            Reset columns
          </button>
          <span className={classes.spoken} role="status">
            {said}
          </span>
        </div>
      )}
    </div>
  )
}
