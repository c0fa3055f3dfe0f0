// A plain text as pages of A4. Equal texts give equal bytes.
import { a4, draw, margin, pager, paragraph } from './page.ts'
import { openPdf } from './pdf-file.ts'

type TextPages = {
  title: string
  author: string
  /** Small lines above the text. */
  heading: readonly string[]
  text: string
  printedAt: number
}

export async function textToPdf({ title, author, heading, text, printedAt }: TextPages): Promise<Uint8Array> {
  const pdf = await openPdf({ title, author, printedAt, tagged: true })
  const page = a4(pdf)
  const { add, end } = pager(page.height - 2 * margin, (placed) => {
    pdf.addPage(page.width, page.height)
    draw(placed, margin)
  })
  for (const line of heading) for (const block of paragraph(page, line, { face: 'regular', size: 7 }, 0)) add(block)
  for (const [at, line] of text.split('\n').entries())
    for (const block of paragraph(page, line, { face: 'regular', size: 10 }, at === 0 ? 14 : 0)) add(block)
  end()
  return pdf.end()
}
