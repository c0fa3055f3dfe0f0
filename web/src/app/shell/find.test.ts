// The items that the palette finds for a role, and their order.
import { cards } from '@talaan/contract/cards.ts'
import { accountants, everyone } from '@talaan/contract/roles.ts'
import { expect, test } from 'vitest'
import { paletteQuery, bestOf, placesFor } from './find.ts'

const pages = [
  { path: '/dashboard', title: 'Dashboard', roles: everyone },
  { path: '/bills', title: 'Bills', roles: everyone },
  { path: '/billsform', title: 'Bills Form', roles: everyone },
  { path: '/invoice/:documentId', title: 'Invoices', roles: everyone },
  { path: '/financialreport', title: 'Financial Reports', roles: accountants },
  { path: '/financialreport/all', title: 'Financial Reports', roles: accountants },
  { path: '/financialreport/balance-sheet', title: 'Financial Reports', roles: accountants },
  { path: '/Documentation', title: 'Documentation', roles: accountants },
]
const titles = (text: string, role: 'user' | 'accountant' = 'user') =>
  bestOf(placesFor(role, pages, cards), text).map(({ group, title }) => `${group}: ${title}`)

test('the search finds the cards and pages of the role, and no others', () => {
  expect(titles('financial')).toEqual([])
  expect(titles('financial', 'accountant')).toEqual([
    'Pages: Financial Reports',
    'Reports: Trial Balance',
    'Reports: Balance Sheet',
  ])
  expect(titles('balance sheet', 'accountant')).toEqual(['Reports: Balance Sheet'])
  expect(titles('balance sheet')).toEqual([])
  expect(titles('loose')).toEqual([])
  expect(titles('documentation', 'accountant')).toEqual(['Pages: Documentation'])
})

test('matches at the start of a title come before matches inside it, and those before the description', () => {
  expect(titles('bill').slice(0, 3)).toEqual(['Forms: Bills', 'Forms: Bills Payment', 'Pages: Bills'])
  expect(titles('pay').slice(0, 2)).toEqual(['Forms: Bills Payment', 'Forms: Collection Receipt'])
  expect(titles('receipt')[0]).toBe('Forms: Collection Receipt')
})

test('all words must match, in any order, ignoring case and accents', () => {
  expect(titles('CASH petty')).toEqual(['Forms: Petty Cash'])
  expect(titles('cásh')).toEqual(['Forms: Petty Cash'])
  expect(titles('petty nowhere')).toEqual([])
})

test('addresses with a parameter are not listed', () => {
  const items = placesFor('accountant', pages, cards)
  expect(items.filter(({ to = '' }) => /[:*]/.test(to))).toEqual([])
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.find(({ to }) => to === '/billsform')?.keys).toBe('n b')
})

test('# searches documents, @ customers and suppliers, > pages and actions', () => {
  expect(paletteQuery('#12')).toEqual({ text: '12', within: 'documents' })
  expect(paletteQuery(' @ bayani ')).toEqual({ text: 'bayani', within: 'parties' })
  expect(paletteQuery('> dark')).toEqual({ text: 'dark', within: 'pagesAndActions' })
  expect(paletteQuery('bayani')).toEqual({ text: 'bayani', within: undefined })
})
