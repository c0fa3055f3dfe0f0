// Layouts of statements: which one reads a file, and what stays open.
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { LayoutDraft, StatementLayout, TableLayout } from '@talaan/ledger/banking/formats/layout.ts'
import { readStatement } from './statement.ts'

const read = (text: string | Uint8Array, layouts: { said?: LayoutDraft | null; kept?: StatementLayout[] } = {}) =>
  readStatement({ bytes: typeof text === 'string' ? Buffer.from(text) : text, said: null, kept: [], ...layouts })

const open = 'Date,Particulars,Withdrawals,Deposits\n01/02/2026,a,,1.00\n02/03/2026,b,2.00,\n'
/** The layout that is found, with the order that the file leaves open. */
async function layoutOf(file: string, dateOrder: TableLayout['dateOrder']): Promise<TableLayout> {
  const { layout } = await read(file)
  return { ...(layout as TableLayout), dateOrder }
}

test('a QIF file is read in the order of its dates, else in the stored order, else in the order chosen now', async () => {
  const unclear = '!Type:Bank\nD01/02/2026\nT-5.00\nPa\n^\n'
  const days = async (text: string, layouts = {}) => {
    const { layoutFrom, open, statements } = await read(text, layouts)
    return [layoutFrom, open, statements.flatMap(({ lines }) => lines.map(({ day }) => day))]
  }
  expect(await days(unclear.replace('01/02', '13/02'))).toEqual(['found', [], ['2026-02-13']])
  expect(await days(unclear)).toEqual(['found', ['the order of day, month and year'], []])
  const kept = [{ kind: 'qif', dateOrder: 'dmy' }]
  expect(await days(unclear, { kept })).toEqual(['kept', [], ['2026-02-01']])
  expect(await days(unclear, { kept, said: { kind: 'qif', dateOrder: 'mdy' } })).toEqual(['said', [], ['2026-01-02']])
  expect(await days(unclear, { kept, said: { kind: 'qif', dateOrder: null } })).toEqual([
    'said',
    ['the order of day, month and year'],
    [],
  ])
})

test('of the stored layouts, the newest that reads the whole file is used; a layout chosen now comes first', async () => {
  const [dmy, mdy] = [await layoutOf(open, 'dmy'), await layoutOf(open, 'mdy')]
  const other = { ...dmy, titles: ['posted', 'text', 'amount'] }
  const from = async (layouts: Parameters<typeof read>[1], file = open) => {
    const { layoutFrom, changed, statements } = await read(file, layouts)
    return [layoutFrom, changed, statements[0]?.lines.map(({ day }) => day)]
  }
  const [asDmy, asMdy] = [
    ['2026-02-01', '2026-03-02'],
    ['2026-01-02', '2026-02-03'],
  ]
  expect(await from({ kept: [{ kind: 'qif', dateOrder: 'dmy' }, other, mdy, dmy] })).toEqual(['kept', false, asMdy])
  expect(await from({ kept: [mdy], said: dmy })).toEqual(['said', false, asDmy])
  // A day that the stored order doesn't have: the layout is not used, and the file has another one.
  expect(await from({ kept: [mdy] }, open.replace('01/02', '13/02'))).toEqual([
    'found',
    true,
    ['2026-02-13', '2026-03-02'],
  ])
  expect((await read(open, { kept: [other] })).changed).toBe(true)
})

test('a chosen layout that reads nothing is shown with its mistake, and an incomplete one with what is open', async () => {
  const chosen = await layoutOf(open, 'dmy')
  const without = await read(open, { said: { ...chosen, titles: ['posted', 'text', 'amount'] } })
  expect([without.statements, without.mistakes]).toEqual([[], [{ row: 0, message: expect.stringMatching(/\.$/) }]])
  const incomplete = await read(open, { said: { ...chosen, amount: null } })
  expect([incomplete.open, incomplete.statements]).toEqual([['the amount columns'], []])
  expect(incomplete.tables[0]?.rows[1]).toEqual(['01/02/2026', 'a', '', '1.00'])
})

test('for another sheet of a workbook, its columns are suggested like those of a new file', async () => {
  const rows = [
    ['Posting Date', 'Description', 'Debit', 'Credit'],
    ['2026-03-02', 'DEPOSIT', null, 1000],
  ]
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Printed']] },
      { name: 'March', rows },
    ],
  })
  const { layout } = await read(workbook)
  const blank = {
    ...(layout as TableLayout),
    table: 1,
    titles: [],
    day: null,
    description: [],
    amount: null,
    dateOrder: null,
  }
  const { layoutFrom, statements } = await read(workbook, { said: blank })
  expect([layoutFrom, statements[0]?.lines.map(({ day, amount }) => [day, amount])]).toEqual([
    'found',
    [['2026-03-02', 100_000n]],
  ])
  expect((await read(workbook, { said: { ...blank, table: 0 } })).statements).toEqual([])
})
