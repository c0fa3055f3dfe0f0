// Form 2307 on A4 in the layout of January 2018 (ENCS): every box with its number and label, one sheet or more for each
// certificate, and identical bytes on a reprint.
import { z } from '@talaan/ledger/core/zod.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { formatMoney, money } from '@talaan/ledger/core/money.ts'
import { form2307Totals } from '@talaan/ledger/tax/certificates/form2307.ts'
import type { Form2307, Form2307Person, Form2307Row } from '@talaan/ledger/tax/certificates/form2307.ts'
import { slashed } from '@talaan/ledger/tax/lists/dat.ts'
import { nameOf } from './file-name.ts'
import { write } from './page.ts'
import type { Pdf } from './pdf-file.ts'
import { printable, wrap } from './text.ts'
import type { Type } from './typeface.ts'

/** 'form-2307-2026-04-01-to-2026-06-30-Dela-Cruz-Juan.pdf' */
export const form2307Name = ({ from, to, payee }: Form2307): string =>
  nameOf(['form-2307', from, 'to', to, payee.name], 'pdf')

const storedRow = z.object({
  description: z.string(),
  atc: z.string(),
  months: z.tuple([money, money, money]),
  total: money,
  tax: money,
})
export const storedPerson = z.object({
  tin: z.string(),
  name: z.string(),
  address: z.string(),
  zip: z.string(),
  foreignAddress: z.string(),
})
export const storedForm2307 = z.object({
  from: day,
  to: day,
  payee: storedPerson,
  payor: storedPerson,
  income: z.array(storedRow),
  business: z.array(storedRow),
})

/** The number of rows in the two blocks of the form; a certificate with more continues on another sheet. */
const rowsOfIncome = 10
const rowsOfBusiness = 6

export const left = 40
export const width = 515
const label: Type = { face: 'regular', size: 6.2 }
const entry: Type = { face: 'bold', size: 9 }

type Sheet = Form2307 & { sheet: number; sheets: number }

export function sheetsOf2307(form: Form2307): Sheet[] {
  const sheets = Math.max(
    1,
    Math.ceil(form.income.length / rowsOfIncome),
    Math.ceil(form.business.length / rowsOfBusiness),
  )
  return Array.from({ length: sheets }, (_, at) => ({
    ...form,
    income: form.income.slice(at * rowsOfIncome, (at + 1) * rowsOfIncome),
    business: form.business.slice(at * rowsOfBusiness, (at + 1) * rowsOfBusiness),
    sheet: at + 1,
    sheets,
  }))
}

export function drawSheet2307(pdf: Pdf, sheet: Sheet): void {
  let y = drawHead(pdf, sheet, { no: '2307', title: 'Certificate of Creditable Tax Withheld at Source' })
  y = boxRow(pdf, y, [
    { share: 0.34, text: '1 For the Period', value: '' },
    { share: 0.33, text: 'From (MM/DD/YYYY)', value: slashed(sheet.from) },
    { share: 0.33, text: 'To (MM/DD/YYYY)', value: slashed(sheet.to) },
  ])
  y = bar(pdf, y, 'Part I - Payee Information')
  y = drawPerson(pdf, y, sheet.payee, { tin: 2, who: 'Payee', foreign: true })
  y = bar(pdf, y, 'Part II - Payor Information')
  y = drawPerson(pdf, y, sheet.payor, { tin: 6, who: 'Payor', foreign: false })
  y = bar(pdf, y, 'Part III - Details of Monthly Income Payments and Taxes Withheld')
  y = drawHeadings(pdf, y)
  y = drawBlock(pdf, y, {
    title: 'A Income Payments Subject to Expanded Withholding Tax',
    rows: sheet.income,
    places: rowsOfIncome,
  })
  y = drawBlock(pdf, y, {
    title: 'B Money Payments Subject to Withholding of Business Tax (Government and Private)',
    rows: sheet.business,
    places: rowsOfBusiness,
  })
  y = drawDeclaration(pdf, y)
  y = drawSignature(pdf, y, "Payor / Payor's Authorized Representative / Tax Agent")
  y = bar(pdf, y, 'CONFORME')
  drawSignature(pdf, y, "Payee / Payee's Authorized Representative / Tax Agent")
}

export function drawHead(
  pdf: Pdf,
  { sheet, sheets }: Pick<Sheet, 'sheet' | 'sheets'>,
  { no, title }: { no: string; title: string },
): number {
  const top = 40
  const line = (text: string, y: number, type: Type, align: 'left' | 'right') =>
    pdf.tagged('P', () => write(pdf, text, align === 'left' ? left : left + width, y, type, align))
  line('Republic of the Philippines', top, { face: 'regular', size: 7 }, 'left')
  line('Department of Finance', top + 9, { face: 'regular', size: 7 }, 'left')
  line('Bureau of Internal Revenue', top + 18, { face: 'regular', size: 7 }, 'left')
  line(`BIR Form No. ${no}`, top, { face: 'bold', size: 13 }, 'right')
  line('January 2018 (ENCS)', top + 19, { face: 'regular', size: 7 }, 'right')
  const type: Type = { face: 'bold', size: 12 }
  pdf.tagged('H1', () => write(pdf, title, left + (width - pdf.width(title, type)) / 2, top + 32, type))
  if (sheets > 1) line(`Sheet ${sheet} of ${sheets}`, top + 32, { face: 'regular', size: 8 }, 'right')
  return top + 52
}

export function drawPerson(
  pdf: Pdf,
  from: number,
  person: Form2307Person,
  { tin, who, foreign, alien = false }: { tin: number; who: string; foreign: boolean; alien?: boolean },
): number {
  const name = `${tin + 1} ${who}'s Name (Last Name, First Name, Middle Name for Individual OR Registered Name for Non-Individual)`
  const y = boxRow(pdf, from, [{ share: 1, text: `${tin} Taxpayer Identification Number (TIN)`, value: person.tin }])
  const named = boxRow(pdf, y, [{ share: 1, text: name, value: person.name }])
  const placed = boxRow(pdf, named, [
    { share: 0.85, text: `${tin + 2} Registered Address`, value: person.address },
    { share: 0.15, text: `${tin + 2}A ZIP Code`, value: person.zip },
  ])
  if (!foreign) return placed
  return boxRow(pdf, placed, [
    { share: alien ? 0.7 : 1, text: `${tin + 3} Foreign Address, if applicable`, value: person.foreignAddress },
    ...(alien ? [{ share: 0.3, text: `${tin + 3}A ICR No. (For Alien Payee Only)`, value: '' }] : []),
  ])
}

type Box = { share: number; text: string; value: string }

/** Boxes next to each other, each with its number and label above its value. */
export function boxRow(pdf: Pdf, y: number, boxes: readonly Box[]): number {
  const height = 23
  let x = left
  for (const { share, text, value } of boxes) {
    const wide = width * share
    frame(pdf, x, y, wide, height)
    piece(pdf, text, x + 3, y + 2, label, wide - 6)
    piece(pdf, value, x + 3, y + 10.5, entry, wide - 6)
    x += wide
  }
  return y + height
}

const columns = [165, 38, 63, 63, 63, 63, 60] as const

function drawHeadings(pdf: Pdf, y: number): number {
  const height = 24
  const titles = [
    ['Income Payments'],
    ['ATC'],
    ['1st Month of', 'the Quarter'],
    ['2nd Month of', 'the Quarter'],
    ['3rd Month of', 'the Quarter'],
    ['Total'],
    ['Tax Withheld', 'for the Quarter'],
  ]
  eachColumn((at, x, wide) => {
    frame(pdf, x, y, wide, height)
    titles[at]?.forEach((text, i) => piece(pdf, text, x + 3, y + 3 + i * 9, { face: 'bold', size: 6.5 }, wide - 6))
  })
  return y + height
}

type Block = { title: string; rows: readonly Form2307Row[]; places: number }

function drawBlock(pdf: Pdf, from: number, { title, rows, places }: Block): number {
  frame(pdf, left, from, width, 13)
  piece(pdf, title, left + 3, from + 2.5, { face: 'bold', size: 7 }, width - 6)
  let y = from + 13
  for (let at = 0; at < places; at += 1) {
    const row = rows[at]
    y = drawRow(pdf, y, row && [row.description, row.atc, ...figures(row)], 'regular')
  }
  return drawRow(pdf, y, ['Total', '', ...figures(form2307Totals(rows))], 'bold')
}

const figures = ({ months, total, tax }: Pick<Form2307Row, 'months' | 'total' | 'tax'>): string[] =>
  [...months, total, tax].map((amount) => formatMoney(amount))

function drawRow(pdf: Pdf, y: number, cells: readonly string[] | undefined, face: Type['face']): number {
  const height = 13.5
  eachColumn((at, x, wide) => {
    frame(pdf, x, y, wide, height)
    const text = cells?.[at] ?? ''
    if (at < 2) piece(pdf, text, x + 3, y + 2.5, { face, size: 7.5 }, wide - 6)
    else right(pdf, text, x + wide - 3, y + 2.5, { face, size: 7.5 }, wide - 6)
  })
  return y + height
}

function eachColumn(draw: (at: number, x: number, wide: number) => void): void {
  let x = left
  columns.forEach((wide, at) => {
    draw(at, x, wide)
    x += wide
  })
}

const declaration =
  'We declare under the penalties of perjury that this certificate has been made in good faith, verified by us, and to the best of our knowledge and belief, is true and correct, pursuant to the provisions of the National Internal Revenue Code, as amended, and the regulations issued under authority thereof. Further, we give our consent to the processing of our information as contemplated under the Data Privacy Act of 2012 (R.A. No. 10173) for legitimate and lawful purposes.'

export function drawDeclaration(pdf: Pdf, y: number): number {
  const type: Type = { face: 'regular', size: 6.5 }
  const lines = wrap(pdf, declaration, type, width - 12)
  const height = lines.length * 9 + 6
  frame(pdf, left, y, width, height)
  lines.forEach((line, at) => pdf.tagged('P', () => write(pdf, line, left + 6, y + 3 + at * 9, type)))
  return y + height
}

export function drawSignature(pdf: Pdf, y: number, who: string): number {
  frame(pdf, left, y, width, 34)
  const said = `Signature over Printed Name of ${who} (Indicate Title/Designation and TIN)`
  pdf.artifact(() => pdf.line([left + 90, y + 23], [left + width - 90, y + 23], 0.5))
  const wide = pdf.width(said, label)
  piece(pdf, said, left + (width - wide) / 2, y + 25, label, width)
  return boxRow(pdf, y + 34, [
    { share: 0.5, text: "Tax Agent Accreditation No. / Attorney's Roll No. (if applicable)", value: '' },
    { share: 0.25, text: 'Date of Issue (MM/DD/YYYY)', value: '' },
    { share: 0.25, text: 'Date of Expiry (MM/DD/YYYY)', value: '' },
  ])
}

export function bar(pdf: Pdf, y: number, title: string): number {
  const height = 13
  pdf.artifact(() => pdf.fill([{ x: left, y, width, height }], 0.882))
  frame(pdf, left, y, width, height)
  const type: Type = { face: 'bold', size: 7.5 }
  piece(pdf, title, left + (width - pdf.width(title, type)) / 2, y + 2.2, type, width)
  return y + height
}

export function frame(pdf: Pdf, x: number, y: number, wide: number, height: number): void {
  pdf.artifact(() => pdf.box(x, y, wide, height, 0.5))
}

/** One line that stays in its box: in smaller type if long, and truncated only if longer still. */
export function piece(pdf: Pdf, text: string, x: number, y: number, type: Type, room: number): void {
  if (text === '') return
  const set = fitted(pdf, printable(text), type, room)
  pdf.tagged('P', () => write(pdf, set.text, x, y + (type.size - set.type.size), set.type))
}

export function right(pdf: Pdf, text: string, x: number, y: number, type: Type, room: number): void {
  if (text === '') return
  const set = fitted(pdf, text, type, room)
  pdf.tagged('P', () => write(pdf, set.text, x, y + (type.size - set.type.size), set.type, 'right'))
}

const smallest = 5.5

function fitted(pdf: Pdf, text: string, type: Type, room: number): { text: string; type: Type } {
  const wide = pdf.width(text, type)
  if (wide <= room) return { text, type }
  const size = Math.max(smallest, Math.floor(((type.size * room) / wide) * 10) / 10)
  const smaller = { ...type, size }
  if (pdf.width(text, smaller) <= room) return { text, type: smaller }
  const letters = [...text]
  while (letters.length > 0 && pdf.width(`${letters.join('')}…`, smaller) > room) letters.pop()
  return { text: `${letters.join('').trimEnd()}…`, type: smaller }
}
