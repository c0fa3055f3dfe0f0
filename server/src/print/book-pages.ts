// The pages of a book: binding margin, head and foot on every page, x of y known only at the end, the cover bound first.
import type { BookType, Face } from './book-type.ts'
import type { Qr } from './qr.ts'

export type BookPaper = 'a4' | 'folio'

/** Upright, in points. Folio is the long bond paper of 8.5 by 13 inches. */
const papers: Record<BookPaper, { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  folio: { width: 612, height: 936 },
}

const mm = 72 / 25.4
/** The left edge goes into the binding, whichever way the page is turned. */
const binding = 25 * mm
const outer = 10 * mm
const edge = 10 * mm

export type Head = {
  /** Who keeps the book: name, trade name, address, TIN. */
  left: string[]
  /** Which book, for when, by which permit. */
  right: string[]
}

/** What is told of each page when it is full: its running number, null beside the sections, and all that is drawn on it. */
type PageProof = (page: { number: number | null; drawn: string }) => { code: string; qr: Qr }

type Reference = { write: (operators: string) => void; end: () => void }

export type Line = { text: string; x: number; y: number; face: Face; size: number; align?: 'left' | 'right' | 'centre' }

export class BookPages {
  readonly type: BookType
  readonly left = binding
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
  #head: Head
  #foot: string
  #operators: string[] = []
  #count = 0
  #total: Reference
  #number: number | null = null
  readonly #proof: PageProof | null

  constructor(
    type: BookType,
    {
      paper,
      turned,
      head,
      foot,
      proof,
    }: { paper: BookPaper; turned: boolean; head: Head; foot: string; proof: PageProof | null },
  ) {
    const { width, height } = papers[paper]
    this.type = type
    this.width = turned ? height : width
    this.height = turned ? width : height
    this.right = this.width - outer
    this.#head = head
    this.#foot = foot
    this.#proof = proof
    // The code of a bound page is as high as four lines.
    this.top = this.height - edge - Math.max(head.left.length, head.right.length, 4) * headLeading - 14
    this.bottom = edge + 22
    const inner = type.doc as unknown as { ref: (data: object) => Reference }
    const { id, ref } = type.fontOf('regular')
    this.#total = inner.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -4, 60, 12],
      Resources: { Font: { [id]: ref } },
    })
  }

  get count(): number {
    return this.#count
  }

  /** Opens a page and closes the one before. `number` is the running page of the book, where it has one. */
  open(head: Head, number: number | null): void {
    this.#begin(head)
    this.#number = number
    // The cover is bound in front of it.
    this.#drawHead()
    this.#drawFoot(number, this.#count + 1)
  }

  /** The cover is drawn last, when it is known how many pages there are, and bound first. */
  openCover(): void {
    this.#begin({ left: [], right: [] })
    this.#number = null
    this.#drawFoot(null, 1)
    const root = (this.type.doc as unknown as { _root: { data: { Pages: { data: { Kids: unknown[] } } } } })._root
    const kids = root.data.Pages.data.Kids
    kids.unshift(...kids.splice(-1))
  }

  #begin(head: Head): void {
    this.#close()
    this.#head = head
    const { doc } = this.type
    doc.addPage({ size: [this.width, this.height], margin: 0 })
    this.#count += 1
    const page = doc.page as unknown as { fonts: Record<string, unknown>; xobjects: Record<string, unknown> }
    for (const face of ['regular', 'bold'] as const) {
      const { id, ref } = this.type.fontOf(face)
      page.fonts[id] = ref
    }
    page.xobjects['Total'] = this.#total
  }

  write({ text, x, y, face, size, align = 'left' }: Line): void {
    if (text === '') return
    const width = align === 'left' ? 0 : this.type.width(text, face, size)
    const from = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    this.#operators.push(`BT ${this.type.show(text, { x: from, y, face, size })} ET`)
  }

  rule(from: number, to: number, y: number, weight: number): void {
    this.#operators.push(`${weight} w ${from.toFixed(2)} ${y.toFixed(2)} m ${to.toFixed(2)} ${y.toFixed(2)} l S`)
  }

  box(x: number, y: number, width: number, height: number): void {
    this.#operators.push(`0.6 w ${[x, y, width, height].map((n) => n.toFixed(2)).join(' ')} re S`)
  }

  /** Ends the file; only now it is known how many sheets there are. */
  finish(): AsyncIterable<Uint8Array> {
    this.#close()
    const { type } = this
    const { doc } = type
    this.#total.write(`BT ${type.show(this.#count.toString(), { x: 0, y: 0, face: 'regular', size: footSize })} ET`)
    this.#total.end()
    doc.end()
    return doc as unknown as AsyncIterable<Uint8Array>
  }

  #drawHead(): void {
    const { left, right } = this.#head
    left.forEach((text, i) =>
      this.write({
        text,
        x: this.left,
        y: this.#headLine(i),
        face: i === 0 ? 'bold' : 'regular',
        size: i === 0 ? 10 : 7.5,
      }),
    )
    right.forEach((text, i) =>
      this.write({
        ...{
          text,
          x: this.#proof === null ? this.right : this.right - qrSide - 8,
          y: this.#headLine(i),
          align: 'right',
        },
        ...{ face: i === 0 ? 'bold' : 'regular', size: i === 0 ? 12 : 7.5 },
      }),
    )
    this.rule(this.left, this.right, this.top + 6, 1)
  }

  #headLine(i: number): number {
    return this.height - edge - 9 - i * headLeading
  }

  #drawFoot(number: number | null, sheet: number): void {
    const y = edge + 3
    this.rule(this.left, this.right, y + footSize + 4, 0.4)
    this.write({ text: this.#foot, x: this.left, y, face: 'regular', size: footSize })
    if (number !== null) {
      const middle = this.left + (this.right - this.left) * 0.62
      this.write({ text: `Page ${number}`, x: middle, y, face: 'bold', size: 9, align: 'centre' })
    }
    const room = 26
    this.write({
      ...{ text: `sheet ${sheet} of`, x: this.right - room, y, face: 'regular', size: footSize, align: 'right' },
    })
    this.#operators.push(`q 1 0 0 1 ${(this.right - room + 3).toFixed(2)} ${y.toFixed(2)} cm /Total Do Q`)
  }

  /** What the page proves can be told only now that all of it is there. */
  #drawProof(proof: PageProof): void {
    const { code, qr } = proof({ number: this.#number, drawn: this.#operators.join('\n') })
    const module = qrSide / qr.size
    const [left, top] = [this.right - qrSide, this.height - edge]
    const squares = qr.runs.map(({ x, y, width }) =>
      [left + x * module, top - (y + 1) * module, width * module, module].map((n) => n.toFixed(3)).join(' '),
    )
    this.#operators.push(`${squares.map((square) => `${square} re`).join(' ')} f`)
    const x = this.left + (this.right - this.left) * 0.62 + 32
    this.write({ text: `Code ${code}`, x, y: edge + 3, face: 'regular', size: footSize })
  }

  #close(): void {
    if (this.#count === 0 || this.#operators.length === 0) return
    if (this.#proof !== null) this.#drawProof(this.#proof)
    // pdfkit counts from the top; figures are placed from the foot, as PDF itself counts.
    const page = this.type.doc.page as unknown as { write: (operators: string) => void }
    page.write(`q 1 0 0 -1 0 ${this.height} cm\n${this.#operators.join('\n')}\nQ`)
    this.#operators = []
  }
}

const headLeading = 11
/** 15 millimetres: the modules are half a millimetre, which a telephone reads from a copy. */
const qrSide = 15 * mm
const footSize = 6.5
