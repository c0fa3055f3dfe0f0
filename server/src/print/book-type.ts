// Type for books, which are nearly all figures: letters are encoded and measured once each, and pages written as they
// come, so that a thousand pages cost seconds. Kerning is left out; no figure needs it.
import PDFDocument from 'pdfkit'
import { parsedFonts } from './fonts.ts'
import { printable } from './paper.ts'

export type Face = 'regular' | 'bold'
type Letter = { hex: string; width: number }

/** As much of a font inside a pdfkit document as is needed to write with it directly. */
type InnerFont = {
  id: string
  encode: (text: string) => [string[], unknown[]]
  widths: number[]
  ref: () => PDFKit.PDFKitReference
}

export class BookType {
  readonly doc: PDFKit.PDFDocument
  #faces: Record<Face, { font: InnerFont; letters: Map<string, Letter> }>

  constructor(info: { title: string; author: string; printedAt: number }) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      font: '',
      pdfVersion: '1.7',
      lang: 'en-PH',
      displayTitle: true,
      info: {
        Title: printable(info.title),
        Author: printable(info.author),
        Creator: 'Talaan',
        Producer: 'Talaan',
        CreationDate: new Date(info.printedAt),
      },
    })
    const parsed = parsedFonts()
    const inner = (face: Face) => {
      this.doc.registerFont(face, parsed[face])
      this.doc.font(face)
      return { font: (this.doc as unknown as { _font: InnerFont })._font, letters: new Map<string, Letter>() }
    }
    this.#faces = { regular: inner('regular'), bold: inner('bold') }
  }

  /** The width of a line in points. */
  width(line: string, face: Face, size: number): number {
    let width = 0
    for (const letter of line) width += this.#letter(letter, face).width
    return (width * size) / 1000
  }

  /** The operators that write a line whose baseline begins at x and y, counted from the left foot of the page. */
  show(line: string, { x, y, face, size }: { x: number; y: number; face: Face; size: number }): string {
    let hex = ''
    for (const letter of line) hex += this.#letter(letter, face).hex
    return `/${this.#faces[face].font.id} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm <${hex}> Tj`
  }

  fontOf(face: Face): { id: string; ref: PDFKit.PDFKitReference } {
    const { font } = this.#faces[face]
    return { id: font.id, ref: font.ref() }
  }

  /** The lines a text takes at a width; a word too long for any line is broken. */
  wrap(text: string, face: Face, size: number, width: number): string[] {
    if (this.width(text, face, size) <= width) return [text]
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/ +/)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.width(longer, face, size) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const letter of word) {
        if (line !== '' && this.width(line + letter, face, size) > width) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    return [...lines, line]
  }

  #letter(letter: string, face: Face): Letter {
    const { font, letters } = this.#faces[face]
    const known = letters.get(letter)
    if (known !== undefined) return known
    const codes = font.encode(letter)[0]
    const found = {
      hex: codes.join(''),
      width: codes.reduce((sum, code) => sum + (font.widths[Number.parseInt(code, 16)] ?? 0), 0),
    }
    letters.set(letter, found)
    return found
  }
}
