// What is done to a month: each act is shown at once and told to the server; after a pause the month is asked anew, so
// that proposals follow what was learnt.
import {
  type Figures,
  getReconciliation,
  listReconciliations,
  type MatchAnswer,
  markLine,
  matchLines,
  matchTogether,
  type ProposalAnswer,
  refuseProposal,
  undoMatch,
} from '@talaan/contract/reconciliation.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, keyOf, sentenceOf } from '../../app/api.ts'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import type { Asked, MonthAnswer } from './useMonth.ts'

type Mark = 'ask' | 'answered' | 'bank_error' | 'none'

export type Matching = {
  lines: readonly string[]
  books: readonly string[]
  documents?: readonly string[]
  how: 'hand' | 'proposal'
  reasons: readonly string[]
}

/** A long month is asked anew less often, and no month while a hand is at the keys. */
const pauseMs = (lines: number) => (lines > 1500 ? 8000 : 900)
const quietMs = 600

export function useMatching(asked: Asked) {
  const queries = useQueryClient()
  const key = keyOf(getReconciliation, { params: asked })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastKeyAt = useRef(0)
  useEffect(() => {
    const hear = () => (lastKeyAt.current = performance.now())
    window.addEventListener('keydown', hear, { passive: true })
    return () => {
      window.removeEventListener('keydown', hear)
      clearTimeout(timer.current)
    }
  }, [])

  const change = (touched: readonly string[], changed: (old: MonthAnswer) => MonthAnswer) =>
    queries.setQueryData<MonthAnswer>(
      key,
      (old) => old && { ...changed(old), touched: [...(old.touched ?? []), ...touched] },
    )
  const refresh = () => {
    clearTimeout(timer.current)
    return Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      ...[listReconciliations, viewReport].map(({ name }) => queries.invalidateQueries({ queryKey: [name] })),
    ])
  }
  const refreshLater = () => {
    clearTimeout(timer.current)
    const lines = queries.getQueryData<MonthAnswer>(key)?.lines.length ?? 0
    const whenQuiet = () => {
      if (performance.now() - lastKeyAt.current >= quietMs) void refresh()
      else timer.current = setTimeout(whenQuiet, quietMs)
    }
    timer.current = setTimeout(whenQuiet, pauseMs(lines))
  }
  const failed = (error: unknown) => {
    toast({ title: sentenceOf(error), tone: 'bad' })
    void refresh()
  }

  const match = useMutation({
    mutationFn: ({ lines, books, documents = [], how, reasons }: Matching) =>
      call(matchLines, {
        params: { account: asked.account },
        body: {
          ...{ matchId: newId(), month: asked.month, how },
          ...{ lines: [...lines], books: [...books], documents: [...documents], reasons: [...reasons] },
        },
      }),
    onMutate: async ({ lines, books }) => {
      await queries.cancelQueries({ queryKey: key })
      change([...lines, ...books], (old) => without(old, lines, books))
    },
    onSuccess: ({ match: made, figures }) => {
      change([made.id, ...[...made.bank, ...made.books].map((part) => part.key)], (old) =>
        withMatch(old, made, figures),
      )
      refreshLater()
    },
    onError: failed,
  })

  const matchAll = useMutation({
    mutationFn: (proposals: readonly ProposalAnswer[]) =>
      call(matchTogether, {
        params: { account: asked.account },
        body: {
          matches: proposals.map(({ lines, books, reasons }) => ({
            ...{ matchId: newId(), month: asked.month, how: 'proposal' as const, lines, books, documents: [] },
            reasons: reasons.map(({ words }) => words),
          })),
        },
      }),
    onMutate: async (proposals) => {
      clearTimeout(timer.current)
      await queries.cancelQueries({ queryKey: key })
      const [lines, books] = [proposals.flatMap((each) => each.lines), proposals.flatMap((each) => each.books)]
      change([...lines, ...books], (old) => without(old, lines, books))
    },
    onSuccess: () => refresh(),
    onError: failed,
  })

  const undo = useMutation({
    mutationFn: (matchId: string) => call(undoMatch, { params: { account: asked.account, matchId } }),
    onMutate: (matchId) =>
      change([matchId], (old) => ({ ...old, matches: old.matches.filter(({ id }) => id !== matchId) })),
    onSuccess: () => refresh(),
    onError: failed,
  })

  const refuse = useMutation({
    mutationFn: ({ lineId, proposal }: { lineId: string; proposal: ProposalAnswer }) => {
      const { books, record } = proposal
      return call(refuseProposal, {
        params: { account: asked.account, lineId },
        body: { books, record: record === null ? null : { kind: record.kind, what: record.what } },
      })
    },
    onMutate: ({ lineId, proposal }) =>
      change([lineId], (old) => ({
        ...old,
        lines: old.lines.map((line) =>
          line.id === lineId ? { ...line, proposals: line.proposals.filter((each) => each !== proposal) } : line,
        ),
      })),
    onSuccess: refreshLater,
    onError: failed,
  })

  const mark = useMutation({
    mutationFn: ({ lineId, mark: as, note }: { lineId: string; mark: Mark; note: string }) =>
      call(markLine, { params: { account: asked.account, lineId }, body: { mark: as, note } }),
    onMutate: ({ lineId, mark: as, note }) =>
      change([lineId], (old) => ({
        ...old,
        lines: old.lines.map((line) =>
          line.id === lineId ? { ...line, mark: as === 'none' || as === 'answered' ? null : as, note } : line,
        ),
      })),
    onSuccess: () => refresh(),
    onError: failed,
  })

  /** What is still on its way to the server: until it is there, the last match that is known here is the one before. */
  const told = useRef<Promise<unknown>>(Promise.resolve())
  const after = (act: Promise<unknown>) => {
    told.current = Promise.allSettled([told.current, act])
  }
  const undoKnown = async () => {
    const [last] = queries.getQueryData<MonthAnswer>(key)?.matches ?? []
    if (last === undefined) return
    toast({ title: `Undone: ${last.bank[0]?.words ?? last.books[0]?.words ?? 'the last match'}`, tone: 'plain' })
    await undo.mutateAsync(last.id)
  }

  return {
    match: (matching: Matching) => after(match.mutateAsync(matching)),
    matchAll: (proposals: readonly ProposalAnswer[]) => after(matchAll.mutateAsync(proposals)),
    matchingAll: matchAll.isPending,
    undo: undo.mutate,
    undoLast: () => after(told.current.then(undoKnown)),
    ...{ refuse, mark, refresh },
  }
}

function without(old: MonthAnswer, lines: readonly string[], books: readonly string[]): MonthAnswer {
  const gone = new Set([...lines, ...books])
  return {
    ...old,
    lines: rest(old.lines, ({ id }) => gone.has(id)),
    books: rest(old.books, ({ key }) => gone.has(key)),
  }
}

/** A list that loses nothing stays the same list. */
function rest<Row>(rows: Row[], isGone: (row: Row) => boolean): Row[] {
  const first = rows.findIndex(isGone)
  return first < 0 ? rows : [...rows.slice(0, first), ...rows.slice(first + 1).filter((row) => !isGone(row))]
}

const withMatch = (old: MonthAnswer, match: MatchAnswer, figures: Figures): MonthAnswer => ({
  ...without(
    old,
    match.bank.map(({ key }) => key),
    match.books.map(({ key }) => key),
  ),
  figures,
  matches: [match, ...old.matches.filter(({ id }) => id !== match.id)],
})
