// The columns and rows of a statement. They are part of the address, so saved views, links and downloads include them.
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import type { ReportQuery } from '@talaan/contract/reports.ts'
import { tagKinds } from '@talaan/contract/tag-kinds.ts'
import { columnSpans, type ColumnSpan, type RowLevel } from '@talaan/ledger/reports/columns.ts'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import classes from './LayoutOptions.module.css'
import { useTags } from '../../app/table/TagSelects.tsx'
import { oneOf } from './reportQuery.ts'

export type Layout = {
  compare: readonly ('before' | 'year' | 'budget' | 'actual')[]
  rows: readonly RowLevel[]
  /** The figure that percentages refer to; a trial balance has none. */
  percent?: string
  /** Also offers a column for each project, department or branch. */
  hasTags?: boolean
}

const spanWords: Record<ColumnSpan, string> = {
  total: 'One column',
  months: 'By month',
  quarters: 'By quarter',
  years: 'By year',
}
const levelWords: Record<RowLevel, string> = {
  accounts: 'Accounts',
  grouped: 'Accounts with group subtotals',
  groups: 'Groups only',
  totals: 'Totals only',
}
const comparisonWords = {
  before: 'Previous period',
  year: 'Previous year',
  budget: 'Budget',
  actual: 'Actual figures',
} as const

type Key = 'by' | 'columns' | 'compare' | 'difference' | 'percent' | 'rows' | 'zeros'

/** The layout in the address, as the query of the report, and the fields for changing it. */
export function useLayout(
  { compare: comparisons, rows: levels, percent, hasTags = false }: Layout,
  more: ReactNode,
): { query: Pick<ReportQuery, Key>; columns: ReactNode; button: ReactNode; panel: ReactNode } {
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState(false)
  const id = useId()
  const tags = useTags()
  const by = hasTags ? oneOf(address.get('by') ?? '', tagKinds) : undefined
  const tagged = hasTags ? tagKinds.filter((kind) => kind === by || tags.some((tag) => tag.kind === kind)) : []
  const chosen = by !== undefined ? [] : (address.get('compare') ?? '').split(',')
  const compare = comparisons.filter((one) => chosen.includes(one))
  const columns = oneOf(address.get('columns') ?? '', columnSpans)
  const rows = oneOf(address.get('rows') ?? '', levels)
  const isOn = (key: Key) => address.get(key) === 'yes'
  const query = {
    ...(by !== undefined ? { by } : columns && { columns }),
    ...(compare.length > 0 && { compare: compare.join(',') }),
    ...(isOn('difference') && compare.length > 0 && { difference: 'yes' as const }),
    ...(isOn('percent') && percent !== undefined && { percent: 'yes' as const }),
    ...(rows && { rows }),
    ...(isOn('zeros') && { zeros: 'yes' as const }),
  }
  const change = (changed: Partial<Record<Key, string>>) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [key, value] of Object.entries(changed)) {
          if (value === '') next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )
  const count = Object.keys(query).filter((key) => key !== 'columns' && key !== 'by').length
  const tick = (key: Key, label: string, disabled = false) => (
    <Checkbox
      label={label}
      checked={isOn(key) && !disabled}
      disabled={disabled}
      onChange={(event) => change({ [key]: event.currentTarget.checked ? 'yes' : '' })}
    />
  )
  return {
    query,
    columns: (
      <NativeSelect
        size="sm"
        label="Columns"
        value={by ?? columns ?? 'total'}
        onChange={({ currentTarget: { value } }) => {
          const kind = oneOf(value, tagKinds)
          change({ by: kind ?? '', columns: kind !== undefined || value === 'total' ? '' : value })
        }}
        data={[
          ...columnSpans.map((value) => ({ value, label: spanWords[value] })),
          ...tagged.map((value) => ({ value, label: `By ${value}` })),
        ]}
      />
    ),
    button: (
      <Button
        variant="default"
        size="sm"
        className={classes.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? 'Customize' : `Customize (${count})`}
      </Button>
    ),
    panel: (
      <div id={id} className={classes.panel} hidden={!open}>
        <fieldset>
          <legend>Compare with</legend>
          {comparisons.map((one) => (
            <Checkbox
              key={one}
              label={comparisonWords[one]}
              checked={compare.includes(one)}
              disabled={by !== undefined}
              onChange={(event) => {
                const on = event.currentTarget.checked
                change({
                  compare: comparisons.filter((each) => (each === one ? on : compare.includes(each))).join(','),
                })
              }}
            />
          ))}
          {tick('difference', 'Show differences', compare.length === 0)}
        </fieldset>
        <fieldset>
          <legend>Show</legend>
          {percent !== undefined && tick('percent', percent)}
          {tick('zeros', 'Accounts with zero balance')}
        </fieldset>
        <NativeSelect
          size="sm"
          label="Rows"
          value={rows ?? levels[0]}
          onChange={({ currentTarget: { value } }) => change({ rows: value === levels[0] ? '' : value })}
          data={levels.map((value) => ({ value, label: levelWords[value] }))}
        />
        {more}
      </div>
    ),
  }
}
