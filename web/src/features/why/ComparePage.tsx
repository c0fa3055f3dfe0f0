// A report at two dates of recording: the figures that differ, each with the entries that caused the difference.
import { Anchor, Text, Title } from '@mantine/core'
import { compareReport } from '@talaan/contract/why.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { reportSeconds, type ReportName, type ReportQuery } from '@talaan/contract/reports.ts'
import { addDays, dayMistake, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import sheet from '../../app/table/sheet.module.css'
import { useToday } from '../../app/today.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { reportAddress } from './reportAddress.ts'
import classes from './why.module.css'

type Answer = AnswerOf<typeof compareReport>
type Difference = Answer['rows'][number]

const figure = (amount: Money): string => formatMoney(amount, { negative: 'brackets', zero: 'dash' })

export function ComparePage() {
  const { report = '' } = useParams()
  const name = report as ReportName
  const [address, setAddress] = useSearchParams()
  const today = useToday()
  const { known: first = '', later = '', ...own } = Object.fromEntries(address)
  const known = dayMistake(first) === null ? first : addDays(today, -1)
  const query = { ...(own as ReportQuery), known, ...(later !== '' && { later }) }
  const answer = useCall(compareReport, { params: { report: name }, query })
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
  return (
    <>
      <PageTitle
        action={
          <Anchor component={Link} size="sm" underline="always" to={reportAddress(name, own)}>
            Back to the report
          </Anchor>
        }
      >
        Changes in a report
      </PageTitle>
      <div className={sheet.tools}>
        <DayField label="Recorded up to" value={known} today={today} onDay={(day) => change('known', day)} />
        <DayField
          label="Compared with"
          hint="Today"
          value={later}
          today={today}
          onDay={(day) => change('later', day)}
          onClear={() => change('later', '')}
        />
      </div>
      <Answered query={answer} loading={<Comparing />}>
        {(compared) => (
          <Differences
            {...compared}
            to={({ row, nth, column }) =>
              paths.why(name, {
                ...own,
                row,
                column,
                ...(nth > 1 && { nth: String(nth) }),
                since: known,
                ...(compared.later !== null && { known: compared.later }),
              })
            }
          />
        )}
      </Answered>
    </>
  )
}

const Comparing = () => (
  <>
    <TimeBar words="Comparing the two dates" seconds={reportSeconds} />
    <SkeletonRows rows={8} />
  </>
)

function Differences({ title, period, known, later, rows, same, to }: Answer & { to: (row: Difference) => string }) {
  const hasColumns = new Set(rows.map((row) => row.title)).size > 1
  const then = formatDay(known)
  const columns: DataColumn<Difference>[] = [
    {
      key: 'row',
      title: 'Line',
      card: 'heading',
      cell: (row) => (
        <Link to={to(row)} className={sheet.drill}>
          {row.row}
        </Link>
      ),
    },
    ...(hasColumns ? [{ key: 'column', title: 'Column', cell: (row: Difference) => row.title }] : []),
    { key: 'was', title: `Up to ${then}`, figure: true, cell: ({ was }) => figure(was) },
    {
      key: 'now',
      title: later === null ? 'Now' : `Up to ${formatDay(later)}`,
      figure: true,
      cell: ({ now }) => figure(now),
    },
    { key: 'change', title: 'Change', figure: true, card: 'amount', cell: ({ was, now }) => figure(now - was) },
  ]
  const unchanged = same === 1 ? '1 figure is' : `${same} figures are`
  return (
    <div className={sheet.sheet}>
      <div className={sheet.head}>
        <Title order={2}>{title}</Title>
        <p>{period}</p>
      </div>
      {rows.length === 0 ? (
        <Text>
          No figure in this report has changed{' '}
          {later === null ? `since ${then}` : `between ${then} and ${formatDay(later)}`}.
        </Text>
      ) : (
        <DataTable
          label="Figures that changed"
          columns={columns}
          rows={rows}
          rowKey={({ row, nth, column, title: name }) => [row, nth, column, name].join('\n')}
        />
      )}
      <p className={classes.quiet}>{unchanged} the same.</p>
    </div>
  )
}
