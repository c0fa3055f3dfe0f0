// Assigns an unidentified deposit to its customer and invoice. Yes records it.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import type { UnidentifiedDeposit } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'
import { PartySelect } from '../../app/PartySelect.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { Amount } from './inputs.tsx'
import './mantine.ts'
import { PostingList } from './PostingList.tsx'
import { type Fields, textOf, useReviewed } from './useReviewed.ts'

type Props = { deposit: UnidentifiedDeposit; onDone: () => void; onClose: () => void }

export function IdentifyDialog({ deposit, ...props }: Props) {
  const today = useCall(portalFacts).data?.today
  return today === undefined ? null : <Identify deposit={deposit} today={today} {...props} />
}

function Identify({ deposit, today, onDone, onClose }: Props & { today: string }) {
  const [likely, ...others] = deposit.likely
  const only = others.length === 0 ? likely : undefined
  const [begun] = useState((): Fields => ({
    type: 'identified',
    day: today,
    account: null,
    amount: deposit.open.toString(),
    source: deposit.documentId,
    partyId: only?.partyId ?? null,
    settles: only?.documentId ?? null,
    description: `${deposit.number} identified`,
  }))
  const [fields, setFields] = useState(begun)
  const { review, ready, busy, mistakes, problem, failed, ...act } = useReviewed('bankadjustment', fields, {
    onRecorded: ({ number }) => {
      toast({ title: `${number} recorded`, tone: 'good' })
      onDone()
    },
  })
  const change = (patch: Fields) => setFields((old) => ({ ...old, ...patch }))
  const partyId = textOf(fields.partyId)
  const { data } = useCall(listOpenItems, { query: { side: 'receivable', partyId } }, { enabled: partyId !== '' })
  // Mistakes are shown only after a customer is chosen.
  const shown = partyId === '' ? {} : mistakes
  return (
    <TypingDialog
      title="Identify deposit"
      submit="Yes, record it"
      unsaved={fields !== begun}
      busy={busy}
      alert={partyId === '' ? undefined : problem}
      onSubmit={() => ready && act.record()}
      onClose={() => {
        act.discard()
        onClose()
      }}
    >
      <Text size="sm">
        {deposit.number} of {formatDay(deposit.day)}, {deposit.words}, <b>{formatMoney(deposit.open)}</b>
      </Text>
      {deposit.likely.length > 0 && (
        <NativeSelect
          label="Invoices for this amount"
          size="md"
          value={textOf(fields.settles)}
          onChange={(event) => {
            const picked = deposit.likely.find(({ documentId }) => documentId === event.currentTarget.value)
            change({ partyId: picked?.partyId ?? null, settles: picked?.documentId ?? null })
          }}
          data={[
            { value: '', label: 'Other invoice' },
            ...deposit.likely.map(({ documentId, number, party }) => ({
              value: documentId,
              label: `${number} of ${party}`,
            })),
          ]}
        />
      )}
      <PartySelect
        label="Customer"
        only="customer"
        value={partyId}
        error={shown.partyId}
        known={deposit.likely.map(({ partyId: id, party }) => ({ id, name: party }))}
        onChange={(id) => change({ partyId: id ?? null, settles: null })}
      />
      <SearchSelect
        label="Invoice"
        size="md"
        value={textOf(fields.settles)}
        error={shown.settles}
        onChange={(settles) => change({ settles: settles || null })}
        none={partyId === '' ? 'Choose a customer first' : 'Choose an invoice'}
        data={[
          ...(data?.items ?? [])
            .filter(({ kind }) => kind === 'invoice' || kind === 'opening')
            .map(({ documentId, number, day, open }) => ({
              value: documentId,
              label: `${number} of ${formatDay(day)}, ${formatMoney(open)} open`,
            })),
        ]}
      />
      <Amount label="Amount" value={fields.amount} error={shown.amount} onAmount={(amount) => change({ amount })} />
      <TextInput
        label="Description"
        maxLength={200}
        value={textOf(fields.description)}
        error={shown.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <PostingList review={review} failed={failed} />
    </TypingDialog>
  )
}
