// Reading invoices and receipts from their words: the right value, its grade, and the decoys that are never taken.
import { describe, expect, test } from 'vitest'
import { amountsIn } from './amounts.ts'
import { isOfPrinter, labelsIn } from './labels.ts'
import { bestOf, isComplete, isHopeless, isPoor } from './looks.ts'
import { readDocument } from './read-document.ts'
import type { ReadFieldName } from './names.ts'
import { rowsOf } from './rows.ts'
import { wordsOf } from '../../test/words-of-page.ts'
import type { Word } from './rows.ts'

const known = { ownTin9: '009111222', ownName: 'Kalayaan Trading Corp.', today: '2026-11-28', vatPercent: 12n }

const read = (text: string, options?: Parameters<typeof wordsOf>[1]) => readDocument(wordsOf(text, options), known)
const valuesOf = (text: string, options?: Parameters<typeof wordsOf>[1]) =>
  Object.fromEntries(
    read(text, options).fields.map(({ name, value, grade }) => [name, `${value} ${grade}`]),
  ) as Partial<Record<ReadFieldName, string>>

const printer = `
50 Bklts (50x3) 000001-002500   BIR Authority to Print No. OCN9AU0001234567   Date Issued: 01/15/2025
Printer: Magic Press Inc. VAT REG TIN 123-999-888-00000
Printer's Accreditation No. 038MP20210000000012 Date Issued 02/02/2024`

const booklet = `
Silahis Supplies Corp.
12 Ayala Ave., Makati City
VAT REG TIN 123-456-789-00000
                SALES INVOICE                                     No. 004512
Sold to: Kalayaan Trading Corp.                                   Date: 11/10/2026
TIN: 009-111-222-00000                                            Terms: 30 days
Address: Quezon City
2   Printer repair                                      560.00    1,120.00
VATable Sales             1,000.00
VAT-Exempt Sales
Zero-Rated Sales
VAT Amount                  120.00
Total Sales (VAT Inclusive)                                       1,120.00
${printer}`

describe('a booklet invoice', () => {
  const expected = {
    sellerTin: '123-456-789-00000 labelled',
    sellerName: 'Silahis Supplies Corp. labelled',
    number: '004512 labelled',
    day: '2026-11-10 labelled',
    vatable: '100000 proved',
    vat: '12000 proved',
    total: '112000 proved',
  }
  test('is read with its amounts proved, also when the page is not straight', () => {
    expect(valuesOf(booklet, { tall: /^Silahis/ })).toEqual(expected)
    expect(valuesOf(booklet, { tall: /^Silahis/, slope: 0.03 })).toEqual(expected)
    expect(read(booklet)).toMatchObject({ kind: 'invoice', isOwn: false, namesUs: true, currency: null })
  })

  test('keeps the place of every value', () => {
    const total = read(booklet).fields.find(({ name }) => name === 'total')
    expect(total?.evidence).toMatchObject({ page: 1, x0: 0.66, x1: 0.74, confidence: 95 })
  })

  test.each([
    [
      'a wrong digit of the VAT proves nothing',
      'VAT Amount                  120.00',
      'VAT Amount                  126.00',
    ],
    [
      'a wrong digit of the total proves nothing',
      'Inclusive)                                       1,120.00',
      'Inclusive)                                       1,170.00',
    ],
    [
      'a trio that adds up with a wrong rate proves nothing',
      '1,000.00\nVAT-Exempt Sales\nZero-Rated Sales\nVAT Amount                  120.00',
      '  984.00\nVAT-Exempt Sales\nZero-Rated Sales\nVAT Amount                  136.00',
    ],
  ])('%s', (_, printed, misread) => {
    expect(booklet).toContain(printed)
    expect(valuesOf(booklet.replace(printed, misread)).total).toMatch(/(labelled|question)$/)
  })

  test('is not proved if the centavos are lost everywhere', () => {
    const lost = booklet
      .replace('1,000.00', '100,000')
      .replace('  120.00', '  12,000')
      .replaceAll('1,120.00', '112,000')
    expect(valuesOf(lost).total).toBe('11200000 labelled')
  })

  test('names us as the seller when our TIN is on top', () => {
    const own = booklet.replaceAll('009-111-222', '555-666-777').replace('123-456-789', '009-111-222')
    expect(read(own)).toMatchObject({ isOwn: true, namesUs: true })
    expect(valuesOf(own).sellerTin).toBeUndefined()
  })

  test('says that it does not name us', () => {
    const other = booklet
      .replace('009-111-222-00000', '555-666-777-00000')
      .replace('Kalayaan Trading', 'Maharlika Foods')
    expect(read(other).namesUs).toBe(false)
  })

  test('offers nothing of the printer', () => {
    const only = valuesOf(`Silahis Supplies Corp.\nSALES INVOICE\n\n\n\n${printer}`)
    expect(only).toEqual({ sellerName: expect.stringContaining('Silahis') })
  })
})

test('an A4 invoice: values below their headings, exempt and zero-rated sales, and tax withheld', () => {
  const text = `
Bayani Logistics Corporation
VAT Registered TIN: 222 333 444 00001
SERVICE INVOICE
Invoice No.          Invoice Date           Due Date
SI-2026-18823        20-Nov-26              12/20/2026
Bill To: Kalayaan Trading Corp.    TIN 009-111-222-000
Freight                                          5,000.00
Rice (exempt)                                    1,000.00
Total Amount                                     6,600.00
VATable Sales                                    5,000.00
VAT-Exempt Sales                                 1,000.00
VAT 12%                                            600.00
Less: Withholding Tax                              100.00
Total Amount Due                                 6,500.00`
  expect(valuesOf(text)).toMatchObject({
    sellerTin: '222-333-444-00001 labelled',
    number: 'SI-2026-18823 labelled',
    day: '2026-11-20 labelled',
    vatable: '500000 proved',
    exempt: '100000 proved',
    vat: '60000 proved',
    total: '660000 proved',
    withheld: '10000 proved',
    due: '650000 proved',
  })
})

test('a till slip: machine and transaction numbers are no invoice numbers, and split centavos are joined', () => {
  const text = `
MERCADO NG BAYAN INC.
VAT REG TIN 333-444-555-00012
MIN 12345678901234567 S/N ABC12345
TRANS# 00098122 TERM# 03
SI# 0000451298
11/21/2026 10:33 AM
RICE 25KG            1,250.00
TOTAL                P 1,250.00
CASH                 1,500.00
CHANGE               250.00
VATable Sales        1,116.07
VAT Amount           133.93
VAT-Exempt Sales     0.00
PTU No. FP042018-123-0456789-00012  Date Issued 05/05/2018`
  expect(valuesOf(text)).toMatchObject({
    number: '0000451298 labelled',
    day: '2026-11-21 labelled',
    vatable: '111607 proved',
    vat: '13393 proved',
    total: '125000 proved',
  })
  expect(valuesOf(text).exempt).toBeUndefined()
})

test('amounts that do not add up are questions, except a VAT that is that of the net amount', () => {
  const grades = (text: string) => {
    const { vatable, vat, total } = valuesOf(text)
    return [vatable, vat, total].map((value) => value?.split(' ')[1])
  }
  const misread = booklet.replaceAll('1,120.00', '1,190.00')
  expect(grades(misread)).toEqual(['labelled', 'labelled', 'question'])
  expect(grades(misread.replace('     120.00', '     126.00'))).toEqual(['question', 'question', 'question'])
  expect(grades(misread.replace('VAT Amount                  120.00', ''))).toEqual(['question', undefined, 'question'])
  // A discount explains the difference.
  const less = booklet.replaceAll('1,120.00', '1,100.00').replace('VAT Amount', 'Less: Discount   20.00\nVAT Amount')
  expect(grades(less)).toEqual(['labelled', 'labelled', 'labelled'])
})

test('while no rate of VAT is in force, the VAT is a question and nothing is proved by it', () => {
  const { fields } = readDocument(wordsOf(booklet), { ...known, vatPercent: null })
  const gradeOf = (name: ReadFieldName) => fields.find((field) => field.name === name)?.grade
  expect([gradeOf('vat'), gradeOf('vatable'), gradeOf('total')]).toEqual(['question', 'labelled', 'labelled'])
})

test('without VAT the total is only labelled, unless cash and change prove it; two totals are a question', () => {
  const slip = (rows: string) => valuesOf(`Aling Nena Store\nNON-VAT REG TIN 444-555-666-00000\nOR No. 5512\n${rows}`)
  expect(slip('Total 350.00').total).toBe('35000 labelled')
  expect(slip('Total 350.00\nCash 500.00\nChange 150.00').total).toBe('35000 proved')
  expect(slip('Total Amount 350.00\nTotal 305.00').total).toBe('35000 question')
})

const certificate = `
BIR Form No. 2307   Certificate of Creditable Tax Withheld at Source
1 For the Period   From 07/01/2026 (MM/DD/YYYY)   To 09/30/2026 (MM/DD/YYYY)
Part I - Payee Information
2 Taxpayer Identification Number (TIN)   009-111-222-00000
3 Payee's Name   Kalayaan Trading Corp.
Part II - Payor Information
6 Taxpayer Identification Number (TIN)   123-456-789-00000
7 Payor's Name
Silahis Supplies Corp.
Income Payments Subject to Expanded Withholding Tax   ATC   1st Month   2nd Month   3rd Month   Total   Tax Withheld
Purchase of services         wC16o    10,000.00       0.00   5,000.00   15,000.00     300.00
Purchase of goods            WC158         0.00   8,000.00       0.00    8,000.00      80.00
Total                                                                  23,000.00     380.00`

test('a certificate of tax withheld has the TIN of the payor, the period and its lines, and no facts of an invoice', () => {
  const { kind, isOwn, namesUs, fields } = read(certificate)
  expect({ kind, isOwn, namesUs }).toEqual({ kind: 'certificate', isOwn: false, namesUs: true })
  expect(fields.map(({ name, value, grade }) => `${name} ${value} ${grade}`)).toEqual([
    'payorTin 123-456-789-00000 labelled',
    'payorName Silahis Supplies Corp. labelled',
    'periodFrom 2026-07-01 labelled',
    'periodTo 2026-09-30 labelled',
    'atc WC160 proved',
    'base 1500000 proved',
    'tax 30000 proved',
    'atc WC158 proved',
    'base 800000 proved',
    'tax 8000 proved',
  ])
  // A total that differs, or a lost point, proves nothing.
  for (const other of [certificate.replace('380.00', '389.00'), certificate.replace(' 80.00', ' 80')])
    expect(read(other).fields.filter(({ grade }) => grade === 'proved')).toEqual([])
  // A misread code is offered only if there is such a code.
  expect(valuesOf(certificate.replace('wC16o', 'wCi9o')).atc).toBe('WC158 labelled')
  // Boxes of single digits; two quarters are a question.
  expect(valuesOf(certificate.replace('07/01/2026', '0 7 0 1 2 0 2 6')).periodFrom).toBe('2026-07-01 labelled')
  expect(valuesOf(certificate.replace('07/01/2026', '04/01/2026')).periodFrom).toBe('2026-04-01 question')
  // One that our company issued.
  const issued = certificate.replace('009-111-222', '444-555-666').replace('123-456-789', '009-111-222')
  expect(read(issued)).toMatchObject({ kind: 'certificate', isOwn: true })
})

test('a statement has no number and no total, and that of a bank is told apart', () => {
  const text = `Silahis Supplies Corp.\nVAT REG TIN 123-456-789-00000\nSTATEMENT OF ACCOUNT\nInvoice No. 004512   1,120.00\nTotal Amount Due   1,120.00\nPlease pay within 30 days.`
  expect(read(text)).toMatchObject({ kind: 'statement' })
  expect(Object.keys(valuesOf(text))).toEqual(['sellerTin', 'sellerName'])
  const bank = `Bank of Luzon\nSTATEMENT OF ACCOUNT\nAccount Number 1234567890\nBeginning Balance 5,000.00\nDate Description Debit Credit Balance\nEnding Balance 3,000.00`
  expect(read(bank)).toMatchObject({ kind: 'bankStatement', fields: [] })
})

test.each([
  ['OFFICIAL RECEIPT', 'receipt'],
  ['BILLING INVOICE', 'invoice'],
  ['STATEMENT OF ACCOUNT', 'statement'],
  ['DELIVERY RECEIPT', 'delivery'],
  ['BIR Form No. 2307 Certificate of Creditable Tax Withheld at Source', 'certificate'],
  ['Menu of the day', 'unknown'],
])('%s is recognised', (heading, kind) => {
  expect(read(`Some Company\n${heading}\nText\nText\nText`).kind).toBe(kind)
})

test.each([
  ['Date: 10/11/2026', '2026-10-11'],
  ['Date: 25/11/2026', '2026-11-25'],
  // The usual order would be in the future.
  ['Date: 12/11/2026', '2026-11-12'],
  ['Date: Nov. 3, 2026', '2026-11-03'],
  ['Date 3 November 2026', '2026-11-03'],
  ['Date: 2026-11-03', '2026-11-03'],
  ['Date: 31/31/2026', undefined],
  ['Valid until: 11/03/2026', undefined],
])('%s is %s', (text, day) => {
  expect(read(`Some Company\n${text}`).fields.find(({ name }) => name === 'day')?.value).toBe(day)
})

test('labels are found with misread letters, the longest first', () => {
  const labels = [
    { words: 'total', role: 'total', weight: 1 },
    { words: 'total amount due', role: 'due', weight: 1 },
    { words: 'vatable sales', role: 'net', weight: 1 },
  ]
  const rolesIn = (text: string) => labelsIn({ text }, labels).map(({ role }) => role)
  expect(rolesIn('Tota1 Amount Due 5.00')).toEqual(['due'])
  expect(rolesIn('VATab1e Sa1es 5.00 TOTAL: 6.00')).toEqual(['net', 'total'])
  expect(rolesIn('Tofal')).toEqual([])
})

test('amounts need a point, thousands or a peso sign', () => {
  const amounts = (text: string) => amountsIn(text).map(({ amount }) => amount)
  expect(amounts('₱1,120.50 12% 2026 1,000 11/10/2026 P350 0.05')).toEqual([112050n, 100000n, 35000n, 5n])
})

test('points that were read as commas, or commas as points, are read as what they are', () => {
  const amounts = (text: string) => amountsIn(text).map(({ amount }) => amount)
  expect(amounts('5.004.08')).toEqual([500408n])
  expect(amounts('51;:291..44 and 1,234:56')).toEqual([5129144n, 123456n])
  expect(amounts('1:8.112.06 123.456.789.00000 10:33 05.11.2026')).toEqual([])
})

test('a part of an amount is no amount, and one that cannot be read follows from the two others', () => {
  const invoice = (vatable: string, vat: string) =>
    valuesOf(`Silahis\nVATable Sales   ${vatable}\nAdd: VAT   ${vat}\nTotal Sales (VAT Inclusive)   1,120.00`)
  // 'L,000.00' and 'l20.00', split.
  expect(invoice('L, 000.00', '120.00')).toMatchObject({
    vatable: '100000 labelled',
    vat: '12000 proved',
    total: '112000 proved',
  })
  expect(invoice('1,000.00', '1 20.00').vat).toBe('12000 labelled')
  // Without a digit at its label, there is no place to show.
  expect(invoice('??', '120.00').vatable).toBeUndefined()
  expect(valuesOf('Silahis\nTotal Amount   L0, 711.22').total).toBeUndefined()
  // The exempt part is what is left, and proves nothing.
  const exempt = 'Silahis\nVATable Sales 1,000.00\nVAT-Exempt Sales 2.3:5\nVAT Amount 120.00\nTotal Sales 1,320.00'
  expect(valuesOf(exempt)).toMatchObject({ exempt: '20000 labelled', total: '132000 labelled' })
})

test('what two looks at a picture read differently, or what one of them guessed, is a question', () => {
  const look = (text: string, confidence = 95) => {
    const words = wordsOf(text).map((word) => ({ ...word, confidence }))
    return { words, document: readDocument(words, known) }
  }
  const gradeOf = (name: ReadFieldName, first: ReturnType<typeof look>, second: ReturnType<typeof look>) =>
    bestOf([first, second]).document.fields.find((field) => field.name === name)?.grade
  const total = (amount: string, confidence?: number) => look(`Silahis\nSALES INVOICE\nTotal ${amount}`, confidence)
  expect(gradeOf('total', total('350.00', 20), total('350.00', 30))).toBe('labelled')
  expect(gradeOf('total', total('350.00'), total('380.00'))).toBe('question')
  expect(gradeOf('total', total('350.00'), total('unreadable'))).toBe('labelled')
  expect(gradeOf('total', total('350.00', 30), total('unreadable'))).toBe('question')
  // A number or date is what most looks read, also if the best look has none.
  const numbered = (number: string) => look(`Silahis\nSALES INVOICE\nNo. ${number}\nTotal 350.00`)
  const numberOf = (...[one, ...rest]: string[]) =>
    bestOf([numbered(one ?? ''), ...rest.map(numbered)]).document.fields.find(({ name }) => name === 'number')
  expect(numberOf('004512', '004572')).toMatchObject({ value: '004512', grade: 'question' })
  expect(numberOf('004572', '004512', '004512')).toMatchObject({ value: '004512', grade: 'labelled' })
  expect(numberOf('unreadable', '004512')).toMatchObject({ value: '004512', grade: 'labelled' })
  // A proof counts, whatever the other look reads.
  const proved = look('Silahis\nVATable Sales 1,000.00\nVAT Amount 120.00\nTotal Sales 1,120.00')
  expect(gradeOf('total', total('350.00'), proved)).toBe('proved')
  expect(isComplete(proved.document)).toBe(false)
  expect(isPoor(total('350.00', 30).words, total('350.00', 30).document)).toBe(true)
  expect(isPoor(proved.words, proved.document)).toBe(false)
  expect([isHopeless(total('350.00', 30).words), isHopeless(proved.words)]).toEqual([true, false])
})

describe('what a picture lost', () => {
  test.each([
    ['no slash', '11102026', '2026-11-10 labelled'],
    ['one slash', '11/102026', '2026-11-10 labelled'],
    ['a slash as a digit', '11/1072026', '2026-11-10 labelled'],
    ['both slashes as digits', '1171012026', '2026-11-10 labelled'],
    ['a date in the future', '11102028', undefined],
    ['no year', 'November 10, 10:33 AM', '2026-11-10 question'],
    ['another year', 'November 10, 2025', '2025-11-10 labelled'],
  ])('of a date: %s', (_, printed, expected) => {
    expect(valuesOf(booklet.replace('11/10/2026', printed)).day).toBe(expected)
  })

  test('a date without a label is a question if the label of the date is there', () => {
    const stamped = booklet.replace('Date: 11/10/2026', 'Date:').replace('Address:', 'NOV 23 2026')
    expect(valuesOf(stamped).day).toBe('2026-11-23 question')
  })

  test.each([
    ['sellerTin', '123-456-789-00000', '123-45 6-789-00000', '123-456-789-00000 labelled'],
    ['number', '004512', '$1-004512', 'SI-004512 labelled'],
    ['number', '004512', '0045 12', undefined],
  ] as const)('of the %s: %s is read as %s', (name, printed, misread, expected) => {
    expect(valuesOf(booklet.replace(printed, misread))[name]).toBe(expected)
  })

  test('a covered total is what was sold if the VAT amounts to it; less than the net amount is never offered', () => {
    const covered = booklet.replace('Inclusive)                                       1,120.00', 'Inclusive) 20.00')
    expect(valuesOf(covered)).toMatchObject({ vatable: '100000 labelled', total: '112000 labelled' })
    expect(valuesOf(covered.replace('560.00    1,120.00', '')).total).toBe('2000 question')
  })

  test('what is withheld is a usual part of the net amount', () => {
    const withheld = (amount: string) =>
      valuesOf(booklet.replace('\n\n50 Bklts', `\nLess: Withholding Tax ${amount}\n\n50 Bklts`)).withheld
    expect(withheld('20.00')).toBe('2000 labelled')
    expect(withheld('2.00')).toBe('200 question')
  })
})

test('rows of the printer are recognised, and other rows are not', () => {
  const text = (words: string) => ({ text: words })
  expect(isOfPrinter(text('BIR Auth0rity to Print No.'))).toBe(true)
  expect(isOfPrinter(text("Printer's Accraditation No. 038MIP20210000000012"))).toBe(true)
  expect(isOfPrinter(text('Printer repair 560.00'))).toBe(false)
})

test('split amounts become one word', () => {
  const word = (text: string, x0: number): Word => ({
    page: 1,
    text,
    x0,
    x1: x0 + text.length / 100,
    y0: 0.5,
    y1: 0.51,
    confidence: 90,
  })
  const [row] = rowsOf([word('Total', 0), word('P', 0.1), word('1,234', 0.115), word('.56', 0.166), word('7.00', 0.4)])
  expect(row?.text).toBe('Total P 1,234.56 7.00')
})
