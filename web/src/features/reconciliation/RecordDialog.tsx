// Records a transaction that only the bank knows, through the usual write path, and matches it immediately. The dialog
// shows the entry while the user types, and Yes records exactly that entry.
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { approvalWords } from '@talaan/contract/approvals.ts'
import { documentWords } from '@talaan/contract/documents.ts'
import type { NamedLine } from '@talaan/contract/reconciliation.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { AdjustmentType } from '@talaan/ledger/banking/matching/adjustments.ts'
import { type FormEvent, useState } from 'react'
import { PartySelect } from '../../app/PartySelect.tsx'
import { AskingModal } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { AwaitedCertificate, CertificateCode } from './CertificateFields.tsx'
import { Amount, CounterField, DayField } from './inputs.tsx'
import type { MonthAnswer, ToRecord } from './monthState.ts'
import { PostingList } from './PostingList.tsx'
import { TransferFields } from './TransferFields.tsx'
import { type Fields, textOf, useReviewed } from './useReviewed.ts'

type Types = MonthAnswer['adjustments']
type Props = {
  request: ToRecord
  line: Pick<NamedLine, 'description' | 'amount'>
  types: Types
  onRecorded: (documentId: string) => void
  onClose: () => void
}

export function RecordDialog({ request, line, types, onRecorded, onClose }: Props) {
  const { record } = request
  const [fields, setFields] = useState<Fields>(record.fields)
  const { review, ready, busy, mistakes, problem, failed, ...act } = useReviewed(record.kind, fields, {
    onRecorded: ({ number, documentId }) => {
      toast({ title: `${number} recorded and matched`, tone: 'good' })
      onRecorded(documentId)
    },
    onSent: (approvers) => {
      toast({ title: approvalWords.sent, message: approvers.join(', '), tone: 'good' })
      onClose()
    },
  })
  const approval = review?.approval ?? null
  const send = (event: FormEvent) => {
    event.preventDefault()
    act.record()
  }
  const change = (patch: Fields) => setFields((old) => ({ ...old, ...patch }))
  return (
    <AskingModal
      title="Record and match"
      unsaved={fields !== record.fields}
      busy={busy}
      onClose={() => {
        act.discard()
        onClose()
      }}
    >
      {(close) => (
        <form onSubmit={send} noValidate>
          <Stack gap="md">
            <Text size="sm">
              {line.description}, <b>{formatMoney(line.amount)}</b>
            </Text>
            {record.kind === 'bankadjustment' ? (
              <AdjustmentFields
                known={request.how === 'proposal'}
                types={types}
                fields={fields}
                incoming={line.amount > 0n}
                mistakes={mistakes}
                change={change}
              />
            ) : record.kind === 'transfer' ? (
              <TransferFields
                known={request.how === 'proposal'}
                moved={line.amount}
                fields={fields}
                mistakes={mistakes}
                change={change}
              />
            ) : record.kind === 'collection' ? (
              <CertificateCode fields={fields} error={mistakes.rows} change={change} />
            ) : null}
            {problem !== undefined && (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            )}
            <PostingList review={review} failed={failed} />
            {approval !== null && (
              <Text size="sm">
                {approval.rule} It is sent to {approval.approvers.join(', ')}. Once it is approved, it is suggested for
                this line.
              </Text>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close} disabled={busy}>
                Cancel
              </Button>
              <Button
                type="submit"
                data-autofocus={record.kind === 'bankadjustment' || record.kind === 'transfer' ? undefined : true}
                loading={busy}
                disabled={record.kind === 'bankadjustment' && !ready}
              >
                {approval === null ? 'Yes, record and match' : documentWords.send}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </AskingModal>
  )
}

type AdjustmentProps = {
  /** Everything is filled in, so Enter can record it. */
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
  const asksRate = fields.rate !== undefined && incoming
  const choose = (next: string) =>
    change({
      type: next,
      counter: null,
      partyId: null,
      source: null,
      tax: '0',
      side: next === 'correction' ? (incoming ? 'in' : 'out') : null,
    })
  return (
    <>
      <NativeSelect
        label="Type of bank transaction"
        size="md"
        data-autofocus={!known || undefined}
        value={type}
        error={mistakes.type}
        onChange={(event) => choose(event.currentTarget.value)}
        data={types.filter((each) => fit.includes(each.type)).map((each) => ({ value: each.type, label: each.words }))}
      />
      <Group grow align="flex-start">
        <Amount
          label={type === 'interest' ? 'Gross interest' : 'Amount'}
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
        <>
          <PartySelect
            label="Customer"
            only="customer"
            value={textOf(fields.partyId)}
            error={mistakes.partyId}
            onChange={(id) => change({ partyId: id ?? null, source: null, atc: null })}
          />
          <AwaitedCertificate fields={fields} mistakes={mistakes} change={change} />
        </>
      )}
      {fields.rate !== undefined || mistakes.rate !== undefined ? (
        <TextInput
          label="Exchange rate to PHP"
          description={incoming ? undefined : 'Leave empty to use the average rate in the books.'}
          inputMode="decimal"
          data-autofocus={(known && asksRate) || undefined}
          value={textOf(fields.rate)}
          error={mistakes.rate}
          onChange={(event) => change({ rate: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        />
      ) : null}
      <DayField value={fields.day} error={mistakes.day} onDay={(day) => change({ day })} />
      <TextInput
        label="Description"
        data-autofocus={(known && !asksRate) || undefined}
        maxLength={200}
        value={textOf(fields.description)}
        error={mistakes.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  )
}
