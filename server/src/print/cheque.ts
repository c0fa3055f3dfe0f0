// A cheque on the bank's own form: only the handwritten parts, positioned to a tenth of a millimeter. Never the MICR
// band, never a signature.
import { chequeMarks } from '@talaan/ledger/banking/cheques.ts'
import type { ChequeTemplate, Measure, WrittenCheque } from '@talaan/ledger/banking/cheques.ts'
import { openPdf } from './pdf-file.ts'
import type { Pdf } from './pdf-file.ts'
import { typeface } from './typeface.ts'

const pointsPerMm = 72 / 25.4

type Printing = { template: ChequeTemplate; printedAt: number; author: string }

export async function chequeToPdf(written: WrittenCheque & { no: string }, printing: Printing): Promise<Uint8Array> {
  const measure = await chequeMeasure()
  return onLeaf(`Cheque ${written.no}`, printing, (pdf) => drawCheque(pdf, written, printing.template, measure))
}

/** The same on plain paper over a millimeter grid: held against a leaf and the light, it shows what to adjust. */
export async function testChequeToPdf(written: WrittenCheque, printing: Printing): Promise<Uint8Array> {
  const measure = await chequeMeasure()
  return onLeaf('Test print of a cheque', printing, (pdf) => {
    drawGrid(pdf, printing.template)
    drawCheque(pdf, written, printing.template, measure)
  })
}

/** The width of a printed text. */
export async function chequeMeasure(): Promise<Measure> {
  const { width } = await typeface('regular', { kerned: true })
  return (text, size) => width(text, size) / pointsPerMm
}

async function onLeaf(title: string, { template, ...about }: Printing, draw: (pdf: Pdf) => void): Promise<Uint8Array> {
  const pdf = await openPdf({ title, ...about })
  pdf.addPage(template.width * pointsPerMm, template.height * pointsPerMm)
  draw(pdf)
  return pdf.end()
}

function drawCheque(pdf: Pdf, written: WrittenCheque, template: ChequeTemplate, measure: Measure): void {
  const { marks, crossed } = chequeMarks(written, template, measure)
  for (const { text, x, y, size } of marks) put(pdf, text, { x, y, size })
  if (crossed) drawCrossing(pdf, template, measure)
}

/** Two parallel lines over the corner at 45 degrees, with the words between them. */
function drawCrossing(pdf: Pdf, { crossing, offset }: ChequeTemplate, measure: Measure): void {
  const words = "FOR PAYEE'S ACCOUNT ONLY"
  const size = 6.5
  const apart = 4
  const long = measure(words, size) + 4
  const reach = long / Math.SQRT2
  const [left, foot] = [(crossing.x + offset.x) * pointsPerMm, (crossing.y + offset.y + reach) * pointsPerMm]
  pdf.rotated(-45, [left, foot], () => {
    for (const down of [0, apart]) {
      const y = foot + down * pointsPerMm
      pdf.line([left, y], [left + long * pointsPerMm, y], 0.8)
    }
    put(pdf, words, { x: left / pointsPerMm + 2, y: foot / pointsPerMm + 2.9, size })
  })
}

function drawGrid(pdf: Pdf, { width, height }: ChequeTemplate): void {
  for (let at = 0; at <= Math.max(width, height); at += 5) {
    const [weight, gray] = at % 10 === 0 ? [0.4, 0.588] : [0.2, 0.804]
    const line = at * pointsPerMm
    if (at <= width) pdf.line([line, 0], [line, height * pointsPerMm], weight, gray)
    if (at <= height) pdf.line([0, line], [width * pointsPerMm, line], weight, gray)
  }
  const inGrey = (text: string, place: Place) => put(pdf, text, place, 0.431)
  for (let at = 10; at < width; at += 10) inGrey(String(at), { x: at + 0.4, y: 2.2, size: 5 })
  for (let at = 10; at < height; at += 10) inGrey(String(at), { x: 0.4, y: at - 0.4, size: 5 })
  inGrey('Print at 100%, not scaled to fit the page. Each square is 10 mm.', { x: 12, y: height - 2, size: 6.5 })
}

/** Millimeters from the top left corner of the leaf. */
type Place = { x: number; y: number; size: number }

function put(pdf: Pdf, text: string, { x, y, size }: Place, gray = 0): void {
  pdf.text(text, x * pointsPerMm, y * pointsPerMm, { face: 'regular', size }, gray)
}
