// The months of every account that has statements, below the cards of Bank Reconciliation: what is open, what is signed.
import { Text, Title } from '@mantine/core'
import { listReconciliations, type MonthState } from '@talaan/contract/reconciliation.ts'
import { formatMonth } from '@talaan/ledger/day.ts'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../api.ts'
import { paths } from '../paths.ts'
import { Answered, SkeletonRows } from '../problems.tsx'
import { useSession } from '../session/session.ts'
import { DataTable, type DataColumn } from '../ui/DataTable.tsx'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'
import classes from './reconciliation.module.css'

type Row = { account: string; name: string; month: string; state: MonthState; lines: number; open: number; by: string }

const states: Record<MonthState, { tone: Tone; words: string }> = {
  signed: { tone: 'good', words: 'Signed off' },
  changed: { tone: 'look', words: 'Changed since' },
  ready: { tone: 'good', words: 'Explained' },
  open: { tone: 'look', words: 'To explain' },
  noStatement: { tone: 'plain', words: 'No statement' },
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
  { key: 'account', title: 'Account', cell: ({ account, name }) => `${account} ${name}` },
  {
    key: 'state',
    title: 'State',
    nowrap: true,
    cell: ({ state }) => <StatusBadge tone={states[state].tone}>{states[state].words}</StatusBadge>,
  },
  { key: 'lines', title: 'Lines', figure: true, cell: ({ lines }) => lines.toLocaleString('en') },
  { key: 'open', title: 'To explain', figure: true, card: 'amount', cell: ({ open }) => open.toLocaleString('en') },
  { key: 'by', title: 'Signed by', cell: ({ by }) => by },
]

export function MonthsPanel() {
  const { passwordDue } = useSession()
  const go = useNavigate()
  const answer = useCall(listReconciliations, {}, { enabled: !passwordDue })
  return (
    <section className={classes.below} aria-labelledby="months">
      <Title order={2} id="months">
        Months
      </Title>
      <Answered query={answer} loading={<SkeletonRows rows={4} />}>
        {({ accounts }) => {
          const rows = accounts
            .flatMap(({ code, name, months }) =>
              months.map(({ signed, ...month }): Row => ({ account: code, name, ...month, by: signed?.by ?? '' })),
            )
            .toSorted((a, b) => (a.month === b.month ? 0 : a.month < b.month ? 1 : -1))
          return rows.length === 0 ? (
            <Text p="md">Nothing has moved on a bank account yet.</Text>
          ) : (
            <DataTable
              label="Months"
              columns={columns}
              rows={rows}
              rowKey={({ account, month }) => `${account} ${month}`}
              onOpen={({ account, month }) => void go(paths.reconciliation(account, month))}
            />
          )
        }}
      </Answered>
    </section>
  )
}
