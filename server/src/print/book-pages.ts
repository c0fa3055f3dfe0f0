// The pages of a book: binding margin, header and footer on every page, and the code of each bound page.
import { createHash } from 'node:crypto'
import { codeAddress, codeOfDigest } from '@talaan/ledger/proof/code.ts'
import { writeAt } from './page.ts'
import type { PageSize } from './page.ts'
import type { Pdf } from './pdf-file.ts'
import { qrOf } from './qr.ts'
import type { Type } from './typeface.ts'

export type PaperSize = 'a4' | 'folio'

/** Portrait, in points. Folio is the long bond paper of 8.5 by 13 inches. */
const sizes: Record<PaperSize, { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  folio: { width: 612, height: 936 },
}

/** No text of a book is smaller, in points. */
export const smallestType = 7

const mm = 72 / 25.4
/** The left edge is the binding margin in either orientation. */
const binding = 25 * mm
const edge = 10 * mm
const headLeading = 11
/** 15 millimeters: the modules are half a millimeter, which a phone reads from a copy. */
const qrSide = 15 * mm
const small: Type = { face: 'regular', size: smallestType }

/** The company at the left; book, period and permit at the right. */
export type Head = { left: string[]; right: string[] }

/** A bound book, with a code on each page. */
export type BookProof = { bookId: string; publicUrl: string | null }

export type BookPages = PageSize & {
  /** The top left of the content of a page, and its size. */
  top: number
  room: number
  /** A page with its header, except on the cover, and its page number if any. */
  draw: (page: { head: Head | null; number: number | null }, content: () => void) => void
  /** Known only at the end: the number of pages, and the code of the book as a whole. */
  end: (figures: string) => void
  /** The source of the codes: a digest of each page, and of the book as a whole as page 0. */
  digests: () => { page: number; digest: string }[]
}

type Setting = { paper: PaperSize; isBroad: boolean; headLines: number; foot: string; proof: BookProof | null }

export function bookPages(pdf: Pdf, { paper, isBroad, headLines, foot, proof }: Setting): BookPages {
  const upright = sizes[paper]
  const [width, height] = isBroad ? [upright.height, upright.width] : [upright.width, upright.height]
  const [left, right] = [binding, width - edge]
  // The code of a bound page is four lines high.
  const top = edge + Math.max(headLines, 4) * headLeading + 14
  const footline = height - edge - 3
  const [qrAt, codeAt] = [right - qrSide, left + (right - left) * 0.62 + 32]
  const sheets = pdf.later(60, 16)
  const whole = proof && { qr: pdf.later(qrSide, qrSide), code: pdf.later(160, 16) }
  const digests = new Map<number, string>()

  return {
    pdf,
    width,
    height,
    left,
    right,
    top,
    room: height - top - edge - 22,
    draw({ head, number }, content) {
      pdf.addPage(width, height)
      if (head !== null) drawHead(head)
      drawFoot(number)
      content()
      if (proof === null || whole === null) return
      if (number === null) {
        whole.qr.place(qrAt, edge)
        whole.code.place(codeAt, footline - 12)
      } else {
        const code = codeOf(proof, number, pdf.drawn())
        drawQr(proof, code, qrAt, edge)
        pdf.text(`Code ${code}`, codeAt, footline, small)
      }
    },
    end(figures) {
      sheets.draw(() => pdf.text(String(pdf.pages()), 0, 12, small))
      if (proof === null || whole === null) return
      const code = codeOf(proof, 0, figures)
      whole.qr.draw(() => drawQr(proof, code, 0, 0))
      whole.code.draw(() => pdf.text(`Code ${code}`, 0, 12, small))
    },
    digests: () => [...digests].map(([page, digest]) => ({ page, digest })).toSorted((a, b) => a.page - b.page),
  }

  function drawHead(head: Head): void {
    const lineAt = (i: number) => edge + 9 + i * headLeading
    const typeOf = (i: number, size: number): Type =>
      i === 0 ? { face: 'bold', size } : { face: 'regular', size: 7.5 }
    head.left.forEach((text, i) => pdf.text(text, left, lineAt(i), typeOf(i, 10)))
    const end = proof === null ? right : qrAt - 8
    head.right.forEach((text, i) => writeAt(pdf, text, end, lineAt(i), typeOf(i, 12), 'right'))
    pdf.line([left, top - 6], [right, top - 6], 1)
  }

  function drawFoot(number: number | null): void {
    const rule = footline - small.size - 4
    pdf.line([left, rule], [right, rule], 0.4)
    pdf.text(foot, left, footline, small)
    if (number !== null) {
      const middle = left + (right - left) * 0.62
      writeAt(pdf, `Page ${number}`, middle, footline, { face: 'bold', size: 9 }, 'center')
    }
    const counted = right - 26
    writeAt(pdf, `sheet ${pdf.pages()} of`, counted, footline, small, 'right')
    sheets.place(counted + 3, footline - 12)
  }

  /** The code of a page is known only when its content is complete. */
  function codeOf({ bookId }: BookProof, page: number, drawn: string): string {
    const digest = createHash('sha256').update(`${bookId}\n${page}\n${drawn}`).digest('hex')
    digests.set(page, digest)
    return codeOfDigest(digest)
  }

  function drawQr({ publicUrl }: BookProof, code: string, x: number, y: number): void {
    pdf.fill(qrOf(codeAddress(publicUrl, code)).boxes(x, y, qrSide))
  }
}
