// A changed bookmark shows immediately and is sent a moment later. If the server refuses it, the list is loaded again.
import {
  addBookmark,
  type Bookmark,
  bookmarkRefreshMs,
  bookmarkWords,
  listBookmarks,
  removeBookmark,
} from '@talaan/contract/bookmarks.ts'
import type { Card } from '@talaan/contract/cards.ts'
import { storageKeys } from '@talaan/contract/sign-in.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, keyOf } from '../../app/api.ts'
import { useSession } from '../../app/session/session.ts'
import { store, stored } from '../../app/session/stored.ts'
import { toast } from '../../ui/toast.ts'

export type Bookmarks = {
  /** Undefined until they are loaded. */
  list: readonly Bookmark[] | undefined
  failed: boolean
  refetch: () => void
  has: (cardId: string) => boolean
  toggle: (card: Pick<Card, 'id' | 'category' | 'title' | 'description' | 'buttonText' | 'buttonLink'>) => void
}

const key = keyOf(listBookmarks)

/** Changes that are being sent. They are sent in the order of the clicks, and the list is fetched only after them. */
let syncing: Promise<unknown> = Promise.resolve()

const listQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => {
    await syncing
    const { bookmarks } = await call(listBookmarks, { signal })
    keep(bookmarks)
    return bookmarks
  },
})

export function useBookmarks(): Bookmarks {
  const { passwordDue } = useSession()
  const queries = useQueryClient()
  const query = useQuery({
    ...listQuery,
    enabled: !passwordDue,
    // The last known list is shown until the server answers.
    placeholderData: cached,
  })

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.bookmarks && event.newValue !== null) queries.setQueryData(key, cached())
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [queries])

  const has = (cardId: string) => query.data?.some((each) => each.cardId === cardId) ?? false

  const toggle: Bookmarks['toggle'] = (card) => {
    const before = queries.getQueryData<Bookmark[]>(key) ?? cached() ?? []
    const adding = !before.some((each) => each.cardId === card.id)
    const mark: Bookmark = {
      cardId: card.id,
      title: card.title,
      description: card.description,
      buttonText: card.buttonText,
      buttonLink: card.buttonLink,
      category: card.category,
    }
    const after = adding ? [...before, mark] : before.filter((each) => each.cardId !== card.id)
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData(key, after)
    keep(after)
    const sync = syncing.then(() =>
      adding ? call(addBookmark, { body: mark }) : call(removeBookmark, { params: { cardId: card.id } }),
    )
    syncing = sync.catch(() => undefined)
    sync.then(
      () => toast({ title: adding ? bookmarkWords.added : bookmarkWords.removed, message: card.title, tone: 'good' }),
      () => {
        toast({ title: adding ? bookmarkWords.addFailed : bookmarkWords.removeFailed, tone: 'bad' })
        void queries.invalidateQueries({ queryKey: key })
      },
    )
  }

  return { list: query.data, failed: query.isError, refetch: () => void query.refetch(), has, toggle }
}

/** On every page, refreshes the list every five minutes by the system clock, because laptops sleep. */
export function useBookmarkRefresh(): void {
  const { passwordDue } = useSession()
  const queries = useQueryClient()
  useEffect(() => {
    if (passwordDue) return
    let dueAt = Date.now() + bookmarkRefreshMs
    const watching = setInterval(() => {
      if (Date.now() < dueAt) return
      dueAt = Date.now() + bookmarkRefreshMs
      void queries.fetchQuery({ ...listQuery, staleTime: 0 }).catch(() => undefined)
    }, 1000)
    return () => clearInterval(watching)
  }, [queries, passwordDue])
}

const keep = (bookmarks: readonly Bookmark[]) => store('bookmarks', JSON.stringify(bookmarks))

function cached(): Bookmark[] | undefined {
  try {
    const found: unknown = JSON.parse(stored('bookmarks') ?? 'null')
    return Array.isArray(found) ? (found as Bookmark[]) : undefined
  } catch {
    return undefined
  }
}
