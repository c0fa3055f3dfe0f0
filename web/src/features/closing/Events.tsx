// Closings and reopenings, newest first, each with its seal.
import type { PeriodEvent } from '@talaan/contract/closing.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import classes from './closing.module.css'

/** In groups of eight, so that readers can compare two printouts. */
export function Seal({ seal }: { seal: string }) {
  return <code className={classes.seal}>{seal.match(/.{1,8}/g)?.join(' ')}</code>
}

const columns: DataColumn<PeriodEvent>[] = [
  { key: 'month', title: 'Month', nowrap: true, card: 'heading', cell: ({ month }) => formatMonth(month) },
  { key: 'act', title: 'Event', cell: ({ act, reason }) => (act === 'closed' ? 'Closed' : `Reopened: ${reason}`) },
  { key: 'by', title: 'By', nowrap: true, cell: ({ by }) => by },
  { key: 'at', title: 'Time', nowrap: true, cell: ({ at }) => moment(at) },
  { key: 'entries', title: 'Entries', figure: true, cell: ({ entries }) => entries.toLocaleString('en') },
  { key: 'seal', title: 'Seal', cell: ({ seal }) => <code className={classes.short}>{seal.slice(0, 16)}…</code> },
]

export function EventsTable({ events }: { events: readonly PeriodEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className={classes.list} aria-labelledby="closings">
      <div className={classes.head}>
        <h2 id="closings">Closings</h2>
      </div>
      <DataTable
        label="Closings and reopenings"
        columns={columns}
        rows={events}
        rowKey={({ month, at, act }) => `${month} ${at} ${act}`}
      />
    </section>
  )
}
