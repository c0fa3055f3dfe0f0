// The roles that may open each page: the specification's route table, address by address.
import { accountants, adminsAndAccountants, everyone, type Role } from '@talaan/contract/roles.ts'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from './app/paths.ts'
import { places } from './routes.tsx'

const id = '6f1f0b8e-3a65-4d8a-9d6e-0c3f2f4b1a11'
const categories = [
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
]
const forms = [
  '/invoiceform',
  '/collectionreceiptform',
  '/pettycashform',
  '/billsform',
  '/paymentform',
  '/chequedisbursementform',
  '/depositform',
  '/transferform',
  '/withdrawform',
  '/customertinform',
  '/vendortinform',
]
const table: readonly { who: readonly Role[]; enter: readonly string[] }[] = [
  {
    who: everyone,
    enter: [
      '/dashboard',
      '/transactions',
      '/tasks/bills',
      '/contact',
      '/usermanual',
      '/userManual',
      ...categories,
      ...forms,
      `/invoice/${id}`,
    ],
  },
  {
    who: accountants,
    enter: [
      '/bankreconciliation',
      `/bankreconciliation/${id}`,
      '/bankreconciliation/1031/2026-03',
      '/bankreconciliation/1031/2026-03/statement',
      '/bankreconciliation/1031/rules',
      `/bankreconciliation/statements/${id}`,
      '/bankreconciliationform',
      '/looseleaf',
      '/looseleafform',
      '/Documentation',
      '/Documentation/Sample',
      '/taxcompliance',
      '/taxcompliance/lists',
      '/taxcompliance/certificates/issued',
      '/taxcompliance/certificates/received',
      '/taxcompliance/certificates/ageing',
      '/financialreport',
      '/financialreport/account/4010',
      '/financialreport/close',
      '/financialreport/monthend',
    ],
  },
  { who: adminsAndAccountants, enter: ['/userManagement', '/journalvoucher', '/journalvoucherform'] },
]

test('each role may open exactly the pages of the specification', () => {
  const routes = places.map(({ path, roles }) => ({ path, handle: roles }))
  const found = (address: string) => matchRoutes(routes, address)?.at(-1)?.route
  const expected = table.flatMap(({ who, enter }) => enter.map((address) => ({ address, who })))
  expect(expected.map(({ address }) => ({ address, who: found(address)?.handle }))).toEqual(expected)

  // The page of a document is for the roles that may open its category.
  for (const { path, roles } of places.filter((place) => place.path.endsWith('/:documentId')))
    expect(roles, path).toEqual(found(path.replace('/:documentId', ''))?.handle)
})

test('the portal has these addresses and no others', () => {
  const open = [paths.login, paths.unauthorized]
  expect([...open, ...places.map(({ path }) => path)].toSorted()).toMatchInlineSnapshot(`
    [
      "/",
      "/Documentation",
      "/Documentation/*",
      "/arrivals",
      "/audittrail",
      "/bankreconciliation",
      "/bankreconciliation/:account/:month",
      "/bankreconciliation/:account/:month/statement",
      "/bankreconciliation/:account/rules",
      "/bankreconciliation/:documentId",
      "/bankreconciliation/statements/:statementId",
      "/bankreconciliationform",
      "/bills",
      "/bills/:documentId",
      "/billsform",
      "/chequedisbursement",
      "/chequedisbursement/:documentId",
      "/chequedisbursementform",
      "/collectionreceipt",
      "/collectionreceipt/:documentId",
      "/collectionreceiptform",
      "/contact",
      "/creditmemoform",
      "/customermail",
      "/customertinform",
      "/dashboard",
      "/debitmemoform",
      "/deposit",
      "/deposit/:documentId",
      "/depositform",
      "/financialreport",
      "/financialreport/account/:code",
      "/financialreport/all",
      "/financialreport/annual",
      "/financialreport/balance-sheet",
      "/financialreport/budget",
      "/financialreport/budget-overview",
      "/financialreport/cash-flow",
      "/financialreport/changes-in-equity",
      "/financialreport/cheques",
      "/financialreport/cheques/postdated",
      "/financialreport/close",
      "/financialreport/compare/:report",
      "/financialreport/completeness",
      "/financialreport/expenses",
      "/financialreport/income-statement",
      "/financialreport/monthend",
      "/financialreport/months",
      "/financialreport/payables",
      "/financialreport/purchases",
      "/financialreport/receivables",
      "/financialreport/sales",
      "/financialreport/why/:report",
      "/import",
      "/invoice",
      "/invoice/:documentId",
      "/invoiceform",
      "/journalvoucher",
      "/journalvoucher/:documentId",
      "/journalvoucherform",
      "/looseleaf",
      "/looseleafform",
      "/notifications",
      "/paymentform",
      "/payments",
      "/payments/:documentId",
      "/payroll",
      "/payroll/:documentId",
      "/payroll/employees",
      "/payroll/lists",
      "/payroll/year",
      "/payrollform",
      "/pettycash",
      "/pettycash/:documentId",
      "/pettycashform",
      "/proof",
      "/questions/:questionId",
      "/recurring",
      "/settings",
      "/settings/:section",
      "/settings/opening",
      "/settings/opening/:documentId",
      "/settings/taxes",
      "/statement/customer/:partyId",
      "/statement/supplier/:partyId",
      "/tasks/:kind",
      "/taxcompliance",
      "/taxcompliance/certificates/ageing",
      "/taxcompliance/certificates/issued",
      "/taxcompliance/certificates/received",
      "/taxcompliance/certificates/received/:documentId",
      "/taxcompliance/confirm",
      "/taxcompliance/einvoices",
      "/taxcompliance/inventory",
      "/taxcompliance/lists",
      "/taxcompliance/reconciliation",
      "/taxcompliance/returns/:duty/:period",
      "/taxcompliance/returns/:duty/:period/:box",
      "/taxcompliance/returns/:duty/:period/:box/why",
      "/tinregistration",
      "/tinregistration/:partyId",
      "/transactions",
      "/transfer",
      "/transfer/:documentId",
      "/transferform",
      "/trust",
      "/unauthorizedAcess",
      "/userManagement",
      "/usermanual",
      "/vendortinform",
      "/withdraw",
      "/withdraw/:documentId",
      "/withdrawform",
    ]
  `)
})

test('an unknown address has no page', () => {
  const routes = places.map(({ path }) => ({ path }))
  for (const address of ['/invoces', '/nowhere/at/all', '/financialreport/account', '/admin'])
    expect(matchRoutes(routes, address)).toBeNull()
})
