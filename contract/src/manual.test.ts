// The manual and the form screens agree: the help of a form opens an existing tab, which links back to the form.
import { expect, test } from 'vitest'
import { formScreens } from './cards.ts'
import { defaultManualTab, manualPassagesFound, manualTabOf, manualTabs, manualTabsFound } from './manual.ts'

test('the manual tab of every form screen exists', () => {
  const tabs: string[] = manualTabs.map(({ tab }) => tab)
  expect(formScreens.length).toBeGreaterThanOrEqual(13)
  for (const { title, manualTab } of formScreens) expect(tabs, title).toContain(manualTab)
})

test('every tab but the first links to the form screen that links to it', () => {
  const pairs = manualTabs.slice(1).map(({ tab, form }) => [tab, form])
  expect(pairs).toHaveLength(9)
  for (const [tab, form] of pairs) expect(formScreens.find(({ frame }) => frame === form)?.manualTab).toBe(tab)
})

test('the tabs are those of the specification, after Getting started', () => {
  expect(manualTabs.map(({ tab }) => tab)).toEqual([
    'getting-started',
    'invoices',
    'collectionreceipts',
    'pettycash',
    'bills',
    'billspayments',
    'chequedisbursement',
    'deposits',
    'transfers',
    'withdrawals',
  ])
})

test('an address without a tab, or with an unknown one, shows Getting started', () => {
  expect(manualTabOf(null)).toBe(defaultManualTab)
  expect(manualTabOf('Invoices')).toBe(defaultManualTab)
  expect(manualTabOf('bills').label).toBe('Bills')
})

test('the search filters tabs by label, case-insensitively', () => {
  expect(manualTabsFound('  bILLs ').map(({ tab }) => tab)).toEqual(['bills', 'billspayments'])
  expect(manualTabsFound('')).toHaveLength(manualTabs.length)
  expect(manualTabsFound('payroll')).toEqual([])
})

const passages = [
  { tab: 'invoices', section: 'Void an invoice', text: 'A recorded invoice cannot be changed. Void it with a reason.' },
  { tab: 'transfers', section: 'Foreign transfers', text: 'The currency is that of the source account.' },
  { tab: 'getting-started', section: 'Attach files', text: 'Drop a scan here. An invoice may have ten.' },
] as const

test.for([
  ['invoice', ['Void an invoice', 'Attach files']],
  ['DELETE', ['Void an invoice']],
  ['cancel invoice', ['Void an invoice']],
  ['dollars', ['Foreign transfers']],
  ['urren', []],
  ['payroll', []],
  [' ', []],
] as const)('the search for %j finds the sections with these words or synonyms of them', ([typed, sections]) => {
  expect(manualPassagesFound(typed, passages).map(({ section }) => section)).toEqual(sections)
})
