// Synthetic invoices and receipts of the Philippines, with what is printed on them: seeded, so that a run can be repeated. They have
// decoys on purpose: permits and TIN of the printer, machine and transaction numbers, other dates, and our own TIN.
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { monthNames } from '@talaan/ledger/core/date.ts'

export type Truth = Partial<
  Record<'sellerTin' | 'number' | 'day' | 'vatable' | 'vat' | 'exempt' | 'total' | 'withheld', string>
>
export type Invoice = { family: Family; truth: Truth; decoys: string[]; pdf: Buffer }

export const families = ['booklet', 'a4', 'slip'] as const
export type Family = (typeof families)[number]
/** The one thing in which another invoice of the same seller differs. */
export const changes = ['number', 'day', 'total', 'branch'] as const
export type Change = (typeof changes)[number]
type Printing = {
  /** In different fonts, with a stamp on one of three, which is over the text of some. */
  onPaper?: boolean
  change?: Change
  /** The date, the customer and the amounts of a booklet invoice are written by hand. */
  isByHand?: boolean
}
export const ownTin = '009-111-222-00000'
export const ownName = 'Kalayaan Trading Corp.'
export const today = '2026-11-28'

type Random = {
  int: (from: number, to: number) => number
  pick: <T>(of: readonly T[]) => T
  chance: (of: number) => boolean
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { int, pick: (of) => of[int(0, of.length - 1)] as (typeof of)[number], chance: (of) => next() < of }
}

const names = [
  'Silahis Supplies',
  'Bayani Logistics',
  'Mabini Print House',
  'Luntian Foods',
  'Amihan Airfreight',
  'Perlas Hardware',
]
const endings = ['Corp.', 'Corporation', 'Inc.', 'Trading', 'OPC']
const items = [
  'Printer repair',
  'Bond paper A4',
  'Freight to Cebu',
  'Diesel',
  'Catering',
  'Toner',
  'Consulting services',
]

const money = (centavos: number) => (centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

/** Text, or a printed label with what is entered after it. */
type Entry = string | readonly [label: string, entered: string]

/** Typeset as a PDF. */
export async function invoiceOf(
  seed: number,
  family: Family,
  { onPaper = false, change, isByHand = false }: Printing = {},
): Promise<Invoice> {
  const { int, pick, chance } = randomOf(seed)
  const digits = (count: number) => Array.from({ length: count }, () => int(0, 9)).join('')
  const tin = () => `${int(100, 999)}-${digits(3)}-${digits(3)}-000${pick(['00', '01', '12'])}`
  const [drawnTin, isVat, drawnNet] = [tin(), chance(0.8), int(5_000, 9_000_000)]
  const sellerTin = change === 'branch' ? nextBranch(drawnTin) : drawnTin
  const net = change === 'total' ? drawnNet + (seed % 2 === 0 ? 100 : 90_000) : drawnNet
  const vat = isVat ? Math.round(net * 0.12) : 0
  const exempt = isVat && chance(0.2) ? int(1_000, 500_000) : 0
  const total = net + vat + exempt
  const withheld = isVat && chance(0.25) ? Math.round(net * pick([0.01, 0.02, 0.05])) : 0
  const drawnNumber = pick([digits(4), digits(6), `0${digits(5)}`, `SI-${digits(6)}`, `2026-${digits(5)}`])
  const number = change === 'number' ? otherNumber(drawnNumber, seed % 2 === 0) : drawnNumber
  const [month, drawnDate] = [int(1, 11), int(1, 27)]
  const date = change === 'day' ? drawnDate + 1 : drawnDate
  const two = (of: number) => String(of).padStart(2, '0')
  const day = `2026-${two(month)}-${two(date)}`
  const printedDay = pick([
    `${two(month)}/${two(date)}/2026`,
    `${monthNames[month - 1]} ${date}, 2026`,
    `${date}-${monthNames[month - 1]?.slice(0, 3)}-26`,
  ])
  const [ocn, accreditation, machine] = [
    `OCN${int(1, 9)}AU000${digits(7)}`,
    `0${digits(2)}MP2021${digits(10)}`,
    digits(17),
  ]
  const printerTin = tin()
  const decoys = [ocn, accreditation, machine, printerTin, '2025-01-15', '2024-02-02']
  const [name, item] = [`${pick(names)} ${pick(endings)}`, pick(items)]
  const standing = isVat ? 'VAT REG TIN' : 'NON-VAT REG TIN'

  const isSlip = family === 'slip'
  const document = new PDFDocument({ size: isSlip ? [226, 620] : 'A4', margin: 0 })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => document.once('end', resolve))
  const fonts = ['Helvetica', 'Times-Roman', 'Courier', 'Helvetica-Bold'] as const
  const font = onPaper ? randomOf(seed + 97).pick(fonts) : 'Helvetica'
  document.font(font)
  const put = (x: number, y: number, text: string, size = isSlip ? 8 : 10) =>
    document.fontSize(size).text(text, x, y, { lineBreak: false })
  const write = isByHand ? handOf(document, font, randomOf(seed + 59)) : undefined
  let y = 40
  const enter = (x: number, entry: Entry) => {
    const [label, entered] = typeof entry === 'string' ? [entry, ''] : entry
    if (write === undefined || entered === '') {
      if (label + entered !== '') put(x, y, label + entered)
      return
    }
    if (label !== '') put(x, y, label)
    write(x + document.widthOfString(label), y, entered)
  }
  const row = (left: Entry, right: Entry = '', at = isSlip ? 150 : 430) => {
    enter(isSlip ? 12 : 50, left)
    enter(at, right)
    y += isSlip ? 13 : 18
  }
  const summary = () => {
    if (isVat) {
      row('VATable Sales', ['', money(net)])
      row('VAT-Exempt Sales', exempt > 0 ? ['', money(exempt)] : '')
      row('Zero-Rated Sales')
      row(pick(['VAT Amount', 'VAT 12%', 'Add: VAT']), ['', money(vat)])
    }
    row(pick(isVat ? ['Total Sales (VAT Inclusive)', 'Total Amount', 'TOTAL'] : ['Total Amount', 'TOTAL']), [
      '',
      money(total),
    ])
    if (withheld > 0) {
      row('Less: Withholding Tax', ['', money(withheld)])
      row('Total Amount Due', ['', money(total - withheld)])
    }
  }
  const permits = () => {
    y += 20
    row(`50 Bklts (50x3) 000001-002500 BIR Authority to Print No. ${ocn} Date Issued: 01/15/2025`)
    row(`Printer: Magic Press Inc. VAT REG TIN ${printerTin}`)
    row(`Printer's Accreditation No. ${accreditation} Date Issued 02/02/2024`)
  }
  put(isSlip ? 12 : 50, 14, name, isSlip ? 11 : 20)
  row(
    `${int(1, 999)} ${pick(['Ayala Ave.', 'Rizal St.', 'Colon St.'])}, ${pick(['Makati City', 'Cebu City', 'Davao City'])} Tel. No. 8${digits(7)}`,
  )
  row(`${standing} ${sellerTin}`)
  if (family === 'slip') {
    row(`MIN ${machine} S/N ${digits(8)}`)
    row(`TRANS# ${digits(8)}  TERM# 0${int(1, 9)}`)
    row(`${pick(['SI#', 'OR No.', 'Invoice No.'])} ${number}`)
    row(`Date: ${printedDay}  10:33 AM`)
    row(`${item} 1`, money(total))
    summary()
    row(`PTU No. FP042018-${digits(3)}-${digits(7)}  Date Issued 01/15/2025`)
  } else if (family === 'booklet') {
    y += 10
    row(pick(['SALES INVOICE', 'SERVICE INVOICE', 'CHARGE INVOICE']), `No. ${number}`)
    row(['Sold to: ', ownName], ['Date: ', printedDay])
    row(['TIN: ', ownTin], `P.O. No. ${digits(5)}`)
    row(['', `${int(1, 9)} ${item}`], ['', money(total)])
    y += 20
    summary()
    permits()
  } else {
    y += 10
    row('SALES INVOICE')
    put(50, y, 'Invoice No.')
    put(200, y, 'Invoice Date')
    put(350, y, 'Due Date')
    y += 16
    put(50, y, number)
    put(200, y, printedDay)
    put(350, y, '12/20/2026')
    y += 24
    row(`Bill To: ${ownName}`, `TIN ${ownTin}`)
    row(item, money(net))
    if (exempt > 0) row('Books (exempt)', money(exempt))
    y += 20
    summary()
    permits()
  }
  if (onPaper && seed % 3 === 0) stamp(document, randomOf(seed + 31), isSlip)
  document.end()
  await ended
  const truth: Truth = {
    sellerTin,
    number,
    day,
    total: String(total),
    ...(isVat && { vatable: String(net), vat: String(vat) }),
    ...(exempt > 0 && { exempt: String(exempt) }),
    ...(withheld > 0 && { withheld: String(withheld) }),
  }
  return { family, truth, decoys, pdf: Buffer.concat(parts) }
}

/** One pen, in letters that are larger than the print and not quite on its line. */
function handOf(
  document: InstanceType<typeof PDFDocument>,
  font: string,
  { int, pick }: Random,
): (x: number, y: number, text: string) => void {
  const [name, ink, size] = [pick(['caveat', 'patrick-hand']), pick(['#1b2a6b', '#222222', '#2b3f8f']), int(13, 17)]
  const hand = fileURLToPath(import.meta.resolve(`@fontsource/${name}/files/${name}-latin-400-normal.woff`))
  return (x, y, text) => {
    document
      .font(hand)
      .fontSize(size)
      .fillColor(ink)
      .text(text, x + int(0, 6), y - int(4, 7), { lineBreak: false })
      .font(font)
      .fillColor('#000000')
  }
}

/** The next branch has booklets of its own. */
const nextBranch = (tin: string): string => `${tin.slice(0, -1)}${(Number(tin.slice(-1)) + 1) % 10}`

/** The next number of a booklet, or one of which an earlier digit is another. */
function otherNumber(number: string, isNext: boolean): string {
  const at = number.length - (isNext ? 1 : 3)
  return `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`
}

/** Of a rubber stamp: turned, in color, and with a date of its own. */
function stamp(document: InstanceType<typeof PDFDocument>, { int, pick }: Random, isSlip: boolean): void {
  const [x, y] = isSlip ? [int(20, 90), int(60, 240)] : [int(180, 320), int(150, 420)]
  document
    .save()
    .rotate(int(-25, 25), { origin: [x, y] })
    .lineWidth(1.5)
    .fillColor(pick(['#b3261e', '#1f3a93', '#5b2a86']), 0.7)
    .strokeColor('#777777', 0.7)
    .rect(x, y, isSlip ? 70 : 110, isSlip ? 32 : 48)
    .stroke()
    .fontSize(isSlip ? 12 : 18)
    .text(pick(['PAID', 'RECEIVED', 'AUDITED']), x + 6, y + 5, { lineBreak: false })
    .fontSize(isSlip ? 7 : 10)
    .text(`NOV ${int(10, 27)} 2026`, x + 6, y + (isSlip ? 20 : 30), { lineBreak: false })
    .restore()
}
