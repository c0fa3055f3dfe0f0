// The figures of docs/capture.md as a table: a row for each family and quality, and one for each quality.
import { compareInvoices, invoiceFacts } from '@talaan/ledger/capture/same-invoice.ts'
import type { Read } from './scores.ts'

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)}%`

const columns: readonly (readonly [string, (reads: readonly Read[]) => string | number])[] = [
  ['All key fields correct', (reads) => share(reads, ({ isAllRight }) => isAllRight)],
  ['Stopped', (reads) => share(reads, ({ isStopped }) => isStopped)],
  ['Total proved', (reads) => share(reads, ({ isTotalProved }) => isTotalProved)],
  ['Falsely proved', (reads) => sum(reads, ({ falselyProved }) => falselyProved.length)],
  ['Wrong values', (reads) => of(reads, 'wrong')],
  ['Decoys read as values', (reads) => sum(reads, ({ decoys }) => decoys.length)],
  ['Seconds: median', (reads) => atShare(reads, 0.5)],
  ['95%', (reads) => atShare(reads, 0.95)],
]

const share = (reads: readonly Read[], is: (read: Read) => boolean) => percent(reads.filter(is).length, reads.length)
const sum = (reads: readonly Read[], count: (read: Read) => number) =>
  reads.reduce((total, read) => total + count(read), 0)
const of = (reads: readonly Read[], name: 'wrong') => {
  const count = sum(reads, (read) => read[name].length)
  return `${percent(
    count,
    sum(reads, ({ offered }) => offered),
  )} (${count})`
}
const atShare = (reads: readonly Read[], at: number) => {
  const seconds = reads.map((read) => read.seconds).toSorted((a, b) => a - b)
  return (seconds[Math.min(seconds.length - 1, Math.floor(at * seconds.length))] ?? 0).toFixed(1)
}

export function table(reads: readonly Read[], kinds: readonly string[]): string {
  const rows = kinds.flatMap((kind) => {
    const some = reads.filter((read) => read.quality === kind)
    const byFamily = [...Map.groupBy(some, ({ family }) => family)].toSorted(([a], [b]) => a.localeCompare(b))
    if (some.length === 0) return []
    return [...byFamily.map(([family, each]) => [`${family}, ${kind}`, each] as const), [`**${kind}**`, some] as const]
  })
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line(['Documents', ...columns.map(([name]) => name)]),
    `|${'---|'.repeat(columns.length + 1)}`,
    ...rows.map(([name, some]) => line([`${some.length} × ${name}`, ...columns.map(([, figure]) => figure(some))])),
  ].join('\n')
}

type Pairs = { pairs: number; same: number; similar: number }

/** Pictures of the same invoice, of two that differ in one thing, and of all others are compared. */
export function foundAgain(reads: readonly Read[]): string {
  const pictures = reads
    .filter(
      ({ quality, isStopped }) =>
        !isStopped && ['scan', 'photograph', 'second photograph', 'changed invoice'].includes(quality),
    )
    .map((read) => ({ ...read, facts: invoiceFacts(read.fields, read.texts) }))
  const groups = new Map<string, Pairs>()
  for (const [at, one] of pictures.entries())
    for (const other of pictures.slice(at + 1)) {
      // The families of a seed have the same facts.
      if (one.seed === other.seed && one.family !== other.family) continue
      const group = groupOf(one, other)
      const tally = groups.get(group) ?? { pairs: 0, same: 0, similar: 0 }
      groups.set(group, tally)
      tally.pairs += 1
      const { isSame, isSimilar } = compareInvoices(one.facts, other.facts)
      if (isSame) tally.same += 1
      else if (isSimilar) tally.similar += 1
    }
  return [
    '| Two pictures | Pairs | Called the same invoice | Called similar |',
    '|---|---|---|---|',
    ...[...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([name, { pairs, same, similar }]) =>
          `| ${name} | ${pairs} | ${same} (${percent(same, pairs)}) | ${similar} (${percent(similar, pairs)}) |`,
      ),
  ].join('\n')
}

function groupOf(one: Read, other: Read): string {
  if (one.seed !== other.seed) return 'of different invoices'
  const change = one.change ?? other.change
  if (change !== undefined) return `of two invoices that differ only in the ${changeNames[change]}`
  const hasScan = one.quality === 'scan' || other.quality === 'scan'
  return hasScan ? 'a scan and a photograph of an invoice' : 'two photographs of an invoice'
}

const changeNames = { number: 'number', day: 'date', total: 'amount', branch: 'branch' } as const
