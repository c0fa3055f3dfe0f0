// Documents that are not invoices, seeded as in invoices.ts: certificates of tax withheld on the form of the BIR, receipts of our own
// company, statements of account of suppliers and of banks.
import PDFDocument from 'pdfkit'
import { endOfMonth, formatDay } from '@talaan/ledger/core/date.ts'
import type { PaperKind } from '@talaan/ledger/capture/names.ts'
import type { Form2307Row } from '@talaan/ledger/tax/certificates/form2307.ts'
import { certificatesToPdf } from '../../src/print/certificate.ts'
import { ownName, ownTin, randomOf } from './invoices.ts'

export type OtherPaper = {
  kind: PaperKind
  isOwn: boolean
  pdf: Uint8Array
  fields: (readonly [name: string, value: string])[]
}

const seller = 'Silahis Supplies Corp.'
const amount = (centavos: number) => (centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

/** A customer withheld tax from payments to us. */
export async function certificate(seed: number): Promise<OtherPaper> {
  const { int, pick } = randomOf(seed)
  const tin = `${int(100, 999)}-${int(100, 999)}-${int(100, 999)}-00000`
  const quarter = int(0, 2)
  const two = (of: number) => String(of).padStart(2, '0')
  const [from, to] = [`2026-${two(quarter * 3 + 1)}-01`, endOfMonth(`2026-${two(quarter * 3 + 3)}`)]
  const rows = ['WC160', 'WC158'].slice(0, int(1, 2)).map((atc): Form2307Row => {
    const months: Form2307Row['months'] = [BigInt(int(1_000, 9_000_000)), 0n, BigInt(int(1_000, 9_000_000))]
    const total = months.reduce((sum, one) => sum + one, 0n)
    return { description: pick(['Supplies', 'Repair services']), atc, months, total, tax: total / 50n }
  })
  const person = { address: '12 Rizal St., Cebu City', zip: '6000', foreignAddress: '' }
  const form = {
    from,
    to,
    payee: { ...person, tin: ownTin, name: ownName },
    payor: { ...person, tin, name: seller },
    income: rows,
    business: [],
  }
  const pdf = await certificatesToPdf([form], { printedAt: Date.parse('2026-11-01T02:00:00Z'), author: seller })
  const lines = rows.flatMap(({ atc, total, tax }) => [
    ['atc', atc] as const,
    ['base', total.toString()] as const,
    ['tax', tax.toString()] as const,
  ])
  const fields = [['payorTin', tin], ['payorName', seller], ['periodFrom', from], ['periodTo', to], ...lines] as const
  return { kind: 'certificate', isOwn: false, pdf, fields: [...fields] }
}

/** A receipt of our own company for a payment of a customer. */
export async function ownReceipt(seed: number): Promise<OtherPaper> {
  const { int } = randomOf(seed)
  const [number, day, total] = [String(int(1000, 999999)), `2026-0${int(1, 9)}-1${int(0, 9)}`, int(10_000, 9_000_000)]
  const pdf = await printed([
    [ownName],
    [`VAT REG TIN ${ownTin}`],
    ['OFFICIAL RECEIPT', `No. ${number}`],
    ['Received from: Amihan Airfreight OPC', `Date: ${formatDay(day)}`],
    ['TIN: 333-444-555-00000'],
    ['Total Amount', amount(total)],
  ])
  return {
    kind: 'receipt',
    isOwn: true,
    pdf,
    fields: [
      ['number', number],
      ['day', day],
      ['total', String(total)],
    ],
  }
}

export async function statementOfAccount(seed: number): Promise<OtherPaper> {
  const { int } = randomOf(seed)
  const tin = `${int(100, 999)}-${int(100, 999)}-${int(100, 999)}-00000`
  const pdf = await printed([
    [seller],
    [`VAT REG TIN ${tin}`],
    ['STATEMENT OF ACCOUNT', 'Date: 10/31/2026'],
    [`Customer: ${ownName}`],
    ...[1, 2, 3].map(() => [`Invoice No. ${int(1000, 9999)}`, amount(int(1_000, 900_000))]),
    ['Total Amount Due', amount(int(1_000, 900_000))],
  ])
  return {
    kind: 'statement',
    isOwn: false,
    pdf,
    fields: [
      ['sellerTin', tin],
      ['sellerName', seller],
    ],
  }
}

export async function bankStatement(seed: number): Promise<OtherPaper> {
  const { int, pick } = randomOf(seed)
  const pdf = await printed([
    ['Bank of Luzon'],
    [pick(['STATEMENT OF ACCOUNT', 'Bank Statement', 'Account Statement'])],
    [`Account Number: ${int(10_000_000, 99_999_999)}`, ownName],
    ['Beginning Balance', amount(int(1_000, 900_000))],
    ['Date  Description', 'Debit  Credit  Balance'],
    ...[1, 2, 3].map((day) => [
      `10/0${day}/2026 ${pick(['INSTAPAY', 'CHECK', 'SERVICE CHARGE'])}`,
      amount(int(1_000, 9_000)),
    ]),
    ['Ending Balance', amount(int(1_000, 900_000))],
  ])
  return { kind: 'bankStatement', isOwn: false, pdf, fields: [] }
}

/** Rows with a left and a right part. */
async function printed(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0 })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => document.once('end', resolve))
  for (const [at, [left = '', right = '']] of rows.entries()) {
    const y = 50 + at * 26
    document.fontSize(at === 0 ? 18 : 11).text(left, 50, y, { lineBreak: false })
    if (right !== '') document.text(right, 380, y, { lineBreak: false })
  }
  document.end()
  await ended
  return Buffer.concat(parts)
}
