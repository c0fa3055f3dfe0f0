// A stored statement of account: its figures, the problems at their lines, its file, and a button to remove it.
import { Anchor, Button, Group, Skeleton, Text, Textarea } from '@mantine/core'
import {
  formatNames,
  getStatement,
  getStatementFile,
  listStatements,
  removeStatement,
  type StoredStatement,
} from '@talaan/contract/statements.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { paths } from '../../app/paths.ts'
import { Answered, Failed, SkeletonRows } from '../../app/problems.tsx'
import { BankLines } from '../../ui/BankLines.tsx'
import { later } from '../../ui/later.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import bank from '../../ui/bankLines.module.css'
import classes from './statements.module.css'
import { StatementBadge } from './StatementList.tsx'

const FilesAndNotes = later(async () => (await import('../notes/FilesAndNotes.tsx')).FilesAndNotes)

export function StatementPage() {
  const { statementId = '' } = useParams()
  const params = { statementId }
  const answer = useCall(getStatement, { params })
  const file = useMutation({ mutationFn: async () => saveFile(await callBytes(getStatementFile, { params })) })
  return (
    <>
      <PageTitle
        action={
          <Button component={Link} to={paths.category('BankReconciliation')} variant="default">
            All statements
          </Button>
        }
      >
        Statement of Account
      </PageTitle>
      <Answered query={answer} loading={<SkeletonRows rows={8} />}>
        {({ statement, lines }) => (
          <div className={classes.section}>
            <Facts statement={statement} />
            <ReviewNotes statement={statement} />
            <Group gap="sm">
              <Button variant="default" onClick={() => file.mutate()} loading={file.isPending}>
                Download file
              </Button>
              {statement.removed === null && <RemoveStatement statement={statement} />}
              <HistoryLink type="bank-statement" id={statementId} />
            </Group>
            {file.isError && <Failed error={file.error} onRetry={() => file.mutate()} />}
            <div className={classes.lines}>
              <BankLines
                lines={lines}
                findings={statement.findings}
                shownFirst={shownFirst}
                known="already uploaded"
                more={(words, showAll) => (
                  <Anchor component="button" type="button" className={classes.more} onClick={showAll}>
                    {words}
                  </Anchor>
                )}
              />
            </div>
            <Suspense fallback={<Skeleton h={160} />}>
              <FilesAndNotes
                subject={{ statement: statementId }}
                title="Files and notes"
                hint="For example, correspondence with the bank, debit advices and your findings. The statement itself doesn’t change."
              />
            </Suspense>
          </div>
        )}
      </Answered>
    </>
  )
}

function Facts({ statement }: { statement: StoredStatement }) {
  const { account, accountLabel, from, to, opening, closing, currency, lines, newLines, fileName, format } = statement
  const amount = (held: Money | null) => (held === null ? 'not printed' : `${formatMoney(held)} ${currency}`)
  const facts = [
    ['Account', `${account} ${accountLabel}`],
    ['Period', `${formatDay(from)} to ${formatDay(to)}`],
    ['Opening', amount(opening)],
    ['Closing', amount(closing)],
    ['Lines', lines === newLines ? String(lines) : `${lines}, ${newLines} new`],
    ['File', `${fileName}, ${formatNames[format]}`],
    ['Uploaded', `${formatDay(dayInManila(Date.parse(statement.uploadedAt)))} by ${statement.uploadedBy}`],
  ] as const
  return (
    <dl className={bank.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Status</dt>
        <dd>
          <StatementBadge statement={statement} />
        </dd>
      </div>
    </dl>
  )
}

function ReviewNotes({ statement: { findings, reason, removed } }: { statement: StoredStatement }) {
  const ofWhole = findings.filter(({ line }) => line === null)
  return (
    <>
      {removed !== null && (
        <Text className={classes.reviewNote}>
          {removed.by} removed it on {formatDay(dayInManila(Date.parse(removed.at)))}: {removed.reason}
        </Text>
      )}
      {ofWhole.length > 0 && (
        <ul className={classes.findings}>
          {ofWhole.map(({ message, weight }) => (
            <li key={message} data-review={weight === 'doubt' || undefined}>
              {message}
            </li>
          ))}
        </ul>
      )}
      {reason !== '' && <Text>Saved with this explanation: {reason}</Text>}
    </>
  )
}

function RemoveStatement({ statement: { id } }: { statement: StoredStatement }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeStatement, { params: { statementId: id }, body: { reason } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [getStatement.name] })
      void queries.invalidateQueries({ queryKey: [listStatements.name] })
    },
  })
  if (!asking)
    return (
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Remove statement
      </Button>
    )
  return (
    <form
      className={classes.removal}
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate()
      }}
    >
      <Textarea
        label="Reason"
        description="Lines that are not on another statement will be removed from the reconciliation. The file remains saved."
        maxLength={500}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={remove.isError && sentenceOf(remove.error)}
      />
      <Group gap="sm">
        <Button type="submit" color="red" loading={remove.isPending}>
          Remove statement
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

const shownFirst = 200
