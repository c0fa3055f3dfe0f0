// A4 sheets of black type: wrapping that never overlaps, blocks that break over pages, page x of y.
import PDFDocument from 'pdfkit'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { parsedFonts } from './fonts.ts'

export type Type = { face: 'regular' | 'bold'; size: number }

/** One document being printed. `section` is what the next text belongs to when it is read aloud; null: not tagged. */
export type Paper = {
  doc: PDFKit.PDFDocument
  width: number
  height: number
  left: number
  right: number
  section: PDFKit.PDFStructureElement | null
}

/** A piece that is never cut: a line, a row, a box. `draw` gets the height on the page at which it begins. */
export type Block = {
  height: number
  draw: (y: number) => void
  /** Drawn again above this block when it opens a page: the head row of its table. */
  head?: { height: number; draw: (y: number) => void }
  /** A total is not left alone on the next page, nor a heading at the foot of this one. */
  keepWithNext?: boolean
}

/** What stands on every page, above and below the blocks. */
export type Frame = { header: { height: number; draw: (y: number) => void }; footer: string; watermark?: string }

const a4 = { width: 595.28, height: 841.89 }
const margin = 40
const footerHeight = 24

/** Opens a document, upright. Equal input gives equal bytes: time and id both come from `printedAt`. */
export function openPaper(about: {
  title: string
  author: string
  /** Milliseconds since the epoch, UTC. */
  printedAt: number
  tagged: boolean
}): Paper {
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-PH',
    tagged: about.tagged,
    displayTitle: true,
    info: {
      Title: printable(about.title),
      Author: printable(about.author),
      Creator: 'Talaan',
      Producer: 'Talaan',
      CreationDate: new Date(about.printedAt),
    },
  })
  for (const [face, font] of Object.entries(parsedFonts())) doc.registerFont(face, font)
  const section = about.tagged ? doc.struct('Document') : null
  if (section !== null) doc.addStructure(section)
  return { doc, width: a4.width, height: a4.height, left: margin, right: a4.width - margin, section }
}

/** The same paper turned on its side, before anything is printed. */
export function turned(paper: Paper): Paper {
  return { ...paper, width: paper.height, height: paper.width, right: paper.height - margin }
}

/** Prints the blocks on as many pages as they need and gives the finished file. */
export async function printPages(paper: Paper, blocks: Block[], frame: Frame): Promise<Uint8Array> {
  const { doc } = paper
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const finished = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject))

  const top = margin + frame.header.height
  const pages = paginate(blocks, paper.height - margin - footerHeight - top)
  for (const [i, page] of pages.entries()) {
    doc.addPage({ size: [paper.width, paper.height], margin: 0 })
    const word = frame.watermark
    if (word !== undefined) artifact(paper, () => watermark(paper, word))
    // The header is read aloud once.
    if (i === 0) tagged(paper, 'H1', () => frame.header.draw(margin))
    else artifact(paper, () => frame.header.draw(margin))
    let y = top
    for (const block of page) {
      block.draw(y)
      y += block.height
    }
    artifact(paper, () => footer(paper, frame.footer, `Page ${i + 1} of ${pages.length}`))
    if (i % 20 === 19) await letOthersWork()
  }
  paper.section?.end()
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

/** A long book must not hold up everyone else's requests. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Which blocks stand on which page. Blocks kept together move together, unless they would not fit on any page. */
export function paginate(blocks: Block[], room: number): Pick<Block, 'height' | 'draw'>[][] {
  let page: Pick<Block, 'height' | 'draw'>[] = []
  let used = 0
  const pages = [page]
  for (const group of grouped(blocks, room)) {
    const height = group.reduce((sum, block) => sum + block.height, 0)
    if (used > 0 && used + height > room) {
      page = []
      pages.push(page)
      used = 0
      const head = group[0]?.head
      if (head !== undefined) {
        page.push(head)
        used += head.height
      }
    }
    page.push(...group)
    used += height
  }
  return pages
}

function grouped(blocks: Block[], room: number): Block[][] {
  const groups: Block[][] = []
  let group: Block[] = []
  for (const block of blocks) {
    group.push(block)
    if (block.keepWithNext) continue
    groups.push(group)
    group = []
  }
  if (group.length > 0) groups.push(group)
  return groups.flatMap((together) => {
    const height = together.reduce((sum, block) => sum + block.height, together[0]?.head?.height ?? 0)
    return height > room ? together.map((block) => [block]) : [together]
  })
}

export function leading(type: Type): number {
  return type.size * 1.36
}

export function widthOf(paper: Paper, line: string, type: Type): number {
  return paper.doc.font(type.face, type.size).widthOfString(line)
}

/** The lines a text takes at a width. A word that is too long for any line is broken. */
export function wrap(paper: Paper, text: string, type: Type, width: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrapParagraph(paper, printable(paragraph), type, width))
}

function wrapParagraph(paper: Paper, paragraph: string, type: Type, width: number): string[] {
  if (widthOf(paper, paragraph, type) <= width) return [paragraph]
  const space = widthOf(paper, ' ', type)
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  for (const word of paragraph.split(/ +/).flatMap((whole) => broken(paper, whole, type, width))) {
    // Measured with its space, as it is drawn: the font keeps the width of each word it has met.
    const wide = widthOf(paper, `${word} `, type)
    if (line.length > 0 && used + wide - space > width) {
      lines.push(line.join(' '))
      line = []
      used = 0
    }
    line.push(word)
    used += wide
  }
  return [...lines, line.join(' ')]
}

function broken(paper: Paper, word: string, type: Type, width: number): string[] {
  if (widthOf(paper, word, type) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const letter of word) {
    const wide = widthOf(paper, letter, type)
    if (part !== '' && used + wide > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += letter
    used += wide
  }
  return [...parts, part]
}

/** At most `most` lines; the last one then ends in an ellipsis. */
export function atMost(lines: string[], most: number): string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
}

/** One line of type whose top is at y; right-aligned lines end at x. */
export function write(
  paper: Paper,
  line: string,
  x: number,
  y: number,
  type: Type,
  align: 'left' | 'right' = 'left',
): void {
  if (line === '') return
  const width = widthOf(paper, line, type)
  const options = { lineBreak: false, baseline: 'alphabetic', textWidth: width, wordCount: 1 } as const
  paper.doc.text(line, align === 'left' ? x : x - width, y + type.size * 1.05, options)
}

/** Lines below each other; answers where the next one would begin. */
export function writeLines(
  paper: Paper,
  lines: string[],
  x: number,
  y: number,
  type: Type,
  align?: 'left' | 'right',
): number {
  lines.forEach((line, i) => write(paper, line, x, y + i * leading(type), type, align))
  return y + lines.length * leading(type)
}

/** A text over the whole width, a block for each line. */
export function paragraph(paper: Paper, text: string, type: Type, above: number): Block[] {
  return wrap(paper, text, type, paper.right - paper.left).map((line, i): Block => {
    const space = i === 0 ? above : 0
    return {
      height: space + leading(type),
      draw: (y) => tagged(paper, 'P', () => write(paper, line, paper.left, y + space, type)),
    }
  })
}

export function rule(paper: Paper, from: number, to: number, y: number, weight: number, grey = 0): void {
  paper.doc
    .lineWidth(weight)
    .strokeColor([grey, grey, grey].map((part) => Math.round(part * 255)) as [number, number, number])
  paper.doc.moveTo(from, y).lineTo(to, y).stroke()
}

/** What is drawn is ornament: rules, headers and footers are skipped when the page is read aloud. */
export function artifact(paper: Paper, draw: () => void): void {
  if (paper.section !== null) paper.doc.markContent('Artifact')
  draw()
  if (paper.section !== null) paper.doc.endMarkedContent()
}

/** What is drawn is text of this role ('P', 'H1', 'TD'), read aloud in its place. */
export function tagged(paper: Paper, role: string, draw: () => void): void {
  if (paper.section === null) draw()
  else paper.section.add(paper.doc.struct(role, {}, draw))
}

/** Opens a role that groups others ('Table', 'TR'); what is drawn `within` it belongs to it, until it is ended. */
export function openSection(paper: Paper, role: string): PDFKit.PDFStructureElement | null {
  if (paper.section === null) return null
  const section = paper.doc.struct(role)
  paper.section.add(section)
  return section
}

export function within(paper: Paper, section: PDFKit.PDFStructureElement | null, draw: () => void): void {
  const outer = paper.section
  paper.section = section
  draw()
  paper.section = outer
}

/** '30 Jun 2026, 14:05' in Manila, which is eight hours ahead of UTC all year. */
export function printTime(printedAt: number): string {
  const time = new Date(printedAt + 8 * 3_600_000).toISOString().slice(11, 16)
  return `${formatDay(dayInManila(printedAt))}, ${time}`
}

/** One spelling per letter, and nothing that is not seen: control characters and text direction marks are dropped. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\v\f\r\n\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trimEnd()
}

function footer(paper: Paper, left: string, right: string): void {
  const type: Type = { face: 'regular', size: 7.5 }
  const y = paper.height - margin - leading(type)
  rule(paper, paper.left, paper.right, y - 4, 0.4)
  const room = paper.right - paper.left - widthOf(paper, right, type) - 20
  write(paper, atMost(wrap(paper, left, type, room), 1)[0] ?? '', paper.left, y, type)
  write(paper, right, paper.right, y, type, 'right')
}

/** A word across the page, pale enough to read through and printed first, so that it covers nothing. */
function watermark(paper: Paper, word: string): void {
  const { doc } = paper
  const type: Type = { face: 'bold', size: 150 }
  const width = widthOf(paper, word, type)
  const [x, y] = [paper.width / 2, paper.height / 2]
  doc.save()
  doc.rotate(-50, { origin: [x, y] })
  doc.fillColor([225, 225, 225])
  write(paper, word, x - width / 2, y - type.size * 0.7, type)
  doc.restore()
  doc.fillColor([0, 0, 0])
}
