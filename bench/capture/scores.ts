// Scores of reading invoices: `node bench/capture/scores.ts [documents of each family] [first seed]`. Each document is read as a PDF
// with text, as a scan, a photograph, a carbon copy and a bad photograph. Prints the figures of docs/capture.md.
// ONLY="photograph" or ONLY="bad photograph,scan" reads only these. WITHOUT="levels", "flattens" or "adds" leaves a step out. MINUTES=25
// stops after that time, WORKERS=2 reads with two threads, and SHOW=1 prints what was read of each document that is not all right.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { families, invoiceOf } from '../../server/test/capture/invoices.ts'
import { photoKinds, photoOf } from '../../server/test/capture/photos.ts'
import { compared, pageOf, readBorn, readPicture } from '../../server/test/capture/reading.ts'
import type { Compared, Look } from '../../server/test/capture/reading.ts'
import { foundAgain, table } from './table.ts'

const [count = 20, first = 1] = process.argv.slice(2).map(Number)
const kinds = (['PDF', ...photoKinds] as const).filter((kind) => process.env.ONLY?.split(',').includes(kind) ?? true)
const without = Object.fromEntries((process.env.WITHOUT ?? '').split(',').map((step) => [step, false]))
const workers = Number(process.env.WORKERS ?? 1)
const end = Date.now() + Number(process.env.MINUTES ?? 1e6) * 60_000

export type Read = Look & Compared & { family: string; quality: string; seed: number }

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
  console.log(table(reads, ['PDF', ...photoKinds]))
  console.log(foundAgain(reads))
} else
  // All kinds of a document, so that each has the same number when the time is over.
  for (let seed = first + (workerData as number); seed < first + count; seed += workers)
    for (const family of families) {
      if (Date.now() >= end) break
      const invoice = await invoiceOf(seed, family)
      for (const kind of kinds) {
        const look =
          kind === 'PDF'
            ? await readBorn(invoice.pdf, without)
            : await readPicture(photoOf(await pageOf(invoice.pdf), seed, kind), without)
        const read: Read = { ...look, ...compared(look, invoice), family, quality: kind, seed }
        parentPort?.postMessage(read)
        if (process.env.SHOW !== undefined && !read.isAllRight)
          console.error(
            `${family}, ${kind}, ${seed}`,
            invoice.truth,
            look.fields.map((f) => `${f.name}=${f.value} ${f.grade}`).join(', '),
          )
      }
    }
