// The next document of a template: its dates, its numbers and its placeholders.
import { expect, test } from 'vitest'
import { filledIn, occurrenceFields, refusedAsTemplate } from './occurrence.ts'

const rent = {
  partyId: 'x',
  nature: 'invoice',
  externalNo: 'OR 4411',
  creditOf: null,
  day: '2026-10-31',
  dueDay: '2026-11-30',
  advances: [{ documentId: 'a', amount: '100' }],
  vatPrinted: '600000',
  lines: [{ description: 'Rent of {month} {year}', amount: '5600000' }],
  memo: '',
}

test('the next bill has its own dates, no number and no advance of the first one', () => {
  expect(occurrenceFields('bill', rent, { day: '2026-11-30' })).toEqual({
    partyId: 'x',
    nature: 'invoice',
    externalNo: '',
    creditOf: null,
    day: '2026-11-30',
    dueDay: '2026-12-30',
    advances: [],
    lines: [{ description: 'Rent of November 2026', amount: '5600000' }],
    memo: '',
  })
  const numbered = occurrenceFields('bill', rent, { day: '2026-11-30', number: 'RENT {year}-{mm}' })
  expect(numbered.externalNo).toBe('RENT 2026-11')
})

test('a cheque and the reversal of a voucher keep their distance from the date', () => {
  const cheque = { chequeNo: '000123', day: '2026-10-01', chequeDay: '2026-10-15' }
  expect(occurrenceFields('cheque', cheque, { day: '2026-11-02', number: '9' })).toEqual({
    chequeNo: '',
    day: '2026-11-02',
    chequeDay: '2026-11-16',
  })
  const accrual = { reference: 'A', day: '2026-10-31', reverseOn: '2026-11-01' }
  expect(occurrenceFields('journalvoucher', accrual, { day: '2026-11-30' })).toMatchObject({
    reference: '',
    reverseOn: '2026-12-01',
  })
})

test('placeholders are filled in at any depth, and other values stay', () => {
  expect(filledIn({ a: ['{mm}/{year}', 5n, null], b: '{week}' }, '2026-02-03')).toEqual({
    a: ['02/2026', 5n, null],
    b: '{week}',
  })
})

test.each([
  ['bill', rent, null],
  ['bill', { ...rent, nature: 'credit' }, 'credit'],
  ['cheque', { pays: 'bills', rows: [] }, 'pays other documents'],
  ['cheque', { pays: 'direct', rows: [] }, null],
  ['pettycash', { advance: 'x' }, 'advance'],
  ['journalvoucher', { lines: [{ settles: 'x' }] }, 'settles'],
  ['journalvoucher', { revalues: true, lines: [] }, 'revalues'],
  ['journalvoucher', { revalues: false, reverses: null, lines: [{ settles: null }] }, null],
  ['opening', {}, 'cannot be repeated'],
] as const)('a %s with %o is repeated unless it refers to other documents', (kind, fields, why) => {
  const refused = refusedAsTemplate(kind, fields)
  if (why === null) expect(refused).toBeNull()
  else expect(refused).toContain(why)
})
