// A result is a goal with the figures of portal and floor, and whether the goal is met; bench prints a table of them.

export type Result = {
  /** The number of the goal; empty for a figure without a goal. */
  goal: string
  what: string
  engine: 'PostgreSQL' | 'embedded' | ''
  floor: string
  portal: string
  /** The figure that is compared with the goal. */
  outcome: string
  bound: string
  met: boolean | undefined
  /** A goal may be missed on a busy machine; this is about the correctness of the books, so the run fails without it. */
  mustHold?: true
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`
export const perSecond = (value: number) => `${value.toFixed(0)} /s`
export const times = (value: number) => `${value.toFixed(2)} ×`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const MB = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

const head = ['#', 'Measure', 'Database', 'Floor', 'Portal', 'Result', 'Goal', 'Met']

const cells = ({ goal, what, engine, floor, portal, outcome, bound, met }: Result) => [
  ...[goal, what, engine, floor, portal, outcome, bound],
  met === undefined ? '' : met ? 'yes' : '**no**',
]

export function asMarkdown(results: readonly Result[]): string {
  const rows = [head, head.map(() => '---'), ...results.map(cells)]
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

export function asText(results: readonly Result[]): string {
  const rows = [head, ...results.map((result) => cells(result).map((cell) => cell.replaceAll('*', '')))]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
