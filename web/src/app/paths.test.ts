import { categoryPages, formScreens } from '@talaan/contract/cards.ts'
import { expect, test } from 'vitest'
import { formBehind, paths, withQuery } from './paths.ts'

test('addresses are those of the specification, with parameters in the query', () => {
  const id = '6f1f0b8e-3a65-4d8a-9d6e-0c3f2f4b1a11'
  expect([
    paths.login,
    paths.unauthorized,
    paths.dashboard,
    paths.contact,
    paths.userManagement,
    paths.taxCompliance,
    paths.financialReport,
    paths.transactions,
    paths.import,
    paths.proof(),
    paths.proof('7K2M-9D4Q-0VX'),
    paths.journalVouchers,
    paths.incomeStatement,
    paths.balanceSheet,
    paths.budget,
    paths.monthClose,
    paths.monthEnd,
    paths.documentation,
    paths.documentationSample,
    paths.manual(),
    paths.manual('getting-started'),
    paths.manual('invoices'),
    paths.help('getting-started'),
    paths.help('invoices'),
    ...categoryPages.map((page) => paths.category(page.category)),
    ...formScreens.map((screen) => paths.form(screen.frame)),
    paths.form('customertin', { returnTo: `/invoiceform?draft=${id}`, search: 'ABC & Sons' }),
    paths.document('invoice', id),
    paths.settings(),
    paths.settings('opening'),
    paths.bankStatement(id),
    paths.account('1110', { from: '2026-01-01', to: '2026-03-31' }),
    paths.reconciliation('1031', '2026-03'),
    paths.bankRules('1031'),
    paths.reconciliationStatement('1031', '2026-03'),
  ]).toMatchInlineSnapshot(`
    [
      "/",
      "/unauthorizedAcess",
      "/dashboard",
      "/contact",
      "/userManagement",
      "/taxcompliance",
      "/financialreport",
      "/transactions",
      "/import",
      "/proof",
      "/proof?code=7K2M-9D4Q-0VX",
      "/journalvoucher",
      "/financialreport/income-statement",
      "/financialreport/balance-sheet",
      "/financialreport/budget",
      "/financialreport/close",
      "/financialreport/monthend",
      "/Documentation",
      "/Documentation/Sample",
      "/usermanual",
      "/usermanual",
      "/usermanual?tab=invoices",
      "/userManual",
      "/userManual?tab=invoices",
      "/invoice",
      "/collectionreceipt",
      "/pettycash",
      "/bills",
      "/payments",
      "/chequedisbursement",
      "/deposit",
      "/transfer",
      "/withdraw",
      "/tinregistration",
      "/bankreconciliation",
      "/looseleaf",
      "/paymentform",
      "/billsform",
      "/pettycashform",
      "/invoiceform",
      "/collectionreceiptform",
      "/withdrawform",
      "/transferform",
      "/depositform",
      "/chequedisbursementform",
      "/bankreconciliationform",
      "/looseleafform",
      "/customertinform",
      "/vendortinform",
      "/creditmemoform",
      "/debitmemoform",
      "/journalvoucherform",
      "/payrollform",
      "/customertinform?returnTo=%2Finvoiceform%3Fdraft%3D6f1f0b8e-3a65-4d8a-9d6e-0c3f2f4b1a11&search=ABC+%26+Sons",
      "/invoice/6f1f0b8e-3a65-4d8a-9d6e-0c3f2f4b1a11",
      "/settings",
      "/settings/opening",
      "/bankreconciliation/statements/6f1f0b8e-3a65-4d8a-9d6e-0c3f2f4b1a11",
      "/financialreport/account/1110?from=2026-01-01&to=2026-03-31",
      "/bankreconciliation/1031/2026-03",
      "/bankreconciliation/1031/rules",
      "/bankreconciliation/1031/2026-03/statement",
    ]
  `)
})

test('the return address is always a form of the portal', () => {
  expect(formBehind('/invoiceform?draft=1')).toBe('/invoiceform?draft=1')
  for (const elsewhere of [
    null,
    '',
    '/dashboard',
    '//evil.example/invoiceform',
    'https://evil.example/',
    'javascript:alert(1)',
  ]) {
    expect(formBehind(elsewhere)).toBeUndefined()
  }
})

test('a query keeps its parameters, changes the given ones and drops empty ones', () => {
  expect(withQuery('/invoiceform?draft=1&search=abc', { search: '', party: '2' })).toBe('/invoiceform?draft=1&party=2')
  expect(withQuery('/invoiceform?draft=1', { draft: undefined })).toBe('/invoiceform')
})
