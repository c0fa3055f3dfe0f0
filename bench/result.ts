// A result is a goal, what was seen beside its floor, and whether the bound holds; the table of them is what bench prints.

export type Result = {
  /** The number of the goal; empty for a figure that has no bound. */
  goal: string
  what: string
  engine: 'PostgreSQL' | 'embedded' | ''
  floor: string
  portal: string
  /** The figure that is compared with the bound. */
  outcome: string
  bound: string
  met: boolean | undefined
  /** A goal may be missed on a busy day; what this says of the books must hold, or the run has failed. */
  mustHold?: true
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`
export const perSecond = (value: number) => `${value.toFixed(0)} /s`
export const times = (value: number) => `${value.toFixed(2)} ×`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const MB = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

const head = ['#', 'what', 'database', 'floor', 'portal', 'outcome', 'bound', 'met']

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
