import { expect, test } from 'vitest'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { Row, Table } from '@talaan/ledger/reports/table.ts'
import { markPages, practiceMark } from './pdf-file.ts'
import { receiptToPdf, tableToPdf } from './pdf.ts'
import { collisions, pagesOf, rolesOf, titleOf, wordsOf } from '../../test/print/read-pdf.ts'
import { invoice, printedAt, salesJournal, salesTable } from '../../test/print/specimen.ts'

const print = { printedAt, printedBy: 'ana' }
const description200 =
  'Deformed bars, hot-rolled, 12 mm by 6 m, grade 40, cut and bent to the schedule of the engineer, '
    .repeat(3)
    .slice(0, 200)

test('a receipt shows every field of the document', async () => {
  const pages = await pagesOf(await receiptToPdf(invoice, print))
  expect(pages).toHaveLength(1)
  const lines = pages[0]!.split('\n')
  for (const line of [
    'Peñafrancia Trading Corporation',
    'VAT REG TIN 123-456-789-00000',
    '1234 Quezon Avenue, Quezon City 1103',
    'Sales Invoice',
    'SI-2026-000123',
    '30 Jun 2026',
    'Internal copy - not an invoice',
    'Sold to',
    'TIN 987-654-321-00001',
    'Invoice number 0004512',
    'Due date 30 Jul 2026',
    'Description Quantity Unit price VAT Amount',
    'Portland cement, 40 kg 250 224.00 Vatable 56,000.00',
    'Rice, per sack 2.5 2,000.00 VAT-exempt 5,000.00',
    'VAT 6,000.00',
    'Total amount due (₱) 61,000.00',
    'Amount in words Sixty-one thousand pesos only',
    'Memo Delivered in two trips.',
    'The site engineer signed for both.',
    '1110 Accounts receivable - trade 61,000.00',
    '4010 Sales 55,000.00',
    '2130 Output VAT 6,000.00',
    'Total 61,000.00 61,000.00',
    'Attachments delivery-receipt.pdf',
    'site photo.jpg',
    'Prepared by',
    'Checked by',
    'Approved by',
    'Received by',
    'Sales Invoice SI-2026-000123, printed 1 Jul 2026, 14:05 Page 1 of 1',
  ]) {
    expect(lines).toContain(line)
  }
})

test('the mark of a practice portal is at the head and the foot of every page and in the title, and changes nothing else', async () => {
  const many = salesJournal(Array.from({ length: 100 }, (_, at) => ({ cells: [null, `SI-${at}`, null, null, null] })))
  const unmarked = await pagesOf(await tableToPdf(many, print))
  markPages(practiceMark)
  try {
    const bytes = await tableToPdf(many, print)
    const pages = (await pagesOf(bytes)).map((page) => page.split('\n'))
    expect(pages.length).toBeGreaterThan(1)
    const isMark = (line: string) => line === practiceMark
    expect(pages.map((lines) => lines.filter(isMark).length)).toEqual(pages.map(() => 2))
    expect(pages.map((lines) => lines.filter((line) => !isMark(line)).join('\n'))).toEqual(unmarked)
    expect(await titleOf(bytes)).toBe('PRACTICE - not a real document, Sales Journal June 2026')
  } finally {
    markPages('')
  }
})

test('a recorded receipt has no mark, a void one says VOID and a draft says DRAFT', async () => {
  const [recorded] = await pagesOf(await receiptToPdf(invoice, print))
  const [voided] = await pagesOf(await receiptToPdf({ ...invoice, status: 'void' }, print))
  const [draft] = await pagesOf(await receiptToPdf({ ...invoice, status: 'review', number: null }, print))
  expect(recorded).not.toMatch(/VOID|DRAFT/)
  expect(voided).toMatch(/^VOID$/m)
  expect(voided).toContain('VOID - reversed in the books')
  expect(draft).toMatch(/^DRAFT$/m)
  expect(draft).toContain('DRAFT - not recorded')
  expect(draft).toContain('No number yet')
})

test('a reprint is identical to the byte, whatever is printed in between or at the same time', async () => {
  const first = await receiptToPdf(invoice, print)
  await tableToPdf(salesTable, print)
  await receiptToPdf({ ...invoice, memo: 'Ñandú fi ffi €' }, print)
  expect(Buffer.compare(first, await receiptToPdf(invoice, print))).toBe(0)
  const [one, other] = await Promise.all([tableToPdf(salesTable, print), tableToPdf(salesTable, print)])
  expect(Buffer.compare(one, other)).toBe(0)
  expect(Buffer.compare(first, await receiptToPdf(invoice, { printedAt: printedAt + 60_000 }))).not.toBe(0)
})

test('200 lines with long descriptions run over several pages and none is lost', async () => {
  const lines = Array.from({ length: 200 }, (_, i) => ({
    ...invoice.lines[0]!,
    description: `Line-${i} ${description200}`.slice(0, 200),
    amount: BigInt(i + 1) * 100n,
  }))
  const pdf = await receiptToPdf({ ...invoice, lines }, print)
  const pages = await pagesOf(pdf)
  expect(pages.length).toBeGreaterThan(5)
  const words = pages.join('\n').split(/\s+/)
  const numbered = words.filter((word) => word.startsWith('Line-'))
  expect(numbered).toEqual(lines.map((_, i) => `Line-${i}`))
  expect(words.filter((word) => word === 'Deformed')).toHaveLength(lines.length * 2)
  for (const line of lines) expect(words).toContain(formatMoney(line.amount))
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('VAT REG TIN 123-456-789-00000')
    expect(page).toContain('Internal copy - not an invoice')
    expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
    if (page.includes('Line-')) expect(page).toContain('Description Quantity Unit price VAT Amount')
  }
  expect(await collisions(pdf)).toEqual([])
})

test('the tables of a receipt have their titles, right-aligned figures, and their header on every page', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => [`SI-${i}`, '30 Jun 2026', formatMoney(BigInt(i) * 100_000n)])
  const settled = {
    title: 'Invoices settled',
    columns: [
      { label: 'Invoice', numeric: false },
      { label: 'Day', numeric: false },
      { label: 'Paid', numeric: true },
    ],
    rows,
  }
  const unused = { title: 'Cheques', columns: [{ label: 'Cheque no.', numeric: false }], rows: [] }
  const pdf = await receiptToPdf({ ...invoice, lines: [], tables: [settled, unused] }, print)
  const pages = await pagesOf(pdf)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages[0]).toContain('Invoices settled')
  expect(pages.join('\n')).not.toMatch(/Cheques|Cheque no|Unit price/)
  for (const page of pages.filter((one) => /^SI-\d+ /m.test(one))) expect(page).toContain('Invoice Day Paid')
  const words = (await wordsOf(pdf)).flat()
  expect(words.filter(({ text }) => /^SI-\d+$/.test(text)).map(({ text }) => text)).toEqual(rows.map(([no]) => no))
  const paid = words.filter(({ text }) => text === '1,000.00' || text === '119,000.00')
  expect(paid).toHaveLength(2)
  expect(new Set(paid.map(({ x, width }) => Math.round((x + width) * 10))).size).toBe(1)
  expect(await collisions(pdf)).toEqual([])
})

test.each<[string, Partial<Receipt>]>([
  ['everything at its longest', longestReceipt()],
  ['nothing but a number', { ...emptyReceipt() }],
  ['a void document', { status: 'void' }],
  ['a memo of 4,000 letters without a space', { memo: 'x'.repeat(4_000) }],
  [
    'the largest amounts',
    { lines: [{ ...invoice.lines[0]!, unitPrice: '999999999999999.9999', amount: -999_999_999_999_999n }] },
  ],
])('no text overlaps another or leaves the page: %s', async (_, changes) => {
  expect(await collisions(await receiptToPdf({ ...invoice, ...changes }, print))).toEqual([])
})

test('a table of a thousand rows repeats its header on every page and has every row', async () => {
  const rows = Array.from({ length: 1_000 }, (_, i): Row => ({
    cells: ['2026-06-30', `SI-${i}`, i % 9 === 0 ? description200 : 'Aling Nena', BigInt(i), BigInt(i) * 1_000_001n],
  }))
  const pdf = await tableToPdf(salesJournal(rows), print)
  const pages = await pagesOf(pdf)
  expect(pages.length).toBeGreaterThan(10)
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('Day Number Customer Documents Amount')
    expect(page).toContain('VAT REG TIN 123-456-789-00000')
    expect(page).toContain('Sales Journal')
    expect(page).toContain(`Printed 1 Jul 2026, 14:05 by ana Page ${i + 1} of ${pages.length}`)
  }
  const words = (await wordsOf(pdf)).flat().map((word) => word.text)
  expect(words.filter((word) => /^SI-\d+$/.test(word))).toEqual(rows.map((_, i) => `SI-${i}`))
  expect(words.filter((word) => /^[\d,]+\.\d\d$/.test(word))).toEqual(
    rows.map((_, i) => formatMoney(BigInt(i) * 1_000_001n)),
  )
  expect(await collisions(pdf)).toEqual([])
})

test('figures are right-aligned in columns, negative ones in brackets as on the screen', async () => {
  const amounts = [5n, -123_456_789n, 99_999_999_999n, 0n]
  const [words] = await wordsOf(
    await tableToPdf(salesJournal(amounts.map((amount) => ({ cells: [null, null, null, null, amount] }))), print),
  )
  const figures = words!.filter((word) =>
    amounts.some((amount) => formatMoney(amount, { negative: 'brackets' }) === word.text),
  )
  expect(figures).toHaveLength(amounts.length)
  const ends = figures.map((word) => Math.round((word.x + word.width) * 10))
  expect(new Set(ends).size).toBe(1)
})

test('a total is never alone on the next page', async () => {
  for (let length = 30; length < 60; length += 1) {
    const rows: Row[] = Array.from({ length }, (_, i) => ({ cells: [null, `SI-${i}`, null, null, 100n] }))
    const total: Row = { cells: [null, null, 'Total', null, BigInt(length) * 100n], emphasis: 'total' }
    const page = (await pagesOf(await tableToPdf(salesJournal([...rows, total]), print))).find((text) =>
      text.includes('Total'),
    )
    expect(page).toMatch(/SI-\d+/)
  }
})

test('a heading runs over the columns next to it and does not widen them', async () => {
  const [words] = await wordsOf(await tableToPdf(salesTable, print))
  const at = (text: string) => words!.find((word) => word.text === text)!
  expect(at('Sales of June to customers of the main office').x).toBeCloseTo(at('Day').x, 1)
  expect(at('Number').x - at('Day').x).toBeLessThan(80)
})

test('many wide columns turn the page or use smaller type, but no figure is broken', async () => {
  for (const months of [1, 4, 6, 12]) {
    const columns = [
      { key: 'name', title: 'Account', kind: 'text' as const },
      ...Array.from({ length: months }, (_, i) => ({ key: `m${i}`, title: `Month ${i + 1}`, kind: 'money' as const })),
    ]
    const rows: Row[] = [{ cells: ['Sales of goods', ...columns.slice(1).map((_, i) => 123_456_789_012n + BigInt(i))] }]
    const pdf = await tableToPdf({ ...salesTable, columns, rows }, print)
    const words = (await pagesOf(pdf)).join('\n').split(/\s+/)
    for (const cell of rows[0]!.cells.slice(1)) expect(words).toContain(formatMoney(cell as bigint))
    expect(await collisions(pdf)).toEqual([])
  }
})

test('a table without rows says so', async () => {
  const [page] = await pagesOf(await tableToPdf(salesJournal([]), print))
  expect(page).toContain('Day Number Customer Documents Amount')
  expect(page).toContain('Nothing to show for this period.')
})

test.each<[string, Partial<Table>]>([
  [
    'a company name of 300 letters',
    { company: { name: 'Trading '.repeat(38), tinLine: 'TIN 1', address: 'Street '.repeat(60) } },
  ],
  ['a title of 200 letters', { title: 'Journal '.repeat(25), period: 'Period '.repeat(30) }],
  ['a text longer than a page', salesJournal([{ cells: [null, null, 'word '.repeat(4_000), null, 1n] }])],
  ['a code without end', salesJournal([{ cells: [null, 'X'.repeat(500), 'word', null, 1n] }])],
  ['notes without end', { notes: ['note '.repeat(2_000), 'x'.repeat(3_000)] }],
  [
    'line breaks and control characters',
    salesJournal([{ cells: ['2026-06-30', 'a\tb\u0000c', 'one\r\ntwo\nthree\u202Efour', 1n, 1n] }]),
  ],
])('no text overlaps another or leaves the page in a table with %s', async (_, changes) => {
  const pdf = await tableToPdf({ ...salesTable, ...changes }, print)
  expect(await collisions(pdf)).toEqual([])
})

test('a screen reader finds a table as rows and cells', async () => {
  expect(await rolesOf(await tableToPdf(salesTable, print))).toEqual([
    'Root',
    'Document',
    'H1',
    'Table',
    'TR',
    'TH',
    'TD',
    'P',
  ])
})

test('the peso sign and accents are in the embedded font', async () => {
  const [page] = await pagesOf(await tableToPdf(salesTable, print))
  expect(page).toContain('Amounts are in ₱.')
  expect(page).toContain('Niño Dela Peña')
})

function longestReceipt(): Partial<Receipt> {
  const long = 'Kataas-taasang '.repeat(20)
  return {
    title: 'Acknowledgement of Creditable Withholding Tax at Source',
    number: 'SI-2026-00000000000000000001',
    note: long,
    company: { name: long, tinLine: long, address: long },
    party: { label: 'Sold to', name: long, tinLine: long, address: long },
    facts: Array.from({ length: 8 }, () => ({ label: long, value: long })),
    lines: [
      {
        description: long,
        quantity: '999,999,999.9999',
        unitPrice: '999999999999999',
        vatClass: 'Vatable, sale to government',
        amount: 999_999_999_999_999n,
      },
    ],
    totals: [
      { label: long, amount: 999_999_999_999_999n },
      { label: long, amount: 999_999_999_999_999n, emphasis: 'grand' },
    ],
    amountInWords: long,
    memo: long,
    journal: [
      { account: '1110-0000-0000-0000', name: long, debit: 999_999_999_999_999n, credit: 999_999_999_999_999n },
    ],
    attachments: [long, 'x'.repeat(255)],
  }
}

function emptyReceipt(): Partial<Receipt> {
  return {
    note: '',
    party: null,
    facts: [],
    lines: [],
    totals: [],
    amountInWords: '',
    memo: '',
    journal: [],
    attachments: [],
  }
}
