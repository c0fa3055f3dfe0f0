// Shows whether returns, lists and books agree for a quarter, and compares sales from four sources.
import { NativeSelect } from '@mantine/core'
import { printTaxReconciliation, viewCalendar, viewTaxReconciliation } from '@talaan/contract/filings.ts'
import { dayMistake } from '@talaan/ledger/core/date.ts'
import { formatPeriod } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { useSearchParams } from 'react-router'
import { callBytes, useCall } from '../../app/api.ts'
import { Answered, Failed, SkeletonRows } from '../../app/problems.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { linkTo } from './links.ts'
import { TaxTabs } from './TaxTabs.tsx'

export function TaxReconciliationPage() {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('to') ?? ''
  const calendar = useCall(viewCalendar)
  const quarters = (calendar.data?.rows ?? [])
    .filter(({ duty, period }) => (duty === '2550Q' || duty === '2551Q') && period.from <= (calendar.data?.today ?? ''))
    .map(({ period }) => period)
  const finished = quarters.findLast((period) => period.to < (calendar.data?.today ?? ''))
  const to = dayMistake(requested) === null ? requested : (finished ?? quarters.at(-1))?.to
  const query = useCall(
    viewTaxReconciliation,
    { params: { period: to ?? '' } },
    { enabled: to !== undefined, keepPrevious: true },
  )
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>Tax reconciliation</PageTitle>
        <TaxTabs />
      </div>
      <div className={classes.tools}>
        <NativeSelect
          size="sm"
          w={260}
          maw="100%"
          label="Quarter"
          value={to ?? ''}
          onChange={(event) => setAddress({ to: event.currentTarget.value }, { replace: true })}
          data={[
            ...(to !== undefined && !quarters.some((period) => period.to === to) ? [{ value: to, label: to }] : []),
            ...quarters.map((period) => ({ value: period.to, label: formatPeriod(period) })),
          ]}
        />
      </div>
      {calendar.isError ? (
        <Failed error={calendar.error} onRetry={() => void calendar.refetch()} busy={calendar.isFetching} />
      ) : to === undefined && calendar.data !== undefined ? (
        <p>There are no figures to compare for this year yet.</p>
      ) : (
        <Answered query={query} loading={<SkeletonRows rows={14} />}>
          {({ reconciliation, matrix, sound }) => (
            <>
              <p role="status">
                {sound ? (
                  <StatusBadge tone="good">All differences are explained</StatusBadge>
                ) : (
                  <StatusBadge tone="bad">Some differences are not explained</StatusBadge>
                )}
              </p>
              {(['reconciliation', 'matrix'] as const).map((name) => (
                <Sheet
                  key={name}
                  table={{ reconciliation, matrix }[name]}
                  fetch={(format) =>
                    callBytes(printTaxReconciliation, { params: { period: to ?? '', format }, query: { table: name } })
                  }
                />
              ))}
            </>
          )}
        </Answered>
      )}
    </>
  )
}

function Sheet({ table, fetch }: { table: Table; fetch: Parameters<typeof FileButtons>[0]['fetch'] }) {
  return (
    <>
      <div className={classes.tools}>
        <FileButtons className={classes.downloads} label={`Download ${table.title}`} fetch={fetch} />
      </div>
      <ReportTable table={table} linkTo={linkTo} />
    </>
  )
}
