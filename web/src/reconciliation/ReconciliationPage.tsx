// A month of a bank account: the bank's lines on the left, what each may be on the right, the difference always in view.
import { Alert, Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import {
  type BankLineAnswer,
  getReconciliation,
  type ProposalAnswer,
  reconciliationWords,
} from '@talaan/contract/reconciliation.ts'
import { addMonths, formatDay, formatMonth } from '@talaan/ledger/day.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCall } from '../api.ts'
import { paths } from '../paths.ts'
import { Answered, SkeletonRows } from '../problems.tsx'
import { useScreenKeys } from '../ui/keys.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { toast } from '../ui/toast.ts'
import { BankList } from './BankList.tsx'
import { MatchedLines, OutstandingBooks } from './Below.tsx'
import { FiguresBar } from './FiguresBar.tsx'
import { FindBooks } from './FindBooks.tsx'
import { LinePane } from './LinePane.tsx'
import './mantine.ts'
import classes from './reconciliation.module.css'
import { RecordDialog, type ToRecord } from './RecordDialog.tsx'
import { ReopenDialog, SignOffDialog } from './SignDialogs.tsx'
import { StartDialog } from './StartDialog.tsx'
import { type MonthAnswer, useMatching } from './useMatching.ts'

export function ReconciliationPage() {
  const { account = '', month = '' } = useParams()
  const answer = useCall(getReconciliation, { params: { account, month } })
  return (
    <Answered
      query={answer}
      loading={
        <>
          <Skeleton h={32} w={320} mb="md" />
          <Skeleton h={64} mb="md" />
          <SkeletonRows rows={8} />
        </>
      }
    >
      {(found) => <Month key={`${account} ${month}`} found={found} />}
    </Answered>
  )
}

type Open =
  | { dialog: 'record'; asked: ToRecord; line: BankLineAnswer }
  | { dialog: 'sign' }
  | { dialog: 'reopen' }
  | { dialog: 'start' }
  | null

function Month({ found }: { found: MonthAnswer }) {
  const { account, month, figures, lines, books, matches, findings, obstacles, signed, asOf, recordFrom } = found
  const asked = { account: account.code, month }
  const { match, undo, refuse, mark, refresh } = useMatching(asked)
  const [cursor, setCursor] = useState(0)
  const [finding, setFinding] = useState(false)
  const [open, setOpen] = useState<Open>(null)
  const at = Math.max(0, Math.min(cursor, lines.length - 1))
  const line = lines[at]
  const locked = signed !== null
  const move = (to: number) => {
    setFinding(false)
    setCursor(Math.max(0, Math.min(lines.length - 1, to)))
  }

  const confirm = (proposal: ProposalAnswer | undefined, of = line) => {
    if (locked || proposal === undefined || of === undefined) return
    const reasons = proposal.reasons.map(({ words }) => words)
    if (proposal.record === null)
      match.mutate({ lines: proposal.lines, books: proposal.books, how: 'proposal', reasons })
    else
      setOpen({
        dialog: 'record',
        line: of,
        asked: { record: proposal.record, lines: proposal.lines, books: proposal.books, how: 'proposal', reasons },
      })
  }
  /** Something new for a line, or for what is left of it. */
  const create = (rest?: { amount: bigint; lines: string[]; books: string[] }) => {
    if (locked || line === undefined) return
    const amount = rest?.amount ?? line.amount
    const type = amount > 0n ? 'direct' : 'charge'
    const fields = {
      ...{
        type,
        account: account.code,
        day: dayToRecord(line.day, recordFrom),
        amount: (amount > 0n ? amount : -amount).toString(),
      },
      ...{ reference: line.reference ?? line.chequeNo ?? '', description: line.description.slice(0, 200) || 'Bank' },
      ...(account.currency !== 'PHP' && amount > 0n && { rate: null }),
    }
    setOpen({
      dialog: 'record',
      line: { ...line, amount },
      asked: {
        record: { kind: 'bankadjustment', what: type, fields, words: '' },
        ...{ lines: rest?.lines ?? [line.id], books: rest?.books ?? [], how: 'hand', reasons: [] },
      },
    })
  }
  const recorded = (documentId: string, { lines: of, books: with_, how, reasons }: ToRecord) => {
    setOpen(null)
    setFinding(false)
    match.mutate({ lines: of, books: with_, documents: [documentId], how, reasons })
  }
  const [last] = matches
  const acts = {
    confirm,
    refuse: (proposal: ProposalAnswer) => line && refuse.mutate({ lineId: line.id, proposal }),
    find: () => !locked && line && setFinding(true),
    create: () => create(),
    ask: () => {
      if (line === undefined || locked) return
      mark.mutate({ lineId: line.id, mark: line.mark === 'ask' ? 'none' : 'ask', note: line.note })
      if (line.mark !== 'ask') move(at + 1)
    },
    bankError: () =>
      !locked &&
      line &&
      mark.mutate({ lineId: line.id, mark: line.mark === 'bank_error' ? 'none' : 'bank_error', note: line.note }),
    undo: () => {
      if (locked || last === undefined) return
      undo.mutate(last.id)
      toast({ title: `Undone: ${last.bank[0]?.words ?? last.books[0]?.words ?? 'the last match'}`, tone: 'plain' })
    },
  }
  const nth = (place: number) => () => confirm(line?.proposals[place])
  useScreenKeys(reconciliationWords.title, [
    { keys: 'j', does: 'Next line', run: () => move(at + 1) },
    { keys: 'k', does: 'Line before', run: () => move(at - 1) },
    { keys: 'Enter', does: 'Confirm the first proposal' },
    { keys: '2', does: 'Confirm the second', run: nth(1) },
    { keys: '3', does: 'Confirm the third', run: nth(2) },
    { keys: 'x', does: 'Not this', run: () => line?.proposals[0] && !locked && acts.refuse(line.proposals[0]) },
    { keys: 'f', does: 'Find in our books', run: acts.find },
    { keys: 's', does: 'Split over several', run: acts.find },
    { keys: 'c', does: 'Record something new', run: acts.create },
    { keys: 'l', does: 'Ask later, or answered', run: acts.ask },
    { keys: 'e', does: 'Error of the bank, or none', run: acts.bankError },
    { keys: 'u', does: 'Undo the last match', run: acts.undo },
  ])

  return (
    <>
      <PageTitle
        action={
          <Group gap="xs">
            <Button
              component={Link}
              to={paths.reconciliation(account.code, addMonths(month, -1))}
              variant="default"
              size="sm"
            >
              {formatMonth(addMonths(month, -1))}
            </Button>
            <Button
              component={Link}
              to={paths.reconciliation(account.code, addMonths(month, 1))}
              variant="default"
              size="sm"
            >
              {formatMonth(addMonths(month, 1))}
            </Button>
            <Button
              component={Link}
              to={paths.reconciliationStatement(account.code, month)}
              variant="default"
              size="sm"
            >
              Statement
            </Button>
            {!locked && matches.length === 0 && (
              <Button variant="default" size="sm" onClick={() => setOpen({ dialog: 'start' })}>
                Beginning
              </Button>
            )}
            {locked ? (
              <Button variant="default" size="sm" onClick={() => setOpen({ dialog: 'reopen' })}>
                {reconciliationWords.reopen}
              </Button>
            ) : (
              <Button size="sm" onClick={() => setOpen({ dialog: 'sign' })}>
                {reconciliationWords.signOff}
              </Button>
            )}
          </Group>
        }
      >
        {account.code} {account.name}, {formatMonth(month)}
      </PageTitle>
      <FiguresBar figures={figures} currency={account.currency} />
      {signed !== null && (
        <p className={classes.signed}>
          <StatusBadge tone="good">Signed off</StatusBadge> by {signed.by} on {formatDay(signed.at.slice(0, 10))}
          {signed.note !== '' && `. ${signed.note}`}
        </p>
      )}
      {findings.length > 0 && <Doctor findings={findings} />}
      {lines.length === 0 ? (
        <NothingOpen found={found} />
      ) : (
        <div className={classes.panes}>
          <section className={classes.pane} aria-labelledby="open-lines">
            <h2 className={classes.paneTitle} id="open-lines">
              On the statement, to be explained ({lines.length.toLocaleString('en')})
            </h2>
            <BankList lines={lines} at={at} onMove={move} onConfirm={() => confirm(line?.proposals[0])} />
          </section>
          {line !== undefined && (
            <div>
              <LinePane line={line} lines={lines} books={books} locked={locked} acts={acts} />
              {finding && (
                <FindBooks
                  key={line.id}
                  line={line}
                  others={lines.filter(({ id }) => id !== line.id)}
                  books={books}
                  onMatch={(of, with_) => {
                    setFinding(false)
                    match.mutate({ lines: of, books: with_, how: 'hand', reasons: [] })
                  }}
                  onRest={(amount, of, with_) => create({ amount, lines: of, books: with_ })}
                  onClose={() => setFinding(false)}
                />
              )}
            </div>
          )}
        </div>
      )}
      <OutstandingBooks books={books} asOf={asOf} />
      <MatchedLines matches={matches} locked={locked} onUndo={(id) => undo.mutate(id)} />
      {open?.dialog === 'record' && (
        <RecordDialog
          asked={open.asked}
          line={open.line}
          types={found.adjustments}
          onRecorded={(documentId) => recorded(documentId, open.asked)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.dialog === 'sign' && (
        <SignOffDialog asked={asked} obstacles={obstacles} onDone={refresh} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'start' && (
        <StartDialog account={account.code} start={found.start} onDone={refresh} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'reopen' && <ReopenDialog asked={asked} onDone={refresh} onClose={() => setOpen(null)} />}
    </>
  )
}

const dayToRecord = (day: string, from: string | null) => (from !== null && day < from ? from : day)

function Doctor({ findings }: { findings: MonthAnswer['findings'] }) {
  return (
    <details className={classes.doctor}>
      <summary>What the difference may be ({findings.length})</summary>
      <ul>
        {findings.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </details>
  )
}

function NothingOpen({ found: { matches, obstacles, signed } }: { found: MonthAnswer }) {
  if (signed !== null) return null
  if (matches.length === 0)
    return (
      <Alert variant="outline" color="gray" title="No line of the bank is open" mb="md">
        <Text size="sm">
          Upload the statement of this month with the{' '}
          <Anchor component={Link} to={paths.form('bankreconciliation')} underline="always">
            Bank Reconciliation Form
          </Anchor>
          ; then its lines stand here.
        </Text>
      </Alert>
    )
  return (
    <Alert variant="outline" color="green" title="All of it is explained" mb="md">
      <Text size="sm">{obstacles.length === 0 ? 'The month can be signed off.' : obstacles.join(' ')}</Text>
    </Alert>
  )
}
