// All transactions of every type: searched by any word or figure, filtered in the address, totalled and exported.
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
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, callBytes, keyOf, useCall } from '../../app/api.ts'
import { fromList } from '../../app/listBehind.ts'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { widthIn } from '../../app/table/arranged.ts'
import { headingsOf } from '../../app/table/headings.tsx'
import { ColumnsMenu } from '../../app/table/ColumnsMenu.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import { FilterBox } from '../../app/table/FilterBox.tsx'
import { FilterChips } from '../../app/table/FilterChips.tsx'
import { useTags } from '../../app/table/TagSelects.tsx'
import splitClasses from '../../app/table/split.module.css'
import { SplitToggle } from '../../app/table/SplitToggle.tsx'
import { useSplit } from '../../app/table/useSplit.ts'
import { useListColumns } from '../../app/table/useListColumns.ts'
import { rowInFocus, selectingIn, selectionKeys, useSelection } from '../../app/table/useSelection.ts'
import { type DataColumn, DataTable, moveRow, type Sorted } from '../../ui/DataTable.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { Late } from '../../ui/Late.tsx'
import { later } from '../../ui/later.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { balanceOf } from '../documents/balance.ts'
import { DocumentBadge } from '../documents/DocumentBadge.tsx'
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

const DocumentBeside = later(async () => (await import('../documents/DocumentBeside.tsx')).DocumentBeside)
const FilterPanel = later(async () => (await import('./FilterPanel.tsx')).FilterPanel)
const Vouchers = later(async () => (await import('../documents/Vouchers.tsx')).Vouchers)
const SelectionBar = later(async () => (await import('../documents/SelectionBar.tsx')).SelectionBar)

export function TransactionsPage() {
  const { passwordDue, role } = useSession()
  const importer = adminsAndAccountants.some((each) => each === role)
  const [address, setAddress] = useSearchParams()
  const today = useCall(portalFacts).data?.today ?? openedOn
  const query = filtersOf(address, today)
  const { order, ascending, ...filters } = query
  const sorted = { order: order ?? 'recorded', ascending: ascending !== undefined }
  const filtered = Object.keys(filters).length > 0
  const go = useNavigate()
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
  // The totals are above the rows: rendered later they would push them down. The key makes React mount new
  // rows instead of moving those of the skeleton.
  const list = useListColumns('transactions', columns, !passwordDue)
  const waits = rows === undefined || sums.isLoading || list.isLoading
  const selection = useSelection(rows ?? [], JSON.stringify(filters))

  const split = useSplit(list, rows ?? [])

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

  const table = useRef<HTMLTableElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const down = () => {
    if (!moveRow(table.current, 1) && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
  }
  const toSearch = () => box.current?.focus()
  useScreenKeys('Transactions', [
    { keys: 'j', does: 'Next row', run: down },
    { keys: 'k', does: 'Previous row', run: () => void moveRow(table.current, -1) },
    { keys: 'Enter', does: 'Open row' },
    {
      keys: 'x',
      does: 'Select or deselect the row (or press Space)',
      run: () => selection.toggle(rowInFocus(table.current)),
    },
    ...selectionKeys,
    ...(split.isWide ? [{ keys: 'v', does: 'Show or hide the document beside the list', run: split.toggle }] : []),
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
            onDown={() => void moveRow(table.current, 1)}
          />
          <div className={lists.sorting}>
            <SortSelect orders={['recorded', 'day', 'due', 'total']} sorted={sorted} onSort={sort} />
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
          <SplitToggle isSplit={split.isSplit} onToggle={split.toggle} />
          {!split.shown && (
            <ColumnsMenu
              columns={list.columns}
              isArranged={list.isArranged}
              onArrange={list.arrange}
              onReset={list.reset}
              widthOf={(key) => widthIn(table.current, key)}
            />
          )}
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
              <FilterPanel address={address} filters={query} people={sums.data?.people ?? []} onChange={change} />
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
          <div key="rows" {...(split.shown && { className: splitClasses.split, 'data-split': true })}>
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows inside have links for the keyboard */}
            <div {...split.rows}>
              {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys and clicks of the rows inside */}
              <div {...selectingIn(selection)} aria-busy={pages.isPlaceholderData}>
                <DataTable
                  ref={table}
                  label="Transactions"
                  columns={list.shown}
                  heading={headingsOf(list, selection)}
                  rows={rows}
                  rowKey={(row) => row.id}
                  sorted={sorted}
                  onSort={sort}
                  faded={(row) => row.status === 'void'}
                  picked={(row) => selection.has(row.id)}
                  current={split.isShown}
                  onOpen={(row) => {
                    const opened = addressOf(row)
                    void go(opened, { state: fromList('Transactions', rows.map(addressOf), opened) })
                  }}
                  onEscape={() => {
                    change({ search: undefined })
                    toSearch()
                  }}
                />
                {pages.hasNextPage && (
                  <div className={lists.more}>
                    <Button
                      variant="default"
                      onClick={() => void pages.fetchNextPage()}
                      loading={pages.isFetchingNextPage}
                    >
                      Load more
                    </Button>
                  </div>
                )}
              </div>
            </div>
            {split.shown && (
              <Suspense fallback={<div />}>
                <DocumentBeside
                  documentId={split.shown.id}
                  state={fromList('Transactions', rows.map(addressOf), addressOf(split.shown))}
                />
              </Suspense>
            )}
          </div>
        )}
        {selection.rows.length > 0 && (
          <Suspense fallback={null}>
            <SelectionBar rows={selection.rows} onClear={selection.clear} />
          </Suspense>
        )}
      </section>
    </>
  )
}

/** The address was parsed by the schemas of the call, so the result is valid input for it. */
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

/** As many totals as fit on one line; all of them if asked for. */
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

const addressOf = ({ kind, id }: DocumentRow) => paths.document(kind, id)

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
    cell: (row) => row.partyName ?? [row.accountFrom, row.accountTo].filter((name) => name !== null).join(' → '),
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
  { key: 'status', title: 'Status', card: 'bare', nowrap: true, cell: (row) => <DocumentBadge row={row} /> },
  tagsColumn,
  { key: 'recordedBy', title: 'Recorded by', nowrap: true, isExtra: true, cell: (row) => row.recordedBy },
]
