// Income and expense as bars and cash as a line, month by month. The table below says the same in figures.
import { formatMoney } from '@talaan/ledger/money.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import classes from './MonthlyChart.module.css'

const size = { width: 960, height: 280, left: 76, right: 8, top: 12, bottom: 28 }

export function MonthlyChart({ table }: { table: Table }) {
  const months = table.rows.filter(({ emphasis }) => emphasis === undefined).map(({ cells }) => cells)
  const figure = (at: number) => months.map((cells) => Number(cells[at] ?? 0n) / 100)
  const [income, expense, cash] = [figure(1), figure(2), figure(4)]
  const ticks = ticksFor([...income, ...expense, ...cash])
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const y = (amount: number) =>
    size.top + ((highest - amount) / (highest - lowest)) * (size.height - size.top - size.bottom)
  const step = (size.width - size.left - size.right) / Math.max(months.length, 1)
  const middle = (i: number) => size.left + step * (i + 0.5)
  const bar = Math.min(step * 0.3, 28)
  const drawn = (amount: number) => ({ y: Math.min(y(amount), y(0)), height: Math.abs(y(amount) - y(0)), width: bar })

  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label="Income, expense and cash by month; the table below has the figures."
      >
        {ticks.map((amount) => (
          <g key={amount}>
            <line className={classes.grid} x1={size.left} x2={size.width - size.right} y1={y(amount)} y2={y(amount)} />
            <text className={classes.words} x={size.left - 8} y={y(amount) + 4} textAnchor="end">
              {short(amount)}
            </text>
          </g>
        ))}
        {months.map((cells, i) => (
          <g key={String(cells[0])}>
            <title>{`${String(cells[0])}: income ${money(cells[1])}, expense ${money(cells[2])}, cash ${money(cells[4])}`}</title>
            <rect className={classes.income} x={middle(i) - bar - 1} {...drawn(income[i] ?? 0)} />
            <rect className={classes.expense} x={middle(i) + 1} {...drawn(expense[i] ?? 0)} />
            <text className={classes.words} x={middle(i)} y={size.height - 8} textAnchor="middle">
              {String(cells[0]).slice(0, 3)}
            </text>
          </g>
        ))}
        <polyline className={classes.cash} points={cash.map((amount, i) => `${middle(i)},${y(amount)}`).join(' ')} />
        {cash.map((amount, i) => (
          <circle key={i} className={classes.dot} cx={middle(i)} cy={y(amount)} r={3.5} />
        ))}
      </svg>
      <figcaption className={classes.legend}>
        <span>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <rect className={classes.income} width={14} height={14} rx={2} />
          </svg>
          Income
        </span>
        <span>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <rect className={classes.expense} width={14} height={14} rx={2} />
          </svg>
          Expense
        </span>
        <span>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <line className={classes.cash} x1={0} x2={14} y1={7} y2={7} />
            <circle className={classes.dot} cx={7} cy={7} r={3.5} />
          </svg>
          Cash at the end
        </span>
      </figcaption>
    </figure>
  )
}

const money = (cell: unknown): string => formatMoney(typeof cell === 'bigint' ? cell : 0n)

/** Round amounts from below the least to above the most, zero among them; five or so. */
function ticksFor(amounts: readonly number[]): number[] {
  const least = Math.min(0, ...amounts)
  const most = Math.max(0, ...amounts)
  const rough = (most - least || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  const first = Math.floor(least / step)
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, i) => (first + i) * step)
}

/** '1.2M', '350k': an axis has no room for centavos. */
function short(amount: number): string {
  const size = Math.abs(amount)
  if (size >= 1e6) return `${+(amount / 1e6).toFixed(2)}M`
  if (size >= 1e3) return `${+(amount / 1e3).toFixed(1)}k`
  return String(+amount.toFixed(2))
}
