// A PDF file being written: pages, text, lines, rectangles and tags. The only module that uses pdfkit. Lengths are
// points, from the top left corner of the page. Equal content gives equal bytes.
import { printable } from './text.ts'
import { typeface } from './typeface.ts'
import type { Face, FontFile, Type } from './typeface.ts'

/** A structure that groups tagged content; null without tags. */
export type Section = PDFKit.PDFStructureElement | null

type About = {
  title: string
  author: string
  /** Milliseconds since the epoch, UTC; the source of the file's time and id. */
  printedAt: number
  /** With tags for screen readers, which make a file several times as large. */
  tagged?: boolean
  kerned?: boolean
}

/** A place on pages whose content is drawn later: the number of pages is known at the end. */
export type Later = { place: (x: number, y: number) => void; draw: (content: () => void) => void }

export type Pdf = Awaited<ReturnType<typeof openPdf>>

export const practiceMark = 'PRACTICE - not a real document'

/** On every page that this process prints, so that no PDF of a practice portal can be taken for a real document. */
let mark = ''
export const markPages = (line: string): void => void (mark = line)
/** For a printing thread. */
export const pageMark = (): string => mark

/** The target of operators: the open page, or a form placed on pages. */
type Surface = { height: number; operators: string[]; fonts: Record<string, object> }

export async function openPdf({ title, author, printedAt, tagged: isTagged = false, kerned = true }: About) {
  const typefaces = { regular: await typeface('regular', { kerned }), bold: await typeface('bold', { kerned }) }
  // At first use: the portal starts without it.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-PH',
    tagged: isTagged,
    displayTitle: true,
    info: {
      Title: printable(mark === '' ? title : `${mark}, ${title}`),
      Author: printable(author),
      Creator: 'Talaan',
      Producer: 'Talaan',
      CreationDate: new Date(printedAt),
    },
  })
  /** The used faces. */
  const fonts = new Map<Face, Reference>()
  let surface: Surface = { height: 0, operators: [], fonts: {} }
  let pages = 0
  let laters = 0
  const root: Section = isTagged ? doc.struct('Document') : null
  if (root !== null) doc.addStructure(root)
  let section = root

  const pdf = {
    width: (line: string, { face, size }: Type): number => typefaces[face].width(line, size),

    /** Opens the next page, and closes the one before. */
    addPage(width: number, height: number): void {
      flush()
      doc.addPage({ size: [width, height], margin: 0 })
      pages += 1
      surface = { height, operators: [], fonts: doc.page.fonts }
      // pdfkit counts from the top; operators count from the foot, as PDF itself does.
      put(`1 0 0 -1 0 ${number(height)} cm`)
      if (mark !== '') pdf.artifact(() => drawMark(width, height))
    },

    /** One line of text whose baseline begins at x and y. */
    text(line: string, x: number, y: number, { face, size }: Type, gray = 0): void {
      if (line === '') return
      const font = fonts.get(face) ?? doc.ref({})
      fonts.set(face, font)
      surface.fonts[fontIds[face]] = font
      const operators = `/${fontIds[face]} ${number(size)} Tf 1 0 0 1 ${point(x, y)} Tm ${typefaces[face].show(line, size)}`
      inGrey(gray, 'g', `BT ${operators} ET`)
    },

    line(from: [number, number], to: [number, number], weight: number, gray = 0): void {
      const [[x1, y1], [x2, y2]] = [from, to]
      inGrey(gray, 'G', `${number(weight)} w ${point(x1, y1)} m ${point(x2, y2)} l S`)
    },

    box(x: number, y: number, width: number, height: number, weight: number): void {
      put(`${number(weight)} w ${rectangle(x, y, width, height)} S`)
    },

    fill(boxes: readonly { x: number; y: number; width: number; height: number }[], gray = 0): void {
      const all = boxes.map(({ x, y, width, height }) => rectangle(x, y, width, height)).join(' ')
      inGrey(gray, 'g', `${all} f`)
    },

    /** Rotates the drawn content around a point, by degrees clockwise. */
    rotated(degrees: number, [x, y]: [number, number], draw: () => void): void {
      const angle = (-degrees * Math.PI) / 180
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const up = surface.height - y
      const turn = [cos, sin, -sin, cos, x - x * cos + up * sin, up - x * sin - up * cos]
      put(`q ${turn.map((each) => each.toFixed(6)).join(' ')} cm`)
      draw()
      put('Q')
    },

    later(width: number, height: number): Later {
      laters += 1
      const id = `L${laters}`
      const own: Surface = { height, operators: [], fonts: {} }
      const ref = doc.ref({
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, width, height],
        Resources: { Font: own.fonts },
      })
      return {
        place(x, y) {
          const placed: Record<string, object> = doc.page.xobjects
          placed[id] = ref
          put(`q 1 0 0 1 ${point(x, y + height)} cm /${id} Do Q`)
        },
        draw(content) {
          const page = surface
          surface = own
          content()
          surface = page
          ref.end(own.operators.join('\n'))
        },
      }
    },

    /** Marks the drawn content as an artifact, which screen readers skip. */
    artifact(draw: () => void): void {
      if (section === null) return draw()
      flush()
      doc.markContent('Artifact')
      draw()
      flush()
      doc.endMarkedContent()
    },

    /** Tags the drawn text with this role ('P', 'H1', 'TD') for screen readers. */
    tagged(role: string, draw: () => void): void {
      if (section === null) return draw()
      flush()
      const content = () => {
        draw()
        flush()
      }
      section.add(doc.struct(role, {}, content))
    },

    /** Opens a grouping role ('Table', 'TR'); content drawn `within` it belongs to it, until it is ended. */
    openSection(role: string): Section {
      if (section === null) return null
      const opened = doc.struct(role)
      section.add(opened)
      return opened
    },

    within(inner: Section, draw: () => void): void {
      const outer = section
      section = inner
      draw()
      section = outer
    },

    /** The number of pages so far. */
    pages: (): number => pages,

    /** The content of the open page, as operators. */
    drawn: (): string => surface.operators.join('\n'),

    /** The bytes written since the last call: all pages but the open one. */
    take,

    /** Ends the file; returns the remaining bytes. */
    end(): Uint8Array {
      flush()
      for (const [face, ref] of fonts) typefaces[face].embed(fontFile(ref))
      root?.end()
      doc.end()
      return take()
    },
  }
  return pdf

  /** At the head and the foot, where a page has no content. */
  function drawMark(width: number, height: number): void {
    const type: Type = { face: 'bold', size: 12 }
    const left = (width - typefaces.bold.width(mark, type.size)) / 2
    for (const baseline of [22, height - 12]) pdf.text(mark, left, baseline, type)
  }

  function put(operators: string): void {
    surface.operators.push(operators)
  }

  /** Passes the operators to the page, which adds the tags between them. */
  function flush(): void {
    if (surface.operators.length === 0) return
    doc.addContent(surface.operators.join('\n'))
    surface.operators = []
  }

  function inGrey(gray: number, color: 'g' | 'G', operators: string): void {
    put(gray === 0 ? operators : `q ${number(gray)} ${color} ${operators} Q`)
  }

  function point(x: number, y: number): string {
    return `${number(x)} ${number(surface.height - y)}`
  }

  function rectangle(x: number, y: number, width: number, height: number): string {
    return `${point(x, y + height)} ${number(width)} ${number(height)} re`
  }

  function take(): Uint8Array {
    const parts: Uint8Array[] = []
    for (let part = next(); part !== null; part = next()) parts.push(part)
    return Buffer.concat(parts)
  }

  function next(): Uint8Array | null {
    return doc.read() as Uint8Array | null
  }

  function fontFile(ref: Reference): FontFile {
    return {
      object(fields, content) {
        const made = doc.ref(fields)
        made.end(content)
        return made
      },
      // pdfkit takes plain strings for names.
      text: (words) => Object(words) as object,
      font(fields) {
        Object.assign(ref.data, fields)
        ref.end(undefined)
      },
    }
  }
}

type Reference = PDFKit.PDFKitReference

const fontIds = { regular: 'F1', bold: 'F2' }

const number = (value: number): string => (Math.round(value * 100) / 100).toString()
