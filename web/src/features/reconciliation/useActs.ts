// What is done on the page of a month is told to the server, one act after the other, also when the page is left meanwhile.
// After a pause the month is asked for anew, so that suggestions follow what was learnt.
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
} from '@talaan/contract/reconciliation.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { call, keyOf, sentenceOf } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import type { Act, MonthAction } from './monthState.ts'

export type OfMonth = { account: string; month: string }

/** A long month is asked for anew less often, and no month while a hand is at the keys. */
const pauseMs = (open: number) => (open > 1500 ? 8000 : 900)
const quietMs = 600

/** What was done so far, on this page and on those that were left. */
let told: Promise<unknown> = Promise.resolve()
export const allTold = (): Promise<unknown> => told

type Props = { of: OfMonth; open: number; acts: readonly Act[]; dispatch: Dispatch<MonthAction> }

/** Tells the server what was done; answers how to ask for everything anew. */
export function useActs({ of, open, acts, dispatch }: Props): () => Promise<unknown> {
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

  // Whoever closes the window while something waits to be told is asked.
  const waits = acts.some(({ answeredAt }) => answeredAt === Infinity)
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
  const renewAll = () => renew(listOutstanding, listMatches)
  /** The lists below have what one match does to them already. */
  const renewLater = () => {
    clearTimeout(timer.current)
    const whenQuiet = () => {
      if (performance.now() - lastKeyAt.current >= quietMs) void renew()
      else timer.current = setTimeout(whenQuiet, quietMs)
    }
    timer.current = setTimeout(whenQuiet, pauseMs(open))
  }

  const tell = async (act: Act) => {
    // What was refused is not taken back.
    if (act.what === 'undo' && failed.current.has(act.matchId)) return
    try {
      const made = await send(of, act)
      dispatch({ type: 'answered', id: act.id, at: performance.now(), made })
      if (act.what === 'match' || act.what === 'refuse') renewLater()
      else void renewAll()
    } catch (error) {
      failed.current.add(act.id)
      toast({ title: sentenceOf(error), tone: 'bad' })
      dispatch({ type: 'failed', id: act.id })
      void renewAll()
    }
  }
  const begin = useEffectEvent((act: Act) => {
    if (begun.current.has(act.id)) return
    begun.current.add(act.id)
    if (act.what === 'together') clearTimeout(timer.current)
    if (act.what === 'undo' && act.words !== undefined) toast({ title: `Undone: ${act.words}`, tone: 'plain' })
    told = told.then(() => tell(act))
  })
  useEffect(() => {
    for (const act of acts) begin(act)
  }, [acts])

  return renewAll
}

/** A match as it was made; nothing of other acts. */
async function send({ account, month }: OfMonth, act: Act): Promise<MatchAnswer | null> {
  // One that is on its way arrives though the window is closed; many together are longer than browsers allow for that.
  const keepalive = act.what !== 'together'
  switch (act.what) {
    case 'match': {
      const { match } = await call(matchLines, {
        params: { account },
        body: {
          matchId: act.id,
          month,
          lines: act.lines.map(({ id }) => id),
          books: act.books.map(({ key }) => key),
          documents: [...act.documents],
          how: act.how,
          reasons: [...act.reasons],
        },
        keepalive,
      })
      return match
    }
    case 'together':
      await call(matchTogether, {
        params: { account },
        body: {
          matches: act.matches.map(({ matchId, lines, books, reasons }) => ({
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
    case 'undo':
      await call(undoMatch, { params: { account, matchId: act.matchId }, keepalive })
      return null
    case 'mark':
      await call(markLine, {
        params: { account, lineId: act.lineId },
        body: { mark: act.mark, note: act.note },
        keepalive,
      })
      return null
    case 'refuse':
      await call(refuseSuggestion, {
        params: { account, lineId: act.lineId },
        body: { books: act.books, record: act.record },
        keepalive,
      })
      return null
  }
}
