// Scores of reading invoices: `node bench/capture/scores.ts [documents of each family] [first seed]`. Each document is read as a PDF
// with text, as a scan, a photograph, a carbon copy and a bad photograph. Prints the figures of docs/capture.md. With
// ONLY="photograph" or ONLY="bad photograph,scan" only these are read, and SHOW=1 prints what was read of each document that is not
// all right.
import { families, invoiceOf } from '../../server/test/capture/invoices.ts'
import { photoKinds, photoOf } from '../../server/test/capture/photos.ts'
import { compared, pageOf, readBorn, readPicture } from '../../server/test/capture/reading.ts'
import type { Compared, Look } from '../../server/test/capture/reading.ts'

const [count = 20, first = 1] = process.argv.slice(2).map(Number)
const kinds = (['PDF', ...photoKinds] as const).filter((kind) => process.env.ONLY?.split(',').includes(kind) ?? true)

type Read = Look & Compared
const scores = new Map<string, Read[]>()

for (const kind of kinds)
  for (const family of families)
    for (let seed = first; seed < first + count; seed += 1) {
      const invoice = await invoiceOf(seed, family)
      const look =
        kind === 'PDF' ? await readBorn(invoice.pdf) : await readPicture(photoOf(await pageOf(invoice.pdf), seed, kind))
      const read = { ...look, ...compared(look, invoice) }
      const name = `${family}, ${kind}`
      scores.set(name, [...(scores.get(name) ?? []), read])
      if (process.env.SHOW !== undefined && !read.isAllRight)
        console.error(name, seed, invoice.truth, look.fields.map((f) => `${f.name}=${f.value} ${f.grade}`).join(', '))
    }

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`
const columns = [
  'Documents',
  'All key fields correct',
  'Stopped',
  'Total proved',
  'Falsely proved',
  'Wrong values',
  'Decoys read as values',
  'Median and longest seconds',
]
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
for (const [name, reads] of scores) {
  const seconds = reads.map((read) => read.seconds).toSorted((a, b) => a - b)
  const share = (of: (read: Read) => boolean) => percent(reads.filter(of).length, reads.length)
  const sum = (of: (read: Read) => number) => reads.reduce((total, read) => total + of(read), 0)
  const wrong = sum((read) => read.wrong.length)
  const cells = [
    `${reads.length} × ${name}`,
    share(({ isAllRight }) => isAllRight),
    share(({ isStopped }) => isStopped),
    share(({ isTotalProved }) => isTotalProved),
    sum(({ falselyProved }) => falselyProved.length),
    `${percent(
      wrong,
      sum(({ offered }) => offered),
    )} (${wrong})`,
    sum(({ decoys }) => decoys.length),
    `${seconds[Math.floor(reads.length / 2)]?.toFixed(1)}, ${seconds.at(-1)?.toFixed(1)}`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
