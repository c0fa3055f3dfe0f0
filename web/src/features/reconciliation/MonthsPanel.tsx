// The months of every account with statements, below the cards of Bank Reconciliation: open months,
// oldest first, since each month depends on the one before; signed-off months are folded by year.
import { Button, Text, Title } from '@mantine/core'
import { listReconciliations, type MonthState } from '@talaan/contract/reconciliation.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import classes from './reconciliation.module.css'

type Row = {
  account: string
  name: string
  month: string
  state: MonthState
  lines: number
  open: number
  questions: number
  by: string
}

const states: Record<MonthState, { tone: Tone; words: string }> = {
  signed: { tone: 'good', words: 'Signed off' },
  changed: { tone: 'look', words: 'Changed after sign-off' },
  ready: { tone: 'good', words: 'Matched' },
  open: { tone: 'look', words: 'Unmatched' },
  noStatement: { tone: 'plain', words: 'No statement' },
  reversals: { tone: 'plain', words: 'Reversals only, no statement' },
}

const columns: DataColumn<Row>[] = [
  {
    key: 'month',
    title: 'Month',
    card: 'heading',
    nowrap: true,
    cell: ({ account, month }) => (
      <Link className={classes.link} to={paths.reconciliation(account, month)}>
        {formatMonth(month)}
      </Link>
    ),
  },
  { key: 'account', title: 'Account', card: 'bare', cell: ({ account, name }) => `${account} ${name}` },
  {
    key: 'state',
    title: 'Status',
    card: 'bare',
    nowrap: true,
    cell: ({ state }) => <StatusBadge tone={states[state].tone}>{states[state].words}</StatusBadge>,
  },
  { key: 'lines', title: 'Lines', figure: true, cell: ({ lines }) => lines.toLocaleString('en') },
  { key: 'open', title: 'Unmatched', figure: true, cell: ({ open }) => open.toLocaleString('en') },
  {
    key: 'questions',
    title: 'Questions',
    figure: true,
    cell: ({ questions }) => (questions === 0 ? null : questions.toLocaleString('en')),
  },
  { key: 'by', title: 'Signed by', cell: ({ by }) => by },
]

const atFirst = 12

export function MonthsPanel() {
  const { passwordDue } = useSession()
  const [all, setAll] = useState(false)
  const answer = useCall(listReconciliations, {}, { enabled: !passwordDue })
  return (
    <section className={classes.below} aria-labelledby="months">
      <Title order={2} id="months">
        Months
      </Title>
      <Answered query={answer} panel={classes.inside} loading={<SkeletonRows rows={4} />}>
        {({ accounts }) => {
          const rows = accounts
            .flatMap(({ code, name, months }) =>
              months.map(({ signed, ...month }): Row => ({ account: code, name, ...month, by: signed?.by ?? '' })),
            )
            .toSorted((a, b) => (a.month === b.month ? 0 : a.month < b.month ? -1 : 1))
          const open = rows.filter(({ state }) => state !== 'signed')
          const signed = Map.groupBy(rows.filter(({ state }) => state === 'signed').toReversed(), ({ month }) =>
            month.slice(0, 4),
          )
          if (rows.length === 0) return <Text p="md">No bank account has transactions yet.</Text>
          return (
            <>
              {open.length === 0 ? (
                <Text p="md">All months are signed off.</Text>
              ) : (
                <MonthsTable label="Months" rows={all ? open : open.slice(0, atFirst)} />
              )}
              {!all && open.length > atFirst && (
                <Button variant="subtle" px="xs" mx={6} my="xs" onClick={() => setAll(true)}>
                  Show all {open.length.toLocaleString('en')} open months
                </Button>
              )}
              {[...signed].map(([year, of]) => (
                <details key={year} className={classes.year}>
                  <summary>
                    {year}: {of.length.toLocaleString('en')} signed off
                  </summary>
                  <MonthsTable label={`Months of ${year}, signed off`} rows={of} />
                </details>
              ))}
            </>
          )
        }}
      </Answered>
    </section>
  )
}

function MonthsTable({ label, rows }: { label: string; rows: readonly Row[] }) {
  const go = useNavigate()
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ account, month }) => `${account} ${month}`}
      onOpen={({ account, month }) => void go(paths.reconciliation(account, month))}
    />
  )
}
