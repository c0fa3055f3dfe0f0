// One page of a PDF as a picture, to look at.
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { pngOf } from './picture.ts'
import { shownWidth } from './pages.ts'

export type PageFile = {
  bytes: Uint8Array
  /** From 1; null if only their number is asked for. */
  page: number | null
}
export type PageRead = { pages: number; picture: Uint8Array | null }

/** The tallest page, as a multiple of its width. */
const tallest = 12

export async function readPage({ bytes, page }: PageFile): Promise<PageRead> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    const pages = document.getPageCount()
    if (page === null) return { pages, picture: null }
    if (page > pages) throw new UnreadableStatement(`This PDF has ${pages} ${pages === 1 ? 'page' : 'pages'}.`)
    const loaded = document.getPage(page - 1)
    const { originalWidth, originalHeight } = loaded.getOriginalSize()
    if (originalHeight > tallest * originalWidth)
      throw new UnreadableStatement('This page is too long to be shown. Download the file.')
    const scale = Math.min(shownWidth / Math.max(1, originalWidth), 4)
    return { pages, picture: pngOf(await loaded.render({ scale, render: 'bitmap' })) }
  } catch (error) {
    if (error instanceof UnreadableStatement) throw error
    throw new UnreadableStatement("The pages of this PDF can't be shown. Download the file.")
  } finally {
    library.destroy()
  }
}
