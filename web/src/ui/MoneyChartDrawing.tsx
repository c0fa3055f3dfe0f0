// The drawing of a chart. It includes the charting library, so it loads only where a chart is shown.
import '@mantine/charts/styles.css'
import { CompositeChart } from '@mantine/charts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import type { MoneyChartProps, Tone } from './chartSeries.ts'
import classes from './MoneyChart.module.css'

/** Lines for comparison are dashed, so that they can be distinguished without color. */
const dashes: Record<Tone, string | undefined> = {
  income: undefined,
  expense: undefined,
  cash: undefined,
  compared: '6 4',
  planned: '2 3',
}

export function MoneyChartDrawing({ marks, series, height = 200, notes = [], point, onOpen }: MoneyChartProps) {
  const data = marks.map((mark, i) => ({
    mark,
    ...Object.fromEntries(series.map(({ key, amounts }) => [key, drawn(amounts[i] ?? null)])),
  }))
  const axisOf = (name: string) => series.find(({ key }) => key === name)?.axis
  const hasRight = series.some(({ axis }) => axis === 'right')
  const compares = (name: string) => series.some(({ key, tone }) => key === name && dashes[tone] !== undefined)
  return (
    <CompositeChart
      className={classes.chart}
      data-opens={onOpen !== undefined || undefined}
      h={height}
      data={data}
      dataKey="mark"
      series={series.map(({ key, label, kind, tone, axis }) => ({
        name: key,
        label,
        type: kind,
        color: `var(--chart-${tone})`,
        ...(axis === undefined ? {} : { yAxisId: axis }),
        ...(dashes[tone] === undefined ? {} : { strokeDasharray: dashes[tone] }),
      }))}
      curveType="linear"
      maxBarWidth={26}
      strokeDasharray="0"
      gridColor="var(--talaan-line)"
      textColor="var(--talaan-quiet)"
      tickLine="none"
      // For a screen reader, the chart is a single picture, and the Tab key skips it; its table has the figures.
      accessibilityLayer={false}
      valueFormatter={short}
      yAxisProps={{ width: 56 }}
      withRightYAxis={hasRight}
      rightYAxisProps={{ width: 56 }}
      tooltipProps={{
        content: ({ active, label }) =>
          active ? <Figures at={marks.indexOf(String(label))} {...{ marks, series }} /> : null,
      }}
      lineProps={({ name, color }) => ({ dot: compares(name) ? false : { r: 3, fill: color ?? '' } })}
      referenceLines={notes.map(({ mark, label }) => ({
        x: mark,
        color: 'var(--talaan-quiet)',
        strokeDasharray: '3 3',
        label: { value: label, position: 'top', fontSize: 12, fill: 'var(--talaan-quiet)' },
      }))}
      referenceDots={
        point === undefined
          ? []
          : [
              {
                x: point.mark,
                y: drawn(point.amount) ?? 0,
                ...(axisOf(point.series) === undefined ? {} : { yAxisId: 'right' }),
                r: 5,
                color: 'var(--chart-expense)',
                label: { value: point.label, position: 'bottom', fontSize: 12, fill: 'var(--mantine-color-text)' },
              },
            ]
      }
      composedChartProps={{
        // Labels above the drawing need space at the top, and to the right of its last mark.
        margin: { top: notes.length > 0 ? 20 : 8, right: notes.length > 0 && !hasRight ? 20 : 8, bottom: 0, left: 0 },
        onClick: ({ activeTooltipIndex }) => {
          if (activeTooltipIndex !== null && activeTooltipIndex !== undefined) onOpen?.(Number(activeTooltipIndex))
        },
      }}
    />
  )
}

/** The exact amounts of a mark, next to the pointer. */
function Figures({ at, marks, series }: Pick<MoneyChartProps, 'marks' | 'series'> & { at: number }) {
  return (
    <div className={classes.tooltip}>
      <strong>{marks[at]}</strong>
      {series.map(({ key, label, amounts }) => {
        const amount = amounts[at] ?? null
        return (
          amount !== null && (
            <div key={key}>
              <span>{label}</span>
              <span>{formatMoney(amount)}</span>
            </div>
          )
        )
      })}
    </div>
  )
}

/** In pesos, only for the height of a bar; figures are shown from the exact amount. */
const drawn = (amount: Money | null): number | null => (amount === null ? null : Number(amount) / 100)

/** '1.2M', '350k': an axis has no space for centavos. */
function short(amount: number): string {
  const size = Math.abs(amount)
  if (size >= 1e6) return `${+(amount / 1e6).toFixed(2)}M`
  if (size >= 1e3) return `${+(amount / 1e3).toFixed(1)}k`
  return String(+amount.toFixed(2))
}
