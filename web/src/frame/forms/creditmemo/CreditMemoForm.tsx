// The credit memo: the customer, the invoice that is taken back, why, and which of its lines for how much.
import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { getDocument } from '@talaan/contract/documents.ts'
import { getParty } from '@talaan/contract/parties.ts'
import { takesReturns } from '@talaan/ledger/accounts/chart.ts'
import { creditmemoWords } from '@talaan/ledger/documents/creditmemo/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormKind } from '../../runtime/formKind.ts'
import { PartyField } from '../../fields/PartyField.tsx'
import { pickedRow } from '../../runtime/pickedRow.ts'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { SaleGrid, type SaleFigures, type SaleGiven } from '../../fields/SaleGrid.tsx'
import { creditMemoSheet, customerOf, overInvoice, type TypedCreditMemo } from './typedCreditMemo.ts'
import { figuresOf } from '../../fields/typedSale.ts'
import { openChoice, useOpenItems } from '../../fields/useOpenItems.ts'
import { arrived, whomMendedBy, whomSet } from '../../runtime/whom.ts'
import { namedAmount } from '../../runtime/words.ts'

export function CreditMemoForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={creditMemoForm} />
}

type Sheet = Form<TypedCreditMemo, SaleGiven, SaleFigures>

const creditMemoForm: FormKind<TypedCreditMemo, SaleGiven, SaleFigures> = {
  ...creditMemoSheet,
  document: creditmemoWords,
  load: async (channel) => {
    const { accounts, vatRates } = await channel.call(listAccounts)
    return { accounts: accounts.filter((account) => account.active && takesReturns(account)), vatRates }
  },
  copies: false,
  arrived,
  // Another customer has other invoices.
  set: (typed, patch) => ({
    ...whomSet(typed, patch),
    ...('partySearch' in patch && { creditOf: '', creditOfWords: '' }),
  }),
  figures: (typed, { today, given }) => figuresOf(typed, { today, vatRates: given.vatRates }),
  mendedBy: { ...whomMendedBy, day: ['creditOf'] },
  begunAs: ({ party, partySearch }, { total }) =>
    `Credit memo for ${namedAmount(party?.name || partySearch || 'no customer yet', total)}`,
  Fields,
}

function Fields({ form }: { form: Sheet }) {
  const { today, input, typing } = form
  const failed = useInvoiceCameFrom(form)
  return (
    <>
      {failed !== null && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert" mb="sm">
          {failed}
        </Text>
      )}
      <Stack gap="md" className={css.fields}>
        <ReceiptEmail form={form} />
        <PartyField form={form} who="customer" />
        <CreditOf form={form} />
        <div className={css.pair}>
          <TextInput {...input('externalNo')} />
          <DayInput {...typing('day')} today={today} />
        </div>
        <TextInput {...input('reason')} />
        <NativeSelect {...input('priceMode')} className={css.half} />
      </Stack>
      <SaleGrid form={form} label="What is credited" account="Account" />
      <Stack gap="md" className={css.fields} mt="lg">
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

/** The portal names the invoice one came from: its customer and its lines are taken over once. */
function useInvoiceCameFrom({ channel, typed, update }: Sheet): string | null {
  const { about } = channel.context
  const [failed, setFailed] = useState<string | null>(null)
  const due = about !== undefined && creditMemoSheet.isBlank(typed)
  useEffect(() => {
    if (!due || about === undefined) return
    let left = false
    const fetched = async () => {
      const { document } = await channel.call(getDocument, { params: { documentId: about } })
      const partyId = customerOf(document)
      const party = partyId && (await channel.call(getParty, { params: { partyId } })).party
      if (!left) update((now) => overInvoice(now, { documentId: about, ...document }, party ? pickedRow(party) : null))
    }
    fetched().catch((error: unknown) => {
      if (!left) setFailed(error instanceof Error ? error.message : getDocument.failure)
    })
    return () => {
      left = true
    }
  }, [channel, about, due, update])
  return failed
}

/** The open invoices of the customer; one that is settled is credited from its own page. */
function CreditOf({ form }: { form: Sheet }) {
  const { channel, typed, update } = form
  const { items } = useOpenItems(channel, 'receivable', typed.party?.id)
  const isListed = items.some(({ documentId }) => documentId === typed.creditOf)
  function pick(documentId: string) {
    const item = items.find((one) => one.documentId === documentId)
    update((now) => ({ ...now, creditOf: documentId, creditOfWords: item?.number ?? '' }))
    if (item?.kind !== 'invoice') return
    channel
      .call(getDocument, { params: { documentId } })
      .then(({ document }) =>
        update((now) => (now.creditOf === documentId ? overInvoice(now, { documentId, ...document }) : now)),
      )
      // Its lines can be typed.
      .catch(() => undefined)
  }
  return (
    <NativeSelect
      {...form.input('creditOf')}
      onChange={(event) => pick(event.currentTarget.value)}
      data={[
        { value: '', label: 'None: keep it for later invoices' },
        ...(typed.creditOf !== '' && !isListed ? [{ value: typed.creditOf, label: typed.creditOfWords }] : []),
        ...items.map(openChoice),
      ]}
    />
  )
}
