// Customers or suppliers with open documents, which the user searches, selects with the arrow keys and opens with
// Enter. The search also finds parties without open documents, for an advance.
import { Loader } from '@mantine/core'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { OpenParty } from '@talaan/contract/open-items.ts'
import { searchParties, type PartyRow } from '@talaan/contract/parties.ts'
import { daysBetween, formatDay, type Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { TextInput } from './boxes.tsx'
import type { Channel } from '../runtime/channel.ts'
import css from './OpenParties.module.css'

type Props = {
  channel: Channel
  today: Day
  parties: readonly OpenParty[]
  words: {
    who: 'customer' | 'supplier'
    /** 'Customers with unpaid invoices' */
    title: string
    documents: string
    none: string
    refundable: string
  }
  busy: string | null
  failure: string | null
  onPick: (partyId: string) => void
}

const ages = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days'] as const

export function OpenParties({ channel, today, parties, words, busy, failure, onPick }: Props) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const others = useOthers(channel, search, words.who, parties)
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)

  const searched = search.trim().toLowerCase()
  const digits = search.replace(/\D/g, '')
  const found = parties.filter(
    ({ name, tin }) =>
      name.toLowerCase().includes(searched) || (digits !== '' && tin.replace(/\D/g, '').includes(digits)),
  )
  const ids = [...found.map(({ partyId }) => partyId), ...others.map(({ id }) => id)]
  const current = Math.min(active, Math.max(0, ids.length - 1))

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) document.getElementById('find-party')?.focus({ preventScroll: true })
  }, [])

  function moveTo(to: number) {
    setActive(to)
    list.current?.querySelectorAll('[role="option"]')[to]?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const last = ids.length - 1
    if (event.key === 'ArrowDown') moveTo(current >= last ? 0 : current + 1)
    else if (event.key === 'ArrowUp') moveTo(current === 0 ? Math.max(0, last) : current - 1)
    else if (event.key === 'PageDown') moveTo(Math.max(0, Math.min(last, current + 8)))
    else if (event.key === 'PageUp') moveTo(Math.max(0, current - 8))
    else if (event.key === 'Enter') {
      const id = ids[current]
      if (id !== undefined && busy === null) onPick(id)
    } else return
    event.preventDefault()
  }

  const option = (id: string, at: number) => ({
    id: `${listId}-${at}`,
    role: 'option',
    'aria-selected': at === current,
    'data-active': at === current || undefined,
    className: css.party,
    onMouseMove: () => setActive(at),
    onClick: () => {
      if (busy === null) onPick(id)
    },
  })

  return (
    <section aria-labelledby="open-parties">
      <div className={css.tools}>
        <h2 id="open-parties">{words.title}</h2>
        <TextInput
          id="find-party"
          size="md"
          className={css.search}
          label={`Find a ${words.who}`}
          placeholder="Part of the name or TIN"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={ids.length === 0 ? undefined : `${listId}-${current}`}
          autoComplete="off"
          spellCheck={false}
          error={failure}
          rightSection={busy === null ? null : <Loader size="xs" aria-hidden="true" />}
        />
        <p className={css.quiet}>
          Sorted by oldest due date.{' '}
          <span data-keys>
            <kbd>↑</kbd> <kbd>↓</kbd> and <kbd>Enter</kbd> pick.
          </span>
        </p>
      </div>
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={words.title}
        className={css.list}
        aria-busy={busy !== null}
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((party, at) => (
          <li key={party.partyId} {...option(party.partyId, at)}>
            <span className={css.name}>{party.name}</span>
            <span className={css.balance}>{formatMoney(party.open)}</span>
            <span className={css.facts}>
              {party.tin === '' ? 'No TIN' : `TIN ${party.tin}`}
              {party.documents > 0 &&
                ` · ${party.documents} ${party.documents === 1 ? words.documents : `${words.documents}s`}`}
            </span>
            <span className={css.due}>{dueWords(party.oldestDue, today)}</span>
            <span className={css.ages}>
              {party.documents > 0 && <Ages amounts={party.ages} />}
              {party.credit > 0n && <span>Credit {formatMoney(party.credit)}</span>}
              {party.refundable > 0n && (
                <span>
                  {words.refundable} {formatMoney(party.refundable)}
                </span>
              )}
            </span>
          </li>
        ))}
        {others.map((party, i) => (
          <li key={party.id} {...option(party.id, found.length + i)}>
            <span className={css.name}>{party.name}</span>
            <span className={css.balance}>–</span>
            <span className={css.facts}>{party.tin === '' ? 'No TIN' : `TIN ${party.tin}`}</span>
            <span className={css.due}>No unpaid documents</span>
          </li>
        ))}
      </ul>
      {ids.length === 0 && (
        <p className={css.quiet}>{searched === '' ? words.none : `No match for '${search.trim()}'.`}</p>
      )}
      <span className={css.spoken} role="status">
        {`${ids.length} found`}
      </span>
    </section>
  )
}

/** Open amounts by age; ages without an amount are left out. */
function Ages({ amounts }: { amounts: readonly Money[] }) {
  return amounts.map((amount, at) =>
    amount === 0n ? null : (
      <span key={ages[at]} data-late={at > 0 || undefined}>
        {ages[at]} {formatMoney(amount)}
      </span>
    ),
  )
}

function dueWords(due: Day | null, today: Day): string {
  if (due === null) return ''
  const late = daysBetween(due, today)
  return late > 0
    ? `Oldest due ${formatDay(due)}, ${late} ${late === 1 ? 'day' : 'days'} late`
    : `Due ${formatDay(due)}`
}

/** Registered parties without open documents, shown during a search. */
function useOthers(
  channel: Channel,
  search: string,
  role: 'customer' | 'supplier',
  parties: readonly OpenParty[],
): readonly PartyRow[] {
  const [rows, setRows] = useState<readonly PartyRow[]>([])
  useEffect(() => {
    const term = search.trim().slice(0, 100)
    if (term === '') return setRows([])
    let stale = false
    const timer = setTimeout(() => {
      channel
        .call(searchParties, { query: { role, search: term } })
        .then((answer) => {
          if (!stale) setRows(answer.parties.map(({ balance: _, ...row }) => row))
        })
        // Finds parties with open documents without a request.
        .catch(() => undefined)
    }, 150)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [channel, search, role])
  return rows.filter(({ id }) => !parties.some(({ partyId }) => partyId === id))
}
