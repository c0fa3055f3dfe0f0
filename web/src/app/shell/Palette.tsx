// The command palette: forms, pages, documents, customers and suppliers, and actions. The field keeps the focus: arrow
// keys select, Enter opens, Ctrl+Enter opens in a new tab. The server returns only what the user may see.
import { Modal, useMantineColorScheme } from '@mantine/core'
import { cards } from '@talaan/contract/cards.ts'
import { type DocumentRow, listDocuments } from '@talaan/contract/documents.ts'
import { globalKeys, keyWords } from '@talaan/contract/keys.ts'
import { type SearchHit, findAnything } from '@talaan/contract/find.ts'
import { type PartyRow, searchParties } from '@talaan/contract/parties.ts'
import { proofWords } from '@talaan/contract/proof.ts'
import { layers } from '@talaan/contract/screen.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { readCode } from '@talaan/ledger/proof/code.ts'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { sentenceOf, useCall } from '../api.ts'
import { paths, withQuery } from '../paths.ts'
import '../session/modal.ts'
import { pressPortalKeys } from '../session/portalKeys.ts'
import { recentOf, remember } from '../session/recent.ts'
import { useSession } from '../session/session.ts'
import { setCompact, useCompact } from '../session/settings.ts'
import { unlessUnsaved } from '../session/unsaved.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { paletteQuery, bestOf, groups, type Item, type Page, placesFor } from './find.ts'
import classes from './Palette.module.css'

/** The text typed before the field had the focus, and whether Enter followed; null from then on. */
export type EarlyKeys = { text: string; enter: boolean } | null

type Props = {
  opened: boolean
  pages: readonly Page[]
  takeEarly: () => EarlyKeys
  onClose: () => void
}

/** No request is sent while keys are pressed faster than this. */
const typingPauseMs = 120
const maxDocuments = 6
const maxParties = 4
const maxPlaces = 6

const icons: Record<string, IconName> = {
  [groups.recent]: 'clock',
  [groups.record]: 'plus',
  [groups.pages]: 'page',
  [groups.reports]: 'chart',
  [groups.documents]: 'invoice',
  [groups.parties]: 'id',
  [groups.files]: 'page',
  [groups.actions]: 'bolt',
}

export function Palette({ opened, pages, takeEarly, onClose }: Props) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset="max(8px, 10dvh)"
      xOffset={8}
      padding={0}
      zIndex={layers.modal}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={keyWords.palette} className={classes.sheet}>
        <Finder pages={pages} takeEarly={takeEarly} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ pages, takeEarly, onClose }: Omit<Props, 'opened'>) {
  const { role, clientId, passwordDue } = useSession()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  // Enter was pressed before the results arrived.
  const [hurried, setHurried] = useState(false)
  const go = useNavigate()
  const actions = useActions()
  const listId = useId()

  const { text, within } = paletteQuery(typed)
  const asking = text.length > 1 || (text !== '' && within !== undefined)
  const search = asking ? text : ''
  useEffect(() => {
    const timer = setTimeout(() => setSearched(search), search === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [search])

  const wants = (group: 'documents' | 'parties') =>
    searched !== '' && !passwordDue && (within === undefined || within === group)
  const documents = useCall(
    listDocuments,
    { query: { search: searched, atMost: String(maxDocuments) } },
    { enabled: wants('documents'), keepPrevious: true },
  )
  const parties = useCall(
    searchParties,
    { query: { search: searched } },
    { enabled: wants('parties'), keepPrevious: true },
  )
  const asksFiles = searched !== '' && !passwordDue && within === undefined
  const files = useCall(findAnything, { query: { search: searched } }, { enabled: asksFiles, keepPrevious: true })
  const waiting =
    search !== searched ||
    (wants('documents') && (documents.isPending || documents.isPlaceholderData)) ||
    (wants('parties') && (parties.isPending || parties.isPlaceholderData)) ||
    (asksFiles && (files.isPending || files.isPlaceholderData))
  const failed = wants('documents') && documents.isError ? documents.error : (parties.error ?? files.error)

  const places = [...placesFor(role, pages, cards), ...actions]
  const items = itemsNow()
  const chosen = items.find(({ id }) => id === chosenId) ?? items[0]

  function itemsNow(): Item[] {
    const unfiltered = within === undefined
    if (text === '' && unfiltered) return [...recentItems(clientId), ...places]
    const here = unfiltered || within === 'pagesAndActions' ? bestOf(places, text) : []
    const found = unfiltered ? here.slice(0, maxPlaces) : here
    return [
      ...codeItems(text),
      ...found,
      ...(search !== '' && wants('documents') ? documentItems(documents.data, searched) : []),
      ...(search !== '' && wants('parties') ? (parties.data?.parties ?? []).slice(0, maxParties).map(partyItem) : []),
      ...(search !== '' && asksFiles ? (files.data?.found ?? []).map(foundItem) : []),
    ]
  }

  const open = ({ id, title, detail, to, act }: Item, inNewTab: boolean) => {
    if (to === undefined) {
      onClose()
      return act?.()
    }
    if (!id.startsWith('all ')) remember(clientId, { path: to, title, detail })
    const away = /^https?:\/\//.test(to)
    if (away || inNewTab) return void window.open(to, '_blank', 'noopener')
    onClose()
    void go(to)
  }

  const whenFound = useEffectEvent(() => {
    setHurried(false)
    if (chosen) open(chosen, false)
  })
  useEffect(() => {
    if (hurried && !waiting) whenFound()
  }, [hurried, waiting])

  const step = (by: number) => {
    const at = items.findIndex((item) => item === chosen)
    const next = items[(at + by + items.length) % items.length]
    setChosenId(next?.id)
    if (next) document.getElementById(`${listId}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  const itemUnder = ({ target }: MouseEvent): Item | undefined => {
    const option = target instanceof Element ? target.closest('[role=option]') : null
    return items.find(({ id }) => `${listId}-${id}` === option?.id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter') {
      const fromServer = chosen === undefined || isFromServer(chosen)
      if (fromServer && waiting && !command) setHurried(true)
      else if (chosen && !event.repeat) open(chosen, command)
    } else if (command && event.key.toLowerCase() === 'k') onClose()
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.finder}>
      <div className={classes.ask}>
        <Icon name="search" size={18} />
        <input
          className={classes.field}
          data-autofocus
          aria-label={keyWords.palette}
          placeholder="Find a form, page, number, name, TIN, amount or file"
          value={typed}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosenId(undefined)
            setHurried(false)
          }}
          onFocus={() => {
            const early = takeEarly()
            if (early === null) return
            setTyped(early.text)
            setHurried(early.enter)
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        />
        <button type="button" className={classes.close} onClick={onClose} tabIndex={-1}>
          <span className={classes.closeWord}>Close</span>
          <KeyCaps keys="Esc" />
        </button>
      </div>
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label="Results"
        className={classes.list}
        hidden={items.length === 0}
        // The field keeps the focus, as in a combobox.
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={(event) => setChosenId((itemUnder(event) ?? chosen)?.id)}
        onClick={(event) => {
          const item = itemUnder(event)
          if (item) open(item, event.ctrlKey || event.metaKey)
        }}
        onKeyDown={onKeyDown}
      >
        {grouped(items).map(([group, ofGroup]) => (
          <div key={group} role="group" aria-label={group}>
            <div className={classes.group} aria-hidden="true">
              {group}
            </div>
            {ofGroup.map((item) => (
              <Option key={item.id} id={`${listId}-${item.id}`} item={item} chosen={item === chosen} />
            ))}
          </div>
        ))}
      </div>
      <div role="status" className={classes.said}>
        {items.length > 0 ? (
          <span className={classes.spoken}>{waiting ? '' : `${items.length} found`}</span>
        ) : waiting ? (
          'Searching'
        ) : failed ? (
          sentenceOf(failed)
        ) : text === '' ? (
          'Enter a search term.'
        ) : (
          <>No results for “{text}”. Try part of a name, or the last digits of a number.</>
        )}
      </div>
      <div className={classes.hints}>
        <span>
          <KeyCaps keys="↑ ↓" /> choose
        </span>
        <span>
          <KeyCaps keys="Enter" /> open
        </span>
        <span>
          <KeyCaps keys="Ctrl Enter" /> in a new tab
        </span>
        <span className={classes.filters}>
          <KeyCaps keys="#" /> documents <KeyCaps keys="@" /> parties <KeyCaps keys=">" /> pages
        </span>
      </div>
    </div>
  )
}

function Option({ id, item, chosen }: { id: string; item: Item; chosen: boolean }) {
  return (
    <div id={id} role="option" tabIndex={-1} aria-selected={chosen} className={classes.option}>
      <Icon name={icons[item.group] ?? 'page'} size={16} />
      <span className={classes.words}>
        <span className={classes.title}>{item.title}</span>
        {item.detail !== '' && <span className={classes.detail}>{item.detail}</span>}
      </span>
      {item.aside !== undefined && <span className={classes.aside}>{item.aside}</span>}
      {item.keys !== undefined && (
        <span className={classes.keys} aria-hidden="true">
          <KeyCaps keys={item.keys} />
        </span>
      )}
    </div>
  )
}

function useActions(): Item[] {
  const { logOut } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const compact = useCompact()
  const dark = colorScheme === 'dark'
  const one = (title: string, also: string, act: () => void, keys?: string): Item => ({
    id: `act ${title}`,
    group: groups.actions,
    title,
    detail: '',
    also,
    act,
    keys,
  })
  return [
    one(keyWords.undo, 'undo revert reverse void', () => void pressPortalKeys(globalKeys.undo), globalKeys.undo),
    one('Keyboard shortcuts', 'keyboard shortcuts help', () => void pressPortalKeys(globalKeys.help), globalKeys.help),
    one(dark ? 'Light mode' : 'Dark mode', 'theme mode scheme', () => setColorScheme(dark ? 'light' : 'dark')),
    one(compact ? 'Comfortable tables' : 'Compact tables', 'density rows', () => setCompact(!compact)),
    one('Log out', 'sign out leave', () => unlessUnsaved(logOut)),
  ]
}

const recentItems = (clientId: string): Item[] =>
  recentOf(clientId)
    .slice(0, 5)
    .map(({ path, title, detail }) => ({ id: `recent ${path}`, group: groups.recent, title, detail, to: path }))

/** The code of a document, as typed or scanned. */
function codeItems(text: string): Item[] {
  const read = readCode(text)
  if (!read.ok) return []
  const to = paths.proof(read.code)
  return [
    { id: to, to, group: groups.pages, title: `Check the document with code ${read.code}`, detail: proofWords.title },
  ]
}

function documentItems(found: { documents: DocumentRow[]; next: string | null } | undefined, searched: string): Item[] {
  const typed = searched.toLowerCase()
  const isNamed = ({ number, externalNo }: DocumentRow) =>
    [number, externalNo ?? ''].some((name) => name.toLowerCase().endsWith(typed))
  // The document with this number comes before documents that only mention it.
  const rows = (found?.documents ?? []).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const [kind, ...others] = [...new Set(rows.map((row) => row.kind))]
  const all: Item[] =
    found?.next && kind !== undefined && others.length === 0
      ? [{ ...documentPlace(`all ${kind}`, `All results for “${searched}”`, ''), to: paths.list(kind, searched) }]
      : []
  return [
    ...rows.map((row) => ({
      ...documentPlace(
        row.id,
        row.number,
        [row.partyName, row.externalNo, formatDay(row.day)].filter(Boolean).join(' · '),
      ),
      to: paths.document(row.kind, row.id),
      aside: row.status === 'void' ? 'Void' : formatMoney(row.total),
    })),
    ...all,
  ]
}

const documentPlace = (id: string, title: string, detail: string) => ({ id, group: groups.documents, title, detail })

/** A customer links to their invoices, a supplier to the register. */
const partyItem = ({ id, name, tin, customer, supplier }: PartyRow): Item => ({
  id,
  group: groups.parties,
  title: name,
  detail: tin,
  aside: [customer && 'Customer', supplier && 'Supplier'].filter(Boolean).join(', '),
  to: customer ? paths.list('invoice', tin || name) : withQuery(paths.category('Tin'), { search: tin || name }),
})

const kindWords = { note: 'Note', file: 'File', text: 'Text of a file', account: 'Bank account' } as const

/** A note, a file, its text or a bank account links to the page that it is on. */
function foundItem({ id, kind, title, snippet = '', at }: SearchHit): Item {
  const item = { id: `${kind} ${id}`, group: groups.files, title, aside: kindWords[kind] }
  if ('arrival' in at) return { ...item, detail: snippet, to: paths.arrivals(at.arrival) }
  if ('document' in at)
    return {
      ...item,
      detail: [at.name, snippet].filter((part) => part !== '').join(': '),
      to: paths.document(at.kind, at.document),
    }
  if ('statement' in at) return { ...item, detail: at.name, to: paths.bankStatement(at.statement) }
  if ('duty' in at)
    return { ...item, detail: `${at.duty}, ${formatDay(at.period)}`, to: paths.filing(at.duty, at.period) }
  if ('account' in at) return { ...item, detail: `${at.account} ${at.name}`, to: paths.account(at.account) }
  const tab = kind === 'account' ? 'details' : 'files'
  return { ...item, detail: at.name, to: withQuery(paths.party(at.party), { tab }) }
}

const isFromServer = ({ group }: Item) =>
  group === groups.documents || group === groups.parties || group === groups.files

function grouped(items: readonly Item[]): [string, Item[]][] {
  const all = new Map<string, Item[]>()
  for (const item of items) all.set(item.group, [...(all.get(item.group) ?? []), item])
  return [...all]
}
