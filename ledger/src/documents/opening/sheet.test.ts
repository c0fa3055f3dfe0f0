// Typed, pasted or imported cells become documents, or errors at their cell.
import { expect, test } from 'vitest'
import { emptyBalance, emptyItem, itemAccountOf, readSheet, sheetFromCells, sidesOf } from './sheet.ts'
import type { OpeningSheet } from './sheet.ts'

const lakbay = '11111111-1111-4111-8111-111111111111'
const given = {
  today: '2026-03-20',
  partyOf: (text: string) => (text === 'Lakbay' ? { id: lakbay } : { mistake: `Nobody is called ${text}.` }),
}
const invoice = { ...emptyItem, account: '1110', party: 'Lakbay', number: 'si-9', day: '10/02/2026', amount: '56,000' }
const sheet = (like: Partial<OpeningSheet>): OpeningSheet => ({ day: '2026-03-01', rows: [], items: [], ...like })

test('each open item is a document of its own, and the balances are one document; open-item accounts are only compared', () => {
  const rows = [
    { ...emptyBalance, account: '1031 Isla Bank', debit: '44,000.00' },
    { ...emptyBalance, account: '1110', debit: '56,000.00' },
    { ...emptyBalance, account: '3010', debit: '(100,000)' },
    { ...emptyBalance, account: '4010', debit: '0.00', credit: '0.00' },
    emptyBalance,
  ]
  const { documents, mistakes, debits, credits } = readSheet(
    sheet({ rows, items: [{ ...invoice, day: '10 Feb 2026' }, emptyItem] }),
    given,
  )
  expect(mistakes).toEqual([])
  expect(documents).toEqual([
    {
      fields: {
        day: '2026-03-01',
        item: { account: '1110', partyId: lakbay, number: 'SI-9', day: '2026-02-10', dueDay: null, amount: '5600000' },
      },
      rows: null,
      item: 0,
      amount: 5_600_000n,
    },
    {
      fields: {
        day: '2026-03-01',
        rows: [
          { account: '1031', debit: '4400000', credit: '0', foreign: null },
          { account: '3010', debit: '0', credit: '10000000', foreign: null },
        ],
      },
      rows: [0, 2],
      item: null,
      amount: 4_400_000n,
    },
  ])
  expect(debits - credits).toBe(0n)
})

test('errors name their cell', () => {
  const rows = [
    { ...emptyBalance, account: '1110', debit: '60,000' },
    { ...emptyBalance, account: '1031', debit: 'much' },
  ]
  const wrong = { ...invoice, day: '10 Feb 2026' }
  const { mistakes } = readSheet(
    sheet({ day: '', rows, items: [wrong, { ...wrong, party: 'Nemo', day: '', account: 'x', amount: '' }, wrong] }),
    given,
  )
  expect(mistakes.map(({ path }) => path.join('.'))).toEqual([
    ...['day', 'items.1.account', 'items.1.party', 'items.1.day', 'items.1.amount', 'items.2.number'],
    ...['rows.1.debit', 'rows.0.debit'],
  ])
  expect(mistakes.at(-1)?.message).toBe(
    'The balance of 1110 is 60,000.00 in this row, but the total of its open items below is 112,000.00. List each receivable, or correct the balance.',
  )
})

test('items without a balance row count on the normal side of their account', () => {
  expect(sidesOf(sheet({ items: [invoice, { ...invoice, account: 'Payable', amount: '1,000' }] }))).toEqual({
    debits: 5_600_000n,
    credits: 100_000n,
  })
})

test('files of other programs are recognized by their headers or first cells', () => {
  const trial = [
    ['Old Books Inc.'],
    ['Account', 'Account name', 'Dr', 'Cr'],
    ['1031', 'Bank', '5', ''],
    ['Total', '', '5', '5'],
  ]
  expect(sheetFromCells(trial).rows).toEqual([{ ...emptyBalance, account: '1031', debit: '5' }])
  expect(
    sheetFromCells([
      ['1031', 'Bank', '5', ''],
      ['3010', '', '', '5'],
    ]).rows,
  ).toEqual([
    { ...emptyBalance, account: '1031', debit: '5' },
    { ...emptyBalance, account: '3010', credit: '5' },
  ])
  const open = [
    ['Type', 'Customer', 'Invoice no.', 'Invoice date', 'Due date', 'Balance'],
    ['Receivable', 'Lakbay', '9', '2026-02-10', '', '56,000.00'],
  ]
  const read = {
    account: 'Receivable',
    party: 'Lakbay',
    number: '9',
    day: '2026-02-10',
    dueDay: '',
    amount: '56,000.00',
  }
  expect(sheetFromCells(open).items).toEqual([read])
  expect(sheetFromCells([['Receivable', 'Lakbay', '9', '2026-02-10', '', '56,000.00']]).items).toEqual([read])
})

test('an open-item account is recognized by its name only, not by words the program adds', () => {
  for (const text of ['AR', 'invoices', 'Advance from customer', '1110 Receivables'])
    expect(itemAccountOf(text)).toBeDefined()
  for (const text of ['__proto__', 'constructor', 'toString', 'rent']) expect(itemAccountOf(text)).toBeUndefined()
})
