// The files and first calls of each page. The build passes the list to the server, which writes both into the requested
// page, so that they load together with the portal instead of after it. A page that is not in the list still works, but
// loads more slowly.
import { listAccounts } from '@talaan/contract/accounts.ts'
import { listBookmarks } from '@talaan/contract/bookmarks.ts'
import { categoryPages, formScreens, documentTypesIn } from '@talaan/contract/cards.ts'
import { listMonths } from '@talaan/contract/closing.ts'
import { getDocument, listDocuments, listDrafts, recordersOf } from '@talaan/contract/documents.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { addressOf, type Endpoint } from '@talaan/contract/endpoint.ts'
import { getListSettings } from '@talaan/contract/list-settings.ts'
import { viewOverview } from '@talaan/contract/overview.ts'
import { firstListed, listParties } from '@talaan/contract/parties.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { listRecurring } from '@talaan/contract/recurring.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { accountants, adminsAndAccountants, everyone, type Role } from '@talaan/contract/roles.ts'
import { dashboard } from '@talaan/contract/session.ts'
import { getSettings } from '@talaan/contract/settings.ts'
import { tagKinds } from '@talaan/contract/tag-kinds.ts'
import { listTags } from '@talaan/contract/tags.ts'
import { listTasks } from '@talaan/contract/tasks.ts'
import { listTransactions, sumTransactions } from '@talaan/contract/transactions.ts'
import { viewTrust } from '@talaan/contract/trust.ts'
import { listUsers } from '@talaan/contract/users.ts'
import { paths } from './paths.ts'

export type First = {
  /** As in routes.tsx. */
  path: string
  roles: readonly Role[]
  /** Below web/src. */
  files: readonly string[]
  calls: readonly { address: string; polls: boolean }[]
}

type Words = Record<string, string>
const asks = (
  { path, activity, access }: Pick<Endpoint, 'path' | 'activity' | 'access'>,
  params: Words = {},
  query: Words = {},
) => ({
  address: addressOf({ path }, params, query).replaceAll('%7B', '{').replaceAll('%7D', '}'),
  polls: !activity && access !== 'open',
})

const session = asks(dashboard)
const bookmarks = asks(listBookmarks)
const facts = asks(portalFacts)
const lists = [asks(getListSettings), asks(listTags)]
const last = '{}'
/** Filters by amount are missing here: the address has amounts as typed, so such a page makes its call later. */
const filters = wordsOf('search', 'kinds', 'status', 'from', 'to', 'party', 'recordedBy', 'files', 'open', ...tagKinds)

const listFilters = wordsOf('search', 'status', 'from', 'to', ...tagKinds, 'order', 'ascending')

export const firsts: readonly First[] = [
  page(paths.dashboard, everyone, ['dashboardPanels.tsx'], [bookmarks, asks(listTasks), asks(viewOverview)]),
  ...categoryPages.map(({ path, roles, category }) => {
    const kinds = documentTypesIn(category)
    if (category === 'Tin')
      return page(
        path,
        roles,
        ['features/parties/PartyList.tsx'],
        [asks(listParties, {}, { search: '{search}', limit: `${firstListed}` }), bookmarks],
      )
    const [leading] = kinds
    const drafts =
      leading === undefined || !recordersOf(leading).includes('user') ? [] : [asks(listDrafts, {}, { kind: leading })]
    const documents = [...kinds.map((kind) => asks(listDocuments, {}, { kind, ...listFilters })), ...drafts]
    return page(path, roles, kinds.length > 0 ? ['features/documents/DocumentList.tsx'] : [], [
      ...documents,
      ...(kinds.length > 0 ? lists : []),
      bookmarks,
    ])
  }),
  ...categoryPages
    .filter(({ category }) => documentTypesIn(category).length > 0)
    .map(({ path, roles }) =>
      page(
        `${path}/:documentId`,
        roles,
        ['features/documents/DocumentPage.tsx'],
        [asks(getDocument, { documentId: last }), asks(getRelated, { documentId: last })],
      ),
    ),
  ...formScreens.map(({ path, roles }) => page(path, roles, ['features/forms/FormPage.tsx'], [facts])),
  page(
    paths.financialReport,
    accountants,
    ['features/reports/StatementPages.tsx'],
    [facts, asks(viewReport, { report: 'trial-balance' }, { period: '{period}', asOf: '{asOf}' })],
  ),
  page(
    paths.account(':code').replace('%3A', ':'),
    accountants,
    ['features/reports/AccountEntriesPage.tsx'],
    [
      facts,
      asks(
        viewReport,
        { report: 'account-entries' },
        { account: last, period: '{period}', from: '{from}', to: '{to}', ...wordsOf(...tagKinds) },
      ),
    ],
  ),
  page(paths.completeness(), accountants, ['features/closing/CompletenessPage.tsx'], [asks(listMonths)]),
  page(paths.monthClose, accountants, ['features/closing/ClosingPage.tsx'], [asks(listMonths)]),
  page(
    paths.transactions,
    everyone,
    ['features/transactions/TransactionsPage.tsx'],
    [
      asks(listTransactions, {}, { ...filters, order: '{order}', ascending: '{ascending}' }),
      asks(sumTransactions, {}, filters),
      ...lists,
    ],
  ),
  page(
    paths.balanceSheet,
    accountants,
    ['features/reports/StatementPages.tsx'],
    [
      facts,
      asks(viewReport, { report: 'balance-sheet' }, { period: '{period}', asOf: '{asOf}', compare: '{compare}' }),
    ],
  ),
  page(paths.incomeStatement, accountants, ['features/reports/StatementPages.tsx'], [facts]),
  ...[paths.receivables, paths.payables].map((path) =>
    page(path, accountants, ['features/reports/PartyPages.tsx'], [facts]),
  ),
  page(
    paths.settings('opening'),
    adminsAndAccountants,
    ['features/settings/OpeningPage.tsx'],
    [asks(getSettings), facts],
  ),
  ...[paths.settings(), `${paths.settings()}/:section`].map((path) =>
    page(path, adminsAndAccountants, ['features/settings/SettingsPage.tsx'], [asks(getSettings)]),
  ),
  page(paths.trust, adminsAndAccountants, ['features/trust/TrustPage.tsx'], [asks(viewTrust)]),
  page(
    paths.userManagement,
    adminsAndAccountants,
    ['features/users/UsersPage.tsx'],
    [facts, asks(listUsers, {}, { company: '{company}' })],
  ),
  page(paths.recurring(), everyone, ['features/recurring/RecurringPage.tsx'], [asks(listRecurring)]),
  page(paths.contact, everyone, ['features/contact/ContactPage.tsx'], [facts]),
  page(
    paths.manual(),
    everyone,
    ['features/manual/ManualPage.tsx', 'features/manual/chapters/getting-started.tsx'],
    [],
  ),
  ...[paths.documentation, `${paths.documentation}/:part`].map((path) =>
    page(path, accountants, ['features/manual/documentation/DocumentationPage.tsx'], [asks(listAccounts)]),
  ),
]

function wordsOf(...keys: string[]): Words {
  return Object.fromEntries(keys.map((key) => [key, `{${key}}`]))
}

function page(path: string, roles: First['roles'], files: First['files'], calls: First['calls']): First {
  return { path, roles, files, calls: [session, ...calls] }
}
