// The figures of docs/capture.md as a table: a row for each family and quality, and one for each quality.
import type { Read } from './scores.ts'

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`

const columns: readonly (readonly [string, (reads: readonly Read[]) => string | number])[] = [
  ['All key fields correct', (reads) => share(reads, ({ isAllRight }) => isAllRight)],
  ['Stopped', (reads) => share(reads, ({ isStopped }) => isStopped)],
  ['Total proved', (reads) => share(reads, ({ isTotalProved }) => isTotalProved)],
  ['Falsely proved', (reads) => sum(reads, ({ falselyProved }) => falselyProved.length)],
  ['Wrong values', (reads) => of(reads, 'wrong')],
  ['Decoys read as values', (reads) => sum(reads, ({ decoys }) => decoys.length)],
  ['Seconds: median', (reads) => atShare(reads, 0.5)],
  ['95 %', (reads) => atShare(reads, 0.95)],
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

/** The scan and the photograph of each invoice are compared with all others, by the rules of server/src/features/arrivals/alike.ts. */
export function foundAgain(reads: readonly Read[]): string {
  const pictures = reads.filter(
    ({ quality, isStopped }) => (quality === 'scan' || quality === 'photograph') && !isStopped,
  )
  let [pairs, found, accused] = [0, 0, 0]
  for (const [at, one] of pictures.entries())
    for (const other of pictures.slice(at + 1)) {
      const isSame = one.seed === other.seed
      // The families of a seed have the same facts.
      if (isSame && one.family !== other.family) continue
      if (isSame) pairs += 1
      if (!isAlike(one, other)) continue
      if (isSame) found += 1
      else accused += 1
    }
  return `The same invoice twice: ${percent(found, pairs)} of ${pairs} found; ${accused} false`
}

function isAlike(one: Read, other: Read): boolean {
  const value = ({ fields }: Read, name: string) => fields.find((field) => field.name === name)?.value
  const same = (name: string) => value(one, name) !== undefined && value(one, name) === value(other, name)
  const plain = (read: Read) =>
    value(read, 'number')
      ?.replace(/[^0-9A-Z]/g, '')
      .replace(/^0+/, '') ?? ''
  const days = [one, other].map((read) => Date.parse(value(read, 'day') ?? ''))
  const isNear = Math.abs((days[0] ?? NaN) - (days[1] ?? NaN)) <= 7 * 86_400_000
  return same('sellerTin') && ((plain(one) !== '' && plain(one) === plain(other)) || (same('total') && isNear))
}
