// Reads a file that arrived: the words of its pages with their places, from the text of a PDF or else from pictures, and
// pictures of the pages of a PDF.
import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { getDocumentProxy as openPdf } from 'unpdf'
import type { Layout } from '@talaan/ledger/capture/looks.ts'
import type { Word } from '@talaan/ledger/capture/rows.ts'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { longestCell, maxWords } from './limits.ts'
import type { PictureToRead } from './ocr.ts'
import { greenOf, orientationOf, pgmOf, pngOf, sizeOfPicture } from './picture.ts'
import type { Bitmap, Size } from './picture.ts'
import { pictureOnPage } from './picture-on-page.ts'
import { isSpeckled, straightened } from './straighten.ts'
import type { Steps } from './straighten.ts'

export type PagesFile = { bytes: Uint8Array; type: string; layout: Layout; withPictures: boolean }
export type PagesRead = {
  pages: number
  words: Word[]
  source: 'text' | 'picture'
  /** The mean of the words of pictures; null for the text of a PDF. */
  confidence: number | null
  /** PNG files, of a PDF. */
  pictures: Uint8Array[]
  /** A small PNG of the first page; null if it was not asked for, or the picture is of an unusual format. */
  thumbnail: Uint8Array | null
}

export const maxPagesOfArrival = 20
/** The facts of an invoice are on its first pages. */
const maxPagesRead = 3
/** The memory of the reading process holds no larger picture. */
const maxMegapixels = 16
/** Pixels across a page, to look at and to read; long till slips have no more than these millions of pixels. */
export const shownWidth = 1240
export const [readWidth, readMegapixels] = [1700, 5]
/** A thumbnail fits into this, in pixels. */
const thumbnailSize = { width: 96, height: 128 }
/** The longest side of a page of a PDF, in points. */
const longestSide = 14_400
/** Fewer letters are a stamp on a scan. */
const minLetters = 50

/** Loaded with the first picture: other files need no Tesseract. */
const wordsOfPicture = async (picture: PictureToRead): Promise<Word[]> =>
  (await import('./ocr.ts')).wordsOfPicture(picture)

export async function readPages(file: PagesFile): Promise<PagesRead> {
  if (file.type === 'application/pdf') return pagesOfPdf(file)
  const size = sizeOfPicture(file.bytes)
  if (size === undefined) throw new UnreadableStatement('This picture is damaged and cannot be read. Scan it again.')
  const megapixels = (size.width * size.height) / 1e6
  if (megapixels > maxMegapixels)
    throw new UnreadableStatement(
      `This picture has ${Math.round(megapixels)} megapixels, which is too large to read. Take the picture with at most ${maxMegapixels} megapixels.`,
    )
  const { words, thumbnail } = await readPhoto(file, size)
  return { pages: 1, words, source: 'picture', confidence: meanOf(words), pictures: [], thumbnail }
}

/** PDFium decodes the picture; Tesseract those that PDFium can't. */
async function readPhoto(
  { bytes, layout, withPictures }: PagesFile,
  { width, height }: Size,
): Promise<Pick<PagesRead, 'words' | 'thumbnail'>> {
  const pages = pictureOnPage(bytes)
  if (pages === undefined || Math.max(width, height) > longestSide) {
    const words = await wordsOfPicture({ picture: bytes, page: 1, exif: orientationOf(bytes), layout })
    return { words, thumbnail: null }
  }
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pages)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const most = Math.sqrt((readMegapixels * 1e6) / (originalWidth * originalHeight))
  const bitmap: Bitmap = await page.render({ scale: Math.min(readWidth / originalWidth, most), render: 'bitmap' })
  const thumbnail = withPictures ? await thumbnailOf(document) : null
  document.destroy()
  library.destroy()
  return { words: await wordsOfBitmap(bitmap, 1, layout), thumbnail }
}

async function thumbnailOf(document: PDFiumDocument): Promise<Uint8Array> {
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const { width, height } = thumbnailSize
  const scale = Math.min(width / Math.max(1, originalWidth), height / Math.max(1, originalHeight))
  return pngOf(await page.render({ scale, render: 'bitmap' }))
}

/** Words of a straightened page, at their places on the page as it is. */
export async function wordsOfBitmap(bitmap: Bitmap, page: number, layout: Layout, steps?: Steps): Promise<Word[]> {
  const { picture, original } = straightened(greenOf(bitmap), steps)
  if (isSpeckled(picture)) return []
  const words = await wordsOfPicture({ picture: pgmOf(picture), page, layout })
  return words.map((word) => {
    const [x, y] = original((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2)
    const wide = ((word.x1 - word.x0) * picture.width) / bitmap.width / 2
    const high = ((word.y1 - word.y0) * picture.height) / bitmap.height / 2
    return { ...word, x0: x - wide, x1: x + wide, y0: y - high, y1: y + high }
  })
}

async function pagesOfPdf({ bytes, layout, withPictures }: PagesFile): Promise<PagesRead> {
  try {
    const text = await textOfPdf(bytes)
    const isText = text.some(({ isBorn }) => isBorn)
    const { PDFiumLibrary } = await import('@hyzyla/pdfium')
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(bytes)
    const pictures: Uint8Array[] = []
    let thumbnail: Uint8Array | null = null
    const words: Word[] = isText ? text.flatMap((page) => page.words) : []
    for (let page = 1; page <= text.length; page += 1) {
      // PDFium closes a page that was rendered.
      const render = async (width: number): Promise<Bitmap> => {
        const loaded = document.getPage(page - 1)
        const scale = Math.min(width / Math.max(1, loaded.getOriginalSize().originalWidth), 4)
        return loaded.render({ scale, render: 'bitmap' })
      }
      if (withPictures) pictures.push(pngOf(await render(shownWidth)))
      if (withPictures && page === 1) thumbnail = await thumbnailOf(document)
      if (isText || page > maxPagesRead) continue
      words.push(...(await wordsOfBitmap(await render(readWidth), page, layout)))
    }
    document.destroy()
    library.destroy()
    const source = isText ? 'text' : 'picture'
    return { pages: text.length, words, source, confidence: isText ? null : meanOf(words), pictures, thumbnail }
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableStatement(
        'This PDF has a password. Print it to a new PDF without a password, and add that file.',
      )
    throw new UnreadableStatement('This PDF is damaged and cannot be read. Save or scan it again.')
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openPdf>>['getPage']>>
type TextContent = Awaited<ReturnType<Page['getTextContent']>>

/** Streams the text, so that reading can stop at the limit. */
async function textOfPdf(bytes: Uint8Array): Promise<{ words: Word[]; isBorn: boolean }[]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, verbosity: 0 })
  if (document.numPages > maxPagesOfArrival)
    throw new UnreadableStatement(
      `This PDF has ${document.numPages} pages. Talaan reads files of at most ${maxPagesOfArrival} pages; split it first.`,
    )
  const pages: { words: Word[]; isBorn: boolean }[] = []
  let count = 0
  for (let page = 1; page <= document.numPages; page += 1) {
    const loaded = await document.getPage(page)
    const words: Word[] = []
    for await (const { items } of loaded.streamTextContent() as ReadableStream<TextContent>) {
      for (const item of items) if ('str' in item) words.push(...wordsOfItem(item, loaded, page))
      count += items.length
      if (count > maxWords) throw new UnreadableStatement('This PDF has too much text for an invoice. Split it first.')
    }
    loaded.cleanup()
    pages.push({ words: joined(words), isBorn: isBorn(words) })
  }
  return pages
}

type Item = Extract<TextContent['items'][number], { str: string }>

/** A run of text as words; letters are taken as equally wide. */
function wordsOfItem({ str, transform, width }: Item, loaded: Page, page: number): Word[] {
  const { width: wide, height: high, transform: view } = loaded.getViewport({ scale: 1 })
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform as number[]
  const size = Math.hypot(c, d)
  const along = Math.hypot(a, b) || 1
  const [right, up] = [
    [a / along, b / along],
    [c / (size || 1), d / (size || 1)],
  ] as [[number, number], [number, number]]
  const seen = (at: number, above: number): [number, number] => {
    const px = x + right[0] * at + up[0] * above
    const py = y + right[1] * at + up[1] * above
    const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = view as number[]
    return [(va * px + vc * py + ve) / wide, (vb * px + vd * py + vf) / high]
  }
  const text = str.toWellFormed().replaceAll('\0', ' ').slice(0, longestCell)
  const letter = width / Math.max(1, text.length)
  return [...text.matchAll(/\S+/g)].map((match): Word => {
    const corners = [
      seen(match.index * letter, -0.2 * size),
      seen((match.index + match[0].length) * letter, 0.75 * size),
    ]
    const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)]
    const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
    return { page, text: match[0], ...box, confidence: 100 }
  })
}

/** Some programs write each letter by itself. */
function joined(words: readonly Word[]): Word[] {
  const all: Word[] = []
  for (const word of words) {
    const last = all.at(-1)
    const isNext =
      last !== undefined &&
      Math.abs(last.y0 - word.y0) < 0.2 * (word.y1 - word.y0) &&
      Math.abs(word.x0 - last.x1) < 0.12 * ((word.x1 - word.x0) / word.text.length) &&
      last.text.length + word.text.length <= longestCell
    if (isNext)
      all[all.length - 1] = { ...last, text: last.text + word.text, x1: word.x1, y1: Math.max(last.y1, word.y1) }
    else all.push(word)
  }
  return all
}

/** A scan with a printed stamp stays a picture. */
function isBorn(words: readonly Word[]): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (letters < minLetters) return false
  const wide = Math.max(...words.map(({ x1 }) => x1)) - Math.min(...words.map(({ x0 }) => x0))
  const high = Math.max(...words.map(({ y1 }) => y1)) - Math.min(...words.map(({ y0 }) => y0))
  return wide * high >= 0.05
}

const meanOf = (words: readonly Word[]): number =>
  words.length === 0 ? 0 : Math.round(words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length)
