// The documents of a category, newest first; search and status are in the address, so that a view can be saved.
import { Button, CloseButton, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import { type DocumentRow, type documentStatus, listDocuments } from '@talaan/contract/documents.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { z } from '@talaan/ledger/core/zod.ts'
import { call, keyOf } from '../../app/api.ts'
import { fromList } from '../../app/listBehind.ts'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn, moveRow } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { Late } from '../../ui/Late.tsx'
import { DocumentBadge } from './DocumentBadge.tsx'
import classes from './documents.module.css'
import './mantine.ts'

type Status = z.infer<typeof documentStatus>
type Props = {
  kind: DocumentTypeName
  title: string
  none: string
  recordWords: string
  recordPath: string
  /** With several lists on a page the keys work in the first. */
  leads?: boolean
}

/** Search starts after this pause in typing. */
const typingPauseMs = 200

export function DocumentList({ kind, title, none, recordWords, recordPath, leads = true }: Props) {
  const { passwordDue } = useSession()
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const status = statusOf(address.get('status'))
  const query = { kind, search: search === '' ? undefined : search, status }
  const go = useNavigate()

  const pages = useInfiniteQuery({
    queryKey: keyOf(listDocuments, { query }),
    queryFn: ({ pageParam, signal }) => call(listDocuments, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: !passwordDue,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.documents), [pages.data])

  const filter = (key: 'search' | 'status', value: string) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )

  // A page may have several lists.
  const titleId = useId()
  const table = useRef<HTMLTableElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const down = () => {
    if (!moveRow(table.current, 1) && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
  }
  const keys = [
    { keys: 'j', does: 'Next row', run: down },
    { keys: 'k', does: 'Previous row', run: () => void moveRow(table.current, -1) },
    { keys: '↑ ↓', does: 'Next or previous row' },
    { keys: 'Enter', does: 'Open row' },
    { keys: '/', does: 'Search this list', run: () => box.current?.focus() },
    { keys: 'Esc', does: 'Clear the search' },
  ]
  useScreenKeys(title, leads ? keys : [])

  return (
    <section className={classes.list} aria-labelledby={titleId}>
      <div className={classes.tools}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        <SearchBox
          ref={box}
          value={search}
          onSearch={(typed) => filter('search', typed)}
          onDown={() => void moveRow(table.current, 1)}
        />
        <SegmentedControl
          size="sm"
          aria-label="Status"
          value={status ?? ''}
          onChange={(value) => filter('status', value)}
          data={[
            { value: '', label: 'All' },
            { value: 'recorded', label: 'Recorded' },
            { value: 'void', label: 'Void' },
          ]}
        />
      </div>
      {rows === undefined ? (
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
          {search !== '' || status !== undefined ? (
            <>
              <Text mb="sm">No documents match the search and filter.</Text>
              <Button variant="default" onClick={() => setAddress({}, { replace: true })}>
                Clear filters
              </Button>
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
        <>
          <DataTable
            ref={table}
            label={title}
            columns={columnsOf[kind]}
            rows={rows}
            rowKey={(row) => row.id}
            faded={(row) => row.status === 'void'}
            onOpen={(row) => {
              const opened = addressOf(row)
              void go(opened, { state: fromList(title, rows.map(addressOf), opened) })
            }}
            onEscape={() => {
              filter('search', '')
              box.current?.focus()
            }}
          />
          {pages.hasNextPage && (
            <div className={classes.more}>
              <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
                Load more
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const addressOf = ({ kind, id }: DocumentRow) => paths.document(kind, id)

/** A transfer has no party and nothing due: `party` is ''. */
const columns = (party: string): DataColumn<DocumentRow>[] => [
  {
    key: 'number',
    title: 'Number',
    nowrap: true,
    card: 'heading',
    cell: (row) => (
      <a href={paths.document(row.kind, row.id)} className={classes.number}>
        {row.number}
      </a>
    ),
  },
  { key: 'day', title: 'Date', card: 'bare', nowrap: true, cell: (row) => formatDay(row.day) },
  ...(party === ''
    ? []
    : [{ key: 'party', title: party, card: 'bare' as const, cell: (row: DocumentRow) => row.partyName }]),
  { key: 'externalNo', title: 'Reference no.', cell: (row) => row.externalNo },
  {
    key: 'attachments',
    title: 'Files',
    figure: true,
    card: 'none',
    cell: (row) =>
      row.attachments > 0 && (
        <span>
          <Icon name="clip" size={14} /> {row.attachments}
        </span>
      ),
  },
  { key: 'total', title: 'Total', figure: true, card: 'amount', cell: (row) => formatMoney(row.total) },
  ...(party === ''
    ? []
    : [{ key: 'open', title: 'Balance', figure: true, cell: (row: DocumentRow) => formatMoney(row.open) }]),
  { key: 'status', title: 'Status', card: 'bare', nowrap: true, cell: (row) => <DocumentBadge row={row} /> },
]

const columnsOf = Object.fromEntries(
  Object.entries(documentPlaces).map(([kind, { party }]) => [kind, columns(party)]),
) as Record<DocumentTypeName, DataColumn<DocumentRow>[]>

type SearchProps = {
  ref: Ref<HTMLInputElement>
  label?: string
  placeholder?: string
  value: string
  onSearch: (typed: string) => void
  /** Down moves from the search field into the list. */
  onDown: () => void
}

export function SearchBox({
  ref,
  label = 'Search recorded documents',
  placeholder = 'Number, name, TIN, amount',
  value,
  onSearch,
  onDown,
}: SearchProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address may change without the field: by a link, or 'Clear filters'.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Enter') onSearch(typed.trim())
    else if (event.key === 'Escape' && typed !== '') {
      setTyped('')
      onSearch('')
    } else return
    event.preventDefault()
  }
  return (
    <TextInput
      ref={ref}
      size="sm"
      className={classes.search}
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => onSearch('')} />
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

const statusOf = (text: string | null): Status | undefined =>
  text === 'recorded' || text === 'void' ? text : undefined
