// The income statement of a stretch of days and the balance sheet as of one, set beside other periods where asked.
import { NativeSelect } from '@mantine/core'
import type { ReportQuery } from '@talaan/contract/reports.ts'
import { dayMistake, yearOf } from '@talaan/ledger/day.ts'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../ui/PageTitle.tsx'
import { DayField } from './DayField.tsx'
import { Downloads } from './Downloads.tsx'
import classes from '../sheet/sheet.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useToday } from './today.ts'

type Comparison = NonNullable<ReportQuery['compare']>

const comparisonWords = {
  '': 'Nothing',
  before: 'The period before',
  year: 'The year before',
  months: 'Its months',
} as const satisfies Record<Comparison | '', string>

export function IncomeStatementPage() {
  const { asked, change } = useAsked()
  const today = useToday()
  const to = asked('to') ?? today
  const from = asked('from') ?? `${yearOf(to)}-01-01`
  const compare = comparisonOf(asked('compare'), ['before', 'year', 'months'])
  const query = { from, to, ...(compare && { compare }) }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Income Statement</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <DayField label="From" value={from} today={today} onDay={(day) => change('from', day)} />
        <DayField label="To" value={to} today={today} onDay={(day) => change('to', day)} />
        <Beside value={compare} options={['', 'before', 'year', 'months']} onChange={(one) => change('compare', one)} />
        <Downloads report="income-statement" query={query} />
      </div>
      <ReportSheet report="income-statement" query={query} account={{ from, to }} />
    </>
  )
}

export function BalanceSheetPage() {
  const { asked, change } = useAsked()
  const today = useToday()
  const asOf = asked('asOf') ?? today
  const compare = comparisonOf(asked('compare'), ['before', 'year'])
  const query = { asOf, ...(compare && { compare }) }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Balance Sheet</PageTitle>
        <ReportTabs />
      </div>
      <div className={classes.tools}>
        <DayField label="As of" value={asOf} today={today} onDay={(day) => change('asOf', day)} />
        <Beside value={compare} options={['', 'before', 'year']} onChange={(one) => change('compare', one)} />
        <Downloads report="balance-sheet" query={query} />
      </div>
      <ReportSheet report="balance-sheet" query={query} account={{ to: asOf }} />
    </>
  )
}

function Beside({
  value,
  options,
  onChange,
}: {
  value: Comparison | undefined
  options: readonly (Comparison | '')[]
  onChange: (value: string) => void
}) {
  return (
    <NativeSelect
      size="sm"
      w={180}
      label="Beside it"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={options.map((one) => ({ value: one, label: comparisonWords[one] }))}
    />
  )
}

/** What the address asks for; a day that is none counts as not asked. */
function useAsked() {
  const [address, setAddress] = useSearchParams()
  return {
    asked: (key: 'from' | 'to' | 'asOf' | 'compare') => {
      const text = address.get(key) ?? ''
      return text !== '' && (key === 'compare' || dayMistake(text) === null) ? text : undefined
    },
    change: (key: string, value: string) =>
      setAddress(
        (old) => {
          const next = new URLSearchParams(old)
          if (value === '') next.delete(key)
          else next.set(key, value)
          return next
        },
        { replace: true },
      ),
  }
}

const comparisonOf = (text: string | undefined, allowed: readonly Comparison[]): Comparison | undefined =>
  allowed.find((one) => one === text)
