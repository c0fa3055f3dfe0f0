// Pages of PDFs: their words, their pictures, and PDFs made of them.
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { floodedPdf, manyPagesPdf, pngBomb } from '../../../test/evil-files.ts'
import { mergeFiles, splitPdf } from './arrange.ts'
import { readPage } from './page.ts'
import { readPages } from './pages.ts'
import { pngOf, sizeOfPicture } from './picture.ts'
import { pictureOnPage } from './picture-on-page.ts'
import { tablesOfPdf } from './tables.ts'

function pdfOf(texts: string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: [220, 220], margin: 10, ...options, autoFirstPage: false })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))))
  for (const text of texts) document.addPage().text(text)
  document.end()
  return done
}
const invoice = 'Sales invoice no. 1234 of Silahis Supplies, Quezon City\n\nTotal amount due 1,120.00\n\nThank you'
const damaged = Buffer.from('%PDF-1.7\nno objects at all\n%%EOF')
const pdf = { name: 'a.pdf', type: 'application/pdf' }
const wordsOn = async (bytes: Uint8Array) =>
  (await readPages({ bytes, ...pdf, layout: 'anywhere', withPictures: false })).words.map(({ text }) => text).join(' ')

test('the text of a PDF is read as words at their places, with a picture of each page', async () => {
  const bytes = await pdfOf([invoice, invoice])
  const read = await readPages({ bytes, ...pdf, layout: 'anywhere', withPictures: true })
  expect(read).toMatchObject({ pages: 2, source: 'text', confidence: null })
  expect(read.pictures.map(sizeOfPicture)).toEqual(Array(2).fill({ width: 880, height: 880 }))
  const due = read.words.find(({ text, page }) => text === '1,120.00' && page === 2)
  expect(due).toMatchObject({ confidence: 100 })
  expect([due!.x0 < due!.x1, due!.y0 < due!.y1, due!.y1 < 0.6]).toEqual([true, true, true])
})

test('a scan in a PDF is read from its picture, with a picture of the page and a thumbnail', async () => {
  const { picture } = await readPage({ bytes: await pdfOf([invoice]), page: 1 })
  const bytes = pictureOnPage(picture ?? new Uint8Array())
  expect(bytes).toBeDefined()
  const read = await readPages({ bytes: bytes!, ...pdf, layout: 'anywhere', withPictures: true })
  expect(read).toMatchObject({ pages: 1, source: 'picture' })
  expect(read.words.map(({ text }) => text)).toContain('1,120.00')
  expect(read.pictures.map(sizeOfPicture)).toEqual([{ width: 1240, height: 1240 }])
  expect(sizeOfPicture(read.thumbnail ?? new Uint8Array())).toEqual({ width: 96, height: 96 })
})

test('a page is shown as a picture; one that does not exist or is too long is refused with a message', async () => {
  const bytes = await pdfOf(['one', 'two'])
  expect(await readPage({ bytes, page: null })).toEqual({ pages: 2, picture: null })
  const { picture } = await readPage({ bytes, page: 2 })
  expect(sizeOfPicture(picture ?? new Uint8Array())).toMatchObject({ width: 880 })
  await expect(readPage({ bytes, page: 3 })).rejects.toThrow('This PDF has 2 pages.')
  await expect(readPage({ bytes: await pdfOf(['one']), page: 2 })).rejects.toThrow('This PDF has 1 page.')
  await expect(readPage({ bytes: await pdfOf(['one'], { size: [100, 1300] }), page: 1 })).rejects.toThrow(
    'too long to be shown',
  )
  await expect(readPage({ bytes: damaged, page: 1 })).rejects.toThrow("can't be shown. Download the file")
})

test('a PDF is split and files become one PDF, in their order', async () => {
  const bytes = await pdfOf(['one', 'two', 'three'].map((word) => `${word} ${invoice}`))
  const parts = await splitPdf({ bytes, starts: [2] })
  expect(parts).toHaveLength(2)
  expect(await wordsOn(parts[0]!)).toMatch(/^one (?!.*two)/)
  expect(await wordsOn(parts[1]!)).toMatch(/^two .* three /)
  const page = pngOf({ width: 4, height: 3, data: new Uint8Array(48).fill(200) })
  const merged = await mergeFiles({
    ...{ ...pdf, bytes: parts[1]! },
    others: [
      { bytes: page, name: 'b.png', type: 'image/png' },
      { ...pdf, bytes: parts[0]! },
    ],
  })
  expect((await readPage({ bytes: merged, page: null })).pages).toBe(4)
  expect(await wordsOn(merged)).toMatch(/^two .* three .* one /)
})

test('files that cannot be split or put together are refused with a message', async () => {
  const bytes = await pdfOf(['one'])
  await expect(splitPdf({ bytes, starts: [2] })).rejects.toThrow('This PDF has 1 page. Choose other pages.')
  await expect(splitPdf({ bytes: damaged, starts: [1] })).rejects.toThrow('This PDF is damaged or has a password')
  const merging = (other: Uint8Array, name: string, type: string) =>
    mergeFiles({ ...pdf, bytes, others: [{ bytes: other, name, type }] })
  await expect(merging(Buffer.from('GIF89a'), 'b.gif', 'image/gif')).rejects.toThrow(/^b\.gif can't be put into a PDF/)
  await expect(merging(damaged, 'b.pdf', pdf.type)).rejects.toThrow(/^b\.pdf is damaged or has a password/)
  await expect(merging(manyPagesPdf(20), 'b.pdf', pdf.type)).rejects.toThrow(/^Together, these files have 21 pages/)
})

test('a file for Arrivals that cannot be read is refused with a message', async () => {
  const refused = (bytes: Uint8Array, type = pdf.type) =>
    readPages({ bytes, type, layout: 'anywhere', withPictures: false }).then(
      () => 'read',
      (error: Error) => error.message,
    )
  const locked = await pdfOf(['one'], { userPassword: 'x' })
  expect(await refused(locked)).toMatch(/^This PDF has a password\./)
  expect(await refused(damaged)).toMatch(/^This PDF is damaged/)
  expect(await refused(manyPagesPdf(21))).toMatch(/^This PDF has 21 pages\. Talaan reads files of at most 20/)
  expect(await refused(Buffer.from('GIF89a'), 'image/gif')).toMatch(/^This picture is damaged/)
  expect(await refused(pngBomb(20_000, 0), 'image/png')).toMatch(/^This picture has 400 megapixels/)
})

test('a PDF that is no bank statement is refused with a message', async () => {
  await expect(tablesOfPdf(await pdfOf([invoice], { userPassword: 'x' }))).rejects.toThrow(/^This PDF has a password\./)
  await expect(tablesOfPdf(floodedPdf())).rejects.toThrow(/^This PDF is a scan without text/)
  await expect(tablesOfPdf(manyPagesPdf(301))).rejects.toThrow(/^This PDF has more than 300 pages/)
  await expect(tablesOfPdf(damaged)).rejects.toThrow(/^This PDF is damaged/)
})
