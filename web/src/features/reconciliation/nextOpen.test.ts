// The next month after one is signed off.
import { expect, test } from 'vitest'
import { nextOpen } from './nextOpen.ts'

const bank = (code: string, months: Record<string, 'signed' | 'changed' | 'ready' | 'open' | 'noStatement'>) => ({
  code,
  label: `Bank ${code}`,
  months: Object.entries(months).map(([month, state]) => ({ month, state })),
})

test('the next month of the same bank, oldest first; then the oldest of another bank; none without a statement', () => {
  const accounts = [
    bank('1031', { '2026-03': 'open', '2026-02': 'ready', '2026-01': 'signed' }),
    bank('1032', { '2026-02': 'noStatement', '2026-01': 'open' }),
  ]
  expect(nextOpen(accounts, '1031')).toEqual({ account: '1031', label: 'Bank 1031', month: '2026-02' })
  expect(nextOpen(accounts, '1032')).toEqual({ account: '1032', label: 'Bank 1032', month: '2026-01' })
  expect(nextOpen(accounts, '1040')).toEqual({ account: '1032', label: 'Bank 1032', month: '2026-01' })
  expect(
    nextOpen([bank('1031', { '2026-01': 'signed', '2026-02': 'noStatement', '2026-03': 'changed' })], '1031'),
  ).toBeUndefined()
})
