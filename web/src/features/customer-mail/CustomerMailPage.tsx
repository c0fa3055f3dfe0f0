// E-mails to customers: statements of account for customers with a balance, and the schedule of reminders.
import { Alert, Button, Checkbox, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { listStatementCustomers, mailStatements } from '@talaan/contract/customer-mail.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatDay, yearOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import sheet from '../../app/table/sheet.module.css'
import { useToday } from '../../app/today.ts'
import { breakable } from '../../ui/breakable.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import '../../app/session/modal.ts'
import { DayField } from '../../ui/DayField.tsx'
import classes from './customerMail.module.css'
import { MessageState } from './Messages.tsx'
import { Reminders } from './Reminders.tsx'

type Customer = AnswerOf<typeof listStatementCustomers>['customers'][number]

const tabs = { statements: 'Statements', reminders: 'Reminders' } as const

export function CustomerMailPage() {
  const [address] = useSearchParams()
  const tab = address.get('tab') === 'reminders' ? 'reminders' : 'statements'
  return (
    <>
      <PageTitle>E-mails to Customers</PageTitle>
      <nav className={sheet.tabs} aria-label="E-mails to customers">
        {Object.entries(tabs).map(([key, title]) => (
          <Link
            key={key}
            className={sheet.tab}
            to={withQuery(paths.customerMail, { tab: key === 'statements' ? undefined : key })}
            aria-current={key === tab ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {tab === 'statements' ? <Statements /> : <Reminders />}
    </>
  )
}

function Statements() {
  const today = useToday()
  const query = useCall(listStatementCustomers)
  return (
    <Answered query={query} loading={<SkeletonRows rows={8} />}>
      {({ customers, mailReady }) =>
        customers.length === 0 ? (
          <Text>No customer has an open balance or a credit.</Text>
        ) : (
          <Batch customers={customers} mailReady={mailReady} today={today} />
        )
      }
    </Answered>
  )
}

function Batch({ customers, mailReady, today }: { customers: readonly Customer[]; mailReady: boolean; today: Day }) {
  const queries = useQueryClient()
  const [batchId, setBatchId] = useState(newId)
  const [from, setFrom] = useState(`${yearOf(today)}-01-01`)
  const [to, setTo] = useState(today)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const chosen = customers.filter(({ partyId, email }) => email !== null && !left.has(partyId))
  const sending = useMutation({
    mutationFn: () =>
      call(mailStatements, { body: { batchId, partyIds: chosen.map(({ partyId }) => partyId), from, to } }),
    onSuccess: async ({ results }) => {
      const queued = results.filter(({ result }) => result === 'queued').length
      setAsking(false)
      setBatchId(newId())
      setLeft(new Set(customers.map(({ partyId }) => partyId)))
      await queries.invalidateQueries({ queryKey: [listStatementCustomers.name] })
      toast({ title: `${counted(queued)} queued`, tone: 'good' })
    },
    onError: (error) => {
      setAsking(false)
      toast({ title: sentenceOf(error), tone: 'bad' })
    },
  })
  const toggle = (partyId: string) =>
    setLeft((old) => {
      const next = new Set(old)
      if (!next.delete(partyId)) next.add(partyId)
      return next
    })
  const all = chosen.length === customers.filter(({ email }) => email !== null).length
  return (
    <>
      {!mailReady && (
        <Alert color="yellow" mb="md">
          E-mail isn’t set up yet. Messages stay queued until your system administrator sets SMTP_URL.
        </Alert>
      )}
      <div className={sheet.tools}>
        <DayField label="From" value={from} today={today} onDay={setFrom} />
        <DayField label="To" value={to} today={today} onDay={setTo} />
        <div className={`${sheet.downloads} ${sheet.nextToFields} ${classes.actions}`}>
          <Button
            size="sm"
            variant="default"
            onClick={() => setLeft(all ? new Set(customers.map(({ partyId }) => partyId)) : new Set())}
          >
            {all ? 'Select none' : 'Select all'}
          </Button>
          <Button size="sm" color="brand" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            E-mail {counted(chosen.length)}
          </Button>
        </div>
      </div>
      <DataTable
        framed
        label="Customers with a balance"
        columns={columnsOf({ left, toggle, from, to })}
        rows={customers}
        rowKey={({ partyId }) => partyId}
      />
      <ConfirmDialog
        opened={asking}
        title={`E-mail ${counted(chosen.length)}?`}
        cancel="Cancel"
        confirm="Send statements"
        busy={sending.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => sending.mutate()}
      >
        <Text size="sm" mb="xs">
          Each customer gets an e-mail with the statement of account from {formatDay(from)} to {formatDay(to)} as a PDF
          file. Open balances: {formatMoney(sum(chosen.map(({ open }) => open)))}.
        </Text>
        <ul className={classes.recipients}>
          {chosen.map(({ partyId, name, email }) => (
            <li key={partyId}>
              {name}
              <span className={classes.address}>{breakable(email ?? '')}</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}

const counted = (count: number) => (count === 1 ? '1 statement' : `${count} statements`)

type Columns = { left: ReadonlySet<string>; toggle: (partyId: string) => void; from: Day; to: Day }

const columnsOf = ({ left, toggle, from, to }: Columns): DataColumn<Customer>[] => [
  {
    key: 'pick',
    title: 'Send',
    card: 'mark',
    cell: ({ partyId, name, email }) => (
      <Checkbox
        size="sm"
        aria-label={`Send to ${name}`}
        checked={email !== null && !left.has(partyId)}
        disabled={email === null}
        onChange={() => toggle(partyId)}
      />
    ),
  },
  {
    key: 'name',
    title: 'Customer',
    card: 'heading',
    cell: ({ partyId, name, email }) => (
      <>
        <Link className={classes.name} to={paths.party(partyId)}>
          {name}
        </Link>
        <span className={classes.address}>{email === null ? 'No e-mail address' : breakable(email)}</span>
      </>
    ),
  },
  { key: 'open', title: 'Balance', figure: true, card: 'amount', cell: ({ open }) => formatMoney(open) },
  { key: 'overdue', title: 'Overdue', figure: true, cell: ({ overdue }) => formatMoney(overdue) },
  { key: 'credit', title: 'Credits', figure: true, cell: ({ credit }) => formatMoney(credit) },
  {
    key: 'last',
    title: 'Last statement',
    cell: ({ last }) =>
      last === null ? (
        ''
      ) : (
        <>
          <MessageState status={last.status} /> <span className={classes.when}>{moment(last.at)}</span>
        </>
      ),
  },
  {
    key: 'preview',
    title: 'Preview',
    card: 'action',
    cell: ({ partyId, name }) => (
      <Link
        className={classes.name}
        aria-label={`View the statement of ${name}`}
        to={withQuery(paths.statement('receivable', partyId), { from, to })}
      >
        View
      </Link>
    ),
  },
]
