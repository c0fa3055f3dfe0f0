// Expected certificates by age: figures in, a table out.
import { expect, test } from 'vitest'
import { certificateAgeing } from './certificate-ageing.ts'

test('customers are listed with their expected certificates, and those without any are left out', () => {
  const { rows, columns, period } = certificateAgeing({
    company: { name: 'Bituin Supply Co.', tinLine: '', address: '' },
    asOf: '2026-05-05',
    customers: [
      { id: 'a', name: 'Lakbay Trading Inc.', ages: [5n, 10n, 0n, 0n, 0n, 20n] },
      { id: 'b', name: 'All In', ages: [0n, 0n, 0n, 0n, 0n, 0n] },
    ],
  })
  expect(period).toBe('As of 5 May 2026')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Lakbay Trading Inc.', 5n, 10n, 0n, 0n, 0n, 20n, 35n],
    ['Total', 5n, 10n, 0n, 0n, 0n, 20n, 35n],
  ])
  expect(rows[0]?.link).toEqual({ to: 'statement', side: 'receivable', party: 'a' })
  expect(columns).toHaveLength(8)
})
