// The layout of a file that does not describe itself: its first rows, with a role above each column. A detected or
// stored layout is folded; if anything is missing, the layout is open.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { StatementPreview } from '@talaan/contract/statements.ts'
import { openQuestions } from '@talaan/ledger/banking/formats/layout.ts'
import type { LayoutDraft, TableDraft } from '@talaan/ledger/banking/formats/layout.ts'
import { NativeSelect, TextInput } from '../../fields/boxes.tsx'
import { Notice } from '../../runtime/Notice.tsx'
import { SearchSelect } from '../../../ui/SearchSelect.tsx'
import { columnRoles, draftOf, typedLayout, withRole, type ColumnRole, type TypedLayout } from './typedLayout.ts'
import css from './StatementForm.module.css'

type Props = {
  preview: StatementPreview
  /** Called whenever the layout is complete. */
  onSaid: (layout: LayoutDraft) => void
}

const orders = [
  ['', 'Choose the order'],
  ['mdy', 'Month, day, year: 03/31/2026'],
  ['dmy', 'Day, month, year: 31/03/2026'],
  ['ymd', 'Year, month, day: 2026-03-31'],
] as const

const from: Record<NonNullable<StatementPreview['layoutFrom']>, string> = {
  kept: 'saved for this account',
  ready: 'standard for this bank',
  found: 'detected in the file',
  said: 'set by you',
}

export function StatementLayout({ preview, onSaid }: Props) {
  const { layout, layoutFrom, ready, changed, mistakes, leftOut } = preview
  const [opened, setOpened] = useState(preview.open.length > 0 || changed || mistakes.length > 0)
  const [open, setOpen] = useState(preview.open)
  if (layout === null) return null

  const say = (draft: LayoutDraft) => {
    const questions = openQuestions(draft)
    setOpen(questions)
    if (questions.length === 0) onSaid(draft)
  }
  const [kind, row] = layout.kind === 'qif' ? ['Line', 0] : ['Row', 1]
  return (
    <section className={css.layout} aria-label="File layout">
      {changed && (
        <Notice tone="look" title="This file has a different layout">
          The bank may have changed its format, or the file is for another account. Check the columns. The layout is
          saved as a new version. Files already uploaded keep their layout.
        </Notice>
      )}
      {open.length > 0 && (
        <Notice tone="look" title="Set up the layout of this file">
          Missing: {open.join('; ')}.
        </Notice>
      )}
      {open.length === 0 && mistakes.length > 0 && (
        <Notice tone="bad" title={mistakes.length === 1 ? '1 row cannot be read' : 'Some rows cannot be read'} urgent>
          <ul>
            {mistakes.slice(0, 8).map(({ row: at, message }) => (
              <li key={`${at} ${message}`}>{layout.kind === 'table' ? `${kind} ${at + row}: ${message}` : message}</li>
            ))}
            {mistakes.length > 8 && <li>And {mistakes.length - 8} more.</li>}
          </ul>
        </Notice>
      )}
      <details open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>Layout of the file{layoutFrom === null ? '' : `, ${ready ?? from[layoutFrom]}`}</summary>
        {layout.kind === 'qif' ? (
          <NativeSelect
            label="Date format"
            mt="sm"
            maw={320}
            value={layout.dateOrder ?? ''}
            onChange={(event) => say({ kind: 'qif', dateOrder: asOrder(event.currentTarget.value) })}
            data={orders.map(([value, label]) => ({ value, label }))}
          />
        ) : (
          <TableLayoutForm
            // Another sheet contains another table, whose columns the server detects.
            key={layout.table}
            preview={preview}
            layout={layout}
            onChange={say}
            onTable={(table) => onSaid({ ...nothingSaid, table })}
          />
        )}
        {leftOut.length > 0 && (
          <details className={css.left}>
            <summary>
              {leftOut.length === 1 ? '1 row without a transaction' : `${leftOut.length} rows without a transaction`}
            </summary>
            <ul>
              {leftOut.map(({ row: at, message }) => (
                <li key={at}>
                  Row {at + 1}: {message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </details>
    </section>
  )
}

const asOrder = (value: string) => (value === 'ymd' || value === 'dmy' || value === 'mdy' ? value : null)

const nothingSaid: TableDraft = {
  kind: 'table',
  table: 0,
  titles: [],
  day: null,
  valueDay: null,
  description: [],
  reference: null,
  chequeNo: null,
  currency: null,
  amount: null,
  balance: null,
  dateOrder: null,
  decimal: 'point',
  skip: [],
  end: '',
}

type TableProps = {
  preview: StatementPreview
  layout: TableDraft
  onChange: (draft: LayoutDraft) => void
  onTable: (table: number) => void
}

function TableLayoutForm({ preview: { tables }, layout, onChange, onTable }: TableProps) {
  const [typed, setTyped] = useState<TypedLayout>(() => typedLayout(layout, tables[layout.table]?.rows ?? []))
  const rows = tables[typed.table]?.rows ?? []
  const first = Math.max(0, typed.titlesRow)
  const shown = rows.slice(first, first + 9)

  function change(next: TypedLayout) {
    setTyped(next)
    onChange(draftOf(next, tables[next.table]?.rows ?? []))
  }

  return (
    <div className={css.wizard}>
      <div className={css.settings}>
        {tables.length > 1 && (
          <NativeSelect
            label="Sheet"
            value={String(typed.table)}
            onChange={(event) => onTable(Number(event.currentTarget.value))}
          >
            {tables.map(({ name }, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
        <SearchSelect
          label="Heading row"
          value={String(typed.titlesRow + 1)}
          onChange={(no) => no !== '' && change({ ...typed, titlesRow: Number(no) - 1 })}
          data={[
            { value: '0', label: 'no row' },
            ...rows.slice(0, 60).map((row, at) => ({ value: String(at + 1), label: `row ${at + 1}: ${startOf(row)}` })),
          ]}
        />
        <NativeSelect
          label="Date format"
          value={typed.dateOrder}
          onChange={(event) => change({ ...typed, dateOrder: asOrder(event.currentTarget.value) ?? '' })}
          data={orders.map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          label="Number format"
          value={typed.decimal}
          onChange={(event) => change({ ...typed, decimal: event.currentTarget.value === 'comma' ? 'comma' : 'point' })}
        >
          <option value="point">1,234.56</option>
          <option value="comma">1.234,56</option>
        </NativeSelect>
        <TextInput
          size="sm"
          label="Skip rows containing"
          placeholder="hold, pending"
          value={typed.skip}
          onChange={(event) => setTyped({ ...typed, skip: event.currentTarget.value })}
          onBlur={() => change(typed)}
        />
        <TextInput
          size="sm"
          label="Transactions end above"
          placeholder="** End of Report **"
          value={typed.end}
          onChange={(event) => setTyped({ ...typed, end: event.currentTarget.value })}
          onBlur={() => change(typed)}
        />
      </div>
      {typed.roles.includes('amount') && !typed.roles.includes('mark') && (
        <Checkbox
          label="Payments are positive and receipts negative, as on card statements"
          checked={typed.outIsPositive}
          onChange={(event) => change({ ...typed, outIsPositive: event.currentTarget.checked })}
        />
      )}
      {/* A wide file scrolls inside its box. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={css.rows} tabIndex={0} role="region" aria-label="The first rows of the file">
        <table>
          <thead>
            <tr>
              {typed.roles.map((role, column) => (
                <th key={column} scope="col">
                  <NativeSelect
                    size="xs"
                    aria-label={`Column ${column + 1}${typed.titlesRow < 0 ? '' : `, ${rows[typed.titlesRow]?.[column] ?? ''}`}`}
                    value={role}
                    onChange={(event) => change(withRole(typed, column, event.currentTarget.value as ColumnRole | ''))}
                  >
                    <option value="">not used</option>
                    {Object.entries(columnRoles).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </NativeSelect>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at} data-titles={(typed.titlesRow >= 0 && at === 0) || undefined}>
                {typed.roles.map((role, column) => (
                  <td key={column} data-role={role || undefined}>
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const startOf = (row: readonly string[]) =>
  row
    .filter((cell) => cell !== '')
    .join(', ')
    .slice(0, 48)
