// Reads a generated document as Arrivals does, and compares what was read with what is printed.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { bestLook, isPoor } from '@talaan/ledger/capture/looks.ts'
import type { Layout } from '@talaan/ledger/capture/looks.ts'
import { readDocument } from '@talaan/ledger/capture/read-document.ts'
import type { ReadDocument } from '@talaan/ledger/capture/read-document.ts'
import type { Word } from '@talaan/ledger/capture/rows.ts'
import { readPages, wordsOfBitmap } from '../../src/platform/reading/pages.ts'
import type { Steps } from '../../src/platform/reading/straighten.ts'
import type { Bitmap } from '../../src/platform/reading/picture.ts'
import { ownName, ownTin, today } from './invoices.ts'
import type { Invoice, Truth } from './invoices.ts'

const known = { ownTin9: ownTin.replace(/\D/g, '').slice(0, 9), ownName, today, vatPercent: 12n }
const keyFields = ['sellerTin', 'number', 'day', 'total', 'vatable', 'vat'] as const

/** `seconds` are those of the processor. */
export type Look = ReadDocument & { texts: string[]; isStopped: boolean; seconds: number }

/** Steps that are left out, to measure what they are worth. */
export type Without = Steps & { adds?: boolean; looks?: boolean }

/** The words of a look, and the seconds of the processor that it took. */
export type Seen = { words: Word[]; seconds: number }

export async function seeBorn(bytes: Uint8Array): Promise<Seen> {
  const seconds = stopwatch()
  const { words } = await readPages({ bytes, type: 'application/pdf', layout: 'anywhere', withPictures: true })
  return { words, seconds: seconds() }
}

export async function seePicture(bitmap: Bitmap, layout: Layout, without: Without = {}): Promise<Seen> {
  const seconds = stopwatch()
  const words = await wordsOfBitmap(bitmap, 1, layout, without)
  return { words, seconds: seconds() }
}

/** As a PDF with text. */
export const readBorn = async (bytes: Uint8Array): Promise<Look> => lookAtBorn(await seeBorn(bytes))

export const lookAtBorn = ({ words, seconds }: Seen, without: Without = {}): Look => ({
  ...readDocument(words, knownTo(without)),
  texts: words.map(({ text }) => text),
  isStopped: false,
  seconds,
})

export const readPicture = (bitmap: Bitmap): Promise<Look> => lookAtPicture((layout) => seePicture(bitmap, layout))

/** As in server/src/features/arrivals/read.ts. */
export async function lookAtPicture(see: (layout: Layout) => Promise<Seen>, without: Without = {}): Promise<Look> {
  let seconds = 0
  const look = async (layout: Layout) => {
    const seen = await see(layout)
    seconds += seen.seconds
    const document = readDocument(seen.words, knownTo(without))
    return { words: seen.words, document }
  }
  const {
    words,
    otherWords,
    document,
    isPoor: isStopped,
  } = without.looks === false ? onlyLook(await look('anywhere')) : await bestLook(look)
  return {
    ...document,
    fields: isStopped ? [] : document.fields,
    texts: [...words.map(({ text }) => text), ...otherWords],
    isStopped,
    seconds,
  }
}

const onlyLook = (look: { words: Word[]; document: ReadDocument }) => ({
  ...look,
  otherWords: [],
  isPoor: isPoor(look.words, look.document),
})

/** Without a rate, no amount is the VAT of another. */
const knownTo = ({ adds = true }: Without) => (adds ? known : { ...known, vatPercent: null })

function stopwatch(): () => number {
  const began = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1e6
  }
}

/** The page as it is printed, 1,700 pixels wide. */
export async function pageOf(pdf: Uint8Array): Promise<Bitmap> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const page = document.getPage(0)
  const bitmap = await page.render({ scale: 1700 / page.getOriginalSize().originalWidth, render: 'bitmap' })
  document.destroy()
  library.destroy()
  return bitmap
}

export type Compared = {
  /** All key fields that are printed were read right. */
  isAllRight: boolean
  isTotalProved: boolean
  /** All values that were offered, and those of them that are proved. */
  offered: number
  proved: number
  wrong: string[]
  falselyProved: string[]
  /** Values of the printer's part and other decoys that were offered. */
  decoys: string[]
}

export function compared({ fields }: Look, { truth, decoys }: Pick<Invoice, 'truth' | 'decoys'>): Compared {
  const offered = fields.filter(({ name, grade }) => grade !== 'question' && name !== 'sellerName' && name !== 'due')
  const isRight = ({ name, value }: (typeof offered)[number]) => truth[name as keyof Truth] === value
  const proved = offered.filter(({ grade }) => grade === 'proved')
  const said = (list: typeof offered) => list.map(({ name, value }) => `${name} ${value}`)
  return {
    isAllRight: keyFields.every(
      (key) => truth[key] === undefined || offered.some((field) => field.name === key && isRight(field)),
    ),
    isTotalProved: proved.some(({ name }) => name === 'total'),
    offered: offered.length,
    proved: proved.length,
    wrong: said(offered.filter((field) => !isRight(field))),
    falselyProved: said(proved.filter((field) => !isRight(field))),
    decoys: said(offered.filter(({ value }) => decoys.some((decoy) => value.includes(decoy)))),
  }
}
