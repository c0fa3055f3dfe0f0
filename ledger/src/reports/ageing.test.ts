// Aging and statements of account: figures in, tables out.
import { expect, test } from 'vitest'
import { ageing } from './ageing.ts'
import { partyStatement } from './party-statement.ts'
import { sumColumn } from './table.ts'

const company = { name: 'Bituin Supply Co.', tinLine: '', address: '' }

test('credits are shown against open items, and parties with neither are left out', () => {
  const table = ageing({
    company,
    side: 'receivable',
    asOf: '2026-03-31',
    parties: [
      { id: 'a', name: 'Lakbay Trading Inc.', ages: [100n, 20n, 0n, 0n, 0n, 5n], credit: 25n },
      { id: 'b', name: 'Nobody Left', ages: [0n, 0n, 0n, 0n, 0n, 0n], credit: 0n },
      { id: 'c', name: 'Paid Ahead', ages: [0n, 0n, 0n, 0n, 0n, 0n], credit: 7n },
    ],
  })
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ['Lakbay Trading Inc.', 100n, 20n, 0n, 0n, 0n, 5n, -25n, 100n],
    ['Paid Ahead', 0n, 0n, 0n, 0n, 0n, 0n, -7n, -7n],
    ['Total', 100n, 20n, 0n, 0n, 0n, 5n, -32n, 93n],
  ])
  expect(sumColumn(table, 'total')).toBe(93n)
  expect(table.rows[0]?.link).toEqual({ to: 'statement', side: 'receivable', party: 'a' })
})

test('a statement runs from the balance brought forward to the closing balance', () => {
  const of = (number: string, kind: 'invoice' | 'collection', amount: bigint) => ({
    day: '2026-03-15',
    document: { id: number, number, kind },
    externalNo: null,
    dueDay: null,
    amount,
  })
  const { rows } = partyStatement({
    company,
    side: 'receivable',
    party: { name: 'Lakbay Trading Inc.' },
    from: '2026-03-01',
    to: '2026-03-31',
    opening: 10n,
    movements: [of('SI-2026-000001', 'invoice', 100n), of('CR-2026-000001', 'collection', -120n)],
  })
  expect(rows.map(({ cells }) => cells.slice(4))).toEqual([
    [null, null, 10n],
    [100n, null, 110n],
    [null, 120n, -10n],
    [100n, 120n, -10n],
  ])
})
