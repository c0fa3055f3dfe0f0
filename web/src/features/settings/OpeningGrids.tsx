// The two grids of opening balances. Cells contain plain text, the last row is always empty, Enter moves on, and rows
// pasted from a spreadsheet fill the cells.
import { searchParties } from '@talaan/contract/parties.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { openingItems } from '@talaan/ledger/documents/opening/fields.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { emptyBalance, emptyItem, itemAccountOf, sheetFromCells } from '@talaan/ledger/documents/opening/sheet.ts'
import type { BalanceRow, ItemRow, OpeningSheet } from '@talaan/ledger/documents/opening/sheet.ts'
import { type ClipboardEvent, type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useCall } from '../../app/api.ts'
import { ChoiceInput, type Choice } from '../../ui/ChoiceInput.tsx'
import classes from './settings.module.css'

type Shared = {
  mistakes: readonly { path: readonly (string | number)[]; message: string }[]
  names: ReadonlyMap<string, string>
  /** A pasted table may fill both grids, or the other grid. */
  onPasteTable: (found: Pick<OpeningSheet, 'rows' | 'items'>) => void
  disabled: boolean
}

type Column<K extends string> = {
  key: K
  title: string
  figure?: boolean
  wide?: boolean
  width?: string
  /** The field has a list of accounts, or of customers and suppliers. */
  choices?: 'accounts' | 'parties'
}

const balanceColumns: readonly Column<keyof BalanceRow>[] = [
  { key: 'account', title: 'Account', width: '110px', choices: 'accounts' },
  { key: 'debit', title: 'Debit', figure: true, width: '150px' },
  { key: 'credit', title: 'Credit', figure: true, width: '150px' },
  { key: 'foreign', title: 'Foreign amount', figure: true, width: '130px' },
]

const itemColumns: readonly Column<keyof ItemRow>[] = [
  { key: 'account', title: 'Type', width: '20%', wide: true },
  { key: 'party', title: 'Customer or supplier, by name or TIN', choices: 'parties', wide: true },
  { key: 'number', title: 'Document no.', width: '13%' },
  { key: 'day', title: 'Date', width: '12%' },
  { key: 'dueDay', title: 'Due date', width: '12%' },
  { key: 'amount', title: 'Open amount', figure: true, width: '14%' },
]

export function BalanceGrid({
  rows,
  onChange,
  ...shared
}: Shared & { rows: BalanceRow[]; onChange: (rows: BalanceRow[]) => void }) {
  const accountChoices = useMemo(
    () => [...shared.names].map(([code, name]) => ({ value: code, label: `${code} ${name}` })),
    [shared.names],
  )
  return (
    <Grid
      {...shared}
      label="Account balances"
      list="rows"
      columns={balanceColumns}
      choices={accountChoices}
      rows={rows}
      empty={emptyBalance}
      onChange={onChange}
      nameOf={({ account }) => shared.names.get(account.trim().slice(0, 4)) ?? ''}
    />
  )
}

export function ItemGrid({
  rows,
  onChange,
  ...shared
}: Shared & { rows: ItemRow[]; onChange: (rows: ItemRow[]) => void }) {
  const [typedParty, setTypedParty] = useState('')
  const search = useDeferredValue(typedParty.trim().slice(0, 100))
  const parties = useCall(searchParties, { query: search === '' ? {} : { search } }, { keepPrevious: true })
  const partyChoices = useMemo(
    () => (parties.data?.parties ?? []).slice(0, 20).map(({ name, tin }) => ({ value: name, label: `${name} ${tin}` })),
    [parties.data],
  )
  return (
    <Grid
      {...shared}
      label="Open items"
      list="items"
      columns={itemColumns}
      choices={partyChoices}
      rows={rows}
      empty={emptyItem}
      onChange={onChange}
      onTyped={(key, text) => key === 'party' && setTypedParty(text)}
    />
  )
}

type GridProps<R extends Record<string, string>> = Shared & {
  label: string
  list: 'rows' | 'items'
  columns: readonly Column<keyof R & string>[]
  /** The options of a column that has a list. */
  choices: readonly Choice[]
  rows: R[]
  empty: R
  onChange: (rows: R[]) => void
  /** Shown next to the first cell of the row. */
  nameOf?: (row: R) => string
  onTyped?: (key: string, text: string) => void
}

function Grid<R extends Record<string, string>>(props: GridProps<R>) {
  const { label, list, columns, choices, rows, empty, onChange, nameOf, onTyped, mistakes, onPasteTable, disabled } =
    props
  const shown = [...rows, empty]
  const put = (at: number, key: keyof R & string, text: string) => {
    onTyped?.(key, text)
    onChange(shown.slice(0, Math.max(rows.length, at + 1)).map((row, i) => (i === at ? { ...row, [key]: text } : row)))
  }

  const paste = (event: ClipboardEvent, at: number, from: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    const cells = text
      .replace(/\r\n?/g, '\n')
      .replace(/\n+$/, '')
      .split('\n')
      .map((line) => line.split('\t'))
    if (from === 0) return onPasteTable(sheetFromCells(cells))
    // Cells pasted in the middle keep their position.
    const next = [...shown.slice(0, Math.max(rows.length, at + cells.length))]
    cells.forEach((line, i) => {
      const row: Record<string, string> = { ...(next[at + i] ?? empty) }
      line.forEach((cell, j) => {
        const column = columns[from + j]
        if (column) row[column.key] = cell.trim()
      })
      next[at + i] = row as R
    })
    onChange(next)
  }

  return (
    <table className={classes.grid} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, title, figure, width }, i) => [
            <th key={key} scope="col" data-figure={figure || undefined} style={{ width }}>
              {title}
            </th>,
            i === 0 && nameOf !== undefined && (
              <th key="name" scope="col">
                Name
              </th>
            ),
          ])}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, at) => (
          // A row is identified by its position: rows have no other name.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            {columns.map(({ key, title, figure, wide, choices: kind }, i) => {
              const found = mistakes.find(({ path }) => path[0] === list && path[1] === at && path[2] === key)
              const common = {
                id: `${list}-${at}-${key}`,
                'aria-label': `${title}, row ${at + 1}`,
                'aria-invalid': found !== undefined,
                title: found?.message,
                value: row[key] ?? '',
                disabled,
                onKeyDown: moveOn,
                onPaste: (event: ClipboardEvent) => paste(event, at, i),
              }
              return [
                <td key={key} data-title={title} data-figure={figure || undefined} data-wide={wide || undefined}>
                  {list === 'items' && i === 0 ? (
                    <select
                      {...common}
                      value={itemAccountOf(row[key] ?? '') ?? row[key] ?? ''}
                      onChange={(event) => put(at, key, event.currentTarget.value)}
                    >
                      <option value="">Choose</option>
                      {kinds.map(([code, { word }]) => (
                        <option key={code} value={code}>
                          {word}
                        </option>
                      ))}
                    </select>
                  ) : kind !== undefined ? (
                    <ChoiceInput
                      {...common}
                      size="xs"
                      showsValue
                      isSearched={kind === 'parties'}
                      options={choices}
                      onChange={(text) => put(at, key, text)}
                    />
                  ) : (
                    <input
                      {...common}
                      inputMode={figure ? 'decimal' : undefined}
                      autoComplete="off"
                      spellCheck={false}
                      onChange={(event) => put(at, key, event.currentTarget.value)}
                      onFocus={(event) => event.currentTarget.select()}
                      onBlur={(event) => {
                        const typed = event.currentTarget.value
                        const read = figure && typed.trim() !== '' ? parseTypedAmount(typed) : undefined
                        if (read?.ok && formatMoney(read.amount) !== typed) put(at, key, formatMoney(read.amount))
                      }}
                    />
                  )}
                </td>,
                i === 0 && nameOf !== undefined && (
                  <td key="name" data-title="" className={classes.name}>
                    {nameOf(row)}
                  </td>
                ),
              ]
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Frequent ones first. */
const usual: readonly string[] = [
  accounts.receivables,
  accounts.payables,
  accounts.customerAdvances,
  accounts.supplierAdvances,
]
const kinds = Object.entries(openingItems).toSorted(
  ([a], [b]) => Number(usual.includes(b)) - Number(usual.includes(a)) || a.localeCompare(b),
)

/** Enter goes to the next cell, Ctrl and the arrows to the row above or below. */
function moveOn(event: KeyboardEvent<HTMLElement>): void {
  const target = event.currentTarget
  const table = target.closest('table')
  const cells = [...(table?.querySelectorAll<HTMLElement>('input, select') ?? [])]
  const perRow = target.closest('tr')?.querySelectorAll('input, select').length ?? 1
  const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  const row = event.ctrlKey ? { ArrowDown: perRow, ArrowUp: -perRow }[event.key] : undefined
  const step = isEnter ? (event.shiftKey ? -1 : 1) : (row ?? 0)
  if (step === 0) return
  event.preventDefault()
  cells[cells.indexOf(target) + step]?.focus()
}
