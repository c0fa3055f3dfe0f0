// Scores of reading invoices: `node bench/capture/scores.ts [documents of each family] [first seed]`. Each document is read as a PDF
// with text, as a scan, a photograph, a carbon copy and a bad photograph, and each booklet invoice also with handwriting. Prints the
// figures of docs/capture.md, and which goals were reached.
// ONLY="photograph" or ONLY="bad photograph,scan" reads only these. WITHOUT="levels", "flattens", "erases", "adds" or "looks" leaves a
// step out. MINUTES=25 stops after that time, WORKERS=2 reads with two threads, and SHOW=1 prints what was read of each document that
// is not all right.
// KEEP=folder stores the words that were seen, and takes them from there: a run then continues where the last one stopped, and the
// rules are scored again without looking at a picture twice. Use another folder after a change of how pictures are read. STORED=1 scores
// only the documents whose words are stored.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { changes, families, invoiceOf } from '../../server/test/capture/invoices.ts'
import type { Change, Family } from '../../server/test/capture/invoices.ts'
import type { PhotoKind } from '../../server/test/capture/photos.ts'
import { photoKinds, photoOf } from '../../server/test/capture/photos.ts'
import { compared, lookAtBorn, lookAtPicture, pageOf, seeBorn, seePicture } from '../../server/test/capture/reading.ts'
import type { Compared, Look, Seen } from '../../server/test/capture/reading.ts'
import { foundAgain, goals, pairsTable, table } from './table.ts'

const [count = 20, first = 1] = process.argv.slice(2).map(Number)
/** Another photograph of the same invoice, and one of an invoice that differs in one thing. */
const pairKinds = ['second photograph', 'changed invoice'] as const
/** Of a booklet of which the blanks are filled in by hand. */
const handKinds = { 'handwriting, scanned': 'scan', 'handwriting, photographed': 'photograph' } as const
const allKinds = [
  'PDF',
  ...photoKinds,
  ...pairKinds,
  ...(Object.keys(handKinds) as (keyof typeof handKinds)[]),
] as const
type Kind = (typeof allKinds)[number]
const kinds = allKinds.filter((kind) => process.env.ONLY?.split(/,(?! )/).includes(kind) ?? true)
const leftOut = (process.env.WITHOUT ?? '').split(',').filter((step) => step !== '')
const without = Object.fromEntries(leftOut.map((step) => [step, false]))
const workers = Number(process.env.WORKERS ?? 1)
const end = Date.now() + Number(process.env.MINUTES ?? 1e6) * 60_000
const folder = process.env.KEEP
const isOnlyStored = process.env.STORED !== undefined
class NotStored extends Error {}

export type Read = Look & Compared & { family: Family; quality: Kind; seed: number; change: Change | undefined }

if (isMainThread) {
  const reads: Read[] = []
  await Promise.all(
    Array.from({ length: workers }, (_, nth) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: nth, argv: [String(count), String(first)] })
      worker.on('message', (read: Read) => reads.push(read))
      return new Promise<void>((resolve, reject) => {
        worker.once('error', reject)
        worker.once('exit', () => resolve())
      })
    }),
  )
  const pairs = foundAgain(reads)
  console.log([table(reads, kinds), pairsTable(pairs), goals(reads, pairs)].join('\n\n'))
} else
  // All kinds of a document, so that each has the same number when the time is over.
  for (let seed = first + (workerData as number); seed < first + count; seed += workers)
    for (const family of families) {
      if (Date.now() >= end) break
      for (const kind of kinds) {
        const name = `${seed}-${family}-${kind}`
        const change = kind === 'changed invoice' ? changes[seed % changes.length] : undefined
        const isByHand = isHandKind(kind)
        if (isByHand && family !== 'booklet') continue
        const invoice = await invoiceOf(seed, family, { change })
        const picture = once(async () => {
          const { pdf } = await invoiceOf(seed, family, { onPaper: true, change, isByHand })
          return photoOf(await pageOf(pdf), ...shotOf(seed, kind))
        })
        const looking =
          kind === 'PDF'
            ? kept(name, () => seeBorn(invoice.pdf)).then((seen) => lookAtBorn(seen, without))
            : lookAtPicture(
                (layout) => kept(`${name}-${layout}`, async () => seePicture(await picture(), layout, without)),
                without,
              )
        const look = await looking.catch((error: unknown) => {
          if (error instanceof NotStored) return null
          throw error
        })
        if (look === null) continue
        const read: Read = { ...look, ...compared(look, invoice), family, quality: kind, seed, change }
        parentPort?.postMessage(read)
        if (process.env.SHOW !== undefined && !read.isAllRight)
          console.error(
            `${family}, ${kind}, ${seed}`,
            invoice.truth,
            look.fields.map((f) => `${f.name}=${f.value} ${f.grade}`).join(', '),
          )
      }
    }

function isHandKind(kind: Kind): kind is keyof typeof handKinds {
  return kind in handKinds
}

/** Each picture is taken differently. */
function shotOf(seed: number, kind: Kind): [seed: number, kind: PhotoKind] {
  if (isHandKind(kind)) return [seed + 3_000_000, handKinds[kind]]
  const nth = pairKinds.findIndex((one) => one === kind)
  return nth < 0 ? [seed, kind as PhotoKind] : [seed + (nth + 1) * 1_000_000, 'photograph']
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** The arithmetic and the number of looks are not part of what is seen. */
async function kept(name: string, see: () => Promise<Seen>): Promise<Seen> {
  if (folder === undefined) return see()
  const path = `${folder}/${[name, ...leftOut.filter((step) => step !== 'adds' && step !== 'looks')].join('-')}.json`
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Seen
  if (isOnlyStored) throw new NotStored()
  const seen = await see()
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(seen))
  renameSync(`${path}.new`, path)
  return seen
}
