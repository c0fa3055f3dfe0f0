// Form 2316 on A4 in the layout of September 2021 (ENCS): every item with its number and label, one page for each employee.
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { Employer, Form2316 } from '@talaan/ledger/payroll/form2316.ts'
import { slashed } from '@talaan/ledger/tax/lists/dat.ts'
import { letOthersWork } from '../platform/event-loop.ts'
import { nameOf } from './file-name.ts'
import { frame, piece, right } from './form2307.ts'
import { a4, write } from './page.ts'
import { openPdf } from './pdf-file.ts'
import type { Pdf } from './pdf-file.ts'
import { wrap } from './text.ts'
import type { Type } from './typeface.ts'

/** 'form-2316-2026-Cruz-Ana.pdf', or 'form-2316-2026-12-employees.pdf' */
export function form2316Name(forms: readonly Form2316[]): string {
  const [only, ...more] = forms
  const whose = more.length === 0 ? (only?.employee.name ?? '') : `${forms.length} employees`
  return nameOf(['form-2316', String(only?.year ?? ''), whose], 'pdf')
}

const left = 40
const middle = 296
const edge = 555
const high = 19.4
const label: Type = { face: 'regular', size: 5.8 }
const entry: Type = { face: 'bold', size: 8.5 }
const small: Type = { face: 'regular', size: 6.5 }

/** One page for each form. */
export async function forms2316ToPdf(
  forms: readonly Form2316[],
  print: { printedAt: number; author: string },
): Promise<Uint8Array> {
  const [only, ...more] = forms
  const title = more.length === 0 ? `Form 2316, ${only?.employee.name ?? ''}` : `Form 2316, ${forms.length} employees`
  const pdf = await openPdf({ title, ...print, tagged: forms.length <= 50 })
  const { width, height } = a4(pdf)
  for (const [at, form] of forms.entries()) {
    pdf.addPage(width, height)
    drawForm(pdf, form)
    if (at % 20 === 19) await letOthersWork()
  }
  return pdf.end()
}

function drawForm(pdf: Pdf, form: Form2316): void {
  drawHead(pdf)
  const top = 88
  const leftEnd = drawLeft(pdf, top, form)
  const rightEnd = drawRight(pdf, top, form)
  drawSignatures(pdf, Math.max(leftEnd, rightEnd) + 4)
}

function drawHead(pdf: Pdf): void {
  const line = (text: string, y: number, type: Type, align: 'left' | 'right') =>
    pdf.tagged('P', () => write(pdf, text, align === 'left' ? left : edge, y, type, align))
  line('Republic of the Philippines', 36, small, 'left')
  line('Department of Finance', 44.5, small, 'left')
  line('Bureau of Internal Revenue', 53, small, 'left')
  line('BIR Form No. 2316', 36, { face: 'bold', size: 13 }, 'right')
  line('September 2021 (ENCS)', 54, small, 'right')
  const title = 'Certificate of Compensation Payment / Tax Withheld'
  const type: Type = { face: 'bold', size: 11.5 }
  const center = left + (edge - left - pdf.width(title, type)) / 2
  pdf.tagged('H1', () => write(pdf, title, center, 63, type))
  const under = 'For Compensation Payment With or Without Tax Withheld'
  pdf.tagged('P', () => write(pdf, under, left + (edge - left - pdf.width(under, small)) / 2, 77, small))
}

function drawLeft(pdf: Pdf, from: number, { employee, employer, previous, items, ...form }: Form2316): number {
  const column = { x: left, wide: middle - left }
  const boxes = (y: number, ...all: Box[]) => boxRow(pdf, y, column, all)
  let y = boxes(
    from,
    { share: 0.28, text: '1 For the Year (YYYY)', value: String(form.year) },
    { share: 0.44, text: '2 For the Period From (MM/DD)', value: slashed(form.from).slice(0, 5) },
    { share: 0.28, text: 'To (MM/DD)', value: slashed(form.to).slice(0, 5) },
  )
  y = bar(pdf, y, column, 'Part I - Employee Information')
  y = boxes(y, { share: 1, text: '3 TIN', value: employee.tin })
  y = boxes(
    y,
    { share: 0.8, text: "4 Employee's Name (Last Name, First Name, Middle Name)", value: employee.name },
    { share: 0.2, text: '5 RDO Code', value: '' },
  )
  y = boxes(
    y,
    { share: 0.8, text: '6 Registered Address', value: employee.address },
    { share: 0.2, text: '6A ZIP Code', value: employee.zip },
  )
  y = boxes(y, { share: 0.8, text: '6B Local Home Address', value: '' }, { share: 0.2, text: '6C ZIP Code', value: '' })
  y = boxes(y, { share: 1, text: '6D Foreign Address', value: '' })
  y = boxes(
    y,
    {
      share: 0.5,
      text: '7 Date of Birth (MM/DD/YYYY)',
      value: employee.birthDate === null ? '' : slashed(employee.birthDate),
    },
    { share: 0.5, text: '8 Contact Number', value: '' },
  )
  y = boxes(
    y,
    { share: 0.5, text: '9 Statutory Minimum Wage rate per day', value: amount(employee.wagePerDay) },
    { share: 0.5, text: '10 Statutory Minimum Wage rate per month', value: amount(employee.wagePerMonth) },
  )
  y = boxes(y, {
    share: 1,
    text: '11 Minimum Wage Earner (MWE), exempt from withholding tax and not subject to income tax',
    value: employee.isMinimumWage ? 'X' : '',
  })
  y = bar(pdf, y, column, 'Part II - Employer Information (Present)')
  y = employerBoxes(boxes, y, 12, employer)
  y = boxes(y, { share: 1, text: '15 Type of Employer', value: 'Main Employer' })
  y = bar(pdf, y, column, 'Part III - Employer Information (Previous)')
  y = employerBoxes(boxes, y, 16, previous)
  y = bar(pdf, y, column, 'Part IV-A - Summary')
  for (const [no, text] of summary) y = item(pdf, y, column, { no, text, amount: items[no] ?? 0n })
  return y
}

function employerBoxes(
  boxes: (y: number, ...all: Box[]) => number,
  from: number,
  no: number,
  employer: Employer | null,
): number {
  const named = boxes(from, { share: 1, text: `${no} TIN`, value: employer?.tin ?? '' })
  const placed = boxes(named, { share: 1, text: `${no + 1} Employer's Name`, value: employer?.name ?? '' })
  return boxes(
    placed,
    { share: 0.8, text: `${no + 2} Registered Address`, value: employer?.address ?? '' },
    { share: 0.2, text: `${no + 2}A ZIP Code`, value: employer?.zip ?? '' },
  )
}

const summary = [
  ['19', 'Gross Compensation Income from Present Employer (Sum of Items 38 and 52)'],
  ['20', 'Less: Total Non-Taxable/Exempt Compensation Income from Present Employer (From Item 38)'],
  ['21', 'Taxable Compensation Income from Present Employer (Item 19 Less Item 20)'],
  ['22', 'Add: Taxable Compensation Income from Previous Employer, if applicable'],
  ['23', 'Gross Taxable Compensation Income (Sum of Items 21 and 22)'],
  ['24', 'Tax Due'],
  ['25A', 'Amount of Taxes Withheld: Present Employer'],
  ['25B', 'Amount of Taxes Withheld: Previous Employer, if applicable'],
  ['26', 'Total Amount of Taxes Withheld as adjusted (Sum of Items 25A and 25B)'],
  ['27', '5% Tax Credit (PERA Act of 2008)'],
  ['28', 'Total Taxes Withheld (Sum of Items 26 and 27)'],
] as const

const exempt = [
  ['29', 'Basic Salary (including the exempt P250,000 & below) or the Statutory Minimum Wage of the MWE'],
  ['30', 'Holiday Pay (MWE)'],
  ['31', 'Overtime Pay (MWE)'],
  ['32', 'Night Shift Differential (MWE)'],
  ['33', 'Hazard Pay (MWE)'],
  ['34', '13th Month Pay and Other Benefits (maximum of P90,000)'],
  ['35', 'De Minimis Benefits'],
  ['36', 'SSS, GSIS, PHIC & PAG-IBIG Contributions and Union Dues (Employee share only)'],
  ['37', 'Salaries and Other Forms of Compensation'],
  ['38', 'Total Non-Taxable/Exempt Compensation Income (Sum of Items 29 to 37)'],
] as const

const regular = [
  ['39', 'Basic Salary'],
  ['40', 'Representation'],
  ['41', 'Transportation'],
  ['42', 'Cost of Living Allowance (COLA)'],
  ['43', 'Fixed Housing Allowance'],
  ['44A', 'Others: Taxable allowances'],
  ['44B', 'Others'],
] as const

const supplementary = [
  ['45', 'Commission'],
  ['46', 'Profit Sharing'],
  ['47', "Fees Including Director's Fees"],
  ['48', 'Taxable 13th Month Benefits'],
  ['49', 'Hazard Pay'],
  ['50', 'Overtime Pay'],
  ['51A', 'Others: Holiday pay and night differential'],
  ['51B', 'Others'],
  ['52', 'Total Taxable Compensation Income (Sum of Items 39 to 51B)'],
] as const

function drawRight(pdf: Pdf, from: number, { items }: Form2316): number {
  const column = { x: middle, wide: edge - middle }
  let y = bar(pdf, from, column, 'Part IV-B - Details of Compensation Income & Tax Withheld from Present Employer')
  const parts = [
    ['A. NON-TAXABLE/EXEMPT COMPENSATION INCOME', exempt],
    ['B. TAXABLE COMPENSATION INCOME: REGULAR', regular],
    ['SUPPLEMENTARY', supplementary],
  ] as const
  for (const [title, rows] of parts) {
    y = bar(pdf, y, column, title)
    for (const [no, text] of rows) y = item(pdf, y, column, { no, text, amount: items[no] ?? 0n })
  }
  return y
}

type Column = { x: number; wide: number }
type Box = { share: number; text: string; value: string }

/** Boxes next to each other, each with its number and label above its value. */
function boxRow(pdf: Pdf, y: number, column: Column, boxes: readonly Box[]): number {
  let { x } = column
  for (const { share, text, value } of boxes) {
    const wide = column.wide * share
    frame(pdf, x, y, wide, high)
    piece(pdf, text, x + 3, y + 1.6, label, wide - 6)
    piece(pdf, value, x + 3, y + 8.6, entry, wide - 6)
    x += wide
  }
  return y + high
}

/** A label with its item number, and an amount to the right. */
function item(pdf: Pdf, y: number, { x, wide }: Column, its: { no: string; text: string; amount: Money }): number {
  const room = 74
  frame(pdf, x, y, wide - room, high)
  frame(pdf, x + wide - room, y, room, high)
  const lines = wrap(pdf, `${its.no} ${its.text}`, label, wide - room - 6).slice(0, 2)
  lines.forEach((line, at) =>
    piece(pdf, line, x + 3, y + (lines.length === 1 ? 6 : 2.4) + at * 7.6, label, wide - room - 4),
  )
  right(pdf, formatMoney(its.amount), x + wide - 3, y + 5, entry, room - 6)
  return y + high
}

function bar(pdf: Pdf, y: number, { x, wide }: Column, title: string): number {
  const height = 11.5
  pdf.artifact(() => pdf.fill([{ x, y, width: wide, height }], 0.882))
  frame(pdf, x, y, wide, height)
  piece(pdf, title, x + 3, y + 2, { face: 'bold', size: 6.8 }, wide - 6)
  return y + height
}

const declaration =
  'I/We declare, under the penalties of perjury, that this certificate has been made in good faith, verified by me/us, and to the best of my/our knowledge and belief, is true and correct, pursuant to the provisions of the National Internal Revenue Code, as amended, and the regulations issued under authority thereof. Further, I/we give my/our consent to the processing of my/our information as contemplated under the Data Privacy Act of 2012 (R.A. No. 10173) for legitimate and lawful purposes.'

function drawSignatures(pdf: Pdf, from: number): void {
  const type: Type = { face: 'regular', size: 5.8 }
  const lines = wrap(pdf, declaration, type, edge - left)
  lines.forEach((line, at) => pdf.tagged('P', () => write(pdf, line, left, from + at * 7.2, type)))
  const y = from + lines.length * 7.2 + 18
  for (const [x, who] of [
    [left, '53 Present Employer / Authorized Agent Signature over Printed Name'],
    [middle, '54 Employee Signature over Printed Name'],
  ] as const) {
    pdf.artifact(() => pdf.line([x, y], [x + 190, y], 0.5))
    piece(pdf, who, x, y + 2, label, 192)
    pdf.artifact(() => pdf.line([x + 198, y], [x + 248, y], 0.5))
    piece(pdf, 'Date Signed', x + 198, y + 2, label, 60)
  }
}

const amount = (value: Money): string => (value === 0n ? '' : formatMoney(value))
