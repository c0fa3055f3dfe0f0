// A month of a bank account: the bank's lines on the left, what each may be on the right, the difference always in view.
import { Skeleton } from '@mantine/core'
import {
  type BankLineAnswer,
  type BookLineAnswer,
  type ProposalAnswer,
  type QuestionAnswer,
  reconciliationWords,
} from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { RuleFields } from '@talaan/ledger/banking/matching/rule.ts'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { BankList } from './BankList.tsx'
import { MatchedLines, OutstandingBooks } from './Below.tsx'
import { wordsOf } from './bookWords.ts'
import { certainOf } from './certain.ts'
import {
  fetchDialogs,
  FindBooks,
  NextMonth,
  QuestionDialog,
  RecordDialog,
  ReopenDialog,
  RuleDialog,
  SignOffDialog,
  StartDialog,
} from './dialogs.ts'
import { CertainButton, FiguresBar } from './FiguresBar.tsx'
import { type Act, LinePane } from './LinePane.tsx'
import { MonthHead } from './MonthHead.tsx'
import { Doctor, NothingOpen } from './MonthNotes.tsx'
import './mantine.ts'
import { Questions } from './Questions.tsx'
import classes from './reconciliation.module.css'
import type { ToRecord } from './RecordDialog.tsx'
import { ruleOf } from './ruleOf.ts'
import { useMatching } from './useMatching.ts'
import { type MonthAnswer, useMonth } from './useMonth.ts'
import { useRules } from './useRules.ts'

export function ReconciliationPage() {
  const { account = '', month = '' } = useParams()
  const answer = useMonth({ account, month })
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
  | { dialog: 'rule'; rule: RuleFields }
  | { dialog: 'question'; of: Asked; question: string | null }
  | null

type Asked = { id: string; description: string; day: string; amount: bigint }

function Month({ found }: { found: MonthAnswer }) {
  const { account, month, figures, lines, books, matches, findings, obstacles, signed, asOf, recordFrom, known } = found
  const asked = { account: account.code, month }
  const { match, matchAll, matchingAll, undo, undoLast, refuse, mark, refresh } = useMatching(asked)
  const [cursor, setCursor] = useState(0)
  const [keyed, setKeyed] = useState(0)
  const [finding, setFinding] = useState(false)
  const [open, setOpen] = useState<Open>(null)
  const at = Math.max(0, Math.min(cursor, lines.length - 1))
  const line = lines[at]
  const locked = signed !== null
  useEffect(() => void fetchDialogs(), [])
  useRules(account.code, found.rulesAct && lines.length > 0 && !locked, refresh)
  // Handed to parts that are drawn again only when something of theirs has changed: a month may have ten thousand lines.
  const end = lines.length - 1
  const move = useCallback(
    (to: number) => {
      setFinding(false)
      setCursor(Math.max(0, Math.min(end, to)))
    },
    [end],
  )
  const openPlain = useCallback((dialog: 'sign' | 'reopen' | 'start') => setOpen({ dialog }), [])
  // Made anew when the server told something else. What was matched since then may well be found still.
  // oxlint-disable react-hooks/exhaustive-deps
  const lineOf = useMemo(() => new Map(lines.map((each) => [each.id, each])), [known.lines])
  const bookOf = useMemo(() => new Map(books.map((book) => [book.key, book])), [known.books])
  // oxlint-enable react-hooks/exhaustive-deps
  const answer = useCallback(
    ({ lineId, note, ...of }: QuestionAnswer) =>
      setOpen({ dialog: 'question', of: { ...of, id: lineId }, question: note }),
    [],
  )

  const confirm = (proposal: ProposalAnswer | undefined, of = line) => {
    if (locked || proposal === undefined || of === undefined) return
    const reasons = proposal.reasons.map(({ words }) => words)
    if (proposal.record === null) match({ lines: proposal.lines, books: proposal.books, how: 'proposal', reasons })
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
      ...(account.currency !== 'PHP' && { rate: null }),
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
  /** The other bank's line or a rule may have told the other end already. */
  const transfer = () => {
    if (locked || line === undefined) return
    const proposed = line.proposals.find(({ record }) => record?.kind === 'transfer')
    if (proposed !== undefined) return confirm(proposed)
    const incoming = line.amount > 0n
    const fields = {
      ...{ type: account.currency === 'PHP' ? 'local' : 'foreign', day: dayToRecord(line.day, recordFrom) },
      ...{ from: incoming ? null : account.code, to: incoming ? account.code : null },
      amount: (incoming ? line.amount : -line.amount).toString(),
      ...{ reference: line.reference ?? line.chequeNo ?? '', email: '' },
    }
    setOpen({
      dialog: 'record',
      line,
      asked: {
        record: { kind: 'transfer', what: '', fields, words: '' },
        ...{ lines: [line.id], books: [], how: 'hand', reasons: [] },
      },
    })
  }
  const recorded = (documentId: string, { lines: of, books: with_, how, reasons }: ToRecord) => {
    setOpen(null)
    setFinding(false)
    match({ lines: of, books: with_, documents: [documentId], how, reasons })
  }
  const confirmCertain = () => {
    const certain = locked || matchingAll ? [] : certainOf(lines)
    if (certain.length === 0) return
    setFinding(false)
    setCursor(0)
    matchAll(certain)
  }
  const confirmAll = useSteady(confirmCertain)
  const acts = {
    confirm,
    refuse: (proposal: ProposalAnswer) => line && refuse.mutate({ lineId: line.id, proposal }),
    find: () => !locked && line && setFinding(true),
    create: () => create(),
    transfer,
    ask: () => {
      if (line === undefined || locked) return
      mark.mutate({ lineId: line.id, mark: line.mark === 'ask' ? 'none' : 'ask', note: line.note })
      if (line.mark !== 'ask') move(at + 1)
    },
    question: () => {
      if (line === undefined || locked) return
      const open = found.questions.find(({ lineId }) => lineId === line.id)
      setOpen({ dialog: 'question', of: line, question: open?.note ?? null })
    },
    always: () =>
      line !== undefined &&
      setOpen({ dialog: 'rule', rule: ruleOf(line, line.proposals[0], { account: account.code, books }) }),
    bankError: () =>
      !locked &&
      line &&
      mark.mutate({ lineId: line.id, mark: line.mark === 'bank_error' ? 'none' : 'bank_error', note: line.note }),
    undo: () => !locked && undoLast(),
  }
  const onAct = useSteady((what: Act, proposal?: ProposalAnswer) => {
    if (what !== 'confirm' && what !== 'refuse') acts[what]()
    else if (proposal !== undefined) acts[what](proposal)
  })
  /** The focus goes to the line, so that Enter confirms it. */
  const inList = (run: () => void) => () => {
    run()
    setKeyed(keyed + 1)
  }
  const nth = (place: number) => () => confirm(line?.proposals[place])
  useScreenKeys(reconciliationWords.title, [
    { keys: 'j', does: 'Next line', run: inList(() => move(at + 1)) },
    { keys: 'k', does: 'Line before', run: inList(() => move(at - 1)) },
    { keys: 'Enter', does: 'Confirm the first proposal' },
    { keys: 'y', does: reconciliationWords.confirmCertain, run: inList(confirmCertain) },
    { keys: '1', does: 'Confirm the first as well', run: nth(0) },
    { keys: '2', does: 'Confirm the second', run: nth(1) },
    { keys: '3', does: 'Confirm the third', run: nth(2) },
    { keys: 'x', does: 'Not this', run: () => line?.proposals[0] && !locked && acts.refuse(line.proposals[0]) },
    { keys: 'f', does: 'Find in our books', run: acts.find },
    { keys: 's', does: 'Split over several', run: acts.find },
    { keys: 'c', does: 'Record something new', run: acts.create },
    { keys: 't', does: reconciliationWords.transfer, run: transfer },
    { keys: 'l', does: 'Ask later, or answered', run: acts.ask },
    { keys: 'q', does: 'Ask in words, or answer', run: acts.question },
    { keys: 'a', does: 'Always do this for lines like this', run: acts.always },
    { keys: 'e', does: 'Error of the bank, or none', run: acts.bankError },
    { keys: 'u', does: 'Undo the last match', run: inList(acts.undo) },
    { keys: 'o', does: reconciliationWords.signOff, run: () => !locked && setOpen({ dialog: 'sign' }) },
  ])

  return (
    <>
      <MonthHead {...{ account, month, locked }} begins={!locked && matches.length === 0} onOpen={openPlain} />
      <FiguresBar figures={figures} currency={account.currency}>
        {!locked && <CertainButton lines={lines} busy={matchingAll} onConfirm={confirmAll} />}
      </FiguresBar>
      {signed !== null && (
        <p className={classes.signed}>
          <StatusBadge tone="good">Signed off</StatusBadge> by {signed.by} on {formatDay(signed.at.slice(0, 10))}
          {signed.note !== '' && `. ${signed.note}`}
        </p>
      )}
      {locked && (
        <div className={classes.next}>
          <Suspense>
            <NextMonth account={account.code} />
          </Suspense>
        </div>
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
            <BankList lines={lines} at={at} keyed={keyed} onMove={move} onConfirm={() => confirm(line?.proposals[0])} />
          </section>
          {line !== undefined && (
            <div>
              <LinePane {...{ line, lineOf, bookOf, locked, onAct }} />
              {finding && (
                <Suspense>
                  <FindBooks
                    key={line.id}
                    line={line}
                    lines={lines}
                    books={books}
                    wordsOf={wordsInFind}
                    onMatch={(of, with_) => {
                      setFinding(false)
                      match({ lines: of, books: with_, how: 'hand', reasons: [] })
                    }}
                    onRest={(amount, of, with_) => create({ amount, lines: of, books: with_ })}
                    onClose={() => setFinding(false)}
                  />
                </Suspense>
              )}
            </div>
          )}
        </div>
      )}
      <Questions questions={found.questions} locked={locked} onAnswer={answer} />
      <OutstandingBooks books={books} asOf={asOf} />
      <MatchedLines matches={matches} locked={locked} onUndo={undo} />
      <Suspense>
        {open?.dialog === 'record' && (
          <RecordDialog
            asked={open.asked}
            line={open.line}
            types={found.adjustments}
            onRecorded={(documentId) => recorded(documentId, open.asked)}
            onClose={() => setOpen(null)}
          />
        )}
        {open?.dialog === 'rule' && (
          <RuleDialog
            account={account.code}
            rule={open.rule}
            onSaved={() => {
              setOpen(null)
              void refresh()
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {open?.dialog === 'question' && (
          <QuestionDialog
            line={open.of}
            question={open.question}
            onSay={(note) => {
              mark.mutate({ lineId: open.of.id, mark: open.question === null ? 'ask' : 'answered', note })
              setOpen(null)
            }}
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
      </Suspense>
    </>
  )
}

const wordsInFind = (book: BookLineAnswer) => wordsOf(book).words

const dayToRecord = (day: string, from: string | null) => (from !== null && day < from ? from : day)
