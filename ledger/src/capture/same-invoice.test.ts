// When two files show the same invoice: each fact is found on both, also where one picture is not read completely.
import { describe, expect, test } from 'vitest'
import type { ReadField } from './names.ts'
import { compareInvoices, invoiceFacts } from './same-invoice.ts'

const printed = {
  sellerName: 'Mabini Print House Inc.',
  sellerTin: '717-011-632-00012',
  number: 'SI-705026',
  day: '2026-05-12',
  total: '7797718',
  vatable: '6962248',
  vat: '835470',
}
type Changed = Partial<Record<keyof typeof printed, string | undefined>>

function facts(changed: Changed = {}, { words = '', unsure = [] as (keyof typeof printed)[] } = {}) {
  const fields = Object.entries({ ...printed, ...changed }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            name: name as ReadField['name'],
            value,
            grade: unsure.some((one) => one === name) ? ('question' as const) : ('labelled' as const),
          },
        ],
  )
  return invoiceFacts(fields, words.split(' '))
}
const verdict = (...[one, other]: Parameters<typeof compareInvoices>) => {
  const { isSame, isSimilar } = compareInvoices(one, other)
  // The order doesn't matter.
  expect(compareInvoices(other, one)).toMatchObject({ isSame, isSimilar })
  return isSame ? 'same' : isSimilar ? 'similar' : 'different'
}

test('an invoice is the same as itself, however its number was read', () => {
  for (const number of ['SI-705026', 'S1-705026', '$1705026', 'si 705026', '705026'])
    expect(verdict(facts(), facts({ number })), number).toBe('same')
})

test.each([
  ['number', { number: 'SI-705027' }, 'similar'],
  ['date', { day: '2026-05-13' }, 'similar'],
  ['amount', { total: '7797818', vatable: '6962337', vat: '835481' }, 'similar'],
  ['branch', { sellerTin: '717-011-632-00013' }, 'similar'],
  ['seller', { sellerTin: '598-127-512-00012' }, 'similar'],
  ['seller and date', { sellerTin: '598-127-512-00012', day: '2026-05-13' }, 'different'],
] as const)('two invoices of which only the %s differs are not the same', (_, changed, expected) => {
  expect(verdict(facts(), facts(changed))).toBe(expected)
})

describe('a fact that was not read by its label', () => {
  test.each([
    ['number', 'No.705026 SI-705026', 'No. SI-705027'],
    ['sellerTin', 'TIN 717-01 1-632-00012', '717-011-632-00013'],
    ['sellerTin', '717 -011 -632 -00012', '717 -011 -632 -00013'],
    ['sellerTin', 'TIN Oey 2-00012', 'TIN Oey 2-00013'],
    ['day', 'May 12, 2026', 'May 13, 2026'],
    ['day', '05/12/2026', '05/12/2025'],
    ['day', '0511272026', '0511372026'],
    ['total', '77.977.18', '77.978.18'],
  ] as const)('%s may be anywhere on the page', (name, same, other) => {
    const whole = name === 'total' ? { vatable: undefined, vat: undefined } : {}
    const unread = (words: string) => facts({ [name]: undefined, ...whole }, { words })
    expect(verdict(facts(whole), unread(same))).toBe('same')
    expect(verdict(facts(whole), unread(other))).not.toBe('same')
    expect(verdict(facts(whole), unread(''))).not.toBe('same')
  })

  test('is not the same because another one is printed, if it was read', () => {
    expect(verdict(facts(), facts({ day: '2026-05-13' }, { words: 'May 12, 2026' }))).toBe('similar')
    expect(verdict(facts(), facts({ day: '2026-05-13' }, { words: 'May 12, 2026', unsure: ['day'] }))).toBe('same')
  })

  test('follows from its parts if it is the total', () => {
    expect(verdict(facts(), facts({ total: undefined }))).toBe('same')
    expect(verdict(facts(), facts({ total: undefined, vat: undefined }))).toBe('same')
    expect(verdict(facts(), facts({ total: undefined, vat: '835471' }))).toBe('similar')
  })
})

test('one digit of a TIN may be misread, but none of the branch', () => {
  expect(verdict(facts(), facts({ sellerTin: '717-011-682-00012' }))).toBe('same')
  expect(verdict(facts(), facts({ sellerTin: undefined }, { words: '17-011-632-00012' }))).toBe('same')
  expect(verdict(facts(), facts({ sellerTin: undefined }, { words: '17-011-632-00013' }))).not.toBe('same')
})

test('a TIN under a stamp on both is the same if its end and the name are', () => {
  const stamped = (words: string, changed: Changed = {}) => facts({ ...changed, sellerTin: undefined }, { words })
  expect(verdict(stamped('TIN 0 2-00012'), stamped('TIN Dry 32-00012', { sellerName: 'Mabini Print Hause Inc' }))).toBe(
    'same',
  )
  for (const other of [
    stamped('TIN 0 2-00013'),
    stamped('TIN 0'),
    stamped('TIN 0 2-00012', { sellerName: 'Perlas OPC' }),
  ])
    expect(verdict(stamped('TIN 0 2-00012'), other)).toBe('similar')
})

test('invoices of one seller with the same amount within a week are similar', () => {
  const other = (day: string) => facts({ number: 'SI-705099', day })
  expect(verdict(facts(), other('2026-05-19'))).toBe('similar')
  expect(verdict(facts(), other('2026-05-20'))).toBe('different')
})
