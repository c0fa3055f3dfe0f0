// Statements as tables: layouts detected, stored and changed; rows of every kind; PDF words as rows.
import { expect, test } from 'vitest'
import { openQuestions, statementLayout } from './layout.ts'
import type { Table, TableLayout } from './layout.ts'
import { rowsOfPdf } from './pdf-rows.ts'
import type { Word } from './pdf-rows.ts'
import { suggestLayout } from './suggest.ts'
import { readTable } from './table.ts'

const rows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** The detected layout, which must be complete. */
function found(table: Table, more: Partial<TableLayout> = {}): TableLayout {
  const { layout } = suggestLayout([table])
  return statementLayout.parse({ ...layout, ...more }) as TableLayout
}

const shown = (table: Table, layout: TableLayout) =>
  readTable([table], layout).statement.lines.map(({ day, amount, balance, description, reference, chequeNo }) =>
    [day, amount, balance, description, reference, chequeNo]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
  )

const older = rows(`
  Account Number: 0012-3456-7890
  Statement from Mar 1, 2025 to Mar 31, 2025

  Posting Date | Description | Branch | Debit Amount | Credit Amount | Running Balance | Currency | Check Number
  Mar 03, 2025 | INWARD CHECK | MAKATI | 1,500.00 | | 8,500.00 | PHP | 0000123
  Mar 04, 2025 | INTEREST PAY SYS-GEN | | | 3.10 | 8,503.10 | PHP | 0
  Mar 04, 2025 | INTEREST WITHHELD | | 0.62 | | 8,502.48 | PHP |
  Posting Date | Description | Branch | Debit Amount | Credit Amount | Running Balance | Currency | Check Number
  Mar 05, 2025 | DEPOSIT | CUBAO | 0.00 | 2,000.00 | 10,502.48 | PHP |
  Total | | | 1,500.62 | 2,003.10 | | |
  ** End of Report **
  Page 1 of 1 | | | 77.00
`)

test('the older BDO layout: found by its titles, with lines above them, repeated titles, totals and the end of the report', () => {
  const { ready, layout } = suggestLayout([older])
  expect({ ready, open: openQuestions(layout) }).toEqual({ ready: 'BDO, until March 2025', open: [] })
  const read = readTable([older], found(older))
  expect(read.mistakes).toEqual([])
  expect(read.notes).toEqual([])
  const { lines, ...head } = read.statement
  expect(head).toEqual({
    account: '0012-3456-7890',
    currency: 'PHP',
    from: '2025-03-01',
    to: '2025-03-31',
    opening: 10_000_00n,
    closing: 10_502_48n,
  })
  expect(lines).toHaveLength(4)
  expect(shown(older, found(older))).toEqual([
    '2025-03-03 -150000 850000 INWARD CHECK 0000123',
    '2025-03-04 310 850310 INTEREST PAY SYS-GEN',
    '2025-03-04 -62 850248 INTEREST WITHHELD',
    '2025-03-05 200000 1050248 DEPOSIT',
  ])
  expect(read.leftOut.map(({ message }) => message)).toEqual([
    'Repeated headings.',
    'A total, not a transaction.',
    'The transactions end here.',
  ])
})

test('the newer BDO layout: day first although the file is ambiguous, one amount column with its indicator', () => {
  const newer = rows(`
    Book date | Description | Amount | Credit/debit indicator
    05-06-2025 | CASH DEPOSIT | 1,000.00 | Credit
    04-06-2025 | SERVICE CHARGE | 300.00 | Debit
    ** End of Report ** | | |
  `)
  const { ready, layout } = suggestLayout([newer])
  expect({ ready, order: layout.dateOrder }).toEqual({ ready: 'BDO, since March 2025', order: 'dmy' })
  expect(shown(newer, found(newer))).toEqual(['2025-06-04 -30000 SERVICE CHARGE', '2025-06-05 100000 CASH DEPOSIT'])
  const odd = newer.map((row) => row.map((cell) => (cell === 'Debit' ? 'Maybe' : cell)))
  expect(readTable([odd], found(newer)).mistakes).toEqual([
    {
      row: 2,
      message:
        "'Maybe' does not show whether this is money in or out. Check that you chose the right column for money in or out.",
    },
  ])
})

test('changed column titles of a bank are reported, and an older file is still read by the older layout', () => {
  const layout = found(older)
  const renamed = older.map((row) => row.map((cell) => (cell === 'Posting Date' ? 'Booking Date' : cell)))
  expect(() => readTable([renamed], layout)).toThrow(/column headings do not match/)
  expect(readTable([older], layout).statement.lines).toHaveLength(4)
})

test('the importer asks for what a file leaves open: the order of day and month, and unnamed columns', () => {
  const open = rows(`
    Date | Particulars | Withdrawals | Deposits | Balance
    03/04/2026 | x | | 1.00 | 1.00
    05/06/2026 | y | | 1.00 | 2.00
  `)
  const { layout } = suggestLayout([open])
  expect(openQuestions(layout)).toEqual(['the order of day, month and year'])
  expect(shown(open, statementLayout.parse({ ...layout, dateOrder: 'mdy' }) as TableLayout)[0]).toBe(
    '2026-03-04 100 100 x',
  )
  const untitled = rows('2026-03-04 | x | 1.00\n2026-03-05 | y | -2.00')
  const said = suggestLayout([untitled]).layout
  expect(openQuestions(said)).toEqual(['the description column', 'the amount columns'])
  const complete = { ...said, description: [1], amount: { kind: 'signed', column: 2, outIsPositive: false } }
  expect(shown(untitled, statementLayout.parse(complete) as TableLayout)).toEqual([
    '2026-03-04 100 x',
    '2026-03-05 -200 y',
  ])
})

test('signs: brackets, a trailing minus, CR and DR, cards that count spending as positive, debits printed with a minus', () => {
  const signed = rows(`
    Date | Description | Amount
    2026-03-01 | a | (1.00)
    2026-03-02 | b | 2.00-
    2026-03-03 | c | 3.00 DR
    2026-03-04 | d | 4.00 CR
    2026-03-05 | e | PHP 5.00
  `)
  const amounts = (table: Table, layout: TableLayout) =>
    readTable([table], layout).statement.lines.map(({ amount }) => amount)
  expect(amounts(signed, found(signed))).toEqual([-100n, -200n, -300n, 400n, 500n])
  const card = { kind: 'signed', column: 2, outIsPositive: true } as const
  expect(amounts(signed, found(signed, { amount: card }))).toEqual([100n, 200n, -300n, 400n, -500n])
  const minus = rows(`
    Date | Description | Debit | Credit
    2026-03-01 | a | -1.00 |
    2026-03-02 | b | -2.00 | 0.00
    2026-03-03 | c | | 3.00
  `)
  expect(amounts(minus, found(minus))).toEqual([-100n, -200n, 300n])
  const reversal = minus.map((row) => row.map((cell) => (cell === '-2.00' ? '2.00' : cell)))
  expect(amounts(reversal, found(reversal))).toEqual([100n, -200n, 300n])
})

test('unreadable rows are errors at their row, and rows without an amount are skipped with their reason', () => {
  const table = rows(`
    Date | Description | Debit | Credit | Balance
    | Balance brought forward | | | 100.00
    2026-03-01 | a | 1.00 | 2.00 | 99.00
    2026-03-32 | b | 1.00 | | 98.00
    | c | 5.00 | |
    2026-03-02 | d | abc | | 98.00
    2026-03-03 | e | 1.00 | | x
    2026-03-04 | f | | | 98.00
    | goes on | | |
    2026-03-05 | g | 1.00 | | 99.00
    | second row of g | | |
    | Ending balance | | | 99.00
    Printed by the bank | | | |
  `)
  const { mistakes, leftOut, statement } = readTable([table], found(table, { dateOrder: 'ymd', decimal: 'point' }))
  expect(mistakes.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '2 This row has both a money-out and a money-in amount.',
    "3 The file contains '2026-03-32' as a date. There is no 32 March 2026; check the date.",
    '4 This row has an amount but no date.',
    "5 'abc' is not an amount.",
    "6 'x' is not an amount.",
  ])
  expect(leftOut.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '1 The opening balance.',
    '7 The amount of this row is zero.',
    '8 No date and no amount.',
    '10 Continues the row above.',
    '11 The closing balance.',
    '12 No date and no amount.',
  ])
  expect(statement).toMatchObject({ opening: 10_000n, closing: 9_900n, lines: [{ description: 'g second row of g' }] })
})

test('the total of the file is compared with its rows; configured skip words and end marks are applied', () => {
  const table = rows(`
    Date | Description | Debit | Credit
    2026-03-01 | a | 1.00 |
    2026-03-01 | HOLD b | 7.00 |
    Totals | | 9.00 |
    fin
    2026-03-09 | after the end | 1.00 |
  `)
  const { notes, statement } = readTable([table], found(table, { skip: ['hold'], end: 'fin' }))
  expect(notes).toEqual(["The file's total of money out does not match the sum of its rows."])
  expect(statement.lines.map(({ description }) => description)).toEqual(['a'])
})

test('a statement over New Year whose dates have no year', () => {
  const table = rows(`
    Statement period: Dec 20, 2025 to Jan 19, 2026
    Date | Description | Amount
    Dec 28 | a | 1.00
    Jan 03 | b | 2.00
  `)
  expect(shown(table, found(table))).toEqual(['2025-12-28 100 a', '2026-01-03 200 b'])
})

test('the lines of a single day are sorted by their running balance', () => {
  const table = rows(`
    Date | Description | Debit | Credit | Balance
    2026-03-01 | third | 5.00 | | 100.00
    2026-03-01 | second | 5.00 | | 105.00
    2026-03-01 | first | | 10.00 | 110.00
  `)
  expect(readTable([table], found(table)).statement).toMatchObject({
    opening: 10_000n,
    closing: 10_000n,
    lines: [{ description: 'first' }, { description: 'second' }, { description: 'third' }],
  })
})

// ── PDF

const word = (page: number, x: number, y: number, text: string, right = false): Word => {
  const width = text.length * 5
  return { page, x: right ? x - width : x, y, width, height: 10, text }
}
const titlesAt = (page: number, y: number) => [
  word(page, 40, y, 'Date'),
  word(page, 110, y, 'Description'),
  word(page, 340, y, 'Withdrawals', true),
  word(page, 430, y, 'Deposits', true),
  word(page, 540, y, 'Balance', true),
]

test('words of a PDF are assigned to their titles: text left-aligned, amounts right-aligned, over pages and continued rows', () => {
  const words = [
    word(1, 40, 780, 'Sample Savings Bank'),
    word(1, 40, 760, 'Account No. 0012-3456-7890'),
    ...titlesAt(1, 700),
    ...[
      word(1, 40, 680, '03/02/2026'),
      word(1, 110, 680, 'DEPOSIT'),
      word(1, 152, 680, 'OVER'),
      word(1, 179, 680, 'COUNTER'),
    ],
    ...[word(1, 430, 681, '1,000.00', true), word(1, 540, 680, '11,000.00', true)],
    word(1, 110, 668, 'CUBAO BRANCH'),
    ...[
      word(1, 40, 650, '03/13/2026'),
      word(1, 110, 650, 'CHECK'),
      word(1, 340, 650, '250.50', true),
      word(1, 540, 650, '10,749.50', true),
    ],
    word(1, 280, 40, 'Page 1 of 2'),
    ...titlesAt(2, 700),
    ...[
      word(2, 40, 680, '03/14/2026'),
      word(2, 110, 680, 'A VERY LONG TEXT OF A MOVEMENT INDEED'),
      word(2, 340, 680, '0.50', true),
      word(2, 540, 680, '10,749.00', true),
    ],
  ]
  const table = rowsOfPdf(words.toReversed())
  expect(table.slice(0, 4)).toEqual([
    ['Sample Savings Bank'],
    ['Account No. 0012-3456-7890'],
    ['Date', 'Description', 'Withdrawals', 'Deposits', 'Balance'],
    ['03/02/2026', 'DEPOSIT OVER COUNTER', '', '1,000.00', '11,000.00'],
  ])
  const { statement, mistakes } = readTable([table], found(table))
  expect(mistakes).toEqual([])
  expect(statement).toMatchObject({ account: '0012-3456-7890', opening: 1_000_000n, closing: 1_074_900n })
  expect(shown(table, found(table))).toEqual([
    '2026-03-02 100000 1100000 DEPOSIT OVER COUNTER CUBAO BRANCH',
    '2026-03-13 -25050 1074950 CHECK',
    '2026-03-14 -50 1074900 A VERY LONG TEXT OF A MOVEMENT INDEED',
  ])
})

test('a PDF without known titles is split into columns at the gaps of its widest row', () => {
  const words = [
    ...[word(1, 40, 700, '2026-03-02'), word(1, 150, 700, 'x'), word(1, 300, 700, '1.00')],
    ...[word(1, 40, 680, '2026-03-03'), word(1, 300, 680, '2.00')],
  ]
  expect(rowsOfPdf(words)).toEqual([
    ['2026-03-02', 'x', '1.00'],
    ['2026-03-03', '', '2.00'],
  ])
})

// ── Oddities of rows and pages

test('balances carried over between pages are neither opening nor closing balance, and page totals belong to their page', () => {
  const table = rows(`
    Date | Description | Debit | Credit | Balance
    2026-03-02 | a | | 10.00 | 110.00
    2026-03-03 | b | 5.00 | | 105.00
    | Page total | 5.00 | 10.00 |
    | Balance carried forward | | | 105.00
    Date | Description | Debit | Credit | Balance
    | Balance brought forward | | | 105.00
    2026-03-04 | c | 1.00 | | 104.00
    | Page total | 1.00 | 0.00 |
    | Grand total | 6.00 | 10.00 |
    | Closing balance | | | 104.00
  `)
  const { statement, mistakes, notes } = readTable([table], found(table))
  expect({ mistakes, notes }).toEqual({ mistakes: [], notes: [] })
  expect(statement).toMatchObject({ opening: 10_000n, closing: 10_400n })
  const backwards = rows(`
    Date | Description | Debit | Credit | Balance
    | Closing balance | | | 104.00
    2026-03-04 | c | 1.00 | | 104.00
    2026-03-03 | b | 5.00 | | 105.00
    | Opening balance | | | 110.00
  `)
  expect(readTable([backwards], found(backwards)).statement).toMatchObject({ opening: 11_000n, closing: 10_400n })
})

test('a page that carries over a wrong balance is reported', () => {
  const table = rows(`
    Date | Description | Debit | Credit
    2026-03-02 | a | | 10.00
    | Balance carried forward | | 105.00
    | Balance brought forward | | 100.00
    2026-03-04 | c | 1.00 |
  `)
  expect(readTable([table], found(table)).notes).toEqual([
    'The balance at the start of a page is not the balance at the end of the previous page.',
  ])
})

test('amounts with a dash as minus and with indicators in brackets', () => {
  const table = rows(`
    Date | Description | Amount
    2026-03-01 | a | –1.00
    2026-03-02 | b | 2.00 (DR)
    2026-03-03 | c | ₱(3.00)
    2026-03-04 | d | 4.00CR
    2026-03-05 | e | Php 5,000.00 Cr.
    2026-03-06 | f | -₱1,234.56
  `)
  expect(readTable([table], found(table)).statement.lines.map(({ amount }) => amount)).toEqual([
    ...[-100n, -200n, -300n, 400n, 500_000n, -123_456n],
  ])
})

test('dates that a workbook stores as serial numbers are read as dates, not as amounts', () => {
  const table = rows(`
    Date | Description | Amount
    46082 | a | 46082
    46083.4375 | b | 1.00
  `)
  expect(shown(table, found(table))).toEqual(['2026-03-01 4608200 a', '2026-03-02 100 b'])
})

test('a statement with semicolons and a decimal comma', () => {
  const table = rows(`
    Buchung | Text
    Posting Date | Description | Debit | Credit | Balance
    28.02.2026 | x | 1.250,00 | | 8.750,00
    01.03.2026 | y | | 2,5 | 8.752,50
  `)
  expect(shown(table, found(table))).toEqual(['2026-02-28 -125000 875000 x', '2026-03-01 250 875250 y'])
})

test('the header and footer of a continuation page belong to no movement, wherever they are', () => {
  const line = (page: number, y: number, day: string, text: string, balance: string) => [
    ...[word(page, 40, y, day), word(page, 110, y, text)],
    ...[word(page, 430, y, '1.00', true), word(page, 540, y, balance, true)],
  ]
  const foot = (page: number) => [
    word(page, 110, 60, 'This is a computer generated statement'),
    word(page, 110, 40, `Page ${page} of 2`),
  ]
  const words = [
    ...[word(1, 110, 780, 'Sample Savings Bank'), word(1, 40, 760, 'Account No. 0012-3456-7890')],
    ...[...titlesAt(1, 700), ...line(1, 680, '03/13/2026', 'DEPOSIT', '2.00'), word(1, 110, 668, 'CUBAO BRANCH')],
    ...[word(1, 110, 640, 'Balance carried forward'), word(1, 540, 640, '2.00', true)],
    ...foot(1),
    ...[word(2, 110, 780, 'Sample Savings Bank'), word(2, 110, 768, 'Makati City')],
    ...[...titlesAt(2, 700), word(2, 110, 680, 'Balance brought forward'), word(2, 540, 680, '2.00', true)],
    ...[...line(2, 660, '03/14/2026', 'PESONET', '3.00'), word(2, 110, 649, 'BAYANI'), word(2, 110, 638, 'LOGISTICS')],
    ...foot(2),
  ]
  const table = rowsOfPdf(words)
  expect(shown(table, found(table))).toEqual([
    '2026-03-13 100 200 DEPOSIT CUBAO BRANCH',
    '2026-03-14 100 300 PESONET BAYANI LOGISTICS',
  ])
  expect(readTable([table], found(table)).statement).toMatchObject({ opening: 100n, closing: 300n })
})

test.each([
  ['Debit/Credit', 'Debit', 'Credit'],
  ['DR/CR', 'DR', 'CR'],
  ['Movement', 'D', 'C'],
  ['Sense', 'Withdrawal', 'Deposit'],
])('amounts without a sign and a column %s with %s and %s: its values give the direction', (title, out, into) => {
  const table = rows(`
    Date | Description | ${title} | Amount | Kind
    2026-03-01 | Rent | ${out} | 500.00 | Transfer
    2026-03-02 | Sale | ${into} | 70.00 | Transfer
    2026-03-03 | Fee | ${out} | 5.00 | Charge
  `)
  expect(openQuestions(suggestLayout([table]).layout)).toEqual([])
  expect(shown(table, found(table))).toEqual(['2026-03-01 -50000 Rent', '2026-03-02 7000 Sale', '2026-03-03 -500 Fee'])
})

test('a column Type that says something else than debit and credit is not the direction of signed amounts', () => {
  const table = rows(`
    Date | Description | Type | Amount
    2026-03-01 | Rent | Transfer | -500.00
    2026-03-02 | Sale | POS | 70.00
  `)
  expect(suggestLayout([table]).layout).toMatchObject({ amount: { kind: 'signed', column: 3, outIsPositive: false } })
})

test.each([
  ['Label', 'Partner Name'],
  ['Narrative', 'Beneficiary'],
  ['Libelle', 'Tiers'],
])('unknown headings need no question when the balances agree in one reading only: %s, %s', (one, other) => {
  const table = rows(`
    Jour | ${one} | ${other} | Mouvement | Solde | Ref
    2026-03-01 | Opening of the month | Landlord | -500.00 | 1,500.00 | 1001
    2026-03-02 | Sale | Mabuhay Corp. | 70.00 | 1,570.00 | 1002
    2026-03-13 | Bank charge | | -5.00 | 1,565.00 | 1003
  `)
  const { layout } = suggestLayout([table])
  expect(openQuestions(layout)).toEqual([])
  expect(layout).toMatchObject({ day: 0, description: [1, 2], amount: { kind: 'signed', column: 3 }, balance: 4 })
  expect(shown(table, found(table))).toEqual([
    '2026-03-01 -50000 150000 Opening of the month Landlord',
    '2026-03-02 7000 157000 Sale Mabuhay Corp.',
    '2026-03-13 -500 156500 Bank charge',
  ])
})

test('unknown headings of separate columns for debits and credits are read by their balances, newest first as well', () => {
  const table = rows(`
    Jour | Libelle | Sortie | Entree | Solde
    2026-03-13 | Bank charge | 5.00 | | 1,565.00
    2026-03-02 | Sale | | 70.00 | 1,570.00
    2026-03-01 | Rent | 500.00 | | 1,500.00
  `)
  expect(suggestLayout([table]).layout).toMatchObject({ amount: { kind: 'columns', out: 2, in: 3 }, balance: 4 })
  expect(shown(table, found(table)).at(0)).toBe('2026-03-01 -50000 150000 Rent')
})

test('columns whose balances do not agree are asked for', () => {
  const table = rows(`
    Jour | Libelle | Mouvement | Solde
    2026-03-01 | Rent | -500.00 | 1,500.00
    2026-03-02 | Sale | 70.00 | 1,571.00
    2026-03-13 | Bank charge | -5.00 | 1,565.00
  `)
  expect(openQuestions(suggestLayout([table]).layout)).toEqual(['the description column', 'the amount columns'])
})
