// Saves a draft while the user types: one save at a time, always with the latest input. A failed save is retried
// automatically.
import { useEffect, useMemo, useState } from 'react'
import { saveDraft } from '@talaan/contract/documents.ts'
import type { Draft } from '@talaan/contract/documents.ts'
import { mayPass } from './channel.ts'
import type { Channel } from './channel.ts'

export type DraftState =
  | { phase: 'new' }
  | { phase: 'waiting' | 'saving'; savedAt: string | null }
  | { phase: 'saved'; savedAt: string }
  | { phase: 'failing'; sentence: string; again: boolean }

export type Keeper<T> = {
  /** The input changed, and is saved when the user pauses. */
  offer(value: T): void
  /** Saves unsaved input immediately; returns false if that failed. */
  flush(): Promise<boolean>
  stop(): void
}

type Keeping<T> = {
  save: (value: T) => Promise<{ savedAt: string }>
  tell: (state: DraftState) => void
  pauseMs?: number
  retryMs?: readonly number[]
}

export function keepSaved<T>({
  save,
  tell,
  pauseMs = 600,
  retryMs = [2000, 5000, 10_000, 20_000],
}: Keeping<T>): Keeper<T> {
  let latest: { value: T } | null = null
  let savedAt: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function saveLatest(): Promise<boolean> {
    for (let offered = latest; offered !== null; offered = latest) {
      tell({ phase: 'saving', savedAt })
      try {
        savedAt = (await save(offered.value)).savedAt
      } catch (error) {
        const again = mayPass(error)
        tell({ phase: 'failing', sentence: error instanceof Error ? error.message : '', again })
        if (again) later(retryMs[Math.min(failures++, retryMs.length - 1)] ?? 0)
        return false
      }
      failures = 0
      if (latest === offered) latest = null
    }
    if (savedAt !== null) tell({ phase: 'saved', savedAt })
    return true
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    running ??= saveLatest().finally(() => (running = null))
    return running
  }

  return {
    offer(value) {
      latest = { value }
      if (failures === 0) tell({ phase: 'waiting', savedAt })
      later(pauseMs)
    },
    flush,
    stop: () => clearTimeout(timer),
  }
}

/** Saves the input as a draft of its type, and tells the portal while input is unsaved. */
export function useDraft(
  channel: Channel,
  draft: Pick<Draft, 'draftId' | 'kind'> & { savedAt: string | null },
): Keeper<Record<string, unknown>> & { state: DraftState } {
  const { draftId, kind, savedAt } = draft
  const [state, setState] = useState<DraftState>(savedAt === null ? { phase: 'new' } : { phase: 'saved', savedAt })
  const keeper = useMemo(
    () =>
      keepSaved<Record<string, unknown>>({
        save: (fields) => channel.call(saveDraft, { params: { draftId }, body: { kind, fields } }),
        // Every keystroke makes the input unsaved, but only the first one is reported.
        tell: (next) => setState((now) => (next.phase === 'waiting' && now.phase === 'waiting' ? now : next)),
      }),
    [channel, draftId, kind],
  )

  const unsaved = state.phase !== 'new' && state.phase !== 'saved'
  useEffect(() => channel.say({ type: 'unsaved', unsaved }), [channel, unsaved])

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void keeper.flush()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      keeper.stop()
    }
  }, [keeper])

  return { ...keeper, state }
}
