import { expect, test } from 'vitest'
import { importMappings } from './all.ts'
import { groupRows, matchColumns } from './mapping.ts'

const { invoice } = importMappings

test('columns are known by their titles, with or without capitals and marks, and each only once', () => {
  expect(matchColumns(invoice, ['INVOICE NO', 'tin', 'Qty.', 'Quantity', 'Colour'])).toEqual([
    ...['number', 'customer', 'quantity', null, null],
  ])
})

test('rows with one number and customer are one document; what is the very same again is a copy', () => {
  const each = { ...invoice, together: [] }
  const rows = [
    ['1', 'A'],
    ['2', 'A'],
    ['', ''],
    ['1', 'a'],
    ['1', 'A'],
  ]
  expect(groupRows(invoice, ['number', 'customer'], rows).map((group) => group.rows)).toEqual([[0, 3, 4], [1]])
  expect(groupRows(each, ['number', 'customer'], rows).map((group) => group.copy)).toEqual([0, 0, 0, 1])
})

test('a line that says something else of the invoice than its first row is a mistake at its cell', () => {
  const row = { number: '1', customer: 'A', day: '2026-03-01', description: 'Paper', price: '1,120.00' }
  const rows = [row, { ...row, day: '2026-03-02', discount: '10%', vat: 'exempt' }, { ...row, day: '', vat: 'none' }]
  const { fields, mistakes } = invoice.fieldsOf(rows, { today: '2026-03-16', partyOf: () => ({ id: 'p' }) })
  expect(mistakes.map(({ row: at, column }) => [at, column])).toEqual([
    [1, 'day'],
    [2, 'vat'],
  ])
  expect(fields).toMatchObject({
    externalNo: '1',
    partyId: 'p',
    day: '2026-03-01',
    dueDay: null,
    priceMode: 'inclusive',
  })
  expect(fields['lines']).toMatchObject([
    { quantity: '1', unitPrice: '112000', vatClass: 'vatable', account: '4010', discountPercent: null },
    { discountPercent: '10', discountAmount: null, vatClass: 'exempt' },
    {},
  ])
})
