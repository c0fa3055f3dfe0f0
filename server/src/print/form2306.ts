// Form 2306 on A4 in the layout of January 2018 (ENCS): every box with its number and label, on one sheet or more.
import { z } from '@talaan/ledger/core/zod.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { formatMoney, money } from '@talaan/ledger/core/money.ts'
import { form2306Total } from '@talaan/ledger/tax/certificates/form2306.ts'
import type { Form2306 } from '@talaan/ledger/tax/certificates/form2306.ts'
import { slashed } from '@talaan/ledger/tax/lists/dat.ts'
import { nameOf } from './file-name.ts'
import {
  bar,
  boxRow,
  drawDeclaration,
  drawHead,
  drawPerson,
  drawSignature,
  frame,
  left,
  piece,
  right,
  storedPerson,
} from './form2307.ts'
import type { Pdf } from './pdf-file.ts'
import type { Type } from './typeface.ts'

export const storedForm2306 = z.object({
  from: day,
  to: day,
  payee: storedPerson,
  payor: storedPerson,
  rows: z.array(z.object({ description: z.string(), atc: z.string(), total: money, tax: money })),
})

/** 'form-2306-2026-04-01-to-2026-06-30-Nimbus-Ltd.pdf' */
export const form2306Name = ({ from, to, payee }: Form2306): string =>
  nameOf(['form-2306', from, 'to', to, payee.name], 'pdf')

/** The number of rows on the form; a certificate with more continues on another sheet. */
const rowsOnSheet = 14

type Sheet = Form2306 & { sheet: number; sheets: number }

export function sheetsOf2306(form: Form2306): Sheet[] {
  const sheets = Math.max(1, Math.ceil(form.rows.length / rowsOnSheet))
  return Array.from({ length: sheets }, (_, at) => ({
    ...form,
    rows: form.rows.slice(at * rowsOnSheet, (at + 1) * rowsOnSheet),
    sheet: at + 1,
    sheets,
  }))
}

export function drawSheet2306(pdf: Pdf, sheet: Sheet): void {
  let y = drawHead(pdf, sheet, { no: '2306', title: 'Certificate of Final Tax Withheld at Source' })
  y = boxRow(pdf, y, [
    { share: 0.34, text: '1 For the Period', value: '' },
    { share: 0.33, text: 'From (MM/DD/YYYY)', value: slashed(sheet.from) },
    { share: 0.33, text: 'To (MM/DD/YYYY)', value: slashed(sheet.to) },
  ])
  y = bar(pdf, y, 'Part I - Income Recipient/Payee Information')
  y = drawPerson(pdf, y, sheet.payee, { tin: 2, who: 'Payee', foreign: true, alien: true })
  y = bar(pdf, y, 'Part II - Withholding Agent/Payor Information')
  y = drawPerson(pdf, y, sheet.payor, { tin: 6, who: 'Payor', foreign: false })
  y = bar(pdf, y, 'Part III - Details of Income Payment and Tax Withheld (Attach additional sheet if necessary)')
  y = drawRow(pdf, y, ['Nature of Income Payment', 'ATC', 'Amount of Payment', 'Tax Withheld'], 'bold')
  for (let at = 0; at < rowsOnSheet; at += 1) {
    const row = sheet.rows[at]
    y = drawRow(pdf, y, row && [row.description, row.atc, formatMoney(row.total), formatMoney(row.tax)], 'regular')
  }
  const { total, tax } = form2306Total(sheet.rows)
  y = drawRow(pdf, y, ['Total', '', formatMoney(total), formatMoney(tax)], 'bold')
  y = drawDeclaration(pdf, y)
  y = drawSignature(pdf, y, "Payor / Payor's Authorized Representative / Tax Agent")
  y = bar(pdf, y, 'CONFORME')
  drawSignature(pdf, y, "Payee / Payee's Authorized Representative / Tax Agent")
}

const columns = [285, 50, 90, 90] as const

function drawRow(pdf: Pdf, y: number, cells: readonly string[] | undefined, face: Type['face']): number {
  const height = 15
  let x: number = left
  columns.forEach((wide, at) => {
    frame(pdf, x, y, wide, height)
    const text = cells?.[at] ?? ''
    if (at < 2) piece(pdf, text, x + 3, y + 3, { face, size: 8 }, wide - 6)
    else right(pdf, text, x + wide - 3, y + 3, { face, size: 8 }, wide - 6)
    x += wide
  })
  return y + height
}
