// What only the bank told is recorded through the one write path, and matched at once: the dialog shows what will be
// posted as it is typed, and Yes records just that.
import { Alert, Button, Group, Modal, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { discardDraft, listDocuments, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { searchParties } from '@talaan/contract/parties.ts'
import type { BankLineAnswer, ProposalAnswer } from '@talaan/contract/reconciliation.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/day.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/money.ts'
import type { AdjustmentType } from '@talaan/ledger/reconciliation/adjustments.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useEffect, useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../api.ts'
import { DayInput } from '../ui/DayInput.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { newId } from '../ui/newId.ts'
import { toast } from '../ui/toast.ts'
import classes from './reconciliation.module.css'
import type { MonthAnswer } from './useMatching.ts'

type Fields = Record<string, unknown>

export type ToRecord = {
  record: NonNullable<ProposalAnswer['record']>
  lines: readonly string[]
  books: readonly string[]
  how: 'hand' | 'proposal'
  reasons: readonly string[]
}

type Types = MonthAnswer['adjustments']
type Props = {
  asked: ToRecord
  line: BankLineAnswer
  types: Types
  onRecorded: (documentId: string) => void
  onClose: () => void
}

export function RecordDialog({ asked, line, types, onRecorded, onClose }: Props) {
  const { record } = asked
  const [draftId] = useState(newId)
  const [fields, setFields] = useState<Fields>(record.fields)
  const queries = useQueryClient()
  const settled = useSettled(fields)
  const review = useQuery({
    queryKey: [reviewDraft.name, draftId, settled],
    retry: false,
    gcTime: 0,
    queryFn: () => call(reviewDraft, { params: { draftId }, body: { kind: record.kind, fields: settled } }),
  })
  const act = useMutation({
    mutationFn: (digest: string) => call(recordDocument, { body: { draftId, digest } }),
    onSuccess: ({ number, documentId }) => {
      void queries.invalidateQueries({ queryKey: [listDocuments.name] })
      toast({ title: `${number} is recorded and matched`, tone: 'good' })
      onRecorded(documentId)
    },
  })
  const close = () => {
    if (act.isPending) return
    if (review.data) void call(discardDraft, { params: { draftId } }).catch(() => undefined)
    onClose()
  }
  const ready = settled === fields && review.data !== undefined && !review.isFetching
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !act.isPending) act.mutate(review.data.digest)
  }
  const error = act.error ?? review.error
  const mistakes = Object.fromEntries(
    (error instanceof CallFailure ? error.fields : []).map(({ path, message }) => [String(path[0] ?? ''), message]),
  )
  const said = error !== null && Object.keys(mistakes).length === 0 ? sentenceOf(error) : mistakes['']
  const change = (patch: Fields) => setFields((old) => ({ ...old, ...patch }))
  return (
    <Modal opened onClose={close} title="Record and match" closeOnClickOutside={false}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {line.description}, <b>{formatMoney(line.amount)}</b>
          </Text>
          {record.kind === 'bankadjustment' ? (
            <AdjustmentFields
              known={asked.how === 'proposal'}
              types={types}
              fields={fields}
              incoming={line.amount > 0n}
              mistakes={mistakes}
              change={change}
            />
          ) : record.kind === 'transfer' ? (
            <TextInput
              label="Receipt e-mail"
              data-autofocus
              value={textOf(fields.email)}
              error={mistakes.email}
              onChange={(event) => change({ email: event.currentTarget.value })}
            />
          ) : null}
          {said !== undefined && (
            <Alert color="red" variant="outline" role="alert">
              {said}
            </Alert>
          )}
          {review.data ? (
            <dl className={classes.entry} aria-label="What will be posted">
              <dt>Number</dt>
              <dd>{review.data.numberToBe}</dd>
              {review.data.receipt.journal.map((posted) => (
                <div key={`${posted.account} ${posted.debit}`} style={{ display: 'contents' }}>
                  <dt>{posted.debit > 0n ? 'Debit' : 'Credit'}</dt>
                  <dd>
                    {posted.account} {posted.name},{' '}
                    <b>{formatMoney(posted.debit > 0n ? posted.debit : posted.credit)}</b>
                  </dd>
                </div>
              ))}
            </dl>
          ) : (
            error === null && <Skeleton h={72} />
          )}
          {review.data?.warnings.map((words) => (
            <Text key={words} size="sm">
              {words}
            </Text>
          ))}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={act.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              data-autofocus={record.kind === 'bankadjustment' ? undefined : true}
              loading={act.isPending}
              disabled={record.kind === 'bankadjustment' && !ready}
            >
              Yes, record and match
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What is typed comes to rest before it is reviewed. */
function useSettled(fields: Fields): Fields {
  const [settled, setSettled] = useState(fields)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(fields), 250)
    return () => clearTimeout(timer)
  }, [fields])
  return settled
}

type AdjustmentProps = {
  /** All of it is known, so that Enter records it. */
  known: boolean
  types: Types
  fields: Fields
  incoming: boolean
  mistakes: Record<string, string>
  change: (patch: Fields) => void
}

const fitting = {
  in: ['direct', 'interest', 'correction'],
  out: ['charge', 'debit', 'returned', 'correction'],
} as const satisfies Record<'in' | 'out', readonly AdjustmentType[]>

function AdjustmentFields({ known, types, fields, incoming, mistakes, change }: AdjustmentProps) {
  const type = fields.type as AdjustmentType
  const fit: readonly string[] = fitting[incoming ? 'in' : 'out']
  const choose = (next: string) =>
    change({
      ...{ type: next, counter: null, partyId: null, source: null, tax: '0' },
      side: next === 'correction' ? (incoming ? 'in' : 'out') : null,
    })
  return (
    <>
      <NativeSelect
        label="What the bank did"
        size="md"
        data-autofocus={!known || undefined}
        value={type}
        error={mistakes.type}
        onChange={(event) => choose(event.currentTarget.value)}
        data={types.filter((each) => fit.includes(each.type)).map((each) => ({ value: each.type, label: each.words }))}
      />
      <Group grow align="flex-start">
        <Amount
          label={type === 'interest' ? 'Interest before tax' : 'Amount'}
          value={fields.amount}
          error={mistakes.amount}
          onAmount={(amount) => change({ amount })}
        />
        {type === 'interest' && (
          <Amount label="Final tax" value={fields.tax} error={mistakes.tax} onAmount={(tax) => change({ tax })} />
        )}
      </Group>
      {(type === 'debit' || type === 'correction' || type === 'charge') && (
        <CounterField
          type={type}
          value={fields.counter}
          error={mistakes.counter}
          onChange={(counter) => change({ counter })}
        />
      )}
      {type === 'returned' && (
        <CustomerField value={fields.partyId} error={mistakes.partyId} onChange={(partyId) => change({ partyId })} />
      )}
      {fields.rate !== undefined || mistakes.rate !== undefined ? (
        <TextInput
          label="Pesos for one unit"
          inputMode="decimal"
          value={textOf(fields.rate)}
          error={mistakes.rate}
          onChange={(event) => change({ rate: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        />
      ) : null}
      <DayField value={fields.day} error={mistakes.day} onDay={(day) => change({ day })} />
      <TextInput
        label="Description"
        data-autofocus={known || undefined}
        maxLength={200}
        value={textOf(fields.description)}
        error={mistakes.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  )
}

type DayProps = { value: unknown; error: string | undefined; onDay: (day: string) => void }

/** The day of the line, or the first open one where its month is closed. */
function DayField({ value, error, onDay }: DayProps) {
  const today = useCall(portalFacts).data?.today
  const given = textOf(value)
  const [typed, setTyped] = useState(given === '' ? '' : formatDay(given))
  if (today === undefined) return <Skeleton h={60} />
  return (
    <DayInput
      label="Day"
      today={today}
      value={typed}
      error={error}
      onChange={(next) => {
        setTyped(next)
        const read = parseTypedDay(next, today)
        onDay(read.ok ? read.day : next)
      }}
    />
  )
}

type AmountProps = { label: string; value: unknown; error: string | undefined; onAmount: (amount: string) => void }

function Amount({ label, value, error, onAmount }: AmountProps) {
  const given = typeof value === 'string' && /^\d+$/.test(value) ? formatMoney(BigInt(value)) : ''
  const [typed, setTyped] = useState(given)
  return (
    <MoneyInput
      label={label}
      value={typed}
      error={error}
      onChange={(next) => {
        setTyped(next)
        const read = parseTypedAmount(next)
        onAmount(read.ok ? read.amount.toString() : '')
      }}
    />
  )
}

type CounterProps = {
  type: AdjustmentType
  value: unknown
  error: string | undefined
  onChange: (code: string | null) => void
}

function CounterField({ type, value, error, onChange }: CounterProps) {
  const { data } = useCall(listAccounts)
  const accounts = (data?.accounts ?? []).filter(
    (account) => account.active && !account.control && account.type !== 'revenue' && !account.code.startsWith('10'),
  )
  return (
    <NativeSelect
      label="Account"
      size="md"
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[
        { value: '', label: type === 'charge' ? '6250 Bank charges' : 'Pick an account' },
        ...accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
      ]}
    />
  )
}

function CustomerField({ value, error, onChange }: Omit<CounterProps, 'type'>) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data } = useCall(searchParties, { query: { role: 'customer', search } }, { keepPrevious: true })
  return (
    <Group grow align="flex-start">
      <TextInput
        label="Find the customer"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        label="Customer"
        size="md"
        value={typeof value === 'string' ? value : ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        data={[
          { value: '', label: 'Pick the customer' },
          ...(data?.parties ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Group>
  )
}
