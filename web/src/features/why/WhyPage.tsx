// Explains a figure: its parts, its rule, the lines behind it, and what has changed it since a date.
import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { reportSeconds, type ReportName } from '@talaan/contract/reports.ts'
import { viewBoxWhy, viewWhy, type Why, type WhyLine } from '@talaan/contract/why.ts'
import { type Day, dayMistake, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { formatPercent } from '@talaan/ledger/reports/table.ts'
import type { WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { call, keyOf } from '../../app/api.ts'
import { usePageTitle } from '../../app/pageTitle.ts'
import { paths } from '../../app/paths.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import sheet from '../../app/table/sheet.module.css'
import { useToday } from '../../app/today.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { reportAddress } from './reportAddress.ts'
import classes from './why.module.css'

type Source = {
  key: readonly unknown[]
  page: (offset: string | undefined, signal: AbortSignal) => Promise<{ why: Why }>
  back: { to: string; words: string }
  figure: (figure: NonNullable<Why['parts'][number]['figure']>) => string
}

/** A figure of a report. The address contains the query of the report and the position of the figure. */
export function ReportWhyPage() {
  const { report = '' } = useParams()
  const [address] = useSearchParams()
  const name = report as ReportName
  const query = Object.fromEntries(address) as { row: string; column: string }
  const { row: _, column: __, nth: ___, part: ____, since: _____, ...own } = query as Record<string, string>
  const params = { report: name }
  return (
    <WhySheet
      source={{
        key: keyOf(viewWhy, { params, query }),
        page: (offset, signal) => call(viewWhy, { params, query: { ...query, ...(offset && { offset }) }, signal }),
        back: { to: reportAddress(name, own), words: 'Back to the report' },
        figure: ({ row, nth, column }) =>
          paths.why(name, { ...own, row, column, ...(nth > 1 && { nth: String(nth) }) }),
      }}
    />
  )
}

/** The figure of a box of a return. */
export function BoxWhyPage() {
  const { duty = '', period = '', box = '' } = useParams()
  const [address] = useSearchParams()
  const params = { duty: duty as WorksheetForm, period, box }
  const query = { ...Object.fromEntries(address), column: address.get('column') === 'base' ? 'base' : 'tax' } as const
  return (
    <WhySheet
      source={{
        key: keyOf(viewBoxWhy, { params, query }),
        page: (offset, signal) => call(viewBoxWhy, { params, query: { ...query, ...(offset && { offset }) }, signal }),
        back: { to: paths.filing(duty, period), words: 'Back to the return' },
        figure: ({ row, column }) => paths.boxWhy({ duty, period, box: row, column }),
      }}
    />
  )
}

function WhySheet({ source }: { source: Source }) {
  const [address, setAddress] = useSearchParams()
  const pages = useInfiniteQuery({
    queryKey: source.key,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      source.page(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.why.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const why = pages.data?.pages[0]?.why
  usePageTitle(why && ['Why', why.row, why.column].join(', '))
  const change = (key: string, value: string) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  const partTo = (key: string) => `?${new URLSearchParams({ ...Object.fromEntries(address), part: key }).toString()}`
  return (
    <>
      <PageTitle
        action={
          <Anchor component={Link} size="sm" underline="always" to={source.back.to}>
            {source.back.words}
          </Anchor>
        }
      >
        Why this number
      </PageTitle>
      {why === undefined ? (
        pages.isError ? (
          <Stack align="flex-start" gap="md">
            <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
            {address.has('since') && (
              <Button variant="default" onClick={() => change('since', '')}>
                Show the figure without its changes
              </Button>
            )}
          </Stack>
        ) : (
          <>
            <TimeBar words="Searching the entries" seconds={reportSeconds} />
            <SkeletonRows rows={10} />
          </>
        )
      ) : (
        <div className={sheet.sheet} aria-busy={pages.isPlaceholderData}>
          {pages.isPlaceholderData && <TimeBar words="Searching the entries" seconds={reportSeconds} />}
          <Head why={why} />
          {address.has('part') && (
            <Button variant="default" size="compact-sm" onClick={() => change('part', '')}>
              Show the whole figure
            </Button>
          )}
          <Parts why={why} partTo={partTo} figureTo={source.figure} />
          <Changed why={why} since={address.get('since') ?? ''} onSince={(day) => change('since', day)} />
          <Lines why={why} lines={pages.data?.pages.flatMap((page) => page.why.lines) ?? []} />
          {pages.hasNextPage && (
            <div className={sheet.more}>
              <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
                Load more
              </Button>
            </div>
          )}
          {why.notCounted.map((sentence) => (
            <p key={sentence} className={sheet.notes}>
              {sentence}
            </p>
          ))}
        </div>
      )}
    </>
  )
}

const figure = (amount: Money): string => formatMoney(amount, { negative: 'brackets', zero: 'dash' })

function Head({ why: { title, period, row, column, kind, amount, rule, source } }: { why: Why }) {
  return (
    <div className={classes.head}>
      <div>
        <Title order={2}>{row}</Title>
        <Text size="sm" className={classes.quiet}>
          {[title, period, column].join(' · ')}
        </Text>
      </div>
      <strong className={classes.amount}>{kind === 'percent' ? formatPercent(amount) : figure(amount)}</strong>
      <dl className={classes.rule}>
        <dt>Calculation</dt>
        <dd>{rule}</dd>
        {source !== null && (
          <>
            <dt>Source</dt>
            <dd>{source}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

type Part = Why['parts'][number]
type PartsProps = {
  why: Why
  partTo: (key: string) => string
  figureTo: (figure: NonNullable<Part['figure']>) => string
}

function Parts({ why: { parts, more, difference, isFormula, amount }, partTo, figureTo }: PartsProps) {
  if (parts.length === 0 || (parts.length === 1 && parts[0]?.figure === null)) return null
  const to = (part: Part): string | undefined => {
    if (part.figure !== null) return figureTo(part.figure)
    if (part.document !== null) return paths.document(part.document.kind, part.document.id)
    return part.lines > 0 ? partTo(part.key) : undefined
  }
  const columns: DataColumn<Part>[] = [
    {
      key: 'words',
      title: isFormula ? 'Calculated from' : 'Part',
      card: 'heading',
      cell: (part) => {
        const address = to(part)
        return address === undefined ? (
          part.words
        ) : (
          <Link to={address} className={sheet.drill}>
            {part.words}
          </Link>
        )
      },
    },
    { key: 'amount', title: 'Amount', figure: true, card: 'amount', cell: (part) => figure(part.amount) },
  ]
  return (
    <section className={classes.section}>
      <Title order={3}>{isFormula ? 'Calculated from' : 'Consists of'}</Title>
      <DataTable
        label="Parts"
        columns={columns}
        rows={parts}
        rowKey={({ key }) => key}
        foot={isFormula ? undefined : { words: 'Total', amount: figure(amount) }}
      />
      {more.parts > 0 && (
        <p className={sheet.notes}>
          And {more.parts === 1 ? 'one more part' : `${more.parts} more parts`}, {figure(more.amount)} in total.
        </p>
      )}
      {difference !== 0n && (
        <p className={classes.wrong}>
          The parts differ from the figure by {figure(difference)}. Ask your system administrator to run the verify
          command.
        </p>
      )}
    </section>
  )
}

const lineColumns: DataColumn<WhyLine>[] = [
  { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => (day === null ? '' : formatDay(day)) },
  {
    key: 'document',
    title: 'Document',
    card: 'heading',
    nowrap: true,
    cell: ({ document, words, isReversal }) =>
      document === null ? (
        words
      ) : (
        <>
          <Link to={paths.document(document.kind, document.id)} className={sheet.drill}>
            {document.number}
          </Link>
          {isReversal && ', void'}
        </>
      ),
  },
  { key: 'words', title: 'Particulars', cell: ({ words, document }) => (document === null ? '' : words) },
  { key: 'files', title: 'Files', figure: true, cell: ({ files }) => (files === 0 ? '' : files) },
]
const amountColumn: DataColumn<WhyLine> = {
  key: 'amount',
  title: 'Amount',
  figure: true,
  card: 'amount',
  cell: ({ amount }) => figure(amount),
}
const recordedColumn: DataColumn<WhyLine> = {
  key: 'at',
  title: 'Recorded',
  cell: ({ by, at }) => [by, at === null ? null : moment(at)].filter((text) => text !== null).join(', '),
}

function Lines({ why: { count }, lines }: { why: Why; lines: WhyLine[] }) {
  if (lines.length === 0) return null
  return (
    <section className={classes.section}>
      <Title order={3}>{count === 1 ? '1 line' : `${count} lines`}</Title>
      <DataTable
        label="Lines"
        columns={[...lineColumns, recordedColumn, amountColumn]}
        rows={lines}
        rowKey={({ key }) => key}
      />
    </section>
  )
}

type ChangedProps = { why: Why; since: string; onSince: (day: Day | '') => void }

function Changed({ why: { changed, amount, kind }, since, onSince }: ChangedProps) {
  const today = useToday()
  const isDay = since !== '' && dayMistake(since) === null
  return (
    <section className={classes.section}>
      <Title order={3}>Changes</Title>
      <div className={sheet.tools}>
        <DayField
          label="Recorded after"
          value={isDay ? since : ''}
          today={today}
          onDay={onSince}
          onClear={() => onSince('')}
        />
      </div>
      {changed !== null && (
        <>
          <Text size="sm" mb="xs">
            {changed.was !== null && kind === 'money'
              ? changed.was === amount && changed.count === 0
                ? `Unchanged since ${formatDay(changed.since)}.`
                : `The figure was ${figure(changed.was)} at the end of ${formatDay(changed.since)} and is ${figure(amount)} now.`
              : changed.count === 0
                ? `Nothing was recorded after ${formatDay(changed.since)}.`
                : `Recorded after ${formatDay(changed.since)}, latest first.`}
          </Text>
          {changed.lines.length > 0 && (
            <DataTable
              label="Changes"
              columns={[...lineColumns, recordedColumn, { ...amountColumn, title: 'Change' }]}
              rows={changed.lines}
              rowKey={({ key }) => key}
            />
          )}
          {changed.count > changed.lines.length && (
            <p className={sheet.notes}>
              {changed.count === changed.lines.length + 1
                ? 'One earlier change is not listed.'
                : `${changed.count - changed.lines.length} earlier changes are not listed.`}
            </p>
          )}
          {changed.other !== 0n && (
            <p className={sheet.notes}>
              {figure(changed.other)} changed without an entry, for example because of a bank statement, a tag, a manual
              entry or a share of other figures.
            </p>
          )}
        </>
      )}
    </section>
  )
}
