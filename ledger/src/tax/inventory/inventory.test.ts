// A count of inventories, read from rows and compared with the books by hand.
import { expect, test } from 'vitest'
import { readCount } from './count.ts'
import { compareWithBooks, inventoryList, inventoryVoucher } from './list.ts'

const titles = [
  'Class',
  'SKU',
  'Description',
  'Location',
  'Location code',
  'Remarks',
  'Unit cost',
  'Qty',
  'UOM',
  'Amount',
]
const rows = [
  titles,
  ['Merchandise', 'A-1', 'Bond paper', 'Main', 'O', '', '185.50', '120', 'ream', '22,260.00'],
  ['Raw materials', 'R-1', 'Resin', 'Plant', '', '', '12.3456', '10.5', 'kg', ''],
  ['', '', '', '', '', '', '', '', '', ''],
  ['merchandise', 'A-2', 'Pens', 'Main', 'CH', 'Owner: Pluma Inc.', '10', '50', 'box', '500'],
]

test('a count is read by its column titles, with quantity times unit price as the total', () => {
  const { lines, mistakes } = readCount(rows)
  expect(mistakes).toEqual([])
  expect(lines.map(({ class: of, code, holding, quantity, total }) => [of, code, holding, quantity, total])).toEqual([
    ['merchandise', 'A-1', 'O', '120', 22_260_00n],
    // 10.5 times 12.3456 is 129.6288.
    ['raw', 'R-1', 'O', '10.5', 129_63n],
    ['merchandise', 'A-2', 'CH', '50', 500_00n],
  ])
})

test('mistakes of a count name their row and say what to do', () => {
  expect(readCount([['Item', 'Quantity']]).mistakes).toEqual([
    {
      row: 0,
      message: 'The first row has no column for: Product code, Unit price, Unit of measurement. Use the template.',
    },
  ])
  const { mistakes } = readCount([
    titles,
    ['Toys', 'A-1', 'Bond paper', 'Main', 'O', '', '185.50', '120', 'ream', '22,000.00'],
    ['', 'a-1', '', 'Main', '', '', '-1', 'ten', '', ''],
    ['', 'B-1', 'Pens', 'Main', 'P', '', '1', '1', 'box', ''],
  ])
  expect(mistakes.map(({ row, message }) => [row, message])).toEqual([
    [2, 'The total is 22,000.00, but the quantity times the unit price is 22,260.00.'],
    [2, 'Enter one of these: merchandise, raw, process, finished.'],
    [3, expect.stringContaining('Quantity: ')],
    [3, 'The unit price cannot be negative.'],
    [3, 'Enter the item description.'],
    [3, 'Enter the unit of measurement.'],
    [3, 'Product code a-1 is already in row 2 for the same location.'],
    [4, 'Enter the owner of the goods in the remarks.'],
  ])
})

test('the list has a total for each class, and only own goods are compared with the books', () => {
  const { lines } = readCount(rows)
  const company = { name: 'Bahay Kubo Trading', tinLine: '', address: '' }
  const table = inventoryList({ company, to: '2025-12-31', method: 'fifo', lines })
  const sums = table.rows.filter(({ emphasis }) => emphasis === 'subtotal' || emphasis === 'total')
  expect(sums.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
    ['Total merchandise', 22_760_00n],
    ['Total raw materials', 129_63n],
    ['Total', 22_889_63n],
  ])
  // A quantity with decimals keeps them, and so do prices.
  expect(table.rows[1]?.cells.slice(6, 8)).toEqual(['185.50', '120'])
  const compared = compareWithBooks(lines, [{ code: '1210', name: 'Merchandise inventory', balance: 25_000_00n }])
  expect(compared).toEqual({ counted: 22_389_63n, others: 500_00n, booked: 25_000_00n, difference: 2_610_37n })
})

test('the voucher brings the books to the count, in either direction', () => {
  const days = { to: '2025-12-31', day: '2025-12-31' }
  const moved = (difference: bigint) =>
    inventoryVoucher(difference, days)?.lines.map(({ account, debit, credit }) => [account, debit, credit])
  expect(moved(2_610_37n)).toEqual([
    ['5010', 2_610_37n, 0n],
    ['1210', 0n, 2_610_37n],
  ])
  expect(moved(-5_00n)).toEqual([
    ['1210', 5_00n, 0n],
    ['5010', 0n, 5_00n],
  ])
  expect(moved(0n)).toBeUndefined()
})
