// The documents of a category, newest first. Search and status are part of the address, so that a view can be saved.
import { Button, NativeSelect, Text, Title } from '@mantine/core'
import {
  type DocumentRow,
  listDocuments,
  listDrafts,
  paidTypes,
  recordersOf,
  type StateFilter,
  stateFilterWords,
} from '@talaan/contract/documents.ts'
import { sumTransactions } from '@talaan/contract/transactions.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useMemo, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { call, keyOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { FilterBox } from '../../app/table/FilterBox.tsx'
import { FilterChips } from '../../app/table/FilterChips.tsx'
import { tagChips, TagFilter, useTags } from '../../app/table/TagSelects.tsx'
import { useListColumns } from '../../app/table/useListColumns.ts'
import type { DataColumn, Sorted } from '../../ui/DataTable.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { Late } from '../../ui/Late.tsx'
import { filterWords, SavedViews } from '../saved-views/SavedViews.tsx'
import { DraftRows } from './Drafts.tsx'
import { balanceOf } from './balance.ts'
import { DocumentBadge } from './DocumentBadge.tsx'
import { DocumentRows, RowTools, useDocumentRows } from './DocumentRows.tsx'
import classes from './documents.module.css'
import { Reference } from './Reference.tsx'
import { SortSelect } from './SortSelect.tsx'
import { selectColumn, tagsColumn } from './selectColumn.tsx'
import { listFiltersOf, type ListFilters } from './listFilters.ts'
import { ListPeriod } from './ListPeriod.tsx'
import './mantine.ts'

type Props = {
  kind: DocumentTypeName
  title: string
  none: string
  recordWords: string
  recordPath: string
  /** If a page has several lists, the keys work in the first one. */
  leads?: boolean
}

export function DocumentList({ kind, title, none, recordWords, recordPath, leads = true }: Props) {
  const { passwordDue, role } = useSession()
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()
  const filters = listFiltersOf(address)
  const { order, ascending, ...filtered } = filters
  const search = filters.search ?? ''
  const query = { kind, ...filters }
  const isFiltered = Object.keys(filtered).length > 0

  const pages = useInfiniteQuery({
    queryKey: keyOf(listDocuments, { query }),
    queryFn: ({ pageParam, signal }) => call(listDocuments, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: !passwordDue,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.documents), [pages.data])

  // Loaded together with the rows, because drafts that arrive later would push the rows down. If loading fails, the
  // list is shown without drafts.
  const drafts = useCall(
    listDrafts,
    { query: { kind } },
    { enabled: !passwordDue && leads && recordersOf(kind).includes(role) },
  )

  const sums = useCall(
    sumTransactions,
    { query: { kinds: kind, ...filtered } },
    { keepPrevious: true, enabled: !passwordDue && rows !== undefined && rows.length > 0 },
  )
  const sum = sums.data?.kinds.find((each) => each.kind === kind)

  const change = (changed: ListFilters) =>
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
  const sort = (sorted: Sorted) =>
    change({ order: sorted.order as ListFilters['order'], ascending: sorted.ascending ? 'yes' : undefined })

  const chips = tagChips(filters, useTags())
  const list = useListColumns(kind, columnsOf[kind], !passwordDue)

  const shown = useDocumentRows({ list, rows, pages, of: filtered, splits: leads })

  // A page may have several lists.
  const titleId = useId()
  const box = useRef<HTMLInputElement>(null)
  const keys = [
    ...shown.keys,
    { keys: '/', does: 'Filter this list', run: () => box.current?.focus() },
    { keys: 'Esc', does: 'Clear the filter text' },
  ]
  useScreenKeys(title, leads ? keys : [])

  return (
    <section className={classes.list} aria-labelledby={titleId}>
      <div className={classes.tools}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        <FilterBox
          ref={box}
          label="Filter recorded documents"
          value={search}
          onFilter={(typed) => change({ search: typed })}
          onDown={shown.enter}
        />
        <NativeSelect
          size="sm"
          aria-label="Status"
          value={filters.status ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value as StateFilter | '' })}
          data={[
            { value: '', label: 'Any status' },
            ...statesOf(kind).map((value) => ({ value, label: stateFilterWords[value] })),
          ]}
        />
        <ListPeriod dates={filters} inLine onChange={change} />
        <TagFilter onChange={change} />
        {leads && <SavedViews under={pathname} words={filterWords} className={classes.saved} />}
        <RowTools {...shown} splits={leads} />
        <div className={classes.sorting}>
          <SortSelect
            columns={columnsOf[kind]}
            sorted={{ order: order ?? 'recorded', ascending: ascending !== undefined }}
            onSort={sort}
          />
        </div>
      </div>
      <FilterChips
        filters={chips}
        onRemove={(kind) => change({ [kind]: undefined })}
        onClear={() => setAddress({}, { replace: true })}
      />
      {!isFiltered && !drafts.isLoading && rows !== undefined && <DraftRows drafts={drafts.data?.drafts ?? []} />}
      {rows === undefined || drafts.isLoading || list.isLoading ? (
        <div className={classes.empty}>
          {pages.isError ? (
            <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
          ) : (
            <Late label="Loading list">
              <SkeletonRows />
            </Late>
          )}
        </div>
      ) : rows.length === 0 ? (
        <div className={classes.empty}>
          {isFiltered ? (
            <>
              <Text>No documents match the filter.</Text>
              {chips.length === 0 && (
                <Button mt="sm" variant="default" onClick={() => setAddress({}, { replace: true })}>
                  Clear filters
                </Button>
              )}
            </>
          ) : (
            <>
              <Text mb="sm">{none}</Text>
              <Button component={Link} to={recordPath}>
                {recordWords}
              </Button>
            </>
          )}
        </div>
      ) : (
        <DocumentRows
          label={title}
          shown={shown}
          sorted={{ order: order ?? 'recorded', ascending: ascending !== undefined }}
          onSort={sort}
          foot={
            sum && {
              number: `${sum.documents.toLocaleString('en')} ${sum.documents === 1 ? 'document' : 'documents'}`,
              total: formatMoney(sum.total),
              ...(paidTypes.includes(kind) || sum.open > 0n ? { open: formatMoney(sum.open) } : {}),
            }
          }
          onEscape={() => {
            change({ search: '' })
            box.current?.focus()
          }}
        />
      )}
    </section>
  )
}

/** The statuses that a type of document can have. */
const statesOf = (kind: DocumentTypeName): StateFilter[] =>
  paidTypes.includes(kind) ? ['open', 'unpaid', 'overdue', 'partly', 'paid', 'void'] : ['recorded', 'void']

/** Lists of these documents show the accounts between which money moves, and the purpose. */
const movesMoney = ['deposit', 'withdrawal', 'transfer']

function columnsFor(kind: DocumentTypeName): DataColumn<DocumentRow>[] {
  const { party } = documentPlaces[kind]
  const isDue = paidTypes.includes(kind)
  const moves = movesMoney.includes(kind)
  return [
    selectColumn,
    {
      key: 'number',
      title: 'Number',
      nowrap: true,
      order: 'recorded',
      card: 'heading',
      stays: 'shown',
      cell: (row) => (
        <a href={paths.document(row.kind, row.id)} className={classes.number}>
          {row.number}
        </a>
      ),
    },
    { key: 'day', title: 'Date', card: 'bare', nowrap: true, order: 'day', cell: (row) => formatDay(row.day) },
    ...when(party !== '', {
      key: 'party',
      title: party,
      card: 'bare',
      order: 'party',
      ascendsFirst: true,
      cell: (row) => (
        <span className={classes.party} title={row.partyName ?? undefined}>
          {row.partyName}
        </span>
      ),
    }),
    ...when(moves, {
      key: 'accounts',
      title: { deposit: 'Into', withdrawal: 'From' }[String(kind)] ?? 'From and to',
      card: 'bare',
      cell: (row) => accountsIn(row),
    }),
    ...when(party !== '', {
      key: 'tin',
      title: 'TIN',
      nowrap: true,
      isExtra: true,
      cell: (row) => row.partyTin,
    }),
    ...when(moves, { key: 'purpose', title: 'Purpose', card: 'bare', cell: (row) => row.purpose }),
    {
      key: 'externalNo',
      title: 'Reference no.',
      cell: (row) => (row.externalNo !== null || row.attachments > 0) && <Reference row={row} />,
    },
    ...when(!moves, { key: 'purpose', title: 'Description', isExtra: true, cell: (row) => row.purpose }),
    ...when(isDue, {
      key: 'due',
      title: 'Due',
      nowrap: true,
      order: 'due',
      cell: (row) => (row.dueDay === null ? '' : formatDay(row.dueDay)),
    }),
    {
      key: 'total',
      title: 'Total',
      figure: true,
      order: 'total',
      card: 'amount',
      cell: (row) => formatMoney(row.total),
    },
    ...when(party !== '' && !moves, {
      key: 'open',
      title: 'Balance',
      figure: true,
      cell: balanceOf,
    }),
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
}

const when = (isShown: boolean, column: DataColumn<DocumentRow>) => (isShown ? [column] : [])

/** A deposit shows the receiving account, a withdrawal the paying account, a transfer both. */
const accountsIn = ({ kind, accountFrom, accountTo }: DocumentRow) => {
  if (kind === 'deposit') return accountTo
  if (kind === 'withdrawal') return accountFrom
  return [accountFrom, accountTo].filter((name) => name !== null).join(' → ')
}

const columnsOf = Object.fromEntries(
  Object.keys(documentPlaces).map((kind) => [kind, columnsFor(kind as DocumentTypeName)]),
) as Record<DocumentTypeName, DataColumn<DocumentRow>[]>
