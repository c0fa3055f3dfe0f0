// The lines that each return counts, by the registration in force on their date.
import { expect, test } from 'vitest'
import type { Day } from '../core/date.ts'
import { linesOf } from './registrations.ts'
import type { Registration } from './registrations.ts'

/** Registered until 9 March, and again from 22 July. */
const history: Registration[] = [
  { kind: 'vat', value: 'yes', validFrom: '1990-01-01' },
  { kind: 'vat', value: 'no', validFrom: '2025-03-10' },
  { kind: 'vat', value: 'yes', validFrom: '2025-07-22' },
]
const on = (day: Day) => ({ day, reverses: false, document: { day } })
const reversal = (day: Day, documentDay: Day) => ({ day, reverses: true, document: { day: documentDay } })
const [first, second, third, fourth] = [
  { from: '2025-01-01', to: '2025-03-31' },
  { from: '2025-04-01', to: '2025-06-30' },
  { from: '2025-07-01', to: '2025-09-30' },
  { from: '2025-10-01', to: '2025-12-31' },
] as const
const counted = (form: string, period: typeof second | typeof first | typeof third | typeof fourth) => {
  const days = ['2025-03-09', '2025-03-10', '2025-05-10', '2025-07-21', '2025-07-22', '2025-11-10']
  const lines = days.filter((day) => period.from <= day && day <= period.to).map(on)
  return linesOf(form, lines, history).map(({ day }) => day)
}

test('each line counts in the return of the registration on its own date', () => {
  expect([first, second, third, fourth].map((period) => counted('2550Q', period))).toEqual([
    ['2025-03-09'],
    [],
    ['2025-07-22'],
    ['2025-11-10'],
  ])
  expect([first, second, third, fourth].map((period) => counted('2551Q', period))).toEqual([
    ['2025-03-10'],
    ['2025-05-10'],
    ['2025-07-21'],
    [],
  ])
  // Tax withheld has nothing to do with VAT.
  expect(counted('1601-EQ', second)).toEqual(['2025-05-10'])
})

test('a void in a quarter without VAT registration is in no VAT return', () => {
  const lines = [reversal('2025-05-10', '2025-02-10')]
  expect(linesOf('2550Q', lines, history)).toEqual([])
  // The sale was in a VAT return, so that it does not reduce the sales with percentage tax.
  expect(linesOf('2551Q', lines, history)).toEqual([])
  const untaxed = [reversal('2025-05-10', '2025-04-10')]
  expect(linesOf('2551Q', untaxed, history)).toEqual(untaxed)
})
