import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { tableToCsv } from './csv.ts'
import { salesJournal, salesTable } from '../../test/print/specimen.ts'

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const read = (bytes: Uint8Array) => Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true }).data

test('a CSV has plain numbers and ISO dates under the column titles', () => {
  expect(decode(tableToCsv(salesTable))).toBe(
    '\uFEFFDay,Number,Customer,Documents,Amount\r\n' +
      'Sales of June to customers of the main office,,,,\r\n' +
      '2026-06-30,SI-2026-000001,Niño Dela Peña,3,112000.50\r\n' +
      '2026-07-01,SI-2026-000002,Aling Nena,1234,-0.05\r\n' +
      ',,Total,1237,112000.45\r\n',
  )
})

test('quotes, commas and line breaks read back unchanged', () => {
  const customer = ' "Aling" Nena, Store\r\nand Sons\n'
  expect(read(tableToCsv(salesJournal([{ cells: [null, null, customer, null, null] }])))[1]).toEqual([
    '',
    '',
    customer,
    '',
    '',
  ])
})

test.each(['=HYPERLINK("http://evil")', '+1+1', '-2+3', '@SUM(A1)', '\t=1+1', '\r=1+1'])(
  'a customer named %j is text, not a formula',
  (customer) => {
    const cells = read(tableToCsv(salesJournal([{ cells: [null, customer, customer, -1n, -100n] }])))[1]
    expect(cells).toEqual(['', `'${customer}`, `'${customer}`, '-1', '-1.00'])
  },
)

test('a table without rows is its column titles', () => {
  expect(decode(tableToCsv(salesJournal([])))).toBe('\uFEFFDay,Number,Customer,Documents,Amount\r\n')
})
