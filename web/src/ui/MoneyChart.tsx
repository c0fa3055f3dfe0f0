// Amounts over time as bars and lines. The drawing loads when the user scrolls near it. Every chart also has its
// figures in a table.
import { Box, Button, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { Boundary } from './Boundary.tsx'
import { later } from './later.tsx'
import type { MoneyChartProps } from './chartSeries.ts'
import classes from './MoneyChart.module.css'

const MoneyChartDrawing = later(async () => (await import('./MoneyChartDrawing.tsx')).MoneyChartDrawing)

const near = { rootMargin: '300px' }

type Props = MoneyChartProps & {
  table?: ReactNode
  /** The chart is as wide as the page. */
  isWide?: boolean
}

/** `table` is shown on request; without it, the page already shows the figures next to the chart. */
export function MoneyChart({ table, isWide, ...chart }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { ref, entry } = useIntersection<HTMLDivElement>(near)
  const [isDrawn, setDrawn] = useState(false)
  if (entry?.isIntersecting && !isDrawn) setDrawn(true)
  const id = useId()
  const height = chart.height ?? 200
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.legend}>
        {chart.series.map(({ key, label, kind, tone }) => (
          <span key={key} data-kind={kind} data-tone={tone}>
            {label}
          </span>
        ))}
      </figcaption>
      <div ref={ref} className={classes.drawing} data-wide={isWide} role="img" aria-label={chart.label}>
        <Boundary
          broken={<p className={classes.broken}>The chart could not be loaded. Reload the page to try again.</p>}
        >
          <Suspense fallback={<Skeleton h={height} />}>
            {isDrawn ? <MoneyChartDrawing {...chart} /> : <Box h={height} />}
          </Suspense>
        </Boundary>
      </div>
      {table !== undefined && (
        <>
          <Button
            className={classes.toggle}
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide table' : 'Show table'}
          </Button>
          <div id={id} className={classes.table} hidden={!isOpen}>
            {table}
          </div>
        </>
      )}
    </figure>
  )
}
