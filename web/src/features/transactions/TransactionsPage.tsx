// The documents of all types: searched by any word or figure, filtered through the address, totaled and exported.
import { Button, Skeleton, Text } from '@mantine/core'
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { getParty } from '@talaan/contract/parties.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { exportTransactions, listTransactions, maxVouchers, sumTransactions } from '@talaan/contract/transactions.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, callBytes, keyOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import { FilterBox } from '../../app/table/FilterBox.tsx'
import { FilterChips } from '../../app/table/FilterChips.tsx'
import { useTags } from '../../app/table/TagSelects.tsx'
import { useListColumns } from '../../app/table/useListColumns.ts'
import type { DataColumn, Sorted } from '../../ui/DataTable.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { Late } from '../../ui/Late.tsx'
import { later } from '../../ui/later.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { balanceOf } from '../documents/balance.ts'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
import { DocumentRows, RowTools, useDocumentRows } from '../documents/DocumentRows.tsx'
import { SortSelect } from '../documents/SortSelect.tsx'
import { selectColumn, tagsColumn } from '../documents/selectColumn.tsx'
import { Reference } from '../documents/Reference.tsx'
import { count } from '../documents/count.ts'
import { Sums } from '../documents/Sums.tsx'
import lists from '../documents/documents.module.css'
import '../documents/mantine.ts'
import { filterWords, SavedViews } from '../saved-views/SavedViews.tsx'
import { chipOf, filterKeys, filtersOf, openedOn } from './transactionFilters.ts'
import classes from './transactions.module.css'

const FilterPanel = later(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const Vouchers = later(async () => (await import('../documents/Vouchers.tsx')).Vouchers)

export function TransactionsPage() {
  const { passwordDue, role } = useSession()
  const importer = adminsAndAccountants.some((each) => each === role)
  const [address, setAddress] = useSearchParams()
  const today = useCall(portalFacts).data?.today ?? openedOn
  const query = filtersOf(address, today)
  const { order, ascending, ...filters } = query
  const sorted = { order: order ?? 'recorded', ascending: ascending !== undefined }
  const filtered = Object.keys(filters).length > 0
  const [panelOpen, setPanelOpen] = useState(false)

  const pages = useInfiniteQuery({
    queryKey: keyOf(listTransactions, { query }),
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, { query: { ...queryOf(query), after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: !passwordDue,
  })
  const sums = useCall(sumTransactions, { query: queryOf(filters) }, { keepPrevious: true, enabled: !passwordDue })
  const partyId = filters.party
  const tags = useTags()
  const nameOfTag = (id: string) => tags.find((tag) => tag.id === id)?.name
  const party = useCall(getParty, { params: { partyId: partyId ?? '' } }, { enabled: partyId !== undefined })
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.documents), [pages.data])
  // The totals are above the rows, so if they rendered later, they would push the rows down. The key makes React mount
  // new rows instead of moving those of the skeleton.
  const list = useListColumns('transactions', columns, !passwordDue)
  const waits = rows === undefined || sums.isLoading || list.isLoading
  const shown = useDocumentRows({ list, rows, pages, of: filters })

  const change = (changed: Record<string, string | undefined>) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [key, value] of Object.entries(changed)) {
          if (value === undefined || value === '') next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )

  const sort = ({ order: by, ascending: up }: Sorted) =>
    change({ order: by === 'recorded' ? undefined : by, ascending: up ? 'yes' : undefined })

  const box = useRef<HTMLInputElement>(null)
  const toSearch = () => box.current?.focus()
  useScreenKeys('Transactions', [
    ...shown.keys,
    { keys: '/', does: 'Filter all transactions', run: toSearch },
    { keys: 'f', does: 'Show or hide filters', run: () => setPanelOpen(!panelOpen) },
    { keys: 'Esc', does: 'Clear the filter text' },
  ])

  const found = sums.data?.kinds.reduce((count, { documents }) => count + documents, 0)
  return (
    <>
      <PageTitle
        action={
          importer && (
            <Button component={Link} to={paths.import} variant="default">
              Import
            </Button>
          )
        }
      >
        Transactions
      </PageTitle>
      <section className={`${lists.list} ${classes.page}`} aria-label="All transactions">
        <div className={lists.tools}>
          <FilterBox
            ref={box}
            label="Filter all transactions"
            placeholder="Filter by word, number or amount"
            value={filters.search ?? ''}
            onFilter={(search) => change({ search })}
            onDown={shown.enter}
          />
          <div className={lists.sorting}>
            <SortSelect columns={columns} sorted={sorted} onSort={sort} />
          </div>
          <Button
            variant="default"
            size="sm"
            aria-expanded={panelOpen}
            aria-controls="transaction-filters"
            onClick={() => setPanelOpen(!panelOpen)}
          >
            Filters
          </Button>
          <SavedViews under={paths.transactions} words={filterWords} className={lists.saved} />
          <RowTools {...shown} />
          <FileButtons
            label="Export results"
            fetch={(format) =>
              callBytes(exportTransactions, { params: { format }, query: query as Record<string, string> })
            }
          />
        </div>
        <div id="transaction-filters" hidden={!panelOpen}>
          {panelOpen && (
            <Suspense fallback={null}>
              <FilterPanel
                address={address}
                filters={query}
                people={sums.data?.people ?? []}
                party={party.data?.party}
                onChange={change}
              />
            </Suspense>
          )}
        </div>
        <FilterChips
          filters={filterKeys.flatMap((key) => {
            const value = filters[key]
            return value === undefined
              ? []
              : [{ key, words: chipOf(key, value, { party: party.data?.party.name, tag: nameOfTag(value) }) }]
          })}
          onRemove={(key) => change({ [key]: undefined })}
          onClear={() => setAddress({ ...(order && { order }), ...(ascending && { ascending }) }, { replace: true })}
        />
        {!waits && sums.data && sums.data.kinds.length > 0 && (
          <div className={classes.sums} aria-busy={sums.isPlaceholderData}>
            <Totals title={`${count(found ?? 0)} found`} sums={sums.data.kinds} />
            {(found ?? 0) <= maxVouchers && (
              <Suspense fallback={<Skeleton h={36} w={150} />}>
                <Vouchers label="All vouchers (ZIP)" ids={() => idsOf(query)} />
              </Suspense>
            )}
          </div>
        )}
        {waits ? (
          <div className={lists.empty}>
            {pages.isError ? (
              <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
            ) : (
              <Late label="Loading transactions">
                <SkeletonRows />
              </Late>
            )}
          </div>
        ) : rows.length === 0 ? (
          <div className={lists.empty}>
            <Text>
              {filtered
                ? 'No transactions match these filters. Remove a filter, or clear all filters.'
                : 'No transactions yet. Start with a form in the menu.'}
            </Text>
          </div>
        ) : (
          <DocumentRows
            key="rows"
            label="Transactions"
            shown={shown}
            sorted={sorted}
            onSort={sort}
            onEscape={() => {
              change({ search: undefined })
              toSearch()
            }}
          />
        )}
      </section>
    </>
  )
}

/** The schemas of the call parsed the address, so the result is valid input for the call. */
const queryOf = (filters: ReturnType<typeof filtersOf>) => filters as Record<string, never>

async function idsOf(query: ReturnType<typeof filtersOf>): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await call(listTransactions, { query: { ...queryOf(query), after } })
    ids.push(...page.documents.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined && ids.length < maxVouchers)
  return ids.slice(0, maxVouchers)
}

/** As many totals as fit on one line; the user can show all of them. */
function Totals(props: ComponentProps<typeof Sums>) {
  const [areAllShown, setAllShown] = useState(false)
  return (
    <>
      <div className={classes.line} data-all={areAllShown || undefined}>
        <Sums {...props} />
      </div>
      {props.sums.length > 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? 'Fewer totals' : 'All totals'}
        </Button>
      )}
    </>
  )
}

const columns: DataColumn<DocumentRow>[] = [
  selectColumn,
  {
    key: 'number',
    title: 'Number',
    order: 'recorded',
    nowrap: true,
    card: 'heading',
    stays: 'shown',
    cell: (row) => (
      <>
        <a href={paths.document(row.kind, row.id)} className={lists.number}>
          {row.number}
        </a>
        <span className={classes.kind}>{documentWords[row.kind].words.title}</span>
      </>
    ),
  },
  { key: 'day', title: 'Date', card: 'bare', nowrap: true, order: 'day', cell: (row) => formatDay(row.day) },
  {
    key: 'party',
    title: 'Party or account',
    card: 'bare',
    order: 'party',
    ascendsFirst: true,
    // The last digits distinguish accounts, so names are shortened at the start.
    cell: ({ partyName, accountFrom, accountTo }) =>
      partyName === null ? (
        [accountFrom, accountTo].filter((name) => name !== null).join(' → ')
      ) : (
        <span className={lists.party} title={partyName}>
          {partyName}
        </span>
      ),
  },
  { key: 'tin', title: 'TIN', nowrap: true, isExtra: true, cell: (row) => row.partyTin },
  { key: 'purpose', title: 'Description', isExtra: true, cell: (row) => row.purpose },
  {
    key: 'externalNo',
    title: 'Reference no.',
    cell: (row) => (row.externalNo !== null || row.attachments > 0) && <Reference row={row} />,
  },
  {
    key: 'due',
    title: 'Due',
    nowrap: true,
    order: 'due',
    card: 'none',
    cell: (row) => row.dueDay !== null && formatDay(row.dueDay),
  },
  { key: 'total', title: 'Total', figure: true, order: 'total', card: 'amount', cell: (row) => formatMoney(row.total) },
  { key: 'open', title: 'Balance', figure: true, cell: balanceOf },
  {
    key: 'status',
    title: 'Status',
    card: 'bare',
    nowrap: true,
    order: 'status',
    cell: (row) => <DocumentBadge row={row} />,
  },
  tagsColumn,
  { key: 'recordedBy', title: 'Recorded by', nowrap: true, isExtra: true, cell: (row) => row.recordedBy },
]
