// Sends the changes of the month's page to the server one after the other, even after the user leaves the page. After a
// pause, the month is reloaded, so that suggestions follow the latest matches.
import type { listMonthReceipts } from '@talaan/contract/arrivals.ts'
import {
  getReconciliation,
  listMatches,
  listOutstanding,
  listReconciliations,
  type MatchAnswer,
  markLine,
  matchLines,
  matchTogether,
  refuseSuggestion,
  undoMatch,
  undoTogether,
  type Undoing,
} from '@talaan/contract/reconciliation.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { call, keyOf, sentenceOf } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import type { Change, MonthAction } from './monthState.ts'
import { sendNext } from './sending.ts'

export type OfMonth = { account: string; month: string }

/** Referenced by name, because the page does not load the endpoints of Arrivals. */
const monthReceipts: Pick<typeof listMonthReceipts, 'name'> = { name: 'arrivals.ofMonth' }

/** A long month is reloaded less often, and never while keys are being pressed. */
const pauseMs = (open: number) => (open > 1500 ? 8000 : 900)
const typingMs = 600

type Props = { of: OfMonth; open: number; changes: readonly Change[]; dispatch: Dispatch<MonthAction> }

/** Sends a change, and returns a function that reloads everything. */
export function useChanges({ of, open, changes, dispatch }: Props): () => Promise<unknown> {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastKeyAt = useRef(0)
  const begun = useRef(new Set<string>())
  const failed = useRef(new Set<string>())
  useEffect(() => {
    const hear = () => (lastKeyAt.current = performance.now())
    window.addEventListener('keydown', hear, { passive: true })
    return () => {
      window.removeEventListener('keydown', hear)
      clearTimeout(timer.current)
    }
  }, [])

  // Closing the window with unsent changes asks for confirmation.
  const waits = changes.some(({ answeredAt }) => answeredAt === Infinity)
  useEffect(() => {
    if (!waits) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [waits])

  const renew = (...lists: { name: string }[]) => {
    clearTimeout(timer.current)
    return Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(getReconciliation, { params: of }) }),
      ...[...lists, listReconciliations, viewReport].map(({ name }) => queries.invalidateQueries({ queryKey: [name] })),
    ])
  }
  const renewAll = () => renew(listOutstanding, listMatches, monthReceipts)
  /** The lists below already reflect a single match. */
  const renewLater = () => {
    clearTimeout(timer.current)
    const whenQuiet = () => {
      if (performance.now() - lastKeyAt.current >= typingMs) void renew()
      else timer.current = setTimeout(whenQuiet, typingMs)
    }
    timer.current = setTimeout(whenQuiet, pauseMs(open))
  }

  const sendChange = async (change: Change) => {
    // A refused match can't be undone.
    if (change.what === 'undo' && failed.current.has(change.matchId)) return
    if (change.what === 'undoTogether' && failed.current.has(change.together)) return
    try {
      if (change.what === 'undo') saySettled(await sendUndo(of, change.matchId))
      const made = change.what === 'undo' ? null : await send(of, change)
      dispatch({ type: 'answered', id: change.id, at: performance.now(), made })
      if (change.what === 'match' || change.what === 'refuse') renewLater()
      else void renewAll()
    } catch (error) {
      failed.current.add(change.id)
      toast({ title: sentenceOf(error), tone: 'bad' })
      dispatch({ type: 'failed', id: change.id })
      void renewAll()
    }
  }
  const begin = useEffectEvent((change: Change) => {
    if (begun.current.has(change.id)) return
    begun.current.add(change.id)
    if (change.what === 'together') clearTimeout(timer.current)
    if (change.what === 'undo' && change.words !== undefined) toast({ title: `Undone: ${change.words}`, tone: 'plain' })
    if (change.what === 'undoTogether')
      toast({
        title: `Undone: ${change.matchIds.length === 1 ? '1 match' : `${change.matchIds.length.toLocaleString('en')} matches`}`,
        tone: 'plain',
      })
    sendNext(() => sendChange(change))
  })
  useEffect(() => {
    for (const change of changes) begin(change)
  }, [changes])

  return renewAll
}

const sendUndo = ({ account }: OfMonth, matchId: string) =>
  call(undoMatch, { params: { account, matchId }, keepalive: true })

/** Says what happened to the documents that were recorded for the match. */
function saySettled({ voided, kept }: Undoing): void {
  for (const { number, on } of voided) toast({ title: `${number} voided on ${formatDay(on)}`, tone: 'plain' })
  for (const { number, reason } of kept) toast({ title: `${number} stays recorded`, message: reason, tone: 'plain' })
}

/** A match as it was made, without later changes. */
async function send(
  { account, month }: OfMonth,
  change: Exclude<Change, { what: 'undo' }>,
): Promise<MatchAnswer | null> {
  // keepalive lets one request finish after the window is closed; many together exceed the browser's limit for it.
  const keepalive = change.what !== 'together'
  switch (change.what) {
    case 'match': {
      const { match } = await call(matchLines, {
        params: { account },
        body: {
          matchId: change.id,
          month,
          lines: change.lines.map(({ id }) => id),
          books: change.books.map(({ key }) => key),
          documents: [...change.documents],
          how: change.how,
          reasons: [...change.reasons],
        },
        keepalive,
      })
      return match
    }
    case 'together':
      await call(matchTogether, {
        params: { account },
        body: {
          matches: change.matches.map(({ matchId, lines, books, reasons }) => ({
            matchId,
            month,
            lines,
            books,
            documents: [],
            how: 'proposal' as const,
            reasons,
          })),
        },
      })
      return null
    case 'undoTogether':
      await call(undoTogether, { params: { account }, body: { matches: [...change.matchIds] } })
      return null
    case 'mark':
      await call(markLine, {
        params: { account, lineId: change.lineId },
        body: { mark: change.mark, note: change.note },
        keepalive,
      })
      return null
    case 'refuse':
      await call(refuseSuggestion, {
        params: { account, lineId: change.lineId },
        body: { books: change.books, record: change.record },
        keepalive,
      })
      return null
  }
}
