// The contents of a chart of amounts, for its frame and its drawing.
import type { Money } from '@talaan/ledger/core/money.ts'

export type Tone = 'income' | 'expense' | 'cash' | 'compared' | 'planned'

export type ChartSeries = {
  /** Without dots, because the drawing reads it as a path. */
  key: string
  label: string
  kind: 'bar' | 'line'
  tone: Tone
  /** Drawn against an axis of its own, at the right. */
  axis?: 'right'
  /** One for each mark of the axis; null leaves a gap. */
  amounts: readonly (Money | null)[]
}

export type MoneyChartProps = {
  /** Read out for the whole chart; says where the figures are. */
  label: string
  marks: readonly string[]
  series: readonly ChartSeries[]
  height?: number
  /** Vertical lines with a word, at a mark. */
  notes?: readonly { mark: string; label: string }[]
  /** One point with a word, on a series. */
  point?: { series: string; mark: string; amount: Money; label: string } | undefined
  onOpen?: (mark: number) => void
}
