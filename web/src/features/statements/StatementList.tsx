// The uploaded statements of each account: period, problems, and missing dates.
import { Anchor, Text, Title } from '@mantine/core'
import { formatNames, listStatements, type StoredStatement } from '@talaan/contract/statements.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { uncovered } from '@talaan/ledger/banking/checks/statement-checks.ts'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './statements.module.css'

export function StatementList() {
  const { passwordDue } = useSession()
  const answer = useCall(listStatements, {}, { enabled: !passwordDue })
  const go = useNavigate()
  return (
    <section className={classes.list} aria-labelledby="statements">
      <Title order={2} id="statements">
        Statements of account
      </Title>
      <Answered query={answer} panel={classes.empty} loading={<SkeletonRows rows={4} />}>
        {({ accounts, statements }) => {
          const withStatements = accounts.filter(({ code }) => statements.some(({ account }) => account === code))
          if (withStatements.length === 0)
            return (
              <div className={classes.empty}>
                <Text>No statements uploaded yet.</Text>
                <Anchor underline="always" component={Link} to={paths.form('bankreconciliation')}>
                  Upload a statement
                </Anchor>
              </div>
            )
          return withStatements.map(({ code, name, bank, number }) => {
            const own = statements.filter(({ account }) => account === code)
            return (
              <section key={code} aria-labelledby={`statements-${code}`}>
                <div className={classes.head}>
                  <Title order={3} id={`statements-${code}`}>
                    {code} {name}
                  </Title>
                  <Text size="sm" className={classes.quiet}>
                    {[bank, number].filter((text) => text !== '').join(', ')}
                  </Text>
                </div>
                <DataTable
                  label={`Statements of ${code} ${name}`}
                  columns={columns}
                  rows={own}
                  rowKey={({ id }) => id}
                  faded={({ removed }) => removed !== null}
                  onOpen={({ id }) => void go(paths.bankStatement(id))}
                />
                <Gaps statements={own} />
              </section>
            )
          })
        }}
      </Answered>
    </section>
  )
}

function Gaps({ statements }: { statements: readonly StoredStatement[] }) {
  const gaps = uncovered(statements.filter(({ removed }) => removed === null))
  if (gaps.length === 0) return null
  return (
    <ul className={classes.gaps}>
      {gaps.map(({ from, to, moved }) => (
        <li key={from}>
          <StatusBadge tone="look">Missing</StatusBadge> No statement covers{' '}
          {from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`}
          {moved === null ? '' : `. The balances before and after this period differ by ${formatMoney(moved)}`}.
        </li>
      ))}
    </ul>
  )
}

const balance = (amount: StoredStatement['opening']) => (amount === null ? 'not printed' : formatMoney(amount))

const columns: readonly DataColumn<StoredStatement>[] = [
  {
    key: 'days',
    title: 'Period',
    card: 'heading',
    nowrap: true,
    cell: ({ id, from, to }) => (
      <Anchor component={Link} to={paths.bankStatement(id)} inherit>
        {formatDay(from)} to {formatDay(to)}
      </Anchor>
    ),
  },
  {
    key: 'file',
    title: 'File',
    cell: ({ fileName, format }) => (
      <>
        <span className={classes.file}>{fileName}</span> <span className={classes.quiet}>{formatNames[format]}</span>
      </>
    ),
  },
  {
    key: 'lines',
    title: 'Lines',
    figure: true,
    cell: ({ lines, newLines }) => (lines === newLines ? String(lines) : `${lines}, ${newLines} new`),
  },
  { key: 'opening', title: 'Opening', figure: true, cell: ({ opening }) => balance(opening) },
  { key: 'closing', title: 'Closing', figure: true, card: 'amount', cell: ({ closing }) => balance(closing) },
  {
    key: 'state',
    title: 'Status',
    card: 'bare',
    cell: (statement) => <StatementBadge statement={statement} />,
  },
  {
    key: 'uploaded',
    title: 'Uploaded',
    nowrap: true,
    cell: ({ uploadedBy, uploadedAt }) => `${formatDay(dayInManila(Date.parse(uploadedAt)))}, ${uploadedBy}`,
  },
]

export function StatementBadge({ statement: { removed, findings } }: { statement: StoredStatement }) {
  const reviewNotes = findings.filter(({ weight }) => weight === 'doubt').length
  if (removed !== null) return <StatusBadge tone="plain">Removed</StatusBadge>
  if (reviewNotes === 0) return <StatusBadge tone="good">OK</StatusBadge>
  return <StatusBadge tone="look">{reviewNotes === 1 ? '1 review note' : `${reviewNotes} review notes`}</StatusBadge>
}
