// The invoice that a memo refers to: the one that the portal passed, or one of the customer's open invoices.
import { useEffect, useState } from 'react'
import { getDocument } from '@talaan/contract/documents.ts'
import { getParty, type PartyRow } from '@talaan/contract/parties.ts'
import type { Channel } from '../runtime/channel.ts'
import type { Form, TextField, Typed } from '../runtime/formDefinition.ts'
import { pickedRow } from '../runtime/pickedRow.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { openChoice, useOpenItems } from './useOpenItems.ts'

export type RecordedInvoice = {
  documentId: string
  number: string
  externalNo: string | null
  fields: Record<string, unknown>
}

/** The form's input after an invoice is copied into it; an undefined party keeps the chosen customer. */
type TakesOver<T> = (typed: T, invoice: RecordedInvoice, party?: PartyRow | null) => T

/** The text of an invoice in the list of choices. */
export const invoiceWords = ({ number, externalNo }: Pick<RecordedInvoice, 'number' | 'externalNo'>): string =>
  externalNo === null ? number : `${number}, ${externalNo}`

/**
 * Copies the invoice that the portal passed, and its customer, into the form once. Returns an error message if that
 * fails.
 */
export function useInvoiceCameFrom<T extends Typed>(
  { channel, typed, update }: Form<T>,
  { isBlank, takeOver }: { isBlank: (typed: T) => boolean; takeOver: TakesOver<T> },
): string | null {
  const { about } = channel.context
  const [failed, setFailed] = useState<string | null>(null)
  const due = about !== undefined && isBlank(typed)
  useEffect(() => {
    if (!due || about === undefined) return
    let left = false
    const fetched = async () => {
      const { document } = await channel.call(getDocument, { params: { documentId: about } })
      const { partyId } = document
      const party = partyId && (await channel.call(getParty, { params: { partyId } })).party
      if (!left) update((now) => takeOver(now, { documentId: about, ...document }, party ? pickedRow(party) : null))
    }
    fetched().catch((error: unknown) => {
      if (!left) setFailed(error instanceof Error ? error.message : getDocument.failure)
    })
    return () => {
      left = true
    }
  }, [channel, about, due, update, takeOver])
  return failed
}

/** Loads an invoice. A failure is ignored, because the form can be filled in without it. */
function fetchInvoice(channel: Channel, documentId: string, then: (invoice: RecordedInvoice) => void): void {
  channel
    .call(getDocument, { params: { documentId } })
    .then(({ document }) => then({ documentId, ...document }))
    .catch(() => undefined)
}

type Props<T extends Typed> = {
  form: Form<T>
  /** The field for the invoice's id, and the field for its text. */
  field: TextField<T>
  words: TextField<T>
  /** The text if no invoice is chosen. */
  none: string
  takeOver: TakesOver<T>
}

/** Offers the customer's open invoices; a settled invoice can be credited from its own page. */
export function InvoiceField<T extends Typed & { party: PartyRow | null }>(props: Props<T>) {
  const { form, field, words, none, takeOver } = props
  const { channel, typed, update } = form
  const { items } = useOpenItems(channel, 'receivable', typed.party?.id)
  const box = form.input(field)
  const isListed = items.some(({ documentId }) => documentId === box.value)
  const text = form.input(words).value
  // A draft that another program prepared contains only the id of the invoice.
  const unnamed = text === '' ? box.value : ''
  useEffect(() => {
    if (unnamed === '') return
    fetchInvoice(channel, unnamed, (invoice) =>
      update((now) => (now[field] === unnamed ? takeOver(now, invoice, null) : now)),
    )
  }, [channel, field, unnamed, update, takeOver])
  function pick(documentId: string) {
    const item = items.find((one) => one.documentId === documentId)
    update((now) => ({ ...now, [field]: documentId, [words]: item?.number ?? '' }))
    if (item?.kind !== 'invoice') return
    fetchInvoice(channel, documentId, (invoice) =>
      update((now) => (now[field] === documentId ? takeOver(now, invoice) : now)),
    )
  }
  return (
    <SearchSelect
      {...box}
      onChange={pick}
      data={[
        { value: '', label: none },
        ...(box.value !== '' && !isListed ? [{ value: box.value, label: text }] : []),
        ...items.map(openChoice),
      ]}
    />
  )
}
