// Form 2307 on A4 in the layout of January 2018 (ENCS): every box with its number and words, one sheet or more for each
// certificate, and the same bytes on a reprint.
import { z } from '@talaan/ledger/core/zod.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { formatMoney, money } from '@talaan/ledger/core/money.ts'
import { form2307Totals } from '@talaan/ledger/tax/certificates/form2307.ts'
import type { Form2307, Form2307Person, Form2307Row } from '@talaan/ledger/tax/certificates/form2307.ts'
import { slashed } from '@talaan/ledger/tax/lists/dat.ts'
import { nameOf } from './file-name.ts'
import { artifact, letOthersWork, openPaper, printable, rule, tagged, widthOf, wrap, write } from './paper.ts'
import type { Paper, Type } from './paper.ts'

/** The form as it is kept; money is a string of centavos. */
export const form2307ToJson = (form: Form2307): string =>
  JSON.stringify(form, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

export const form2307FromJson = (json: unknown): Form2307 => keptForm.parse(json)

/** 'form-2307-2026-04-01-to-2026-06-30-Dela-Cruz-Juan.pdf' */
export const form2307Name = ({ from, to, payee }: Form2307): string =>
  nameOf(['form-2307', from, 'to', to, payee.name], 'pdf')

const keptRow = z.object({
  ...{ description: z.string(), atc: z.string(), months: z.tuple([money, money, money]), total: money, tax: money },
})
const keptPerson = z.object({
  ...{ tin: z.string(), name: z.string(), address: z.string(), zip: z.string(), foreignAddress: z.string() },
})
const keptForm = z.object({
  ...{ from: day, to: day, payee: keptPerson, payor: keptPerson },
  ...{ income: z.array(keptRow), business: z.array(keptRow) },
})

/** As many rows as the paper has in its two blocks; a certificate with more goes on on another sheet. */
const rowsOfIncome = 10
const rowsOfBusiness = 6

const left = 40
const width = 515
const label: Type = { face: 'regular', size: 6.2 }
const entry: Type = { face: 'bold', size: 9 }

type Sheet = Form2307 & { sheet: number; sheets: number }

/** Certificates one after another in one file. */
export async function certificatesToPdf(
  forms: readonly Form2307[],
  print: { printedAt: number; author: string },
): Promise<Uint8Array> {
  const [only, ...more] = forms
  const title = more.length === 0 ? `Form 2307, ${only?.payee.name ?? ''}` : `Form 2307, ${forms.length} certificates`
  const paper = openPaper({ title, ...print, tagged: forms.length <= 50 })
  const { doc } = paper
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const finished = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject))
  for (const [at, sheet] of forms.flatMap(sheetsOf).entries()) {
    doc.addPage({ size: [paper.width, paper.height], margin: 0 })
    drawSheet(paper, sheet)
    if (at % 20 === 19) await letOthersWork()
  }
  paper.section?.end()
  doc.end()
  await finished
  return Buffer.concat(chunks)
}

function sheetsOf(form: Form2307): Sheet[] {
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

function drawSheet(paper: Paper, sheet: Sheet): void {
  let y = drawHead(paper, sheet)
  y = boxRow(paper, y, [
    { share: 0.34, text: '1 For the Period', value: '' },
    { share: 0.33, text: 'From (MM/DD/YYYY)', value: slashed(sheet.from) },
    { share: 0.33, text: 'To (MM/DD/YYYY)', value: slashed(sheet.to) },
  ])
  y = bar(paper, y, 'Part I - Payee Information')
  y = drawPerson(paper, y, sheet.payee, { tin: 2, who: 'Payee', foreign: true })
  y = bar(paper, y, 'Part II - Payor Information')
  y = drawPerson(paper, y, sheet.payor, { tin: 6, who: 'Payor', foreign: false })
  y = bar(paper, y, 'Part III - Details of Monthly Income Payments and Taxes Withheld')
  y = drawHeadings(paper, y)
  y = drawBlock(paper, y, {
    title: 'A Income Payments Subject to Expanded Withholding Tax',
    rows: sheet.income,
    places: rowsOfIncome,
  })
  y = drawBlock(paper, y, {
    title: 'B Money Payments Subject to Withholding of Business Tax (Government and Private)',
    rows: sheet.business,
    places: rowsOfBusiness,
  })
  y = drawDeclaration(paper, y)
  y = drawSignature(paper, y, "Payor / Payor's Authorized Representative / Tax Agent")
  y = bar(paper, y, 'CONFORME')
  drawSignature(paper, y, "Payee / Payee's Authorized Representative / Tax Agent")
}

function drawHead(paper: Paper, { sheet, sheets }: Sheet): number {
  const top = 40
  const line = (text: string, y: number, type: Type, align: 'left' | 'right') =>
    tagged(paper, 'P', () => write(paper, text, align === 'left' ? left : left + width, y, type, align))
  line('Republic of the Philippines', top, { face: 'regular', size: 7 }, 'left')
  line('Department of Finance', top + 9, { face: 'regular', size: 7 }, 'left')
  line('Bureau of Internal Revenue', top + 18, { face: 'regular', size: 7 }, 'left')
  line('BIR Form No. 2307', top, { face: 'bold', size: 13 }, 'right')
  line('January 2018 (ENCS)', top + 19, { face: 'regular', size: 7 }, 'right')
  const title = 'Certificate of Creditable Tax Withheld at Source'
  const type: Type = { face: 'bold', size: 12 }
  tagged(paper, 'H1', () => write(paper, title, left + (width - widthOf(paper, title, type)) / 2, top + 32, type))
  if (sheets > 1) line(`Sheet ${sheet} of ${sheets}`, top + 32, { face: 'regular', size: 8 }, 'right')
  return top + 52
}

function drawPerson(
  paper: Paper,
  from: number,
  person: Form2307Person,
  { tin, who, foreign }: { tin: number; who: string; foreign: boolean },
): number {
  const name = `${tin + 1} ${who}'s Name (Last Name, First Name, Middle Name for Individual OR Registered Name for Non-Individual)`
  const y = boxRow(paper, from, [{ share: 1, text: `${tin} Taxpayer Identification Number (TIN)`, value: person.tin }])
  const named = boxRow(paper, y, [{ share: 1, text: name, value: person.name }])
  const placed = boxRow(paper, named, [
    { share: 0.85, text: `${tin + 2} Registered Address`, value: person.address },
    { share: 0.15, text: `${tin + 2}A ZIP Code`, value: person.zip },
  ])
  if (!foreign) return placed
  return boxRow(paper, placed, [
    { share: 1, text: `${tin + 3} Foreign Address, if applicable`, value: person.foreignAddress },
  ])
}

type Box = { share: number; text: string; value: string }

/** Boxes beside each other, each with its number and words above what is entered. */
function boxRow(paper: Paper, y: number, boxes: readonly Box[]): number {
  const height = 23
  let x = left
  for (const { share, text, value } of boxes) {
    const wide = width * share
    frame(paper, x, y, wide, height)
    piece(paper, text, x + 3, y + 2, label, wide - 6)
    piece(paper, value, x + 3, y + 10.5, entry, wide - 6)
    x += wide
  }
  return y + height
}

const columns = [165, 38, 63, 63, 63, 63, 60] as const

function drawHeadings(paper: Paper, y: number): number {
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
    frame(paper, x, y, wide, height)
    titles[at]?.forEach((text, i) => piece(paper, text, x + 3, y + 3 + i * 9, { face: 'bold', size: 6.5 }, wide - 6))
  })
  return y + height
}

type Block = { title: string; rows: readonly Form2307Row[]; places: number }

function drawBlock(paper: Paper, from: number, { title, rows, places }: Block): number {
  frame(paper, left, from, width, 13)
  piece(paper, title, left + 3, from + 2.5, { face: 'bold', size: 7 }, width - 6)
  let y = from + 13
  for (let at = 0; at < places; at += 1) {
    const row = rows[at]
    y = drawRow(paper, y, row && [row.description, row.atc, ...figures(row)], 'regular')
  }
  return drawRow(paper, y, ['Total', '', ...figures(form2307Totals(rows))], 'bold')
}

const figures = ({ months, total, tax }: Pick<Form2307Row, 'months' | 'total' | 'tax'>): string[] =>
  [...months, total, tax].map((amount) => formatMoney(amount))

function drawRow(paper: Paper, y: number, cells: readonly string[] | undefined, face: Type['face']): number {
  const height = 13.5
  eachColumn((at, x, wide) => {
    frame(paper, x, y, wide, height)
    const text = cells?.[at] ?? ''
    if (at < 2) piece(paper, text, x + 3, y + 2.5, { face, size: 7.5 }, wide - 6)
    else right(paper, text, x + wide - 3, y + 2.5, { face, size: 7.5 }, wide - 6)
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

function drawDeclaration(paper: Paper, y: number): number {
  const type: Type = { face: 'regular', size: 6.5 }
  const lines = wrap(paper, declaration, type, width - 12)
  const height = lines.length * 9 + 6
  frame(paper, left, y, width, height)
  lines.forEach((line, at) => tagged(paper, 'P', () => write(paper, line, left + 6, y + 3 + at * 9, type)))
  return y + height
}

function drawSignature(paper: Paper, y: number, who: string): number {
  frame(paper, left, y, width, 34)
  const said = `Signature over Printed Name of ${who} (Indicate Title/Designation and TIN)`
  artifact(paper, () => rule(paper, left + 90, left + width - 90, y + 23, 0.5))
  const wide = widthOf(paper, said, label)
  piece(paper, said, left + (width - wide) / 2, y + 25, label, width)
  return boxRow(paper, y + 34, [
    { share: 0.5, text: "Tax Agent Accreditation No. / Attorney's Roll No. (if applicable)", value: '' },
    { share: 0.25, text: 'Date of Issue (MM/DD/YYYY)', value: '' },
    { share: 0.25, text: 'Date of Expiry (MM/DD/YYYY)', value: '' },
  ])
}

function bar(paper: Paper, y: number, title: string): number {
  const height = 13
  artifact(paper, () => {
    paper.doc.save()
    paper.doc.rect(left, y, width, height).fill([225, 225, 225])
    paper.doc.restore()
    paper.doc.fillColor([0, 0, 0])
  })
  frame(paper, left, y, width, height)
  const type: Type = { face: 'bold', size: 7.5 }
  piece(paper, title, left + (width - widthOf(paper, title, type)) / 2, y + 2.2, type, width)
  return y + height
}

function frame(paper: Paper, x: number, y: number, wide: number, height: number): void {
  artifact(paper, () => paper.doc.lineWidth(0.5).strokeColor([0, 0, 0]).rect(x, y, wide, height).stroke())
}

/** One line that stays in its box: set smaller when it is long, and cut only when it is longer still. */
function piece(paper: Paper, text: string, x: number, y: number, type: Type, room: number): void {
  if (text === '') return
  const set = fitted(paper, printable(text), type, room)
  tagged(paper, 'P', () => write(paper, set.text, x, y + (type.size - set.type.size), set.type))
}

function right(paper: Paper, text: string, x: number, y: number, type: Type, room: number): void {
  if (text === '') return
  const set = fitted(paper, text, type, room)
  tagged(paper, 'P', () => write(paper, set.text, x, y + (type.size - set.type.size), set.type, 'right'))
}

const smallest = 5.5

function fitted(paper: Paper, text: string, type: Type, room: number): { text: string; type: Type } {
  const wide = widthOf(paper, text, type)
  if (wide <= room) return { text, type }
  const size = Math.max(smallest, Math.floor(((type.size * room) / wide) * 10) / 10)
  const smaller = { ...type, size }
  if (widthOf(paper, text, smaller) <= room) return { text, type: smaller }
  const letters = [...text]
  while (letters.length > 0 && widthOf(paper, `${letters.join('')}…`, smaller) > room) letters.pop()
  return { text: `${letters.join('').trimEnd()}…`, type: smaller }
}
