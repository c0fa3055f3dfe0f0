// Searches the books for a match of a line. The user can select several entries; their sum and the remainder stay
// visible.
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { documentPlaces } from '@talaan/contract/cards.ts'
import {
  type BankLineAnswer,
  type BookLineAnswer,
  type NamedLine,
  searchForLine,
} from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call, keyOf } from '../../app/api.ts'
import { Failed } from '../../app/problems.tsx'
import { Amount, useSettled } from './inputs.tsx'
import classes from './reconciliation.module.css'
import type { OfMonth } from './useChanges.ts'

type Search = {
  words: string
  /** In centavos, as in an address; '' if there is no limit. */
  atLeast: string
  atMost: string
  within: string
  kind: DocumentTypeName | 'bank' | ''
}

const anything: Search = { words: '', atLeast: '', atMost: '', within: '', kind: '' }

type Props = {
  of: OfMonth
  line: BankLineAnswer
  wordsOf: (book: BookLineAnswer) => string
  onMatch: (lines: NamedLine[], books: BookLineAnswer[]) => void
  /** The remainder is not in the books yet, so it is recorded first. */
  onRest: (rest: bigint, lines: NamedLine[], books: BookLineAnswer[]) => void
  onClose: () => void
}

export function FindBooks({ of, line, wordsOf, onMatch, onRest, onClose }: Props) {
  const [search, setSearch] = useState<Search>(anything)
  const [books, setBooks] = useState<readonly BookLineAnswer[]>([])
  const [others, setOthers] = useState<readonly NamedLine[]>([])
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  // Ready for typing.
  useEffect(() => box.current?.focus(), [])
  const settled = useSettled(search)
  const found = useInfiniteQuery({
    queryKey: keyOf(searchForLine, { params: { ...of, lineId: line.id }, query: settled }),
    queryFn: ({ pageParam, signal }) =>
      call(searchForLine, { params: { ...of, lineId: line.id }, query: queryOf(settled, pageParam), signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ books: some, lines, left }) => (left > 0 ? (lines.at(-1)?.id ?? some.at(-1)?.key) : undefined),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isCurrent = settled === search && !found.isPlaceholderData
  const pages = found.data?.pages ?? []
  const rows = [
    ...pages.flatMap((page) => page.books).map((book) => ({ id: book.key, words: wordsOf(book), book })),
    ...pages
      .flatMap((page) => page.lines)
      .map((other) => ({ id: other.id, words: `The bank’s ${other.description}`, other })),
  ]
  const left = pages.at(-1)?.left ?? 0
  const ticked = new Set([...books.map(({ key }) => key), ...others.map(({ id }) => id)])
  const bank = line.amount + sum(others.map(({ amount }) => amount))
  const picked = sum(books.map(({ amount }) => amount))
  const rest = bank - picked
  const change = (patch: Partial<Search>) => setSearch((old) => ({ ...old, ...patch }))
  const settle = () => {
    if (ticked.size === 0) return
    if (rest === 0n) onMatch([line, ...others], [...books])
    else onRest(rest, [line, ...others], [...books])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape of the fields inside
    <section
      className={classes.find}
      aria-label="Find in the books"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && (event.ctrlKey || (event.target as HTMLElement).tagName === 'INPUT')) settle()
        else return
        event.preventDefault()
      }}
    >
      <TextInput
        label="Name, number or amount"
        size="sm"
        ref={box}
        autoComplete="off"
        value={search.words}
        aria-controls={listId}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      <Filters kinds={pages[0]?.kinds ?? []} search={search} change={change} />
      <ul id={listId} className={classes.found} aria-busy={!isCurrent}>
        {rows.map((row) => (
          <BookRow
            key={row.id}
            words={row.words}
            {...('book' in row ? row.book : row.other)}
            ticked={ticked.has(row.id)}
            // Entries that no longer match the search are deselected.
            disabled={!isCurrent}
            onToggle={() =>
              'book' in row
                ? setBooks(toggled(books, row.book, ({ key }) => key))
                : setOthers(toggled(others, row.other, ({ id }) => id))
            }
          />
        ))}
        {left > 0 && (
          <li>
            <Button
              size="compact-sm"
              variant="subtle"
              // The button stays enabled while it loads, so that it keeps the focus.
              aria-busy={found.isFetchingNextPage}
              onClick={() => !found.isFetchingNextPage && void found.fetchNextPage()}
            >
              Show more ({left.toLocaleString('en')} left)
            </Button>
          </li>
        )}
      </ul>
      {found.isError && <Failed error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching} />}
      {found.isSuccess && isCurrent && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          No open items found. Change the search, or record a new document.
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" aria-live="polite">
          {ticked.size === 0
            ? 'Select the items that match this line.'
            : `${ticked.size} selected: bank ${formatMoney(bank)}, books ${formatMoney(picked)}. Difference: ${formatMoney(rest)}`}
        </Text>
        <Group gap="xs">
          <Button size="compact-md" variant="default" onClick={onClose}>
            Close
          </Button>
          <Button size="compact-md" disabled={ticked.size === 0} onClick={settle}>
            {rest === 0n ? 'Match' : 'Add adjustment and match'}
          </Button>
        </Group>
      </Group>
    </section>
  )
}

const queryOf = ({ kind, ...search }: Search, after: string | undefined) => ({
  ...search,
  kind: kind === '' ? undefined : kind,
  after,
})

function toggled<One>(all: readonly One[], one: One, idOf: (one: One) => string): One[] {
  const without = all.filter((each) => idOf(each) !== idOf(one))
  return without.length < all.length ? without : [...all, one]
}

type BookRowProps = {
  words: string
  day: string
  amount: bigint
  ticked: boolean
  disabled: boolean
  onToggle: () => void
}

function BookRow({ words, day, amount, ticked, disabled, onToggle }: BookRowProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={ticked} disabled={disabled} onChange={onToggle} />
        <span>
          {words}
          <span className={classes.quiet}>{formatDay(day)}</span>
        </span>
        <b>{formatMoney(amount)}</b>
      </label>
    </li>
  )
}

type FilterProps = { kinds: readonly DocumentTypeName[]; search: Search; change: (patch: Partial<Search>) => void }

const withinDays = [3, 7, 14, 31, 92]

function Filters({ kinds, search, change }: FilterProps) {
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      <Amount
        label="From"
        value={search.atLeast}
        error={undefined}
        size="sm"
        onAmount={(atLeast) => change({ atLeast })}
      />
      <Amount
        label="Up to"
        value={search.atMost}
        error={undefined}
        size="sm"
        onAmount={(atMost) => change({ atMost })}
      />
      <NativeSelect
        label="Days apart"
        size="sm"
        value={search.within}
        onChange={(event) => change({ within: event.currentTarget.value })}
        data={[
          { value: '', label: 'Any' },
          ...withinDays.map((days) => ({ value: String(days), label: `At most ${days}` })),
        ]}
      />
      <NativeSelect
        label="Type"
        size="sm"
        value={search.kind}
        onChange={(event) => change({ kind: event.currentTarget.value as Search['kind'] })}
        data={[
          { value: '', label: 'All' },
          ...kinds.map((kind) => ({ value: kind, label: documentPlaces[kind].list })),
          { value: 'bank', label: 'Other bank lines' },
        ]}
      />
    </div>
  )
}
