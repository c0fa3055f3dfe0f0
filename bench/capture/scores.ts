// Scores of reading invoices: `node bench/capture/scores.ts [documents of each family] [first seed]`. Each document is read as a PDF
// with text, as a scan, a photograph, a carbon copy and a bad photograph. Prints the figures of docs/capture.md. With
// ONLY="photograph" or ONLY="bad photograph,scan" only these are read, and SHOW=1 prints what was read of each document that is not
// all right.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { isBetter, isPoor, isProved } from '@talaan/ledger/capture/looks.ts'
import { readDocument } from '@talaan/ledger/capture/read-document.ts'
import type { ReadDocument } from '@talaan/ledger/capture/read-document.ts'
import { meanOf, readPages, wordsOfBitmap } from '../../server/src/platform/reading/pages.ts'
import type { Layout } from '../../server/src/platform/reading/ocr.ts'
import type { Bitmap } from '../../server/src/platform/reading/picture.ts'
import { families, invoiceOf, ownName, ownTin, today } from './invoices.ts'
import type { Truth } from './invoices.ts'
import { photoKinds, photoOf } from './photos.ts'

const [count = 20, first = 1] = process.argv.slice(2).map(Number)
const kinds = ['PDF', ...photoKinds].filter((kind) => process.env.ONLY?.split(',').includes(kind) ?? true)
const known = { ownTin9: ownTin.replace(/\D/g, '').slice(0, 9), ownName, today, vatPercent: 12n }
const key = ['sellerTin', 'number', 'day', 'total', 'vatable', 'vat'] as const

type Look = ReadDocument & { isStopped: boolean; seconds: number }
const scores = new Map<string, ReturnType<typeof emptyScore>>()
const emptyScore = () => ({
  documents: 0,
  stopped: 0,
  allRight: 0,
  proved: 0,
  falselyProved: 0,
  offered: 0,
  wrong: 0,
  decoys: 0,
  seconds: [] as number[],
})

for (const kind of kinds)
  for (const family of families)
    for (let seed = first; seed < first + count; seed += 1) {
      const { pdf, truth, decoys } = await invoiceOf(seed, family)
      const look =
        kind === 'PDF'
          ? await readBorn(pdf)
          : await readPicture(photoOf(await pageOf(pdf), seed, kind as (typeof photoKinds)[number]))
      score(`${family}, ${kind}`, look, { truth, decoys })
    }

async function readBorn(bytes: Uint8Array): Promise<Look> {
  const began = performance.now()
  const pages = await readPages({ bytes, type: 'application/pdf', layout: 'anywhere', withPictures: true })
  return { ...readDocument(pages.words, known), isStopped: false, seconds: (performance.now() - began) / 1000 }
}

/** As in server/src/features/arrivals/read.ts, with a second look if the first proves nothing. */
async function readPicture(bitmap: Bitmap): Promise<Look> {
  const began = performance.now()
  const look = async (layout: Layout) => {
    const words = await wordsOfBitmap(bitmap, 1, layout)
    return { words, confidence: meanOf(words), document: readDocument(words, known) }
  }
  let chosen = await look('anywhere')
  if (!isProved(chosen.document)) {
    const second = await look('columns')
    if (isBetter(second.document, chosen.document)) chosen = second
  }
  const isStopped = isPoor(chosen, chosen.document)
  const fields = isStopped ? [] : chosen.document.fields
  return { ...chosen.document, fields, isStopped, seconds: (performance.now() - began) / 1000 }
}

async function pageOf(pdf: Uint8Array): Promise<Bitmap> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const page = document.getPage(0)
  const bitmap = await page.render({ scale: 1700 / page.getOriginalSize().originalWidth, render: 'bitmap' })
  document.destroy()
  library.destroy()
  return bitmap
}

function score(name: string, look: Look, { truth, decoys }: { truth: Truth; decoys: readonly string[] }): void {
  const own = scores.get(name) ?? emptyScore()
  scores.set(name, own)
  const offered = look.fields.filter(
    ({ name: of, grade }) => grade !== 'question' && of !== 'sellerName' && of !== 'due',
  )
  const isRight = ({ name: of, value }: (typeof offered)[number]) => truth[of as keyof Truth] === value
  const proved = offered.filter(({ grade }) => grade === 'proved')
  const hasAll = key.every(
    (of) => truth[of] === undefined || offered.some((field) => field.name === of && isRight(field)),
  )
  own.documents += 1
  own.seconds.push(look.seconds)
  own.offered += offered.length
  own.wrong += offered.filter((field) => !isRight(field)).length
  own.falselyProved += proved.filter((field) => !isRight(field)).length
  own.decoys += offered.filter(({ value }) => decoys.some((decoy) => value.includes(decoy))).length
  if (look.isStopped) own.stopped += 1
  if (proved.some(({ name: of }) => of === 'total')) own.proved += 1
  if (hasAll) own.allRight += 1
  if (process.env.SHOW !== undefined && !hasAll)
    console.error(name, truth, look.fields.map((field) => `${field.name}=${field.value} ${field.grade}`).join(', '))
}

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`
const columns = [
  'Documents',
  'All key fields right',
  'Stopped',
  'Total proved',
  'Falsely proved',
  'Wrong of offered',
  'Decoys offered',
  'Median and longest seconds',
]
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
for (const [name, { documents, ...own }] of scores) {
  const seconds = own.seconds.toSorted((a, b) => a - b)
  const cells = [
    `${documents} × ${name}`,
    percent(own.allRight, documents),
    percent(own.stopped, documents),
    percent(own.proved, documents),
    own.falselyProved,
    `${percent(own.wrong, own.offered)} (${own.wrong})`,
    own.decoys,
    `${seconds[Math.floor(documents / 2)]?.toFixed(1)}, ${seconds.at(-1)?.toFixed(1)}`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
