// Scores of reading invoices: `node bench/capture/scores.ts [documents of each family] [first seed]`. Each family is read as PDF
// with text, and as a picture of its page. Prints the figures of docs/capture.md.
import { readDocument } from '@talaan/ledger/capture/read-document.ts'
import { readPages } from '../../server/src/platform/reading/pages.ts'
import { families, invoiceOf, ownName, ownTin, today } from './invoices.ts'
import type { Truth } from './invoices.ts'

const [count = 20, first = 1] = process.argv.slice(2).map(Number)
const known = { ownTin9: ownTin.replace(/\D/g, '').slice(0, 9), ownName, today, vatPercent: 12n }
const key = ['sellerTin', 'number', 'day', 'total', 'vatable', 'vat'] as const

type Score = {
  documents: number
  allRight: number
  proved: number
  falselyProved: number
  offered: number
  wrong: number
  decoys: number
  seconds: number[]
}
const scores = new Map<string, Score>()

for (const family of families)
  for (let seed = first; seed < first + count; seed += 1) {
    const { pdf, truth, decoys } = await invoiceOf(seed, family)
    const born = await read(pdf, 'application/pdf', true)
    score(`${family}, PDF`, born, truth, decoys)
    score(`${family}, picture`, await read(born.pictures[0] ?? new Uint8Array(), 'image/png', false), truth, decoys)
  }

async function read(bytes: Uint8Array, type: string, withPictures: boolean) {
  const began = performance.now()
  const pages = await readPages({ bytes, type, layout: 'anywhere', withPictures })
  return { ...readDocument(pages.words, known), pictures: pages.pictures, seconds: (performance.now() - began) / 1000 }
}

function score(
  name: string,
  document: Awaited<ReturnType<typeof read>>,
  truth: Truth,
  decoys: readonly string[],
): void {
  const none = { documents: 0, allRight: 0, proved: 0, falselyProved: 0, offered: 0, wrong: 0, decoys: 0, seconds: [] }
  const own: Score = scores.get(name) ?? none
  scores.set(name, own)
  const offered = document.fields.filter(
    ({ name: of, grade }) => grade !== 'question' && of !== 'sellerName' && of !== 'due',
  )
  const isRight = ({ name: of, value }: (typeof offered)[number]) => truth[of as keyof Truth] === value
  own.documents += 1
  own.seconds.push(document.seconds)
  own.offered += offered.length
  own.wrong += offered.filter((field) => !isRight(field)).length
  const proved = offered.filter(({ grade }) => grade === 'proved')
  if (proved.some(({ name: of }) => of === 'total')) own.proved += 1
  own.falselyProved += proved.filter((field) => !isRight(field)).length
  own.decoys += offered.filter(({ value }) => decoys.some((decoy) => decoy === value || value.includes(decoy))).length
  const hasAll = key.every(
    (of) => truth[of] === undefined || offered.some((field) => field.name === of && isRight(field)),
  )
  if (hasAll) own.allRight += 1
  if (process.env.SHOW !== undefined && !hasAll)
    console.error(name, truth, document.fields.map((field) => `${field.name}=${field.value} ${field.grade}`).join(', '))
}

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`
console.log(
  '| Documents | All key fields correct | Total proved | Falsely proved | Wrong values | Decoys read as values | Median seconds |',
)
console.log('|---|---|---|---|---|---|---|')
for (const [name, { documents, seconds, ...own }] of scores) {
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0
  console.log(
    `| ${documents} × ${name} | ${percent(own.allRight, documents)} | ${percent(own.proved, documents)} | ${own.falselyProved} | ${percent(own.wrong, own.offered)} (${own.wrong}) | ${own.decoys} | ${median.toFixed(2)} |`,
  )
}
