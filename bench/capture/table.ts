// The figures of docs/capture.md as tables: how well each family and kind was read, how often an invoice was found again, and which
// goals were reached.
import { comparedFacts, compareInvoices, invoiceFacts } from '@talaan/ledger/capture/same-invoice.ts'
import type { ComparedFact, Relation } from '@talaan/ledger/capture/same-invoice.ts'
import type { Read } from './scores.ts'

type Reads = readonly Read[]

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)}%`
const sum = (reads: Reads, count: (read: Read) => number) => reads.reduce((total, read) => total + count(read), 0)

/** A part of a whole. */
type Share = readonly [part: number, whole: number]
const shareOf = (reads: Reads, is: (read: Read) => boolean): Share => [reads.filter(is).length, reads.length]
const allRight = (reads: Reads) => shareOf(reads, ({ isAllRight }) => isAllRight)
const stopped = (reads: Reads) => shareOf(reads, ({ isStopped }) => isStopped)
const wrongProved = (reads: Reads): Share => [
  sum(reads, ({ falselyProved }) => falselyProved.length),
  sum(reads, ({ proved }) => proved),
]
const wrongLabelled = (reads: Reads): Share => [
  sum(reads, ({ wrong, falselyProved }) => wrong.length - falselyProved.length),
  sum(reads, ({ offered, proved }) => offered - proved),
]
const decoysOf = (reads: Reads) => sum(reads, ({ decoys }) => decoys.length)
const secondsAt = (reads: Reads, at: number) => {
  const seconds = reads.map((read) => read.seconds).toSorted((a, b) => a - b)
  return seconds[Math.min(seconds.length - 1, Math.floor(at * seconds.length))] ?? 0
}

const counted = ([part, whole]: Share) => `${percent(part, whole)} (${part} of ${whole})`
const columns: readonly (readonly [string, (reads: Reads) => string | number])[] = [
  ['All key fields correct', (reads) => percent(...allRight(reads))],
  ['Stopped', (reads) => percent(...stopped(reads))],
  ['Total proved', (reads) => percent(...shareOf(reads, ({ isTotalProved }) => isTotalProved))],
  ['Wrong values: proved', (reads) => counted(wrongProved(reads))],
  ['Only labelled', (reads) => counted(wrongLabelled(reads))],
  ['Decoys read as values', decoysOf],
  ['Seconds: median', (reads) => secondsAt(reads, 0.5).toFixed(1)],
  ['95%', (reads) => secondsAt(reads, 0.95).toFixed(1)],
]

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const tableOf = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')

export function table(reads: Reads, kinds: readonly string[]): string {
  const rows = kinds.flatMap((kind) => {
    const some = reads.filter((read) => read.quality === kind)
    const byFamily = [...Map.groupBy(some, ({ family }) => family)].toSorted(([a], [b]) => a.localeCompare(b))
    if (some.length === 0) return []
    return [...byFamily.map(([family, each]) => [`${family}, ${kind}`, each] as const), [`**${kind}**`, some] as const]
  })
  return tableOf(
    ['Documents', ...columns.map(([name]) => name)],
    rows.map(([name, some]) => [`${some.length} × ${name}`, ...columns.map(([, figure]) => figure(some))]),
  )
}

type Lacking = Record<Exclude<Relation, 'same'>, number>
type Pairs = { pairs: number; same: number; similar: number; lacking: Record<ComparedFact, Lacking> }

/** Pictures of the same invoice, of two that differ in one thing, and of all others are compared. */
export function foundAgain(reads: Reads): ReadonlyMap<string, Pairs> {
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
      const tally = groups.get(group) ?? { pairs: 0, same: 0, similar: 0, lacking: nothingLacking() }
      groups.set(group, tally)
      tally.pairs += 1
      const comparison = compareInvoices(one.facts, other.facts)
      if (comparison.isSame) tally.same += 1
      else if (comparison.isSimilar) tally.similar += 1
      for (const fact of comparedFacts) {
        const relation = comparison[fact]
        if (relation !== 'same') tally.lacking[fact][relation] += 1
      }
    }
  return groups
}

const nothingLacking = (): Pairs['lacking'] => {
  const none = () => ({ different: 0, unknown: 0 })
  return { supplier: none(), number: none(), day: none(), total: none() }
}

const factNames = { supplier: 'TIN', number: 'Number', day: 'Date', total: 'Total' } as const satisfies Record<
  ComparedFact,
  string
>

/** Of each fact, in how many pairs another value was read, and in how many it was not found. */
export const pairsTable = (groups: ReadonlyMap<string, Pairs>): string =>
  tableOf(
    [
      'Two pictures',
      'Pairs',
      'Called the same invoice',
      'Called similar',
      ...comparedFacts.map((fact) => `${factNames[fact]}: other, not found`),
    ],
    [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, { pairs, same, similar, lacking }]) => [
        ...[name, pairs, `${same} (${percent(same, pairs)})`, `${similar} (${percent(similar, pairs)})`],
        ...comparedFacts.map((fact) => `${lacking[fact].different}, ${lacking[fact].unknown}`),
      ]),
  )

const again = { photographs: 'two photographs of an invoice', scan: 'a scan and a photograph of an invoice' } as const

function groupOf(one: Read, other: Read): string {
  if (one.seed !== other.seed) return 'of different invoices'
  const change = one.change ?? other.change
  if (change !== undefined) return `of two invoices that differ only in the ${changeNames[change]}`
  const hasScan = one.quality === 'scan' || other.quality === 'scan'
  return hasScan ? again.scan : again.photographs
}

const changeNames = { number: 'number', day: 'date', total: 'amount', branch: 'branch' } as const

/** What is wanted of each kind of document, whether it was reached, and in which figure. */
export function goals(reads: Reads, groups: ReadonlyMap<string, Pairs>): string {
  const photographs = ['photograph', 'second photograph', 'changed invoice']
  const of = (...kinds: string[]) => reads.filter(({ quality }) => kinds.includes(quality))
  const byHand = reads.filter(({ quality }) => quality.startsWith('handwriting'))
  const printed = reads.filter((read) => !byHand.includes(read))
  const good = printed.filter(({ quality }) => quality !== 'bad photograph')
  const twice = groups.get(again.photographs)
  const falselySame = [...groups].filter(([name]) => name !== again.photographs && name !== again.scan)
  const least = (goal: number, share: Share) => row(`at least ${goal}%`, share, ([a, all]) => 100 * a >= goal * all)
  const most = (goal: number, share: Share) => row(`at most ${goal}%`, share, ([a, all]) => 100 * a <= goal * all)
  const row = (goal: string, share: Share, isReached: (share: Share) => boolean) =>
    [goal, share[1] === 0 ? 'not measured' : counted(share), share[1] === 0 || isReached(share)] as const
  const atMost = (goal: number, value: number, unit = '') =>
    [`at most ${goal}${unit}`, `${+value.toFixed(1)}${unit}`, value <= goal] as const
  const rows = [
    ['All key fields correct: PDF', ...least(97, allRight(of('PDF')))],
    ['All key fields correct: scans', ...least(90, allRight(of('scan')))],
    ['All key fields correct: photographs', ...least(75, allRight(of(...photographs)))],
    ['Falsely proved values', ...atMost(0, wrongProved(reads)[0])],
    ['Wrong values: proved', ...most(1, wrongProved(printed))],
    ['Wrong values: only labelled', ...most(8, wrongLabelled(printed))],
    ['Wrong values of handwriting: only labelled', ...most(8, wrongLabelled(byHand))],
    ['Decoys read as values', ...atMost(0, decoysOf(reads))],
    ['Bad photographs stopped', ...least(95, stopped(of('bad photograph')))],
    ['Good pictures stopped', ...most(2, stopped(good))],
    [
      'Two photographs of an invoice called the same or similar',
      ...least(98, twice ? [twice.same + twice.similar, twice.pairs] : [0, 0]),
    ],
    ['… called the same', ...least(98, twice ? [twice.same, twice.pairs] : [0, 0])],
    [
      'Different invoices called the same',
      ...atMost(
        0,
        falselySame.reduce((total, [, { same }]) => total + same, 0),
      ),
    ],
    ['Time of a page: median', ...atMost(4, secondsAt(reads, 0.5), ' s')],
    ['Time of a page: 95%', ...atMost(6, secondsAt(reads, 0.95), ' s')],
  ] as const
  return tableOf(
    ['Goal', 'Wanted', 'Result', 'Reached'],
    rows.map(([name, wanted, result, isReached]) => [
      name,
      wanted,
      result,
      result === 'not measured' ? '–' : isReached ? 'yes' : '**no**',
    ]),
  )
}
