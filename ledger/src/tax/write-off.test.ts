import { expect, test } from 'vitest'
import { writeOffConsequences, writeOffLines } from './write-off.ts'

const invoice = {
  documentId: 'a',
  number: 'SI-2026-000001',
  customer: 'Lakbay Trading Inc.',
  day: '2026-09-15',
  open: 112_000_00n,
  vat: 12_000_00n,
}
const shown = (deducted: boolean) =>
  writeOffLines({ ...invoice, deducted }).map(({ account, debit, credit, settles }) => [
    account,
    debit,
    credit,
    settles,
  ])

test('a write-off takes the VAT deducted in box 35 from account 2115, and the rest is the loss', () => {
  expect(shown(true)).toEqual([
    ['6170', 100_000_00n, 0n, null],
    ['2115', 12_000_00n, 0n, null],
    ['1110', 0n, 112_000_00n, 'a'],
  ])
  expect(shown(false)).toEqual([
    ['6170', 112_000_00n, 0n, null],
    ['1110', 0n, 112_000_00n, 'a'],
  ])
  const said = writeOffConsequences({ ...invoice, deducted: true })
  expect(said.vat).toContain('12,000.00 was deducted in box 35 and stays deducted')
  expect(said.incomeTax).toContain('The loss of 100,000.00')
  expect(writeOffConsequences({ ...invoice, deducted: false }).incomeTax).toContain('The loss of 112,000.00')
})
