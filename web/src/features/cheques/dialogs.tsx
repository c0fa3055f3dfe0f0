// The dialogs of cheque books: registering a book, changing the status of a leaf, and writing back a stale cheque.
import { Group, Skeleton, Text, TextInput } from '@mantine/core'
import {
  bookFields,
  type ChequeBook,
  type ChequeLeaf,
  listChequeBooks,
  listLeaves,
  nextLeaf,
  noteLeaf,
  registerChequeBook,
} from '@talaan/contract/cheques.ts'
import { getDocument, listDocuments, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { leafNo, leafWords, needsReason, type NotedState, noteFields } from '@talaan/ledger/banking/cheques.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import classes from './cheques.module.css'

/** Reloads everything that shows a leaf. */
export function useLeavesChanged(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [listChequeBooks, listLeaves, nextLeaf, listDocuments, getDocument, viewReport].map(({ name }) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
}

type Mistakes = Record<string, string>

/** Messages by field; messages without a field are under ''. */
function mistakesIn(error: unknown): Mistakes {
  if (!(error instanceof CallFailure) || error.fields.length === 0) return { '': sentenceOf(error) }
  return Object.fromEntries(error.fields.map(({ path, message }) => [String(path.at(-1) ?? ''), message]))
}

type RegisterProps = {
  accounts: readonly { code: string; label: string; currency: string }[]
  books: readonly ChequeBook[]
  onClose: () => void
}

export function RegisterDialog({ accounts, books, onClose }: RegisterProps) {
  const [bookId] = useState(newId)
  const today = useCall(portalFacts).data?.today ?? ''
  const [account, setAccount] = useState(accounts[0]?.code ?? '')
  const [typed, setTyped] = useState<{ first: string; last: string; day: string } | null>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const changed = useLeavesChanged()
  const suggested = nextBook(books.filter((book) => book.account === account))
  const shown = typed ?? { ...suggested, day: today === '' ? '' : formatDay(today) }
  const type = (patch: Partial<typeof shown>) => {
    setMistakes({})
    setTyped({ ...shown, ...patch })
  }
  const act = useMutation({
    mutationFn: (body: ReturnType<typeof bookFields.parse>) => call(registerChequeBook, { params: { bookId }, body }),
    onSuccess: async ({ book }) => {
      await changed()
      toast({ title: `Cheque book ${book.firstNo} to ${book.lastNo} registered`, tone: 'good' })
      onClose()
    },
    onError: (error) => setMistakes(mistakesIn(error)),
  })
  const send = () => {
    const day = parseTypedDay(shown.day, today)
    if (!day.ok) return setMistakes({ receivedOn: day.message })
    const fields = { account, firstNo: shown.first.trim(), lastNo: shown.last.trim(), receivedOn: day.day }
    const parsed = bookFields.safeParse(fields)
    if (parsed.success) act.mutate(parsed.data)
    else
      setMistakes(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message])))
  }
  const count = Number(shown.last) - Number(shown.first) + 1
  return (
    <TypingDialog
      title="Register a cheque book"
      submit="Register"
      busy={act.isPending}
      unsaved={typed !== null}
      alert={mistakes['']}
      onSubmit={send}
      onClose={onClose}
    >
      <SearchSelect
        label="Bank account"
        size="md"
        value={account}
        error={mistakes.account}
        onChange={(code) => {
          setMistakes({})
          setAccount(code)
          setTyped(null)
        }}
        data={accounts.map(({ code, label, currency }) => ({
          value: code,
          label: `${code} ${label}${currency === 'PHP' ? '' : `, ${currency}`}`,
        }))}
      />
      <Group grow align="flex-start" gap="md">
        <TextInput
          label="First cheque number"
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={shown.first}
          error={mistakes.firstNo}
          onChange={(event) => type({ first: event.currentTarget.value })}
        />
        <TextInput
          label="Last cheque number"
          inputMode="numeric"
          autoComplete="off"
          value={shown.last}
          error={mistakes.lastNo}
          onChange={(event) => type({ last: event.currentTarget.value })}
        />
      </Group>
      <Text size="sm" c="dimmed" mt={-8}>
        As printed, with leading zeros.{' '}
        {Number.isInteger(count) && count > 0 && shown.last !== '' && `${count} ${count === 1 ? 'leaf' : 'leaves'}.`}
      </Text>
      <DayInput
        label="Date received"
        today={today}
        value={shown.day}
        error={mistakes.receivedOn}
        onChange={(day) => type({ day })}
      />
      <Text size="sm" c="dimmed">
        Record the bank’s documentary stamp tax for the book as a withdrawal charged to account 6240 Taxes and licenses.
      </Text>
    </TypingDialog>
  )
}

/** The book that follows the account's last one, with the same number of leaves. */
function nextBook(books: readonly ChequeBook[]): { first: string; last: string } {
  const last = books.toSorted((a, b) => Number(b.lastNo) - Number(a.lastNo))[0]
  if (last === undefined) return { first: '', last: '' }
  const digits = last.lastNo.length
  const from = BigInt(last.lastNo) + 1n
  return { first: leafNo(from, digits), last: leafNo(from + BigInt(last.leaves) - 1n, digits) }
}

const noteWords = {
  spoiled: ['Mark as spoiled', 'The cheque cannot be used again and stays in the register. Cross it out and keep it.'],
  released: ['Mark as released', 'The payee received the cheque on this date.'],
  cleared: ['Mark as cleared', 'The bank paid the cheque on this date, according to its statement.'],
  stopped: [
    'Mark as stopped',
    'You ordered the bank to stop payment. If the payee is still unpaid, void the document too.',
  ],
  returned: [
    'Mark as returned unpaid',
    'Your bank did not pay the cheque. Void the document so that the bills are payable again, and record the bank’s penalty as a withdrawal.',
  ],
  issued: ['Mark as not released', 'You still have the cheque.'],
} as const satisfies Record<NotedState, readonly [string, string]>

export function NoteDialog({ leaf, state, onClose }: { leaf: ChequeLeaf; state: NotedState; onClose: () => void }) {
  const today = useCall(portalFacts).data?.today ?? ''
  const [typed, setTyped] = useState<{ day: string; reason: string } | null>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const changed = useLeavesChanged()
  const shown = typed ?? { day: today === '' ? '' : formatDay(today), reason: '' }
  const type = (patch: Partial<typeof shown>) => {
    setMistakes({})
    setTyped({ ...shown, ...patch })
  }
  const { account, no, document } = leaf
  const act = useMutation({
    mutationFn: (body: ReturnType<typeof noteFields.parse>) => call(noteLeaf, { params: { account, no }, body }),
    onSuccess: async () => {
      await changed()
      toast({ title: `Cheque ${no} marked as ${leafWords[state].toLowerCase()}`, tone: 'good' })
      onClose()
    },
    onError: (error) => setMistakes(mistakesIn(error)),
  })
  const send = () => {
    const day = parseTypedDay(shown.day, today)
    if (!day.ok) return setMistakes({ day: day.message })
    const parsed = noteFields.safeParse({ state, day: day.day, reason: shown.reason })
    if (parsed.success) act.mutate(parsed.data)
    else
      setMistakes(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message])))
  }
  const [submit, explained] = noteWords[state]
  return (
    <TypingDialog
      title={`Cheque ${no}`}
      submit={submit}
      busy={act.isPending}
      unsaved={typed !== null}
      alert={mistakes[''] ?? mistakes.state}
      onSubmit={send}
      onClose={onClose}
    >
      {document && (
        <Text size="sm">
          {document.number}: {formatMoney(document.amount)} to {document.payee}, dated {formatDay(document.day)}.
        </Text>
      )}
      <Text size="sm">{explained}</Text>
      <DayInput
        label="Date"
        data-autofocus
        today={today}
        value={shown.day}
        error={mistakes.day}
        onChange={(day) => type({ day })}
      />
      <TextInput
        label={needsReason(state) ? 'Reason' : 'Note'}
        required={needsReason(state)}
        description={needsReason(state) ? undefined : 'Optional'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        autoComplete="off"
        value={shown.reason}
        error={mistakes.reason}
        onChange={(event) => type({ reason: event.currentTarget.value })}
      />
    </TypingDialog>
  )
}

/** A separate document writes the cheque back. It is reviewed, shown, and recorded with Yes. */
export function StaleDialog({ leaf, onClose }: { leaf: ChequeLeaf; onClose: () => void }) {
  const { account, no, document } = leaf
  const [draftId] = useState(newId)
  const today = useCall(portalFacts).data?.today
  const changed = useLeavesChanged()
  const [failure, setFailure] = useState<string>()
  const review = useQuery({
    queryKey: [reviewDraft.name, draftId],
    enabled: today !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: () =>
      call(reviewDraft, {
        params: { draftId },
        body: {
          kind: 'stalecheque',
          fields: { account, chequeNo: no, day: today ?? '', partyId: document?.partyId ?? null },
        },
      }),
  })
  const act = useMutation({
    mutationFn: (digest: string) => call(recordDocument, { body: { draftId, digest } }),
    onSuccess: async ({ number }) => {
      await changed()
      toast({ title: `Cheque ${no} written back as ${number}`, tone: 'good' })
      onClose()
    },
    onError: (error) => setFailure(sentenceOf(error)),
  })
  const problem = failure ?? (review.isError ? sentenceOf(review.error) : undefined)
  return (
    <TypingDialog
      title={`Write back cheque ${no}?`}
      submit="Yes, write it back"
      busy={act.isPending || review.isPending}
      unsaved={false}
      alert={problem}
      onSubmit={() => review.data && act.mutate(review.data.digest)}
      onClose={onClose}
    >
      <Text size="sm">
        {document && `${document.number} to ${document.payee} is dated ${formatDay(document.day)}. `}
        Banks accept a cheque for 180 days. The amount is added back to the bank balance and stays payable until another
        cheque pays it.
      </Text>
      {review.data ? (
        <dl className={classes.facts}>
          <dt>Number</dt>
          <dd>{review.data.numberToBe}</dd>
          {review.data.receipt.journal.map((line) => (
            <div key={line.account} style={{ display: 'contents' }}>
              <dt>{line.debit > 0n ? 'Debit' : 'Credit'}</dt>
              <dd>
                {line.account} {line.name}, {formatMoney(line.debit > 0n ? line.debit : line.credit)}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        problem === undefined && <Skeleton h={64} />
      )}
    </TypingDialog>
  )
}
