// The cheque books below the list of cheques: their leaves with status and actions.
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import {
  type ChequeBook,
  chequeWordsOf,
  type ChequeLeaf,
  listChequeBooks,
  listLeaves,
} from '@talaan/contract/cheques.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { accountants, adminsAndAccountants } from '@talaan/contract/roles.ts'
import { leafStates, type LeafState, leafWords, mayBeNoted, type NotedState } from '@talaan/ledger/banking/cheques.ts'
import { isStale } from '@talaan/ledger/banking/stale.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { Term } from '../../ui/Term.tsx'
import classes from './cheques.module.css'
import panel from '../../ui/panel.module.css'
import { LayoutDialog } from './LayoutDialog.tsx'
import { NoteDialog, RegisterDialog, StaleDialog } from './dialogs.tsx'
import './mantine.ts'

type Open =
  | { dialog: 'register' }
  | { dialog: 'layout'; account: string }
  | { dialog: 'note'; leaf: ChequeLeaf; state: NotedState }
  | { dialog: 'stale'; leaf: ChequeLeaf }

export function ChequeBooks() {
  const { passwordDue, role } = useSession()
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState<Open | null>(null)
  const answer = useCall(listChequeBooks, {}, { enabled: !passwordDue })
  const bookId = address.get('book')
  const close = () => setOpen(null)
  const mayRegister = adminsAndAccountants.includes(role)
  const show = (id: string | null) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        if (id === null) next.delete('book')
        else next.set('book', id)
        return next
      },
      { replace: true },
    )

  return (
    <section className={`${panel.section} ${classes.screenOnly}`} aria-labelledby="cheque-books">
      <div className={panel.tools}>
        <Group gap={4} wrap="nowrap">
          <Title order={2} id="cheque-books">
            {chequeWordsOf.books}
          </Title>
          <Term name="Stale cheque" />
        </Group>
        {accountants.includes(role) && (
          <>
            <Button component={Link} to={paths.chequeRegister} variant="subtle" size="sm">
              Cheque register
            </Button>
            <Button component={Link} to={paths.postDatedCheques} variant="subtle" size="sm">
              Post-dated cheques
            </Button>
          </>
        )}
        {mayRegister && (
          <Button size="sm" variant="default" onClick={() => setOpen({ dialog: 'register' })}>
            {chequeWordsOf.register}
          </Button>
        )}
      </div>
      <Answered query={answer} panel={panel.empty} loading={<SkeletonRows rows={2} />}>
        {({ books, accounts }) => {
          const shown = books.find(({ id }) => id === bookId) ?? (books.length === 1 ? books[0] : undefined)
          return (
            <>
              {books.length === 0 ? (
                <div className={panel.empty}>
                  <Text>
                    {chequeWordsOf.noBooks}{' '}
                    {mayRegister
                      ? 'Register your first cheque book to track each of its cheques.'
                      : 'Ask an accountant to register the first cheque book.'}
                  </Text>
                </div>
              ) : (
                <DataTable
                  label="Cheque books"
                  columns={bookColumns({
                    shown: shown?.id,
                    onShow: show,
                    onLayout: (account) => setOpen({ dialog: 'layout', account }),
                  })}
                  rows={books}
                  rowKey={({ id }) => id}
                />
              )}
              {shown && <Leaves key={shown.id} book={shown} onOpen={setOpen} />}
              {open?.dialog === 'register' && <RegisterDialog accounts={accounts} books={books} onClose={close} />}
              {open?.dialog === 'layout' && (
                <LayoutDialog
                  account={open.account}
                  name={accounts.find(({ code }) => code === open.account)?.label ?? open.account}
                  currency={accounts.find(({ code }) => code === open.account)?.currency ?? 'PHP'}
                  onClose={close}
                />
              )}
            </>
          )
        }}
      </Answered>
      {open?.dialog === 'note' && <NoteDialog leaf={open.leaf} state={open.state} onClose={close} />}
      {open?.dialog === 'stale' && <StaleDialog leaf={open.leaf} onClose={close} />}
    </section>
  )
}

type BookActions = { shown: string | undefined; onShow: (id: string) => void; onLayout: (account: string) => void }

const bookColumns = ({ shown, onShow, onLayout }: BookActions): DataColumn<ChequeBook>[] => [
  {
    key: 'leaves',
    title: 'Leaves',
    card: 'heading',
    nowrap: true,
    cell: ({ firstNo, lastNo }) => <strong className={classes.no}>{`${firstNo} to ${lastNo}`}</strong>,
  },
  { key: 'account', title: 'Account', cell: ({ account, accountLabel }) => `${account} ${accountLabel}` },
  { key: 'received', title: 'Received', nowrap: true, cell: ({ receivedOn }) => formatDay(receivedOn) },
  { key: 'counts', title: 'Status', cell: ({ counts }) => countWords(counts) },
  {
    key: 'actions',
    title: 'Actions',
    card: 'action',
    cell: (book) => (
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant={book.id === shown ? 'light' : 'default'}
          color="blue"
          aria-pressed={book.id === shown}
          onClick={() => onShow(book.id)}
          aria-label={`Show cheques ${book.firstNo} to ${book.lastNo}`}
        >
          Show cheques
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onLayout(book.account)}
          aria-label={`${chequeWordsOf.layout} of ${book.accountLabel}`}
        >
          {chequeWordsOf.layout}
        </Button>
      </div>
    ),
  },
]

function countWords(counts: ChequeBook['counts']): string {
  return leafStates
    .flatMap((state) => (counts[state] ? [`${counts[state]} ${leafWords[state].toLowerCase()}`] : []))
    .join(', ')
}

const filters = {
  used: { label: 'Used', fits: (state: LeafState) => state !== 'unused' },
  out: { label: 'Outstanding', fits: (state: LeafState) => state === 'issued' || state === 'released' },
  unused: { label: 'Unused', fits: (state: LeafState) => state === 'unused' },
  all: { label: 'All', fits: () => true },
} as const
type Filter = keyof typeof filters

function Leaves({ book, onOpen }: { book: ChequeBook; onOpen: (open: Open) => void }) {
  const untouched = book.counts.unused === book.leaves
  const [filter, setFilter] = useState<Filter>(untouched ? 'all' : 'used')
  const answer = useCall(listLeaves, { params: { bookId: book.id } }, { keepPrevious: true })
  const today = useCall(portalFacts).data?.today
  return (
    <div className={classes.leaves} role="group" aria-label={`Leaves ${book.firstNo} to ${book.lastNo}`}>
      <div className={panel.tools}>
        <Title order={3} className={classes.no}>{`Leaves ${book.firstNo} to ${book.lastNo}`}</Title>
        <SegmentedControl
          size="sm"
          aria-label="Leaf status"
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        />
      </div>
      <Answered query={answer} panel={panel.empty} loading={<SkeletonRows rows={4} />}>
        {({ leaves }) => {
          const rows = leaves.filter(({ state }) => filters[filter].fits(state))
          return rows.length === 0 ? (
            <div className={panel.empty}>
              <Text>No cheque in this book is {filters[filter].label.toLowerCase()}.</Text>
            </div>
          ) : (
            <DataTable
              label="Leaves"
              columns={leafColumns(today, onOpen)}
              rows={rows}
              rowKey={({ no }) => no}
              faded={({ document, state }) => document?.isVoid === true || state === 'spoiled'}
            />
          )
        }}
      </Answered>
    </div>
  )
}

const tones: Record<LeafState, Tone> = {
  unused: 'plain',
  issued: 'look',
  released: 'look',
  cleared: 'good',
  spoiled: 'bad',
  cancelled: 'bad',
  stopped: 'bad',
  returned: 'bad',
  stale: 'bad',
}

const leafColumns = (today: string | undefined, onOpen: (open: Open) => void): DataColumn<ChequeLeaf>[] => [
  {
    key: 'no',
    title: 'Cheque no.',
    card: 'heading',
    nowrap: true,
    cell: ({ no }) => <strong className={classes.no}>{no}</strong>,
  },
  {
    key: 'state',
    title: 'Status',
    card: 'bare',
    nowrap: true,
    cell: (leaf) => <StateOf leaf={leaf} today={today} />,
  },
  { key: 'payee', title: 'Payee', cell: ({ document, reason }) => document?.payee ?? reason },
  {
    key: 'document',
    title: 'Document',
    nowrap: true,
    cell: ({ document }) =>
      document && (
        <Link className={classes.link} to={paths.document(document.kind, document.id)}>
          {document.number}
        </Link>
      ),
  },
  { key: 'day', title: 'Cheque date', nowrap: true, cell: ({ document }) => document && formatDay(document.day) },
  {
    key: 'amount',
    title: 'Amount',
    figure: true,
    card: 'amount',
    cell: ({ document }) => document && formatMoney(document.isVoid ? 0n : document.amount),
  },
  {
    key: 'actions',
    title: 'Actions',
    card: 'action',
    cell: (leaf) => {
      const actions = actionsOf(leaf, today, onOpen)
      return (
        actions.length > 0 && (
          <ActionMenu label={`Change status of ${leaf.no}`} className={classes.menu} actions={actions}>
            Change status
          </ActionMenu>
        )
      )
    },
  },
]

function StateOf({
  leaf: { state, since, reason, document, staleBy },
  today,
}: {
  leaf: ChequeLeaf
  today: string | undefined
}) {
  const late = isOut(state) && document && !document.isVoid && today !== undefined && isStale(document.day, today)
  const later = isOut(state) && document && today !== undefined && document.day > today
  return (
    <span className={classes.state}>
      <StatusBadge tone={tones[state]}>{leafWords[state]}</StatusBadge>
      {late && <StatusBadge tone="bad">Over 180 days old</StatusBadge>}
      {later && <StatusBadge tone="look">Post-dated</StatusBadge>}
      {since !== null && state !== 'issued' && (
        <span className={classes.quiet}>
          {formatDay(since)}
          {reason !== '' && document && `, ${reason}`}
          {staleBy && (
            <>
              {', '}
              <Link className={classes.link} to={paths.document('stalecheque', staleBy.id)}>
                {staleBy.number}
              </Link>
            </>
          )}
        </span>
      )}
    </span>
  )
}

const isOut = (state: LeafState) => state === 'issued' || state === 'released'

/** The statuses that a user can set. */
const actionWords = {
  spoiled: 'Spoiled',
  released: 'Released to the payee',
  cleared: 'Cleared at the bank',
  stopped: 'Payment stopped',
  returned: 'Returned unpaid',
  issued: 'Not released',
} as const satisfies Record<NotedState, string>

const backWords: Partial<Record<LeafState, string>> = {
  cleared: 'Not cleared',
  stopped: 'Stop payment lifted',
  returned: 'Presented again',
}

function actionsOf(leaf: ChequeLeaf, today: string | undefined, onOpen: (open: Open) => void): MenuAction[] {
  const { state, document } = leaf
  const notes = mayBeNoted({ state, isVoid: document?.isVoid ?? false }).map((to): MenuAction => ({
    label: (to === 'released' && backWords[state]) || actionWords[to],
    onSelect: () => onOpen({ dialog: 'note', leaf, state: to }),
  }))
  if (!isOut(state) || !document || document.isVoid || today === undefined || !isStale(document.day, today))
    return notes
  return [...notes, { label: 'Write back as stale', apart: true, onSelect: () => onOpen({ dialog: 'stale', leaf }) }]
}
