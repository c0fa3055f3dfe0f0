// A cheque on the bank's own form: only what is written by hand otherwise, each in its place to the tenth of a millimetre.
// Never the MICR band, never a signature.
import { chequeMarks } from '@talaan/ledger/banking/cheques.ts'
import type { ChequeTemplate, Measure, WrittenCheque } from '@talaan/ledger/banking/cheques.ts'
import { openPaper } from './paper.ts'
import type { Paper } from './paper.ts'

const pointsPerMm = 72 / 25.4

type Printing = { template: ChequeTemplate; printedAt: number; author: string }

export async function chequeToPdf(written: WrittenCheque & { no: string }, printing: Printing): Promise<Uint8Array> {
  return onLeaf(`Cheque ${written.no}`, printing, (paper) => drawCheque(paper, written, printing.template))
}

/** The same on plain paper over a grid of millimetres: laid on a leaf against the light, it shows what has to move. */
export async function testChequeToPdf(written: WrittenCheque, printing: Printing): Promise<Uint8Array> {
  return onLeaf('Test print of a cheque', printing, (paper) => {
    drawGrid(paper, printing.template)
    drawCheque(paper, written, printing.template)
  })
}

/** How wide a text is on paper. */
export function chequeMeasure(): Measure {
  return measureOf(openPaper({ title: '', author: '', printedAt: 0, tagged: false }))
}

const measureOf =
  ({ doc }: Paper): Measure =>
  (text, size) =>
    doc.font('regular', size).widthOfString(text) / pointsPerMm

async function onLeaf(title: string, printing: Printing, draw: (paper: Paper) => void): Promise<Uint8Array> {
  const { template, ...about } = printing
  const paper = openPaper({ title, ...about, tagged: false })
  const { doc } = paper
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const finished = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject))
  doc.addPage({ size: [template.width * pointsPerMm, template.height * pointsPerMm], margin: 0 })
  draw(paper)
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

function drawCheque(paper: Paper, written: WrittenCheque, template: ChequeTemplate): void {
  const { marks, crossed } = chequeMarks(written, template, measureOf(paper))
  for (const { text, x, y, size } of marks) put(paper, text, { x, y, size })
  if (crossed) drawCrossing(paper, template)
}

/** Two parallel lines over the corner at 45 degrees, the words between them. */
function drawCrossing(paper: Paper, { crossing, offset }: ChequeTemplate): void {
  const { doc } = paper
  const words = "FOR PAYEE'S ACCOUNT ONLY"
  const size = 6.5
  const apart = 4
  const long = measureOf(paper)(words, size) + 4
  const reach = long / Math.SQRT2
  const [left, foot] = [(crossing.x + offset.x) * pointsPerMm, (crossing.y + offset.y + reach) * pointsPerMm]
  doc.save()
  doc.rotate(-45, { origin: [left, foot] })
  doc.lineWidth(0.8).strokeColor([0, 0, 0])
  for (const down of [0, apart]) {
    const y = foot + down * pointsPerMm
    doc
      .moveTo(left, y)
      .lineTo(left + long * pointsPerMm, y)
      .stroke()
  }
  put(paper, words, { x: left / pointsPerMm + 2, y: foot / pointsPerMm + 2.9, size })
  doc.restore()
}

function drawGrid(paper: Paper, { width, height }: ChequeTemplate): void {
  const { doc } = paper
  for (let at = 0; at <= Math.max(width, height); at += 5) {
    const strong = at % 10 === 0
    doc.lineWidth(strong ? 0.4 : 0.2).strokeColor(strong ? [150, 150, 150] : [205, 205, 205])
    const line = at * pointsPerMm
    if (at <= width)
      doc
        .moveTo(line, 0)
        .lineTo(line, height * pointsPerMm)
        .stroke()
    if (at <= height)
      doc
        .moveTo(0, line)
        .lineTo(width * pointsPerMm, line)
        .stroke()
  }
  doc.fillColor([110, 110, 110])
  for (let at = 10; at < width; at += 10) put(paper, String(at), { x: at + 0.4, y: 2.2, size: 5 })
  for (let at = 10; at < height; at += 10) put(paper, String(at), { x: 0.4, y: at - 0.4, size: 5 })
  put(paper, 'Print at 100 %, not fitted to the page. Squares are 10 mm.', { x: 12, y: height - 2, size: 6.5 })
  doc.fillColor([0, 0, 0])
}

function put({ doc }: Paper, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  doc.font('regular', size).text(text, x * pointsPerMm, y * pointsPerMm, { lineBreak: false, baseline: 'alphabetic' })
}
