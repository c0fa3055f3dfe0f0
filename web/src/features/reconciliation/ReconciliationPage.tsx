// A month of a bank account: the bank lines on the left, their suggested matches on the right, and the difference
// always visible.
import { Skeleton } from '@mantine/core'
import {
  type BankLineAnswer,
  type BookLineAnswer,
  type MatchAnswer,
  type QuestionAnswer,
  reconciliationWords,
} from '@talaan/contract/reconciliation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useReducer } from 'react'
import { useParams } from 'react-router'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { newId } from '../../ui/newId.ts'
import { dayOfMoment } from '../../ui/moment.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { BankList } from './BankList.tsx'
import { MatchedLines, OutstandingBooks } from './Below.tsx'
import { wordsOf } from './bookWords.ts'
import { Checks } from './Checks.tsx'
import { CommandButton } from './CommandButton.tsx'
import { type Command, commands, type Named, nextStep, recordNew, type Situation, undoOf } from './commands.ts'
import { fetchDialogs, FindBooks, LineReceipt, NextMonth } from './dialogs.ts'
import { FiguresBar } from './FiguresBar.tsx'
import { JustMatched } from './JustMatched.tsx'
import { LinePane } from './LinePane.tsx'
import './mantine.ts'
import { MonthDialogs } from './MonthDialogs.tsx'
import { MonthHead } from './MonthHead.tsx'
import { DifferenceHints, NothingOpen } from './MonthNotes.tsx'
import {
  type Dated,
  firstState,
  lastMatch,
  lastTogether,
  matchesWith,
  type MonthAnswer,
  monthReducer,
  monthWith,
  placeOf,
  wordsOf as matchWords,
} from './monthState.ts'
import { Questions } from './Questions.tsx'
import classes from './reconciliation.module.css'
import { useChanges } from './useChanges.ts'
import { useMatches, useMonth } from './useMonth.ts'
import { useRules } from './useRules.ts'

export function ReconciliationPage() {
  const { account = '', month = '' } = useParams()
  const { month: answer, more, loadingMore, failedMore } = useMonth({ account, month })
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
      {(loaded) => (
        <Month
          key={`${account} ${month}`}
          loaded={loaded}
          more={more}
          loadingMore={loadingMore}
          failedMore={failedMore}
        />
      )}
    </Answered>
  )
}

type MonthProps = {
  /** The server's last answer. */
  loaded: Dated<MonthAnswer>
  more: (after: string) => void
  loadingMore: boolean
  failedMore: boolean
}

const certainCommand = commands.find(({ button }) => button?.at === 'figures')
const undoCommand = commands.find(({ key }) => key === 'u')
const firstCommand = commands.find(({ key }) => key === 'Enter')

function Month({ loaded, more, loadingMore, failedMore }: MonthProps) {
  const [{ cursor, lineId, keyed, finding, dialog, changes }, dispatch] = useReducer(monthReducer, firstState)
  const month = useMemo(() => monthWith(loaded, changes), [loaded, changes])
  const { account, figures, lines, next, open, signed, questions } = month
  const of = useMemo(() => ({ account: account.code, month: month.month }), [account.code, month.month])
  const pages = useMatches(of)
  const listed = pages.data?.pages
  const matches = useMemo(() => matchesWith(listed ?? [], changes), [listed, changes])
  const renew = useChanges({ of, open, changes, dispatch })
  const locked = signed !== null
  useEffect(() => void fetchDialogs(), [])
  useRules(account.code, month.rulesAct && open > 0 && !locked, renew)

  const named = useMemo<Named>(
    () => ({
      lines: new Map([...loaded.others, ...loaded.lines].map((line) => [line.id, line])),
      books: new Map(loaded.books.map((book) => [book.key, book])),
    }),
    [loaded.others, loaded.lines, loaded.books],
  )
  const at = useMemo(() => placeOf({ cursor, lineId }, lines), [cursor, lineId, lines])
  useEffect(() => {
    if (at !== cursor) dispatch({ type: 'shifted', to: at })
  }, [at, cursor])
  const line = lines[at]
  // Passed to parts that should render only when their own data changes.
  const now = useMemo<Situation>(
    () => ({
      month,
      named,
      at,
      line,
      last: lastMatch(listed ?? [], changes),
      together: lastTogether(changes),
      busy: changes.some(({ what, answeredAt }) => what === 'together' && answeredAt === Infinity),
    }),
    [month, named, at, line, listed, changes],
  )
  const run = useSteady((command: Command) => {
    if (command.when(now) === undefined) for (const action of command.act(now)) dispatch(action)
  })
  useScreenKeys(
    reconciliationWords.title,
    commands.flatMap((command) => {
      const { key, help, toList } = command
      if (key === null) return []
      // The list handles Enter itself, and only while it has the focus.
      if (command === firstCommand) return [{ keys: key, does: help }]
      return [
        {
          keys: key,
          does: help,
          run: () => {
            run(command)
            if (toList === true) dispatch({ type: 'keyed' })
          },
        },
      ]
    }),
  )
  const move = useSteady((to: number) => dispatch({ type: 'moved', to, lines }))
  const queries = useQueryClient()
  const receiptLineOf = ({ id, amount }: BankLineAnswer) => ({
    id,
    takesReceipt: amount < 0n && account.currency === 'PHP' && !locked,
  })
  const drop = useSteady(async (dropped: BankLineAnswer, file: File | undefined) => {
    const { addReceipt } = await import('../arrivals/addReceipt.ts')
    await addReceipt(queries, receiptLineOf(dropped), file)
  })
  const openPlain = useCallback((name: 'reopen' | 'start') => dispatch({ type: 'opened', dialog: { name } }), [])
  const answer = useCallback(
    ({ lineId, note, day, amount, description }: QuestionAnswer) =>
      dispatch({
        type: 'opened',
        dialog: { name: 'question', line: { id: lineId, day, amount, description }, question: note },
      }),
    [],
  )
  const undo = useCallback(
    (match: MatchAnswer) =>
      dispatch(undoOf({ matchId: match.id, words: matchWords(match), hasRecorded: match.recorded.length > 0 })),
    [],
  )

  return (
    <>
      <MonthHead now={now} onRun={run} onOpen={openPlain} />
      <FiguresBar figures={figures} currency={account.currency}>
        {!locked && now.together !== null && (
          <JustMatched
            count={now.together.matchIds.length}
            onUndo={() => undoCommand !== undefined && run(undoCommand)}
          />
        )}
        {!locked && open > 0 && certainCommand !== undefined && (
          <CommandButton
            command={certainCommand}
            now={now}
            onRun={run}
            size="compact-sm"
            variant={nextStep(now) === 'certain' ? 'filled' : 'default'}
            loading={now.busy}
          />
        )}
      </FiguresBar>
      {locked && (
        <>
          <p className={classes.signed}>
            <StatusBadge tone="good">Signed off</StatusBadge> by {signed.by} on {dayOfMoment(signed.at)}
            {signed.note !== '' && `. ${signed.note}`}
          </p>
          <div className={classes.next}>
            <Suspense>
              <NextMonth account={account.code} />
            </Suspense>
          </div>
        </>
      )}
      {!locked && lines.length > 0 && <Checks obstacles={month.obstacles} passed={month.passed} />}
      {month.findings.length > 0 && <DifferenceHints findings={month.findings} />}
      {lines.length === 0 && next === null ? (
        <NothingOpen month={month} />
      ) : (
        <div className={classes.panes}>
          <section className={classes.pane} aria-labelledby="open-lines">
            <h2 className={classes.paneTitle} id="open-lines">
              On the statement, unmatched ({open.toLocaleString('en')})
            </h2>
            <BankList
              lines={lines}
              at={at}
              keyed={keyed}
              onMove={move}
              onDrop={drop}
              onConfirm={() => firstCommand !== undefined && run(firstCommand)}
              more={next === null ? null : { isLoading: loadingMore, hasFailed: failedMore, load: () => more(next) }}
            />
          </section>
          {line !== undefined && (
            <div>
              <LinePane now={now} line={line} onRun={run}>
                {receiptLineOf(line).takesReceipt && (
                  <Suspense>
                    <LineReceipt key={line.id} lineId={line.id} of={of} />
                  </Suspense>
                )}
              </LinePane>
              {finding && (
                <Suspense>
                  <FindBooks
                    key={line.id}
                    of={of}
                    line={line}
                    wordsOf={wordsInFind}
                    onMatch={(found, books) =>
                      dispatch({
                        type: 'changed',
                        id: newId(),
                        change: {
                          what: 'match',
                          lines: found,
                          books,
                          documents: [],
                          how: 'hand',
                          reasons: [],
                          made: null,
                        },
                      })
                    }
                    onRest={(amount, found, books) => dispatch(recordNew(line, month, { amount, lines: found, books }))}
                    onClose={() => dispatch({ type: 'finding', on: false })}
                  />
                </Suspense>
              )}
            </div>
          )}
        </div>
      )}
      <Questions questions={questions} locked={locked} onAnswer={answer} />
      <OutstandingBooks of={of} count={month.outstanding} changes={changes} />
      <MatchedLines of={of} matches={matches} count={month.matched} pages={pages} locked={locked} onUndo={undo} />
      <Suspense>
        {dialog !== null && <MonthDialogs dialog={dialog} month={month} dispatch={dispatch} renew={renew} />}
      </Suspense>
    </>
  )
}

const wordsInFind = (book: BookLineAnswer) => wordsOf(book).words
