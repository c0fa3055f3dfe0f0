// The contents of a chart, for its frame and its drawing.
import type { Money } from '@talaan/ledger/core/money.ts'

export type Tone = 'income' | 'expense' | 'cash' | 'compared' | 'planned'

export type ChartSeries = {
  /** Without dots, because the charting library reads it as a path. */
  key: string
  label: string
  kind: 'bar' | 'line'
  tone: Tone
  /** Uses an axis of its own, on the right. */
  axis?: 'right'
  /** An amount for each mark of the axis; null leaves a gap. */
  amounts: readonly (Money | null)[]
}

export type MoneyChartProps = {
  /** Read to screen reader users for the whole chart; it says where the figures are. */
  label: string
  marks: readonly string[]
  series: readonly ChartSeries[]
  height?: number
  /** Vertical lines with a label, each at a mark. */
  notes?: readonly { mark: string; label: string }[]
  /** A point with a label, on a series. */
  point?: { series: string; mark: string; amount: Money; label: string } | undefined
  onOpen?: (mark: number) => void
}
