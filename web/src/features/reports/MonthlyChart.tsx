// Income and expense as bars, and cash as a line, by month. The table below has the same figures.
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './MonthlyChart.module.css'

const edge = { left: 56, right: 8, top: 8, bottom: 26 }

export function MonthlyChart({ table }: { table: Table }) {
  const [box, width] = useWidth()
  const months = table.rows.filter(({ emphasis }) => emphasis === undefined).map(({ cells }) => cells)
  const figure = (at: number) => months.map((cells) => Number(cells[at] ?? 0n) / 100)
  const [income, expense, cash] = [figure(1), figure(2), figure(4)]
  const step = (width - edge.left - edge.right) / Math.max(months.length, 1)
  const middle = (i: number) => edge.left + step * (i + 0.5)
  const bar = Math.max(1, Math.min(step * 0.3, 26))
  const names = months.map((cells) => String(cells[0]))
  const description = (i: number, ...columns: readonly number[]) =>
    `${names[i]}: ${columns.map((at) => `${table.columns[at]?.title} ${money(months[i]?.[at])}`).join(', ')}`
  const letters = step < 34 ? 1 : 3

  return (
    <figure className={classes.figure} ref={box}>
      <figcaption className={classes.legend}>
        <span className={classes.incomeKey}>Income</span>
        <span className={classes.expenseKey}>Expense</span>
      </figcaption>
      <Panel
        width={width}
        height={190}
        amounts={[...income, ...expense]}
        label="Income and expense by month; the table below has the figures."
        marks={names.map((name, i) => ({ x: middle(i), text: name.slice(0, letters) }))}
      >
        {(y) =>
          names.map((name, i) => {
            const drawn = (amount: number) => ({
              y: Math.min(y(amount), y(0)),
              height: Math.abs(y(amount) - y(0)),
              width: bar,
            })
            return (
              <g key={name}>
                <title>{description(i, 1, 2)}</title>
                <rect className={classes.income} x={middle(i) - bar - 1} {...drawn(income[i] ?? 0)} />
                <rect className={classes.expense} x={middle(i) + 1} {...drawn(expense[i] ?? 0)} />
              </g>
            )
          })
        }
      </Panel>
      <figcaption className={classes.legend}>
        <span className={classes.cashKey}>Cash at the end of the month</span>
      </figcaption>
      <Panel
        width={width}
        height={140}
        amounts={cash}
        label="Cash at the end of each month; the table below has the figures."
        marks={names.map((name, i) => ({ x: middle(i), text: name.slice(0, letters) }))}
      >
        {(y) => (
          <>
            <polyline
              className={classes.cash}
              points={cash.map((amount, i) => `${middle(i)},${y(amount)}`).join(' ')}
            />
            {cash.map((amount, i) => (
              <circle key={names[i]} className={classes.dot} cx={middle(i)} cy={y(amount)} r={3.5}>
                <title>{description(i, 4)}</title>
              </circle>
            ))}
          </>
        )}
      </Panel>
    </figure>
  )
}

type PanelProps = {
  width: number
  height: number
  label: string
  amounts: readonly number[]
  marks: readonly { x: number; text: string }[]
  children: (y: (amount: number) => number) => ReactNode
}

/** The scale at the left, the months below, and the drawing between. */
function Panel({ width, height, label, amounts, marks, children }: PanelProps) {
  const ticks = ticksFor(amounts)
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const y = (amount: number) => edge.top + ((highest - amount) / (highest - lowest)) * (height - edge.top - edge.bottom)
  return (
    <svg className={classes.chart} viewBox={`0 0 ${width} ${height}`} height={height} role="img" aria-label={label}>
      {ticks.map((amount) => (
        <g key={amount}>
          <line className={classes.grid} x1={edge.left} x2={width - edge.right} y1={y(amount)} y2={y(amount)} />
          <text className={classes.words} x={edge.left - 8} y={y(amount) + 4} textAnchor="end">
            {short(amount)}
          </text>
        </g>
      ))}
      {marks.map(({ x, text }) => (
        <text key={x} className={classes.words} x={x} y={height - 8} textAnchor="middle">
          {text}
        </text>
      ))}
      {children(y)}
    </svg>
  )
}

/** The available width, so that text has the same size on every screen. */
function useWidth() {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(900)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    setWidth(Math.max(element.clientWidth, 200))
    const watch = new ResizeObserver(() => setWidth(Math.max(element.clientWidth, 200)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, width] as const
}

const money = (cell: unknown): string => formatMoney(typeof cell === 'bigint' ? cell : 0n)

/** Round amounts from below the minimum to above the maximum, including zero; about four. */
function ticksFor(amounts: readonly number[]): number[] {
  const least = Math.min(0, ...amounts)
  const most = Math.max(0, ...amounts)
  const rough = (most - least || 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  const first = Math.floor(least / step)
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, i) => (first + i) * step)
}

/** '1.2M', '350k': an axis has no space for centavos. */
function short(amount: number): string {
  const size = Math.abs(amount)
  if (size >= 1e6) return `${+(amount / 1e6).toFixed(2)}M`
  if (size >= 1e3) return `${+(amount / 1e3).toFixed(1)}k`
  return String(+amount.toFixed(2))
}
