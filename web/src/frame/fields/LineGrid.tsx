// A grid of rows to type. It always ends in an empty row, accepts rows from a spreadsheet, and shows each row as a card
// on narrow screens. Its columns are values.
import { ActionIcon, Button, Group, Kbd } from '@mantine/core'
import { memo, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { ChoiceInput, type Choice } from '../../ui/ChoiceInput.tsx'
import { QuantityInput } from '../../ui/QuantityInput.tsx'
import { TextInput } from './boxes.tsx'
import { dragLine } from './dragLine.ts'
import { focusOn, moveFrom } from '../runtime/formKeys.ts'
import { opens, type Opens } from '../runtime/opens.ts'
import css from './LineGrid.module.css'
import { pastedCells, type CellOf, type Restorable, type Row, type RowChange } from '../runtime/rows.ts'
import { useGridUndo } from './useGridUndo.ts'

export type Column<R extends Row> = {
  label: string
  /** Small print below the label: '% or amount'. */
  hint?: string
  /** In pixels; columns without it share the remaining width. */
  width?: number
  /** Takes a whole line of the card. */
  wide?: boolean
  /** A line can't be recorded without a value here. */
  required?: boolean
  /** The rows in which Enter skips the cell; Tab stops at it. */
  passed?: (row: R) => boolean
  /** The cell contains the code of an account or the id of a document, which Alt+O opens. */
  opens?: Opens['what']
} & (
  | { kind: 'text' | 'quantity'; field: CellOf<R> }
  /** A checkbox with the text 'yes' or ''. */
  | { kind: 'check'; field: CellOf<R> }
  /** `leave` matches input that is not an amount and stays unchanged, such as a percentage. */
  | { kind: 'money'; field: CellOf<R>; leave?: RegExp; isUnitPrice?: boolean }
  /** `none` is shown when nothing is chosen; `usual` has the values of the options to show first. */
  | { kind: 'combobox'; field: CellOf<R>; options: readonly Choice[]; none?: string; usual?: readonly string[] }
  /** Read-only: shows the row's text from `shown`. Figures are right-aligned. */
  | { kind: 'shown'; field: string; figure?: boolean }
)

export type GridProps<R extends Row> = {
  /** The name of the field with the rows, used for mistakes and cells. */
  name: string
  /** 'Lines of the invoice' */
  label: string
  /** Must stay the same between keystrokes (useMemo); otherwise every row renders again. */
  columns: readonly Column<R>[]
  rows: readonly R[]
  /** The texts of a row for read-only columns. */
  shown?: (row: R, at: number) => Record<string, string>
  isEmpty: (row: R) => boolean
  /** Rows that are only suggested until the user types in them. */
  isSuggested?: (row: R) => boolean
  /**
   * Called when the user presses = in an empty or selected amount: fills in the rest of a total, or the whole open
   * amount.
   */
  onRest?: ((id: string, field: CellOf<R>) => void) | undefined
  /** The id of a row is the id of a document, which Alt+O opens. */
  areDocuments?: boolean
  /** The rows are fixed: users can't add, remove or copy them. */
  fixed?: boolean | undefined
  /** The grid has few narrow columns, so it stays a table on narrow screens. */
  slim?: boolean
  /** Mistakes by 'name.row.field'. */
  mistakes: ReadonlyMap<string, string>
  /** Stable between keystrokes (useCallback). */
  change: (change: RowChange<R>) => void
}

export function LineGrid<R extends Row>({
  name,
  label,
  columns,
  rows,
  shown,
  isEmpty,
  isSuggested,
  onRest,
  areDocuments = false,
  fixed = false,
  slim = false,
  mistakes,
  change: onChange,
}: GridProps<R>) {
  const { change, undo, undoIn, done } = useGridUndo(rows, onChange)
  const lastFilled = rows.length - 1 - (fixed || !isEmpty(rows.at(-1) as R) ? 0 : 1)
  return (
    <>
      <table className={slim ? `${css.grid} ${css.slim}` : css.grid} id={name} aria-label={label} data-lines>
        <thead>
          <tr>
            <th scope="col" className={css.countHead}>
              <span className={css.spoken}>Line</span>
            </th>
            {columns.map((column) => (
              <th
                key={column.field}
                scope="col"
                className={isFigure(column) ? css.figure : undefined}
                style={{ width: column.width }}
              >
                <span data-required={column.required}>{column.label}</span>
                {column.hint && <span className={css.mode}>{column.hint}</span>}
              </th>
            ))}
            {!fixed && (
              <th scope="col" className={css.removeHead}>
                <span className={css.spoken}>Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Line
              key={row.id}
              name={name}
              // The rows and columns of a grid have the same type; the fields differ by form.
              columns={columns as unknown as readonly Column<TextRow>[]}
              row={row as unknown as TextRow}
              at={at}
              last={at === rows.length - 1}
              lastFilled={lastFilled}
              empty={isEmpty(row)}
              isSuggested={isSuggested?.(row) ?? false}
              onRest={onRest as ((id: string, field: string) => void) | undefined}
              shown={shown ? JSON.stringify(shown(row, at)) : '{}'}
              isDocument={areDocuments}
              fixed={fixed}
              mistakes={rowMistakes(mistakes, name, at)}
              change={change as unknown as (change: RowChange<TextRow>) => void}
              undoIn={undoIn}
            />
          ))}
        </tbody>
      </table>
      {!fixed && (
        <div className={css.done} aria-live="polite">
          {done !== null && (
            <>
              {doneWords(done)}
              <Button size="compact-sm" variant="default" onClick={undo} rightSection={<Kbd size="xs">Ctrl Z</Kbd>}>
                Undo
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}

const doneWords = (done: Restorable<Row>): string =>
  done.type === 'paste' ? pastedWords(done) : commandWords[done.type]

const commandWords = {
  removeLine: 'Line removed.',
  insertLine: 'Line inserted.',
  moveLine: 'Line moved.',
  copyLine: 'Line copied from above.',
}

/** The maximum number of unknown texts in the message. */
const named = 3

function pastedWords({ cells, unknown = [], into = [] }: Extract<Restorable<Row>, { type: 'paste' }>): string {
  const columns = into.length === 0 ? '' : ` into ${new Intl.ListFormat('en-GB').format(into)}`
  const lines = `${cells.length} ${cells.length === 1 ? 'line' : 'lines'} pasted${columns}.`
  if (unknown.length === 0) return lines
  const others = unknown.length > named ? ` and ${unknown.length - named} more` : ''
  return `${lines} Not in the lists: ${unknown.slice(0, named).join(', ')}${others}.`
}

type TextRow = { readonly id: string; readonly [field: string]: string }

type LineProps = {
  name: string
  columns: readonly Column<TextRow>[]
  row: TextRow
  at: number
  last: boolean
  /** The position of the last line that is not empty. */
  lastFilled: number
  empty: boolean
  isSuggested: boolean
  onRest: ((id: string, field: string) => void) | undefined
  isDocument: boolean
  fixed: boolean
  /** Texts and messages by field in one flat object, so that an unchanged line is recognized. */
  shown: string
  mistakes: string
  change: (change: RowChange<TextRow>) => void
  /** Undoes the last change of lines if it is newer than the text of the cell. */
  undoIn: (id: string, field: string) => boolean
}

const Line = memo(function Line(props: LineProps) {
  const {
    name,
    columns,
    row,
    at,
    last,
    lastFilled,
    empty,
    isSuggested,
    isDocument,
    fixed,
    shown,
    mistakes,
    change,
    undoIn,
    onRest,
  } = props
  /** The value of the cell when it got the focus. */
  const before = useRef('')
  const [hasTools, setTools] = useState(false)
  const number = at + 1
  const texts = JSON.parse(shown) as Record<string, string>
  const sentences = JSON.parse(mistakes) as Record<string, string>
  const typedIn = columns.filter(({ kind }) => kind !== 'shown')
  const [first, end] = [typedIn[0]?.field ?? '', typedIn.at(-1)?.field ?? '']

  const cell = ({ field, label, passed }: Column<TextRow>) => ({
    id: cellId(name, at, field),
    'data-pass': passed?.(row) ? 'always' : undefined,
    'aria-label': `${label}, line ${number}`,
    error: field in sentences,
    // Mantine would overwrite it as a plain property.
    attributes: { input: field in sentences ? { 'aria-describedby': mistakeId(name, at, field) } : {} },
    value: row[field] ?? '',
    size: 'sm' as const,
    onFocus: (_: FocusEvent<HTMLElement>) => {
      before.current = row[field] ?? ''
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, field),
    onPaste: (event: ClipboardEvent<HTMLElement>) => onPaste(event, field),
  })
  const set = (field: string) => (value: string) => change({ type: 'line', id: row.id, field, value })

  function onKeyDown(event: KeyboardEvent<HTMLElement>, field: string) {
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey
    const arrow = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    // On most keyboards, Shift and the apostrophe key type a quotation mark.
    if ((event.ctrlKey || event.metaKey) && (event.key === "'" || event.key === '"')) {
      event.preventDefault()
      if (!event.shiftKey) change({ type: 'copyCell', id: row.id, field })
      else if (!fixed) change({ type: 'copyLine', id: row.id })
    } else if (
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === 'z' &&
      !event.shiftKey &&
      !event.altKey
    ) {
      if (!undoIn(row.id, field)) return
      event.preventDefault()
      focusSoon(at, field)
    } else if (event.key === 'Escape' && plain && before.current !== (row[field] ?? '')) {
      event.preventDefault()
      set(field)(before.current)
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && leavesGrid(event)) {
      event.preventDefault()
      goToEnd(event.key === 'Home' ? 'first' : 'last')
    } else if (event.altKey && event.key === 'Delete' && !fixed && !(last && empty)) {
      event.preventDefault()
      remove()
    } else if (event.key === '=' && plain && onRest && isWholeAmount(event, columns, field)) {
      event.preventDefault()
      onRest(row.id, field)
    } else if (event.altKey && event.key === 'Insert' && !fixed) {
      event.preventDefault()
      insert()
    } else if (event.altKey && arrow !== 0 && !fixed) {
      event.preventDefault()
      move(at + arrow, field)
    } else if (arrow !== 0 && plain && !event.altKey) {
      event.preventDefault()
      focusOn(document.getElementById(cellId(name, at + arrow, field)))
    } else if (event.key === 'Tab' && !event.shiftKey && field === end && !last) {
      event.preventDefault()
      document.getElementById(cellId(name, at + 1, first))?.focus()
    } else if (event.key === 'Enter' && plain && field === first && last && empty && !fixed) {
      // There is no next row, so the focus moves to the field below the grid.
      event.preventDefault()
      const lastCell = document.getElementById(cellId(name, at, end))
      if (lastCell) moveFrom(lastCell, 1)
    }
  }

  /** The first field of the first row, or of the last row with input. */
  function goToEnd(which: 'first' | 'last') {
    focusOn(document.getElementById(cellId(name, which === 'first' ? 0 : Math.max(lastFilled, 0), first)))
  }

  /** Runs after the change has rendered. */
  function focusSoon(to: number, field: string) {
    setTimeout(() => focusOn(document.getElementById(cellId(name, to, field))))
  }

  function remove() {
    change({ type: 'removeLine', id: row.id })
    // The line that moved up gets the focus.
    if (matchMedia('(pointer: fine)').matches) focusSoon(at, first)
  }

  function insert() {
    setTools(false)
    change({ type: 'insertLine', id: row.id })
    focusSoon(at, first)
  }

  function move(to: number, field?: string) {
    if (to < 0 || to > lastFilled || at > lastFilled) return
    change({ type: 'moveLine', id: row.id, to })
    if (field !== undefined) focusSoon(to, field)
  }

  function onPaste(event: ClipboardEvent<HTMLElement>, field: string) {
    const pasted = pastedCells(event.clipboardData.getData('text/plain'), columns, field)
    if (pasted === null) return
    event.preventDefault()
    change({ type: 'paste', id: row.id, ...pasted })
  }

  function box(column: Column<TextRow>) {
    switch (column.kind) {
      case 'text':
        return (
          <TextInput
            {...cell(column)}
            onChange={(event) => set(column.field)(event.currentTarget.value)}
            autoComplete="off"
          />
        )
      case 'quantity':
        return <QuantityInput {...cell(column)} onChange={set(column.field)} />
      case 'check':
        return (
          <input
            type="checkbox"
            id={cellId(name, at, column.field)}
            data-pass={column.passed?.(row) ? 'always' : undefined}
            aria-label={`${column.label}, line ${number}`}
            checked={row[column.field] === 'yes'}
            onChange={(event) => set(column.field)(event.currentTarget.checked ? 'yes' : '')}
            onKeyDown={(event) => onKeyDown(event, column.field)}
          />
        )
      case 'money':
        return (
          <MoneyInput
            {...cell(column)}
            onChange={set(column.field)}
            leave={column.leave}
            isUnitPrice={column.isUnitPrice}
          />
        )
      case 'combobox':
        return (
          <ChoiceInput
            {...cell(column)}
            // An empty line suggests the choice of the line above, but not while that line is being typed.
            value={empty && !column.options.some(({ value }) => value === row[column.field]) ? '' : row[column.field]!}
            options={column.options}
            usual={column.usual}
            none={column.none}
            onChange={set(column.field)}
          />
        )
      case 'shown':
        return texts[column.field] ?? ''
    }
  }

  const wrong = Object.entries(sentences)
  return (
    <>
      <tr
        className={css.line}
        id={`${name}-${at}`}
        data-empty={empty || undefined}
        data-suggested={isSuggested || undefined}
        data-pinned={row.pinned === 'yes' || undefined}
        data-line={(!fixed && at <= lastFilled) || undefined}
        {...opens('document', isDocument ? row.id : null)}
      >
        <td className={css.count} aria-label={`Line ${number}`}>
          {fixed || at > lastFilled ? (
            number
          ) : (
            <button
              type="button"
              tabIndex={-1}
              className={css.handle}
              aria-label={`Line ${number}: move or insert`}
              aria-expanded={hasTools}
              title="Drag to move the line (Alt+↑, Alt+↓). Click for more."
              onPointerDown={(event) => dragLine(event, (to) => change({ type: 'moveLine', id: row.id, to }))}
              onClick={() => setTools(!hasTools)}
            >
              {number}
            </button>
          )}
        </td>
        {columns.map((column) => (
          <td
            key={column.field}
            data-label={column.label}
            data-wide={column.wide}
            data-check={column.kind === 'check' || undefined}
            {...(column.opens && opens(column.opens, row[column.field]))}
            data-shown={column.kind === 'shown' ? (column.figure ? 'figure' : 'text') : undefined}
          >
            {box(column)}
          </td>
        ))}
        {!fixed && (
          <td className={css.remove}>
            {!(last && empty) && (
              <ActionIcon onClick={remove} aria-label={`Remove line ${number}`} title="Remove this line (Alt+Delete)">
                ✕
              </ActionIcon>
            )}
          </td>
        )}
      </tr>
      {hasTools && (
        <tr className={css.tools}>
          <td colSpan={columns.length + 2} aria-label={`Commands for line ${number}`}>
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={insert} rightSection={<Kbd size="xs">Alt Ins</Kbd>}>
                Insert line above
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={at === 0}
                onClick={() => move(at - 1)}
                rightSection={<Kbd size="xs">Alt ↑</Kbd>}
              >
                Move up
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={at === lastFilled}
                onClick={() => move(at + 1)}
                rightSection={<Kbd size="xs">Alt ↓</Kbd>}
              >
                Move down
              </Button>
            </Group>
          </td>
        </tr>
      )}
      {wrong.length > 0 && (
        <tr className={css.wrong}>
          <td colSpan={columns.length + 2}>
            {wrong.map(([field, sentence]) => (
              <p key={field} id={mistakeId(name, at, field)}>
                {columns.find((column) => column.field === field)?.label ?? 'Line'}: {sentence}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  )
})

/** The cell contains an amount that is empty or fully selected, so a key would replace it. */
function isWholeAmount(
  { target }: KeyboardEvent<HTMLElement>,
  columns: readonly Column<TextRow>[],
  field: string,
): boolean {
  const isMoney = columns.some((column) => column.field === field && column.kind === 'money')
  if (!isMoney || !(target instanceof HTMLInputElement)) return false
  return target.selectionStart === 0 && target.selectionEnd === target.value.length
}

/** Ctrl+Home and Ctrl+End leave a cell if the cursor is already at that end, or if the whole text is selected. */
function leavesGrid({ key, target }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== 'Home' && key !== 'End') return false
  if (!(target instanceof HTMLInputElement) || target.selectionStart === null) return true
  const { selectionStart: from, selectionEnd: to, value } = target
  const isWhole = from === 0 && to === value.length
  return isWhole || (from === to && from === (key === 'Home' ? 0 : value.length))
}

const cellId = (name: string, row: number, field: string) => `${name}-${row}-${field}`
const mistakeId = (name: string, row: number, field: string) => `${cellId(name, row, field)}-mistake`

function isFigure<R extends Row>(column: Column<R>): boolean {
  return column.kind === 'shown' ? column.figure === true : column.kind === 'money' || column.kind === 'quantity'
}

function rowMistakes(mistakes: ReadonlyMap<string, string>, name: string, row: number): string {
  const own = [...mistakes].flatMap(([key, message]) => {
    const [group, at, field] = key.split('.')
    return group === name && at === String(row) ? [[field ?? '', message]] : []
  })
  return JSON.stringify(Object.fromEntries(own))
}
