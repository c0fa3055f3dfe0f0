// The audit trail: one sentence per event, filters in the address, details with old and new values, export, and the chains.
import { Anchor, Button, CloseButton, NativeSelect, Skeleton, Text } from '@mantine/core'
import {
  auditFormats,
  auditTrailStatus,
  type AuditTrailEvent,
  eventKinds,
  exportAuditEvents,
  listAuditEvents,
} from '@talaan/contract/audit-trail.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, callBytes, keyOf, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { FilterBox } from '../../app/table/FilterBox.tsx'
import { Answered, Failed, SkeletonRows } from '../../app/problems.tsx'
import { type DataColumn, DataTable, moveRow } from '../../ui/DataTable.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { Late } from '../../ui/Late.tsx'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import lists from '../documents/documents.module.css'
import { ListPeriod } from '../documents/ListPeriod.tsx'
import '../documents/mantine.ts'
import classes from './audit-trail.module.css'

const filterNames = ['search', 'who', 'kind', 'outcome', 'record', 'from', 'to', 'ascending'] as const
type Filters = Partial<Record<(typeof filterNames)[number], string>>

export function AuditTrailPage() {
  const [address, setAddress] = useSearchParams()
  const filters: Filters = Object.fromEntries(
    filterNames.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])),
  )
  const { ascending, ...narrowing } = filters
  const change = (changed: Filters) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries(changed)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const status = useCall(auditTrailStatus)
  const pages = useInfiniteQuery({
    queryKey: keyOf(listAuditEvents, { query: filters }),
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEvents, { query: { ...queryOf(filters), after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap(({ events }) => events), [pages.data])
  const table = useRef<HTMLTableElement>(null)
  const box = useRef<HTMLInputElement>(null)
  useScreenKeys('Audit trail', [{ keys: '/', does: 'Filter the audit trail', run: () => box.current?.focus() }])
  return (
    <>
      <PageTitle>Audit Trail</PageTitle>
      <Answered query={status} loading={<Skeleton h={40} />}>
        {(state) => <Chains state={state} />}
      </Answered>
      <section className={lists.list} aria-label="Events">
        <div className={lists.tools}>
          <FilterBox
            ref={box}
            label="Filter the audit trail"
            placeholder="Filter events"
            value={filters.search ?? ''}
            onFilter={(search) => change({ search })}
            onDown={() => void moveRow(table.current, 1)}
          />
          <Export filters={filters} />
        </div>
        <div className={classes.filters}>
          <SearchSelect
            size="sm"
            label="Person"
            value={filters.who ?? ''}
            onChange={(who) => change({ who })}
            data={[
              { value: '', label: 'Anyone' },
              ...namesOf(status.data?.people, filters.who).map((name) => ({ value: name, label: name })),
            ]}
          />
          <NativeSelect
            size="sm"
            label="Type of event"
            value={filters.kind ?? ''}
            onChange={(event) => change({ kind: event.currentTarget.value })}
            data={[
              { value: '', label: 'All events' },
              ...Object.entries(eventKinds).map(([value, label]) => ({ value, label })),
            ]}
          />
          <NativeSelect
            size="sm"
            label="Outcome"
            value={filters.outcome ?? ''}
            onChange={(event) => change({ outcome: event.currentTarget.value })}
            data={[
              { value: '', label: 'Done or refused' },
              { value: 'done', label: 'Done' },
              { value: 'refused', label: 'Refused' },
            ]}
          />
          <NativeSelect
            size="sm"
            label="Order"
            value={ascending ?? ''}
            onChange={(event) => change({ ascending: event.currentTarget.value })}
            data={[
              { value: '', label: 'Newest first' },
              { value: 'yes', label: 'Oldest first' },
            ]}
          />
          <ListPeriod dates={{ from: filters.from, to: filters.to }} onChange={change} />
        </div>
        <div className={classes.range} aria-live="polite">
          <span>{rangeOf(filters)}</span>
          {filters.record !== undefined && (
            <span className={classes.chip}>
              History of {pages.data?.pages[0]?.record || 'a record'}
              <CloseButton
                size="sm"
                aria-label="Show the events for all records"
                onClick={() => change({ record: undefined })}
              />
            </span>
          )}
          {Object.keys(narrowing).length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAddress({}, { replace: true })}>
              Clear filters
            </Button>
          )}
        </div>
        {rows === undefined ? (
          <div className={lists.empty}>
            {pages.isError ? (
              <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
            ) : (
              <Late label="Loading events">
                <SkeletonRows rows={8} />
              </Late>
            )}
          </div>
        ) : rows.length === 0 ? (
          <div className={lists.empty}>
            <Text>No events match these filters. Remove a filter, or clear all filters.</Text>
          </div>
        ) : (
          <div aria-busy={pages.isPlaceholderData}>
            <DataTable
              ref={table}
              label="Audit trail"
              columns={columns(change)}
              rows={rows}
              rowKey={({ seq }) => seq}
              onEscape={() => box.current?.focus()}
            />
            {pages.hasNextPage && (
              <div className={lists.more}>
                <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
                  Load more
                </Button>
              </div>
            )}
          </div>
        )}
      </section>
    </>
  )
}

/** The server checks the address and refuses unknown filters. */
const queryOf = (filters: Filters) => filters as Record<string, never>

const namesOf = (people: readonly string[] = [], chosen?: string) =>
  chosen === undefined || people.includes(chosen) ? [...people] : [chosen, ...people]

function rangeOf({ from, to, kind }: Filters): string {
  const period =
    from === undefined && to === undefined
      ? 'since the company was set up'
      : [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`].filter(Boolean).join(' ')
  return kind === 'digests' ? `Digests of changed rows ${period}` : `Events ${period}, without digests of changed rows`
}

type State = {
  sealed: string
  head: string
  sealedUntil: string | null
  waiting: number
  entries: string
  entriesHead: string
}

function Chains({ state }: { state: State }) {
  const { sealed, head, sealedUntil, waiting, entries, entriesHead } = state
  return (
    <div className={classes.chains}>
      <Text size="sm">
        {sealedUntil === null
          ? 'No events are sealed yet.'
          : `${sealed === '1' ? '1 event' : `${count(sealed)} events`} sealed, the last of ${moment(sealedUntil)}.`}{' '}
        {waiting > 0 && `${count(String(waiting))} not sealed yet.`}
      </Text>
      <details>
        <summary>Last hashes of the chains</summary>
        <dl>
          <dt>Audit trail, event {count(sealed)}</dt>
          <dd>{head}</dd>
          <dt>Journal, entry {count(entries)}</dt>
          <dd>{entriesHead}</dd>
        </dl>
      </details>
    </div>
  )
}

const count = (text: string) => Number(text).toLocaleString('en')

function Export({ filters }: { filters: Filters }) {
  const save = useMutation({
    mutationFn: (format: (typeof auditFormats)[number]) =>
      callBytes(exportAuditEvents, { params: { format }, query: filters as Record<string, string> }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={classes.files} role="group" aria-label="Export events">
      {auditFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="sm"
          px="xs"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}

const columns = (change: (changed: Filters) => void): DataColumn<AuditTrailEvent>[] => [
  { key: 'at', title: 'Time', card: 'bare', nowrap: true, cell: ({ at }) => moment(at) },
  {
    key: 'event',
    title: 'Event',
    card: 'heading',
    cell: (event) => (
      <>
        <button
          type="button"
          className={classes.person}
          aria-label={`Show only events by ${event.who}`}
          onClick={() => change({ who: event.who })}
        >
          {event.who}
        </button>{' '}
        {event.words} {event.refused && <StatusBadge tone="look">Refused</StatusBadge>}
        {event.details.length > 0 && <Details event={event} />}
      </>
    ),
  },
  {
    key: 'record',
    title: 'Record',
    card: 'bare',
    cell: ({ record }) => record !== null && <RecordLinks record={record} />,
  },
  {
    key: 'from',
    title: 'From',
    card: 'line',
    cell: ({ role, address }) => (
      <span className={classes.quiet}>{[role, address].filter((part) => part !== null && part !== '').join(', ')}</span>
    ),
  },
]

function RecordLinks({ record }: { record: NonNullable<AuditTrailEvent['record']> }) {
  const { type, id, label, documentType } = record
  const opened =
    documentType !== null ? paths.document(documentType, id) : type === 'party' ? paths.party(id) : undefined
  return (
    <>
      {opened !== undefined && label !== '' && (
        <Anchor component={Link} to={opened} size="sm" className={classes.record}>
          {label}
        </Anchor>
      )}
      <Anchor
        component={Link}
        to={paths.auditTrail({ type, id })}
        size="sm"
        aria-label={`History of ${label === '' ? type.replace(/[-_]/g, ' ') : label}`}
      >
        History
      </Anchor>
    </>
  )
}

function Details({ event }: { event: AuditTrailEvent }) {
  return (
    <details className={classes.details}>
      <summary>Details</summary>
      <dl>
        {event.details.map(({ label, was, now }, at) => (
          <div key={`${label} ${at}`}>
            <dt>{label}</dt>
            <dd>
              {was !== null && (
                <>
                  <del>{was}</del> →{' '}
                </>
              )}
              {now ?? 'nothing'}
            </dd>
          </div>
        ))}
        <div>
          <dt>Seal</dt>
          <dd>{event.position === null ? 'Not sealed yet' : `Position ${count(event.position)}`}</dd>
        </div>
      </dl>
    </details>
  )
}
