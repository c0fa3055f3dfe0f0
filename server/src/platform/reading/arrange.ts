// Makes PDFs of the pages of files: a PDF is split before some of its pages, or several files become one.
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { pictureOnPage } from './picture-on-page.ts'
import { maxPagesOfArrival } from './pages.ts'

export type SplitFile = {
  bytes: Uint8Array
  /** The first pages of the new files after the first one, in ascending order. */
  starts: readonly number[]
}
export type MergeFile = {
  bytes: Uint8Array
  name: string
  type: string
  /** In the order of their pages. */
  others: readonly { bytes: Uint8Array; name: string; type: string }[]
}

export async function splitPdf({ bytes, starts }: SplitFile): Promise<Uint8Array[]> {
  const document = await pdfOf(bytes)
  const pages = document.numPages
  if (starts.some((page) => page > pages))
    throw new UnreadableStatement(`This PDF has ${pages} ${pages === 1 ? 'page' : 'pages'}. Choose other pages.`)
  const firsts = [1, ...starts]
  const parts: Uint8Array[] = []
  for (const [at, first] of firsts.entries()) {
    const last = (firsts[at + 1] ?? pages + 1) - 1
    parts.push(await document.extractPages([{ document: null, includePages: [[first - 1, last - 1]] }]))
  }
  return parts
}

export async function mergeFiles({ others, ...first }: MergeFile): Promise<Uint8Array> {
  const pdfs = [first, ...others].map((file) => {
    const pdf = file.type === 'application/pdf' ? file.bytes : pictureOnPage(file.bytes)
    if (pdf === undefined)
      throw new UnreadableStatement(
        `${file.name} can't be put into a PDF, because its format is unusual. Save it as a JPEG and add it again.`,
      )
    return { name: file.name, pdf }
  })
  let pages = 0
  for (const { name, pdf } of pdfs) pages += (await pdfOf(pdf, name)).numPages
  if (pages > maxPagesOfArrival)
    throw new UnreadableStatement(
      `Together, these files have ${pages} pages. A file in Arrivals can have at most ${maxPagesOfArrival}; choose fewer files.`,
    )
  const [whole, ...rest] = pdfs.map(({ pdf }) => pdf)
  const document = await pdfOf(whole ?? new Uint8Array())
  return document.extractPages([{ document: null }, ...rest.map((pdf) => ({ document: new Uint8Array(pdf) }))])
}

/** pdf.js keeps the bytes that it is given. */
async function pdfOf(bytes: Uint8Array, name = 'This PDF') {
  const { getDocumentProxy } = await import('unpdf')
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch {
    throw new UnreadableStatement(`${name} is damaged or has a password, so its pages can't be moved.`)
  }
}
