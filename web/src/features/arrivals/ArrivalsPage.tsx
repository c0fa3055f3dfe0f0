// Files to record: dropped, chosen or pasted, listed in the order in which they arrived, each shown next to the list.
import { Anchor, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import {
  arrivalLists,
  arrivalStateWords,
  listArrivals,
  maxArrivals,
  nobody,
  type Arrival,
  type ArrivalListName,
} from '@talaan/contract/arrivals.ts'
import { attachmentLimitBytes, attachmentTypes } from '@talaan/contract/documents.ts'
import { listAskable } from '@talaan/contract/questions.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { Suspense, useRef, useSyncExternalStore, type FocusEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../app/api.ts'
import { later } from '../../ui/later.tsx'
import { paths, withQuery } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable, moveRow, type DataColumn } from '../../ui/DataTable.tsx'
import { fileSize } from '../../ui/fileSize.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import panel from '../../ui/panel.module.css'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ArrivalPanel } from './ArrivalPanel.tsx'
import classes from './arrivals.module.css'
import { isBeingRead, pollMs, tones } from './states.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { useAdding } from './useAdding.ts'
import { senderOf } from './words.ts'

const Mails = later(async () => (await import('./Mails.tsx')).Mails)
const MissingFiles = later(async () => (await import('./MissingFiles.tsx')).MissingFiles)

const listWords: Readonly<Record<ArrivalListName, string>> = {
  open: 'To record',
  later: 'Later',
  recorded: 'Recorded',
  notDocument: 'Not a document',
}
const none: Readonly<Record<ArrivalListName, string>> = {
  open: 'Nothing to record. Drop invoices and receipts above, choose them, or paste a picture.',
  later: 'No files are postponed.',
  recorded: 'No files are recorded yet.',
  notDocument: 'No files are marked as “Not a document”.',
}

const noneOf = 'No files in this list are assigned to this person.'

/** Lists that do not contain files. */
const otherLists = { missing: 'File missing', mails: 'E-mails' } as const
type OtherList = keyof typeof otherLists
const isOther = (value: string | null): value is OtherList => value !== null && Object.hasOwn(otherLists, value)

export function ArrivalsPage() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('list')
  const other = isOther(named) ? named : null
  const list = arrivalLists.find((one) => one === named) ?? 'open'
  const chosen = search.get('shown')
  const person = search.get('for')
  const place: Place = { list, person }
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches)
  const query = useCall(
    listArrivals,
    { query: { ...(list !== 'open' && { list }), ...(person !== null && { assignedTo: person }) } },
    {
      enabled: other === null,
      refetchInterval: ({ state }) => (state.data?.arrivals.some(isBeingRead) ? pollMs : false),
    },
  )
  const show = (shown: string | null) => setSearch(addressOf(place, shown), { replace: true })
  const { files, add, remove, retry } = useAdding((id) => isWide && list === 'open' && show(id))
  return (
    <>
      <PageTitle>Arrivals</PageTitle>
      <div hidden={!isWide && chosen !== null}>
        <FileDrop
          label="Files to add"
          button="Add files"
          hint={`Drop invoices, receipts and e-mails here, or paste a picture. PDF, JPEG or PNG, at most ${fileSize(attachmentLimitBytes)} each, or EML.`}
          accept={[...Object.keys(attachmentTypes), '.pdf', '.jpg', '.jpeg', '.png', '.eml'].join(',')}
          files={files}
          onAdd={add}
          onRemove={remove}
          onRetry={retry}
        />
        <SegmentedControl
          mt="md"
          aria-label="Shown files"
          className={classes.lists ?? ''}
          value={other ?? list}
          onChange={(value) =>
            setSearch(isOther(value) ? { list: value } : addressOf({ list: value as ArrivalListName, person }, null))
          }
          data={[
            ...arrivalLists.map((value) => ({
              value,
              label:
                value === list && other === null && query.data !== undefined
                  ? `${listWords[value]} (${query.data.count})`
                  : listWords[value],
            })),
            ...Object.entries(otherLists).map(([value, label]) => ({ value, label })),
          ]}
        />
        {other === null && (
          <Person
            person={person}
            onChange={(chosenPerson) => setSearch(addressOf({ list, person: chosenPerson }, null))}
          />
        )}
      </div>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        {other === 'missing' && <MissingFiles />}
        {other === 'mails' && <Mails />}
      </Suspense>
      {other === null && (
        <Answered query={query} loading={<SkeletonRows rows={8} />}>
          {({ arrivals, count, today }) => {
            const found = arrivals.find(({ id }) => id === chosen)
            const shown = found ?? (isWide ? arrivals[0] : undefined)
            if (arrivals.length === 0)
              return <Text className={panel.empty}>{person === null ? none[list] : noneOf}</Text>
            return (
              <div className={classes.split}>
                {(isWide || shown === undefined) && (
                  <div>
                    <ArrivalTable place={place} arrivals={arrivals} shown={shown} onShow={isWide ? show : undefined} />
                    {count > arrivals.length && (
                      <Text size="sm" c="dimmed" mt="sm">
                        These are the first {maxArrivals} of {count.toLocaleString('en')}.
                      </Text>
                    )}
                  </div>
                )}
                {shown !== undefined && (
                  <div className={classes.beside}>
                    {!isWide && (
                      <Anchor component={Link} to={withQuery(paths.arrivals(), queryOf(place))} mb="sm" display="block">
                        Back to Arrivals
                      </Anchor>
                    )}
                    <ArrivalPanel
                      key={shown.id}
                      arrival={shown}
                      today={today}
                      onMade={(id) => setSearch(addressOf({ list: 'open', person }, id))}
                    />
                  </div>
                )}
              </div>
            )
          }}
        </Answered>
      )}
    </>
  )
}

/** The list, and the person to whom its files are assigned; null shows everyone's files. */
type Place = { list: ArrivalListName; person: string | null }

const queryOf = ({ list, person }: Place) => ({ list: list === 'open' ? undefined : list, for: person ?? undefined })
const addressOf = ({ list, person }: Place, shown: string | null): Record<string, string> => ({
  ...(list !== 'open' && { list }),
  ...(person !== null && { for: person }),
  ...(shown !== null && { shown }),
})

function Person({ person, onChange }: { person: string | null; onChange: (person: string | null) => void }) {
  const people = useCall(listAskable)
  const names = [
    ...new Set([...(people.data?.people ?? []), ...(person === null || person === nobody ? [] : [person])]),
  ]
  return (
    <NativeSelect
      label="Assigned to"
      mt="sm"
      maw={240}
      value={person ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[
        { value: '', label: 'Everyone' },
        { value: nobody, label: 'Unassigned' },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
    />
  )
}

type TableProps = {
  place: Place
  arrivals: readonly Arrival[]
  shown: Arrival | undefined
  /** Shows the file of the row that has the focus. */
  onShow: ((id: string) => void) | undefined
}

function ArrivalTable({ place, arrivals, shown, onShow }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  useScreenKeys('Arrivals', [
    { keys: 'j', does: 'Next file', run: () => void moveRow(table.current, 1) },
    { keys: 'k', does: 'Previous file', run: () => void moveRow(table.current, -1) },
    { keys: '↑ ↓', does: 'Next or previous file' },
    { keys: 'Enter', does: 'Show the file' },
  ])
  const columns: DataColumn<Arrival>[] = [
    {
      key: 'name',
      title: 'File',
      card: 'heading',
      cell: ({ id, file, hasThumbnail, note, party, number }) => (
        <div className={classes.file}>
          <Thumbnail arrivalId={id} exists={hasThumbnail} />
          <div>
            <Anchor component={Link} to={withQuery(paths.arrivals(id), queryOf(place))} replace={onShow !== undefined}>
              {party?.name ?? file.name}
            </Anchor>
            {party !== null && (
              <span className={classes.note}>{[number, file.name].filter((part) => part !== null).join(', ')}</span>
            )}
            {note !== '' && (
              <span className={classes.note}>
                <Icon name="clip" size={14} /> {note}
              </span>
            )}
          </div>
        </div>
      ),
    },
    {
      key: 'state',
      title: 'Status',
      card: 'bare',
      nowrap: true,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{arrivalStateWords[state]}</StatusBadge>,
    },
    {
      key: 'total',
      title: 'Total',
      card: 'amount',
      figure: true,
      cell: ({ total }) => (total === null ? '' : formatMoney(total)),
    },
    {
      key: 'arrived',
      title: 'Arrived',
      card: 'bare',
      cell: ({ at, assignedTo, laterUntil, ...arrival }) => (
        <>
          {moment(at)}
          {place.list === 'later' && laterUntil !== null && (
            <span className={classes.note}>Postponed to {formatDay(laterUntil)}</span>
          )}
          <span className={classes.note}>
            {senderOf(arrival)}
            {assignedTo !== null && `, for ${assignedTo}`}
          </span>
        </>
      ),
    },
  ]
  const onFocus = ({ target }: FocusEvent) => {
    const row = arrivals[Number(target.closest<HTMLElement>('tbody tr')?.dataset.at)]
    if (row !== undefined && row.id !== shown?.id) onShow?.(row.id)
  }
  return (
    <div onFocus={onShow && onFocus}>
      <DataTable
        label="Files"
        columns={columns}
        rows={arrivals}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onShow?.(id)}
        current={({ id }) => id === shown?.id}
        ref={table}
        framed
      />
    </div>
  )
}

/** Also in arrivals.module.css. */
const wide = '(min-width: 1100px)'

function onWidth(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
