// Options are found by code, by name, and by additional words.
import { accountOption } from '@talaan/contract/account-option.ts'
import { expect, test } from 'vitest'
import { choice, matches } from './choice.ts'

const options = [
  { code: '2010', name: 'Accounts payable - trade' },
  { code: '6050', name: 'Rent' },
  { code: '6060', name: 'Light, water and communication' },
  { code: '6110', name: 'Advertising and delivery (selling)' },
].map(accountOption)
const found = (text: string) => matches(text, options).map(({ value }) => value)

test('an account is found by a Filipino word, after those whose own name has the text', () => {
  expect(found('kuryente')).toEqual(['6060'])
  expect(found('utan')).toEqual(['2010'])
  // 'renta' is a word for rent, 'delivery' is in the name.
  expect(found('r')).toEqual(['6050', '2010', '6060', '6110'])
  expect(found('xyz')).toEqual([])
  expect(found('water light')).toEqual(['6060'])
  expect(found('trade payable')).toEqual(['2010'])
  expect(found('water rent')).toEqual([])
})

test('a word that means exactly one account picks it', () => {
  expect(choice('tubig', options)).toBe('6060')
  expect(choice('6060', options)).toBe('6060')
  expect(choice('l', options)).toBe(null)
  expect(choice('kuryent', [...options, accountOption({ code: '6061', name: 'Electricity' })])).toBe(null)
})
