// The fixed tables of the portal match the specification exactly: 14 cards, the category pages, 13 form screens.
import { expect, test } from 'vitest'
import { cards, cardsFor, cardTarget, categories, categoryPages, formScreens, opensNewTab } from './cards.ts'
import { accountants, everyone } from './roles.ts'

test('there are 14 portal cards, each with id, category, title, description, buttonText and buttonLink', () => {
  expect(cards).toHaveLength(14)
  expect(new Set(cards.map(({ id }) => id)).size).toBe(14)
  for (const { id, title, description, buttonText } of cards)
    for (const words of [id, title, description, buttonText]) expect(words).toMatch(/\S/)
  expect(cards.map(({ category, buttonLink }) => [category, buttonLink])).toEqual([
    ['Invoice', '/invoiceform'],
    ['Bills', '/billsform'],
    ['Payments', '/paymentform'],
    ['CollectionReceipt', '/collectionreceiptform'],
    ['PettyCash', '/pettycashform'],
    ['BankReconciliation', '/bankreconciliationform'],
    ['LooseLeaf', '/looseleafform'],
    ['ChequeDisbursement', '/chequedisbursementform'],
    ['Deposit', '/depositform'],
    ['Withdrawal', '/withdrawform'],
    ['Transfer', '/transferform'],
    ['Tin', '/customertinform'],
    ['Tin', '/vendortinform'],
    ['Documentation', 'Sample'],
  ])
})

test('the categories are Invoice, Bills, Payments, CollectionReceipt, PettyCash, BankReconciliation, LooseLeaf, ChequeDisbursement, Deposit, Withdrawal, Transfer, Tin and Documentation', () => {
  expect(categories).toHaveLength(13)
  expect(new Set(cards.map(({ category }) => category))).toEqual(new Set(categories))
})

test("Tin has two cards, customer and vendor; Documentation has one, link 'Sample', button View Documentation", () => {
  expect(cards.filter(({ category }) => category === 'Tin').map(({ id }) => id)).toEqual(['customertin', 'vendortin'])
  const documentation = cards.filter(({ category }) => category === 'Documentation')
  expect(documentation).toMatchObject([{ buttonLink: 'Sample', buttonText: 'View Documentation' }])
  expect(documentation.map(cardTarget)).toEqual(['/Documentation/Sample'])
})

test('each role finds only the cards it may open: the accountant all 14, the other roles 11', () => {
  expect(cardsFor('accountant')).toHaveLength(14)
  const hidden = ['bankreconciliation', 'looseleaf', 'documentation']
  for (const role of ['admin', 'user'] as const)
    expect(cardsFor(role)).toEqual(cards.filter(({ id }) => !hidden.includes(id)))
})

test('absolute links open in a new tab, portal links in the same tab', () => {
  expect(opensNewTab('https://forms.example/invoice')).toBe(true)
  expect(opensNewTab('http://forms.example/')).toBe(true)
  for (const card of cards) expect(opensNewTab(cardTarget(card))).toBe(false)
})

test('the category pages are at the addresses of the route table', () => {
  expect(categoryPages.filter(({ roles }) => roles === everyone).map(({ path }) => path)).toEqual([
    '/invoice',
    '/collectionreceipt',
    '/pettycash',
    '/bills',
    '/payments',
    '/chequedisbursement',
    '/deposit',
    '/transfer',
    '/withdraw',
    '/tinregistration',
  ])
  expect(categoryPages.filter(({ roles }) => roles === accountants).map(({ path }) => path)).toEqual([
    '/bankreconciliation',
    '/looseleaf',
  ])
})

test('the 13 form screens have the addresses, titles, descriptions and roles of the table of forms', () => {
  expect(
    formScreens.slice(0, 13).map(({ path, title, description, roles }) => [path, title, description, roles]),
  ).toEqual([
    ['/paymentform', 'Bills Payment Form', 'Please Upload your payment transaction', everyone],
    ['/billsform', 'Bills Form', 'Please Upload your Bills transaction', everyone],
    ['/pettycashform', 'Petty Cash Form', 'Please Upload your Petty Cash transaction', everyone],
    ['/invoiceform', 'Invoice Form', 'Please Upload your Invoice transaction', everyone],
    ['/collectionreceiptform', 'Collection Receipt Form', 'Please Upload your Collection Receipt', everyone],
    ['/withdrawform', 'Withdraw Form', 'Please Upload your Withdraw transaction', everyone],
    ['/transferform', 'Fund Transfer Form', 'Please Record your Fund Transfer transactions', everyone],
    ['/depositform', 'Deposit Form', 'Please Upload your Deposit transaction', everyone],
    [
      '/chequedisbursementform',
      'Cheque Disbursement Form',
      'Please Upload your Cheque Disbursement transaction',
      everyone,
    ],
    ['/bankreconciliationform', 'Bank Reconciliation Form', 'Please Upload SOA for Bank Reconciliation', accountants],
    ['/looseleafform', 'LooseLeaf Form', 'Please Upload your LooseLeaf transaction', accountants],
    ['/customertinform', 'Customer Tin Form', 'Register Customer TIN here', everyone],
    ['/vendortinform', 'Vendor Tin Form', 'Register Vendor or Supplier TIN here', everyone],
  ])
})

test('the forms beyond the table are credit and debit memos, for all roles, and journal vouchers and payroll, for administrators and accountants', () => {
  expect(formScreens.slice(13).map(({ path, roles }) => [path, roles])).toEqual([
    ['/creditmemoform', ['admin', 'accountant', 'user']],
    ['/debitmemoform', ['admin', 'accountant', 'user']],
    ['/journalvoucherform', ['admin', 'accountant']],
    ['/payrollform', ['admin', 'accountant']],
  ])
})

test('the loader is green for most forms and blue for the TIN forms, and the fund transfer form has none', () => {
  const special: Record<string, string | null> = { customertin: 'blue', vendortin: 'blue', transfer: null }
  for (const { frame, loader } of formScreens) expect(loader, frame).toBe(frame in special ? special[frame] : 'green')
})
